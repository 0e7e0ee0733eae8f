import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import type { LookupName } from '../../sandbox/service.ts'
import {
  getRequestedPaths,
  setLookups,
  lookupPaths,
  requireRow,
  useSessionWithLookups,
} from '../lookups.ts'

const { awsProduction, gcpProduction } = accounts
const project = 'gcp-production-417203'
const noRegions = ['No regions found for “azure-production”.']

/** What stands at a place of the view without a lookup, and how often that is then asked for. */
const without: [lookup: LookupName, path: string, place: string[], rows: string[]][] = [
  ['accounts', lookupPaths.accounts, [], ['aws-production', 'gcp-production']],
  ['awsRegions', lookupPaths.awsRegions, ['aws-production'], ['us-east-1']],
  ['azureRegions', '/v1/clouds/azure/regions', ['azure-production'], noRegions],
  ['gcpProjects', lookupPaths.gcpProjects, ['gcp-production'], ['us-central1']],
  [
    'gcpRegions',
    `${lookupPaths.gcpProjects}/${project}/regions`,
    ['gcp-production', 'gcp-production'],
    ['us-central1'],
  ],
]
describe('Zones: A service without the lookup', () => {
  const session = useSessionWithLookups()

  /** Keeps two regions, as somebody would who had to type them. */
  beforeEach(async () => {
    const keep = ({ provider, uid, name }: typeof awsProduction, region: string, more = {}) =>
      session.run('listZones', {
        provider,
        cloudAccountUid: uid,
        cloudAccountLabel: name,
        region,
        ...more,
      })
    await keep(awsProduction, 'us-east-1')
    await keep(gcpProduction, 'us-central1', { project })
  })

  const rowsAt = async (place: string[]) =>
    session.labels('zones', place.length > 0 ? await requireRow(session, ...place) : undefined)
  const count = (path: string) =>
    getRequestedPaths(session).filter((requested) => requested === path).length

  // What counts as not offered, and what as a failure, is in the unit tests of capabilities.
  for (const [lookup, path, place, rows] of without) {
    it(`${lookup} is requested once, without a message, and the view shows what is pinned`, async () => {
      await setLookups(session, { [lookup]: false })
      for (let times = 0; times < 3; times++) assert.deepEqual(await rowsAt(place), rows)
      assert.equal(count(path), 1)
      assert.ok(session.dialogs.isSilent)
      assert.deepEqual(
        session.log.filter((line) => !/^(debug|trace) /.test(line)),
        [],
      )
      await session.run('refreshZones')
      assert.deepEqual(await rowsAt(place), rows)
      assert.equal(count(path), 2)
      await setLookups(session, 'all')
      assert.notDeepEqual(await rowsAt(place), rows)
    })
  }

  it('awsRegions for one account shows the error in its place, above what is pinned', async () => {
    await setLookups(session, { awsRegions: 403 })
    assert.deepEqual(await rowsAt(['aws-production']), ['Access denied', 'us-east-1'])
  })

  it('is requested again after the key has changed', async () => {
    await setLookups(session, { accounts: 403 })
    await rowsAt([])
    session.sandbox.lookups = 'all'
    await session.setKey(session.name, `${session.sandbox.apiKey} `) // the same, trimmed
    assert.equal((await rowsAt([])).length, 12)
  })
})
