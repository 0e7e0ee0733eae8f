import { strict as assert } from 'node:assert'
import { oddZones } from '../../sandbox/data.ts'
import { setLookups } from '../lookups.ts'
import { openAndCheck, useDocuments } from './documents.ts'

// The states of AWS are available, information, impaired, unavailable, and constrained. Only one of them says that a zone
// isn’t available.
describe('Zone checks: A zone in a state that doesn’t say whether it is available', () => {
  const session = useDocuments()
  beforeEach(() => setLookups(session, 'all'))

  for (const state of ['information', 'constrained', 'something-new']) {
    it(`is told with its state, and nothing more: ${state}`, async () => {
      const { region, zoneId } = oddZones.impaired
      session.sandbox.data.zoneStates[zoneId] = state
      const text = `region: ${region}\nzones: [${zoneId}]\n`
      const { diagnostics } = await openAndCheck(session, 'yaml', text)
      assert.match(diagnostics.join(), new RegExp(state))
      assert.doesNotMatch(diagnostics.join(), /not available/)
    })
  }
})
