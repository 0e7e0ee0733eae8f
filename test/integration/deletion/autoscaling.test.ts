import { strict as assert } from 'node:assert'
import { testClock } from '../../clock.ts'
import { configs } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { confirmDeletion } from './pools.ts'

const { checkout } = configs

describe('Deletion: An autoscaled machine pool', () => {
  const session = useFilledSession()
  const target = { provider: checkout.provider, configUid: checkout.uid }
  const config = () =>
    session.sandbox.data.configs.find(({ uid }) => uid === checkout.uid) ?? assert.fail()
  const scale = (name: string, minSize: number, maxSize: number) => {
    const pool = config().pools.find((candidate) => candidate.name === name) ?? assert.fail()
    Object.assign(pool, { size: minSize, minSize, maxSize })
    return pool
  }

  it('has its range in the question, beside the number of its nodes', async () => {
    Object.assign(scale('worker-pool', 2, 12), { machines: 6 })
    const { detail } = await session.readDeletionQuestion({
      ...target,
      machinePoolName: 'worker-pool',
    })
    const [nodes = ''] = detail.split('\n')
    assert.match(nodes, /\b6\b/)
    assert.match(nodes, /2–12/)
  })

  it('may get nodes while it drains, which the question says', async () => {
    const question = async (machinePoolName: string) =>
      (await session.readDeletionQuestion({ ...target, machinePoolName })).detail
    scale('worker-pool', 2, 12)
    const isSaid = /While machines drain, autoscaling may add others to this pool\./
    assert.match(await question('worker-pool'), isSaid)
    assert.doesNotMatch(await question('gpu-inference'), isSaid)
  })

  it('may run workloads although it has no nodes', async () => {
    scale('batch-spot', 0, 20)
    config().pools = config().pools.filter(({ name }) => name !== 'worker-pool')
    await session.run('refreshMachinePools')
    const { detail } = await session.readDeletionQuestion({
      ...target,
      machinePoolName: 'gpu-inference',
    })
    assert.match(detail, /last worker pool with nodes/)
    assert.doesNotMatch(detail, /can’t run workloads/)
  })

  it('doesn’t stall while nodes are added as it drains, and tells that', async () => {
    testClock.shorten('following', 20)
    session.sandbox.drain = 'never'
    const pool = scale('worker-pool', 2, 12)
    pool.machines = 4
    await confirmDeletion(session, await session.poolRow(checkout, 'worker-pool'))
    const row = () => session.poolRow(checkout, 'worker-pool')
    await until('its nodes', async () =>
      /deleting, 4 left/.test(String((await row()).item.description)),
    )
    testClock.putForward(8)
    pool.machines = 8
    await until('more nodes', async () =>
      /deleting, 8 left/.test(String((await row()).item.description)),
    )
    testClock.putForward(4)
    const looks = () => session.requests().filter(({ url }) => url.includes('/machines')).length
    const before = looks()
    await until('more looks', () => looks() > before + 2)
    const text = async () => {
      const { item, tooltip } = await row()
      return `${String(item.description)}\n${tooltip}`
    }
    assert.doesNotMatch(await text(), /stalled/)
    assert.match(await text(), /added/)
    // A look that fails in between doesn’t change that.
    session.sandbox.addFault({ path: '/machines', status: 403, times: null })
    await until('a failed look', async () => !/8 left/.test(await text()))
    session.sandbox.clearFaults()
    await until('a look', async () => /8 left/.test(await text()))
    assert.doesNotMatch(await text(), /stalled/)
    assert.match(await text(), /added/)
  })
})
