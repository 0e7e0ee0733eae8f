import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import {
  createLookupFault,
  describeRow,
  getLoadedPick,
  setLookups,
  lookupPaths,
  requireRow,
  useSessionWithLookups,
} from '../lookups.ts'

const account = accounts.awsProduction
const gcp = accounts.gcpProduction

describe('Zones: A pinned account or region in the Zones view', () => {
  const session = useSessionWithLookups()
  const list = (region: string, more = {}) =>
    session.run('listZones', {
      provider: 'aws',
      cloudAccountUid: account.uid,
      region,
      ...more,
    })
  const gone = () => {
    const { data } = session.sandbox
    data.accounts = data.accounts.filter(({ uid }) => uid !== account.uid)
  }

  it('has the name that the service returns, else the last known one', async () => {
    /** Chooses it from the list, and a region. */
    async function choose(): Promise<string[]> {
      const listing = session.run('listZones')
      const pick = await getLoadedPick(session)
      pick.select(account.name)
      ;(await getLoadedPick(session)).select('us-east-1')
      ;(await session.dialogs.pick()).escape()
      await listing
      return pick.labels
    }
    await choose()
    await setLookups(session, 'none')
    await requireRow(session, account.name)
    // Chosen so, it is still no label of the user's.
    assert.deepEqual(await choose(), [account.name])
    session.sandbox.data.accounts.find(({ uid }) => uid === account.uid)!.name = 'payments'
    await setLookups(session, 'all')
    assert.equal(describeRow(await requireRow(session, 'payments')), '$(cloud) aws · pinned')
    assert.equal(await session.row('zones', account.name), undefined)
  })

  it('stays with its regions if the account is not listed, which is marked', async () => {
    await list('us-east-1', { cloudAccountLabel: 'payments' })
    gone()
    await session.run('refreshZones')
    const row = await requireRow(session, 'payments')
    assert.equal(describeRow(row), '$(warning) aws · not listed')
    assert.match(row.tooltip, /Not listed by the service\.$/)
    const region = await requireRow(session, 'payments', 'us-east-1')
    const [zones] = await session.rows('zones', region)
    assert.match(zones?.item.contextValue ?? '', /\bfailure\b/) // of an account that is no more
  })

  describe('of an account that has projects', () => {
    const listedProject = 'gcp-production'
    const shared = 'gcp-production (shared network)'
    const listIn = (project?: string) =>
      session.run('listZones', {
        provider: 'gcp',
        cloudAccountUid: gcp.uid,
        cloudAccountLabel: gcp.name,
        region: 'us-central1',
        project,
      })
    const lookIn = async (project: string) =>
      describeRow(await requireRow(session, gcp.name, project, 'us-central1'))
    const remove = async (...labels: string[]) =>
      session.run('unpin', (await requireRow(session, gcp.name, ...labels)).node)

    it('is shown in each project if it is pinned without a project, until it is unpinned in any', async () => {
      await listIn()
      assert.equal(await lookIn(listedProject), '$(globe) pinned')
      assert.equal(await lookIn(shared), '$(globe) pinned')
      await remove(listedProject, 'us-central1')
      assert.equal(await lookIn(listedProject), '$(globe)')
      assert.equal(await lookIn(shared), '$(globe)')
    })

    it('stays if its project is no longer listed, which is marked', async () => {
      await listIn('retired-7')
      const projects = await session.rows('zones', await requireRow(session, gcp.name))
      assert.deepEqual(
        projects.map((row) => [row.label, describeRow(row)]),
        [
          [listedProject, '$(project) gcp-production-417203'],
          [shared, '$(project) gcp-production-shared'],
          ['retired-7', '$(warning) not listed'],
        ],
      )
      assert.deepEqual(await session.labels('zones', projects[2]), ['us-central1'])
      await remove('retired-7', 'us-central1')
      assert.equal(await session.row('zones', gcp.name, 'retired-7'), undefined)
    })

    it('is shown with its zones while the projects can’t be loaded', async () => {
      await listIn('gcp-production-shared')
      session.sandbox.addFault(createLookupFault(lookupPaths.gcpProjects, { status: 500 }))
      const [failure, region, ...otherRows] = await session.rows(
        'zones',
        await requireRow(session, gcp.name),
      )
      assert.deepEqual([failure?.label, region?.label], ['Service error', 'us-central1'])
      assert.deepEqual(otherRows, [])
      assert.equal((await session.rows('zones', region)).length, 4)
      session.sandbox.clearFaults()
      await session.run('refresh', failure?.node)
      assert.equal(await lookIn(shared), '$(globe) pinned')
    })
  })
})
