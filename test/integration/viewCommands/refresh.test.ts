import { strict as assert } from 'node:assert'
import { accounts, configs } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import { itInNode } from '../inBrowser.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const { checkout } = configs

describe('View commands: Refresh, while the service stalls,', () => {
  const session = useFilledSession()

  it('aborts the requests for what it invalidates, and sends others in their place', async () => {
    const account = await session.row('zones', accounts.awsProduction.name)
    const regions = (await session.rows('zones', account)).slice(0, 4)
    session.sandbox.addFault({ path: '/zones?', stall: 'beforeHeaders', times: 4 })
    const shown = regions.map((region) => session.rows('zones', region))
    await until('four requests', () => session.sandbox.pendingRequests === 4)
    await session.run('refreshZones')
    // Who has asked before Refresh gets what is read after it, and nothing waits for dead requests.
    for (const rows of await Promise.all(shown)) {
      assert.ok(rows.length > 1)
      assert.ok(rows.every(({ node }) => (node as { kind: string }).kind === 'zone'))
    }
    await until('no request left', () => session.sandbox.pendingRequests === 0)
  })

  // A browser opens six connections to a service at most, without HTTP/2.
  itInNode('does not keep the question before a deletion waiting, nor do other reads', async () => {
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
