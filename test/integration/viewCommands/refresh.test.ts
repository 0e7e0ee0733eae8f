import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import { until } from '../helpers.ts'
import { useFilledSession } from '../machinePools/filled.ts'

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
})
