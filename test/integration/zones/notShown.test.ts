import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import { getItemName, type FakeQuickPick } from '../../fakeVscode/quickInputs.ts'
import { getLoadedPick, requireRow, useSessionWithLookups } from '../lookups.ts'

const aws = accounts.awsProduction
const gcp = accounts.gcpProduction
const why = 'The service’s response lacks their names or UIDs.'

describe('Zones: An unreadable zone, region, or project', () => {
  const session = useSessionWithLookups()
  /** Answers a lookup so that two of its elements are of no use. */
  const spoil = (path: string, list: string, ...usable: object[]) =>
    session.sandbox.addFault({
      path,
      body: JSON.stringify({ [list]: [...usable, { name: '' }, null] }),
      times: null,
    })
  const noted = async (...path: string[]) => {
    const rows = await session.rows('zones', await requireRow(session, ...path))
    const notes = rows.filter(({ label }) => label.includes('not shown'))
    return notes.map(({ label, item }) => [label, item.description])
  }
  const problemsIn = ({ items }: FakeQuickPick) =>
    items
      .map((item) => [getItemName(item), item.detail] as const)
      .filter(([name]) => name.startsWith('$(warning)'))

  it('is counted under its region, by the documented path and by the provider’s own', async () => {
    spoil('/regions/us-east-1/zones', 'zones', { name: 'a' })
    assert.deepEqual(await noted(aws.name, 'us-east-1'), [['Zones not shown: 2', why]])
    session.sandbox.documentedZones = { aws: false }
    spoil('/regions/eu-west-1/availabilityzones', 'zones', { name: 'a' })
    assert.deepEqual(await noted(aws.name, 'eu-west-1'), [['Zones not shown: 2', why]])
  })

  for (const [what, account, path, list, usable] of [
    ['Regions', aws, '/clouds/aws/regions?', 'regions', { name: 'us-east-1' }],
    ['Projects', gcp, '/clouds/gcp/projects?', 'projects', { id: 'p', name: 'p' }],
  ] as const) {
    it(`is counted under its account, and in the prompt, which still asks: ${what}`, async () => {
      spoil(path, list, usable)
      assert.deepEqual(await noted(account.name), [[`${what} not shown: 2`, why]])
      const listing = session.run('listZones')
      ;(await getLoadedPick(session)).select(account.name)
      const prompt = await getLoadedPick(session)
      assert.deepEqual(problemsIn(prompt), [[`$(warning) ${what} not shown: 2`, why]])
      prompt.escape()
      await listing
    })
  }

  it('does not mark pinned items as not listed', async () => {
    const { provider, uid: cloudAccountUid } = aws
    session.sandbox.addFault({ path: '/regions/us-west-2/zones', status: 500, times: null })
    await session.pinRegion(aws, 'us-east-1')
    spoil('/clouds/aws/regions?', 'regions', { name: 'eu-west-1' })
    await session.run('refreshZones')
    const row = await requireRow(session, aws.name, 'us-east-1')
    assert.equal(row.item.description, '', `${provider} ${cloudAccountUid}`)
  })
})
