import { strict as assert } from 'node:assert'
import * as vscode from 'vscode'
import { readZones } from '../../../src/api/zones.ts'
import type { CheckedAccounts } from '../../../src/features/zoneChecks/checkedAccounts.ts'
import type { Clouds } from '../../../src/inventory/clouds.ts'
import { createKnownZones } from '../../../src/features/zoneChecks/knownZones.ts'
import type { TrackedItems } from '../../../src/inventory/trackedItems.ts'
import { CodeFile } from '../../../src/ui/codeFile.ts'
import { accounts } from '../../sandbox/data.ts'
import { nameOf, type FakeQuickPick } from '../../fakeVscode/quickInputs.ts'
import { nextPick, rowAt, useLookups } from '../lookups.ts'

const aws = accounts.awsProduction
const gcp = accounts.gcpProduction
const why = 'The service didn’t return what is needed to show these items.'

describe('Zones: What a list of zones, regions or projects could not show', () => {
  const session = useLookups()
  /** Answers a lookup so that two of its elements are of no use. */
  const spoil = (path: string, list: string, ...usable: object[]) =>
    session.sandbox.addFault({
      path,
      body: JSON.stringify({ [list]: [...usable, { name: '' }, null] }),
      times: null,
    })
  const noted = async (...path: string[]) => {
    const rows = await session.rows('zones', await rowAt(session, ...path))
    const notes = rows.filter(({ label }) => label.includes('not shown'))
    return notes.map(({ label, item }) => [label, item.description])
  }
  const problemsIn = ({ items }: FakeQuickPick) =>
    items.filter(({ label }) => label === '$(warning)').map((item) => [nameOf(item), item.detail])

  it('is counted under a region, by the documented path and by the provider’s own', async () => {
    spoil('/regions/us-east-1/zones', 'zones', { name: 'a' })
    assert.deepEqual(await noted(aws.name, 'us-east-1'), [['Zones not shown: 2', why]])
    session.sandbox.documentedZones = { aws: false }
    spoil('/regions/eu-west-1/availabilityzones', 'zones', { name: 'a' })
    assert.deepEqual(await noted(aws.name, 'eu-west-1'), [['Zones not shown: 2', why]])
  })

  it('is counted under an account, in whose prompt, too', async () => {
    spoil('/clouds/aws/regions?', 'regions', { name: 'us-east-1' })
    assert.deepEqual(await noted(aws.name), [['Regions not shown: 2', why]])
    const listing = session.run('listZones')
    ;(await nextPick(session)).choose(aws.name)
    const list = await nextPick(session)
    assert.deepEqual(problemsIn(list), [['$(warning) Regions not shown: 2', why]])
    list.escape()
    await listing
  })

  it('does not make one region or project the only one', async () => {
    spoil('/clouds/gcp/projects?', 'projects', { id: 'p', name: 'p' })
    const notes = await noted(gcp.name)
    assert.deepEqual(notes, [['Projects not shown: 2', why]])
    const listing = session.run('listZones')
    ;(await nextPick(session)).choose(gcp.name)
    const list = await nextPick(session)
    assert.deepEqual(problemsIn(list), [['$(warning) Projects not shown: 2', why]])
    list.escape()
    await listing
  })

  it('does not make what is pinned one that is not listed', async () => {
    const { provider, uid: cloudAccountUid } = aws
    session.sandbox.addFault({ path: '/regions/us-west-2/zones', status: 500, times: null })
    await session.addRegion(aws, 'us-east-1')
    spoil('/clouds/aws/regions?', 'regions', { name: 'eu-west-1' })
    await session.run('refreshZones')
    const row = await rowAt(session, aws.name, 'us-east-1')
    assert.equal(row.item.description, '', `${provider} ${cloudAccountUid}`)
  })

  it('is no ground for a hover to say that an account has no such zone', () => {
    const connection = {
      name: 'home',
      baseUrl: 'https://h/',
      origin: 'https://h',
      protection: 'none' as const,
    }
    const region = 'us-east-1'
    const readFor = (cloudAccountUid: string, ...zones: unknown[]) => ({
      ref: { connection, provider: 'aws', cloudAccountUid, region },
      value: readZones({ zones }),
      at: 0,
    })
    const [a, b] = ['us-east-1a', 'us-east-1b'].map((name) => ({ name }))
    const read = [readFor('has', a), readFor('whole', b), readFor('lacking', b, { name: null })]
    const clouds = { zones: { entries: read }, regions: { entries: [] } } as unknown as Clouds
    const tracked = { accounts: () => [] } as unknown as TrackedItems
    const chosen = { isChosen: () => false, of: () => undefined } as unknown as CheckedAccounts
    const { factsIn } = createKnownZones({ tracked, clouds, refusals: undefined as never }, chosen)
    const file = new CodeFile(vscode.Uri.file('/main.tf'), 'terraform', 'az = "us-east-1a"')
    assert.deepEqual(
      factsIn(
        file,
        connection,
      )(file.references[0] ?? assert.fail()).map(({ ref, zone }) => [
        ref.cloudAccountUid,
        zone?.name,
      ]),
      [
        ['has', 'us-east-1a'],
        ['whole', undefined],
      ],
    )
  })
})
