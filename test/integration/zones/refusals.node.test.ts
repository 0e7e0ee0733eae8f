import { limits } from '../../../src/api/rateLimiter.ts'
import { testClock } from '../../clock.ts'
import { until } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'

// A browser has no more connections to a server than there are slots, and others need some of them.
describe('Zones: Refusals of capacity, while other requests stall,', () => {
  const session = useFilledSession()

  it('are asked for, however long others hold the slots', async () => {
    const { batchSlots } = limits.clusters
    session.sandbox.addFault({ path: '/events/', stall: 'beforeHeaders', times: batchSlots })
    const clusters = session.sandbox.data.configs.slice(0, batchSlots + 1)
    for (const { clusterName } of clusters) {
      await session.rows('machinePools', await session.clusterRow(clusterName))
    }
    const reads = () => session.sandbox.requests.filter(({ url }) => url.includes('/events/'))
    await until('all slots held', () => reads().length === batchSlots)
    testClock.endWaits('deadline')
    await until('the last one', () => reads().length > batchSlots)
  })
})
