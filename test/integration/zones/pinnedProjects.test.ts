import { strict as assert } from 'node:assert'
import { accounts } from '../../sandbox/data.ts'
import { faultAt, look, paths, rowAt, useLookups } from '../lookups.ts'

const account = accounts.gcpProduction
const own = 'gcp-production'
const shared = 'gcp-production (shared network)'

describe('Zones: What is kept of an account that has projects', () => {
  const session = useLookups()
  const list = (project?: string) =>
    session.run('listZones', {
      provider: 'gcp',
      cloudAccountUid: account.uid,
      cloudAccountLabel: account.name,
      region: 'us-central1',
      project,
    })
  const lookIn = async (project: string) =>
    look(await rowAt(session, account.name, project, 'us-central1'))
  const remove = async (...labels: string[]) =>
    session.run('unpin', (await rowAt(session, account.name, ...labels)).node)

  it('stands in each where it is kept without one, until it is removed from any', async () => {
    await list()
    assert.equal(await lookIn(own), '$(globe) pinned')
    assert.equal(await lookIn(shared), '$(globe) pinned')
    await remove(own, 'us-central1')
    assert.equal(await lookIn(own), '$(globe)')
    assert.equal(await lookIn(shared), '$(globe)')
  })

  it('stays where its project is not listed any more, which is marked', async () => {
    await list('retired-7')
    const projects = await session.rows('zones', await rowAt(session, account.name))
    assert.deepEqual(
      projects.map((row) => [row.label, look(row)]),
      [
        [own, '$(project) gcp-production-417203'],
        [shared, '$(project) gcp-production-shared'],
        ['retired-7', '$(warning) not listed'],
      ],
    )
    assert.deepEqual(await session.labels('zones', projects[2]), ['us-central1'])
    await remove('retired-7', 'us-central1')
    assert.equal(await session.row('zones', account.name, 'retired-7'), undefined)
  })

  it('is there, with its zones, while the projects cannot be read', async () => {
    await list('gcp-production-shared')
    session.sandbox.addFault(faultAt(paths.gcpProjects, { status: 500 }))
    const [failure, region, ...others] = await session.rows(
      'zones',
      await rowAt(session, account.name),
    )
    assert.deepEqual([failure?.label, region?.label], ['Service error', 'us-central1'])
    assert.deepEqual(others, [])
    assert.equal((await session.rows('zones', region)).length, 4)
    session.sandbox.clearFaults()
    await session.run('refresh', failure?.node)
    assert.equal(await lookIn(shared), '$(globe) pinned')
  })
})
