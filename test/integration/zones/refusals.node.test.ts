import { strict as assert } from 'node:assert'
import { limits } from '../../../src/api/rateLimiter.ts'
import { testClock } from '../../clock.ts'
import { configs } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const { checkout } = configs

// A browser has no more connections to a server than there are slots, and others need some of them.
describe('Zones: Refusals of capacity, while other requests stall,', () => {
  const session = useFilledSession()
  const look = async ({ clusterName }: { clusterName: string }) =>
    session.rows('machinePools', await session.clusterRow(clusterName))
  const reads = () => session.sandbox.requests.filter(({ url }) => url.includes('/events/'))

  it('are asked for, however long others hold the slots', async () => {
    const { batchSlots } = limits.clusters
    session.sandbox.addFault({ path: '/events/', stall: 'beforeHeaders', times: batchSlots })
    const clusters = session.sandbox.data.configs.slice(0, batchSlots + 1)
    for (const cluster of clusters) await look(cluster)
    await until('all slots held', () => reads().length === batchSlots)
    testClock.endWaits('deadline')
    await until('the last one', () => reads().length > batchSlots)
  })

  it('are no longer requested of clusters that are gone', async () => {
    const { data } = session.sandbox
    const remaining = [...data.configs]
    await session.addClusters(10) // of so many, some wait for the others
    const held = session.holdRequests('/events/')
    for (const config of data.configs.slice(remaining.length)) await look(config)
    await until('a request', held.hasRequest)
    data.configs = remaining
    await session.run('refreshMachinePools')
    await session.rows('machinePools')
    held.release()
    await look(checkout)
    await until('the events', () => reads().some(({ url }) => url.includes(checkout.clusterUid)))
    assert.equal(reads().length, 1)
  })
})
