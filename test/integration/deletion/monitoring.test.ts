import { strict as assert } from 'node:assert'
import { viewIds } from '../../../src/contributions.ts'
import { configs } from '../../sandbox/data.ts'
import type { Progress } from '../../fakeVscode/dialogs.ts'
import { parts } from '../extensionParts.ts'
import { until } from '../helpers.ts'
import { testClock } from '../../clock.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const config = configs.checkout
const names = { connection: 'sandbox', provider: 'aws', configUid: config.uid }

describe('Deletion: A deletion that is monitored', () => {
  const session = useFilledSession()

  beforeEach(() => {
    testClock.shorten('following', 20) // until the session’s end, as all that is done to the clock
    session.sandbox.drain = 'manual'
  })

  const pools = async () =>
    session.labels('machinePools', await session.clusterRow(config.clusterName))
  const shown = async (name = 'gpu-inference') => (await session.poolRow(config, name)).item
  const says = (text: string | RegExp) => async () =>
    String((await shown()).description).match(text)
  const settled = () => session.log.filter((line) => line.includes(' observed='))

  /** Gives a pool nodes: one without any is gone with the response to its deletion. */
  function addNodes(machinePoolName: string): void {
    const cluster = session.sandbox.data.configs.find(({ uid }) => uid === config.uid)
    const pool = cluster?.pools.find(({ name }) => name === machinePoolName)
    assert.ok(pool)
    pool.size = 2
  }

  /** Deletes a pool of two nodes, confirmed. */
  async function confirm(machinePoolName = 'gpu-inference'): Promise<void> {
    const deleting = session.run('deleteMachinePool', { ...names, machinePoolName })
    ;(await session.dialogs.modal()).press('Delete Machine Pool')
    await deleting
  }

  /** Deletes a pool that is not in sight, and returns the notification of its progress. */
  async function accept(name?: string): Promise<Progress> {
    await confirm(name)
    assert.deepEqual(session.dialogs.unseenTexts, [])
    return session.dialogs.openProgress.at(-1) ?? assert.fail('nothing is shown')
  }

  it('reports how many nodes are left until the pool is gone', async () => {
    const progress = await accept()
    const text = `Deleting machine pool, 2 nodes left: “gpu-inference” in ${config.clusterName}`
    assert.deepEqual([progress.texts, progress.isCancellable], [[text], false])
    const item = await shown()
    assert.match(String(item.description), /^deleting… · 2 nodes left$/)
    assert.doesNotMatch(item.contextValue ?? '', /\bdelete\b/)
    const { iconPath } = (await session.clusterRow(config.clusterName)).item
    assert.equal((iconPath as { id: string }).id, 'layers') // nobody has pinned it
    session.sandbox.advanceDrains()
    await until('one node less', says(/^deleting… · 1 node left/))
    await until('its progress', () => progress.texts.at(-1) === text.replace('2 nodes', '1 node'))
    const path = `/v1/cloudconfigs/aws/${config.uid}`
    session.sandbox.addFault({ method: 'GET', path, cut: 'beforeHeaders', times: null })
    const unreached = text.replace('2 nodes left', 'progress unknown')
    await until('no progress', () => progress.texts.at(-1) === unreached)
    assert.match(String((await shown()).description), /^deleting…/)
    session.sandbox.clearFaults()
    session.sandbox.advanceDrains(3)
    const end = await session.dialogs.message()
    assert.equal(session.dialogs.openProgress.length, 0)
    assert.equal(end.severity, 'info')
    assert.match(end.text, /^Machine pool deleted: “gpu-inference” in .+\.$/)
    assert.ok(!(await pools()).includes('gpu-inference'))
    const isLogged = () => / path=.+\/gpu-inference observed=deleted$/.test(settled().join())
    await until('the line in the log', isLogged)
    assert.equal(session.requests('DELETE').length, 1)
  })

  it('keeps the health of the cluster’s other nodes', async () => {
    const cluster = session.sandbox.data.configs.find(({ uid }) => uid === config.uid)
    cluster!.pools.find(({ name }) => name === 'worker-pool')!.unhealthy = 2
    await session.run('refreshMachinePools')
    await accept()
    session.sandbox.advanceDrains(3)
    await session.dialogs.message()
    const described = async () =>
      String((await session.clusterRow(config.clusterName)).item.description)
    await until('the health', async () => /\d+\/\d+\+? healthy · 3 pools/.test(await described()))
  })

  it('counts on the badge of its view until the last has ended', async () => {
    const badge = () => parts.views.get(viewIds.machinePools)?.badge
    const shows = (value: number | undefined) =>
      until(`${value} on the badge`, () => badge()?.value === value)
    await shows(undefined)
    addNodes('batch-spot')
    const held = session.holdRequests('/machinePools/gpu-inference', 'DELETE')
    const deleting = confirm()
    await until('the request', held.hasRequest)
    await shows(1) // while it is being sent already
    held.release()
    await deleting
    await confirm('batch-spot')
    await shows(2)
    assert.equal(badge()?.tooltip, 'Deletions in progress: 2')
    session.sandbox.advanceDrains(6)
    for (let index = 0; index < 2; index++) await session.dialogs.message()
    await shows(undefined)
  })
})
