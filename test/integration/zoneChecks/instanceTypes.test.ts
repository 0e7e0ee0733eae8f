import { strict as assert } from 'node:assert'
import { until } from '../helpers.ts'
import { getRequestedPaths, setLookups } from '../lookups.ts'
import {
  account,
  openAndCheck,
  selectCheckedAccount,
  openDocument,
  useDocuments,
} from './documents.ts'

describe('Zone checks: Instance types beside zones', () => {
  const session = useDocuments()
  beforeEach(() => setLookups(session, 'all'))
  const pool = `region = "us-east-1"
pool {
  instance_type = "m6i.xlarge"
  azs           = ["us-east-1a", "us-east-1e", "us-east-1z"]
}
`
  const unknownZone = `3:48 us-east-1z: Warning: Zone not found: “us-east-1z” in us-east-1 for ${account.name}.`
  const missing = `3:34 us-east-1e: Warning: Instance type not available: m6i.xlarge in us-east-1e for ${account.name}. This is based on the list that the cloud publishes, not on its current capacity.`
  const typeListPaths = () =>
    getRequestedPaths(session).filter((path) => path.endsWith('/instancetypes'))

  it('are reported if a zone lacks them, with one request for a region and account', async () => {
    const opened = await openAndCheck(session, 'tf', pool)
    assert.deepEqual(opened.diagnostics, [missing, unknownZone])
    assert.equal(
      session.dialogs.statusMessages.at(-1),
      'Zones checked for aws-production: 3. Problems found: 2.',
    )
    await session.run('checkZonesInFile', opened.document.uri)
    assert.deepEqual(typeListPaths(), ['/v1/clouds/aws/regions/us-east-1/instancetypes'])
  })

  for (const instanceTypes of [false, 403] as const) {
    it(`don’t stop the check of zones if the service doesn’t list them: ${instanceTypes}`, async () => {
      session.sandbox.lookups = { instanceTypes }
      assert.deepEqual((await openAndCheck(session, 'tf', pool)).diagnostics, [unknownZone])
      assert.deepEqual(session.dialogs.messages, [])
      assert.match(session.dialogs.statusMessages.at(-1) ?? '', /Problems found: 1\./)
    })
  }

  it('are reported as unchecked after a failure, until it works', async () => {
    session.sandbox.addFault({ path: '/instancetypes', status: 500, times: null })
    const opened = await openAndCheck(session, 'tf', pool)
    assert.deepEqual(opened.diagnostics, [unknownZone])
    assert.equal(
      session.dialogs.statusMessages.at(-1),
      'Zones checked for aws-production: 3. Problems found: 1. Couldn’t check instance types in us-east-1.',
    )
    assert.deepEqual(session.dialogs.messages, [])
    session.sandbox.clearFaults()
    await session.run('checkZonesInFile', opened.document.uri)
    assert.equal(opened.diagnostics.length, 2)
  })

  it('don’t delay the problems of zones, and their loading can be canceled', async () => {
    session.sandbox.addFault({ path: '/instancetypes', stall: 'beforeHeaders' })
    const opened = await openDocument('tf', pool)
    await selectCheckedAccount(session)
    const checking = session.run('checkZonesInFile')
    await until('the zones', () => opened.diagnostics.length === 1)
    session.dialogs.cancel()
    await checking
    assert.deepEqual(opened.diagnostics, [unknownZone])
    assert.deepEqual(session.dialogs.messages, [])
  })
})
