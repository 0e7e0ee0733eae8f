import { strict as assert } from 'node:assert'
import { until } from '../helpers.ts'
import { offer } from '../lookups.ts'
import { account, choose, findingsIn, openFile, useFiles } from './files.ts'

const pool = `provider "x" {
  region = "us-east-1"
}
resource "x_cluster" "prod" {
  machine_pool {
    instance_type = "m6i.xlarge"
    azs           = ["us-east-1a", "us-east-1e", "us-east-1z"]
  }
}
`
const unknownZone = `us-east-1z: Zone not found: “us-east-1z” in us-east-1 for ${account.name}.`
const missing = `us-east-1e: Instance type not available: m6i.xlarge in us-east-1e for ${account.name}. Based on the cloud’s published list, not on its current capacity.`

describe('Code: instance types beside zones', () => {
  const session = useFiles()
  const lists = () => session.requests().filter(({ url }) => /instancetypes|vpcs/.test(url))

  async function check(text: string, ending = 'tf', of = account) {
    await choose(session, of)
    const document = await openFile(ending, text)
    await session.run('checkZonesInFile', document.uri)
    return document
  }

  beforeEach(() => offer(session, 'all'))
  afterEach(() => offer(session, 'none'))

  it('finds an instance type that a zone lacks, asked for once for a region and account', async () => {
    await session.rows('zones') // the account’s name
    const document = await check(pool + pool.replace('prod', 'other'))
    assert.deepEqual(findingsIn(document).sort(), [missing, missing, unknownZone, unknownZone])
    assert.equal(session.dialogs.statusMessages.at(-1), 'Zones checked: 6. Problems found: 4.')
    await session.run('checkZonesInFile', document.uri)
    assert.deepEqual(
      lists().map(({ url }) => url),
      [`/v1/clouds/aws/regions/us-east-1/instancetypes?cloudAccountUid=${account.uid}`],
    )
  })

  it('asks for nothing where a file names none', async () => {
    await check('region = "us-east-1"\nx {\n  azs = ["us-east-1a"]\n}\n')
    await check(
      'region: us-east-1\npool:\n  subnetIds:\n    us-east-1a: subnet-0aaaaaaaa\n',
      'yaml',
    )
    await check(
      'region = "us-east-1"\nx {\n  instance_type = "m6i.xlarge"\n  azs = ["us-east-1z"]\n}',
    )
    assert.deepEqual(lists(), [])
  })

  for (const [what, lookup] of Object.entries({
    'not supported': false,
    forbidden: 403,
  } as const)) {
    it(`checks the zones all the same, in silence: ${what}`, async () => {
      session.sandbox.lookups = { instanceTypes: lookup }
      const document = await check(pool)
      assert.match(findingsIn(document).join(), /^us-east-1z: Zone not found/)
      assert.deepEqual(session.dialogs.messages, [])
      assert.match(session.dialogs.statusMessages.at(-1) ?? '', /Problems found: 1\./)
    })
  }

  it('checks the zones all the same, and says what it could not check: a failure, until it works', async () => {
    await check(pool)
    await session.run('refreshZones')
    session.sandbox.addFault({ path: '/instancetypes', status: 500, times: null })
    const document = await check(pool)
    assert.match(findingsIn(document).join(), /^us-east-1z: Zone not found/)
    assert.equal(
      session.dialogs.statusMessages.at(-1),
      'Zones checked: 3. Problems found: 1. Couldn’t check instance types in us-east-1.',
    )
    assert.deepEqual(session.dialogs.messages, [])
    session.sandbox.clearFaults()
    await session.run('checkZonesInFile', document.uri)
    assert.equal(findingsIn(document).length, 2)
  })

  it('shows what it finds of zones while the other list stalls, and can be cancelled then', async () => {
    session.sandbox.addFault({ path: '/instancetypes', stall: 'beforeHeaders' })
    await choose(session)
    const document = await openFile('tf', pool)
    const checking = session.run('checkZonesInFile', document.uri)
    await until('the zones', () => findingsIn(document).length === 1)
    session.dialogs.cancel()
    await checking
    assert.equal(findingsIn(document).length, 1)
    assert.deepEqual(session.dialogs.messages, [])
  })

  it('shows nothing of a check whose key changes meanwhile', async () => {
    session.sandbox.addFault({ path: '/zones', delayMs: 300 })
    await choose(session)
    const document = await openFile('tf', pool)
    const checking = session.run('checkZonesInFile', document.uri)
    await until('the request', () => session.zoneRequests().length === 1)
    await session.clearKey()
    await checking
    assert.deepEqual(findingsIn(document), [])
  })
})
