import { strict as assert } from 'node:assert'
import { testClock } from '../../clock.ts'
import { configs } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'
import { confirmDeletion } from './pools.ts'

const { checkout } = configs

describe('Deletion: An autoscaled machine pool', () => {
  const session = useFilledSession()
  it('doesn’t stall while nodes are added as it drains, and tells that', async () => {
    testClock.shorten('following', 20)
    session.sandbox.drain = 'never'
    const config = session.sandbox.data.configs.find(({ uid }) => uid === checkout.uid)
    const pool = config?.pools.find(({ name }) => name === 'worker-pool') ?? assert.fail()
    Object.assign(pool, { size: 2, minSize: 2, maxSize: 12, machines: 4 })
    await confirmDeletion(session, await session.poolRow(checkout, 'worker-pool'))
    const row = () => session.poolRow(checkout, 'worker-pool')
    await until('its nodes', async () =>
      /deleting… · 4 nodes left/.test(String((await row()).item.description)),
    )
    const looks = () => session.requests().filter(({ url }) => url.includes('/machines')).length
    testClock.putForward(8)
    // A look that was under way shows an earlier state.
    const earlier = looks()
    await until('another look', () => looks() > earlier + 1)
    pool.machines = 8
    await until('more nodes', async () =>
      /deleting… · 8 nodes left/.test(String((await row()).item.description)),
    )
    testClock.putForward(4)
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
    await until('a failed look', async () => !/8 nodes left/.test(await text()))
    session.sandbox.clearFaults()
    await until('a look', async () => /8 nodes left/.test(await text()))
    assert.doesNotMatch(await text(), /stalled/)
    assert.match(await text(), /added/)
  })
})
