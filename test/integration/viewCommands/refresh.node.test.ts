import { strict as assert } from 'node:assert'
import { configs } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const { checkout } = configs

// A browser opens six connections to a service at most, without HTTP/2.
describe('View commands: Refresh, while all slots of a service stall,', () => {
  const session = useFilledSession()

  it('does not keep the question before a deletion waiting, nor do other reads', async () => {
    const row = await session.poolRow(checkout, 'worker-pool')
    const projects = await session.rows('machinePools')
    const below = await Promise.all(
      projects.map((project) => session.rows('machinePools', project)),
    )
    const clusters = below.flat().filter(({ label }) => label !== checkout.clusterName)
    session.sandbox.addFault({ path: '/cloudconfigs/', stall: 'beforeHeaders', times: 8 })
    const shown = clusters
      .slice(0, 9)
      .map((cluster) => session.currentRows('machinePools', cluster))
    await until('as many requests as there may be', () => session.sandbox.pendingRequests === 8)
    await session.readDeletionQuestion(row.node)
    assert.equal(session.sandbox.pendingRequests, 8)
    await session.run('refreshMachinePools')
    await Promise.all(shown)
  })
})
