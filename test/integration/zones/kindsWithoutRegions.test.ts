import { strict as assert } from 'node:assert'
import { getRequestedPaths, requireRow, useSessionWithLookups } from '../lookups.ts'

// Of the service’s description, only aws, azure, and gcp have a list of regions.
describe('Zones: An account of a cloud that has no regions', () => {
  const session = useSessionWithLookups()

  for (const kind of ['nutanix', 'edge-native', 'generic', 'nested', 'baremetal']) {
    it(`has no regions requested or expected: ${kind}`, async () => {
      const metadata = { uid: `account-${kind}`, name: `the ${kind} account` }
      const body = JSON.stringify({ items: [{ kind, metadata, status: { state: 'Active' } }] })
      session.sandbox.addFault({ path: '/cloudaccounts/summary', body, times: null })
      await session.run('refreshZones')
      const rows = await session.rows('zones', await requireRow(session, metadata.name))
      assert.ok(
        getRequestedPaths(session).every((path) => !path.includes('/regions')),
        getRequestedPaths(session).join(),
      )
      assert.doesNotMatch(rows.map(({ label, tooltip }) => label + tooltip).join(), /region/i)
    })
  }
})
