import { strict as assert } from 'node:assert'
import { viewIds } from '../../../src/contributions.ts'
import { accounts, configs, projects } from '../../sandbox/data.ts'
import { getRequestedPaths, requireRow } from '../lookups.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const { checkout, billing } = configs

describe('View commands: Refresh on a row', () => {
  const session = useFilledSession()
  beforeEach(() => session.run('refreshZones'))

  it('loads an account with its regions and zones again, and no other', async () => {
    const { name } = accounts.awsProduction
    for (const accountName of [name, accounts.awsStaging.name]) {
      await requireRow(session, accountName, 'us-east-1', 'us-east-1a')
    }
    const sandboxAccount = session.sandbox.data.accounts.find(
      (candidate) => candidate.name === name,
    )
    assert.ok(sandboxAccount)
    sandboxAccount.state = 'Error'
    session.sandbox.requests.length = 0
    await session.run('refresh', (await requireRow(session, name)).node)
    assert.equal((await requireRow(session, name)).item.description, 'error · aws')
    assert.equal(session.dialogs.progress[0]?.view, viewIds.zones)
    for (const accountName of [name, accounts.awsStaging.name]) {
      await requireRow(session, accountName, 'us-east-1', 'us-east-1a')
    }
    assert.deepEqual(getRequestedPaths(session), [
      '/v1/cloudaccounts/summary',
      '/v1/clouds/aws/regions',
      '/v1/clouds/aws/regions/us-east-1/zones',
    ])
    const uids = session.requests().map(({ url }) => /cloudAccountUid=(\w+)/.exec(url)?.[1] ?? [])
    assert.deepEqual(uids.flat(), [sandboxAccount.uid, sandboxAccount.uid])
  })

  for (const [when, args] of [
    ['without a row, as from a keyboard shortcut', []],
    ['if the row of its menu is gone', [undefined, undefined]],
  ] as const) {
    it(`loads both views again ${when}`, async () => {
      const { name } = accounts.awsProduction
      await requireRow(session, name)
      await session.poolRow(checkout, checkout.pools[0]!.name)
      session.sandbox.requests.length = 0
      await session.run('refresh', ...args)
      await requireRow(session, name)
      await session.poolRow(checkout, checkout.pools[0]!.name)
      const paths = getRequestedPaths(session)
      assert.ok(paths.includes('/v1/cloudaccounts/summary'))
      assert.ok(paths.includes(`/v1/cloudconfigs/${checkout.provider}/${checkout.uid}`))
    })
  }

  it('loads a cluster and its pools again, and no other', async () => {
    for (const config of [checkout, billing]) await session.poolRow(config, config.pools[0]!.name)
    const sandboxConfig = session.sandbox.data.configs.find(({ uid }) => uid === checkout.uid)
    assert.ok(sandboxConfig)
    sandboxConfig.state = 'Provisioning'
    sandboxConfig.pools = sandboxConfig.pools.filter(({ name }) => name !== 'batch-spot')
    session.sandbox.requests.length = 0
    await session.run('refresh', (await session.clusterRow(checkout.clusterName)).node)
    assert.equal(session.dialogs.progress[0]?.view, viewIds.machinePools)
    const cluster = await session.clusterRow(checkout.clusterName)
    assert.match(String(cluster.item.description), /^Provisioning · 3 pools/)
    assert.ok(!(await session.labels('machinePools', cluster)).includes('batch-spot'))
    await session.poolRow(billing, billing.pools[0]!.name)
    assert.deepEqual(session.reads(), [checkout.uid])
    assert.equal(session.searches().length, 1)
  })

  it('loads the clusters of a project again, as far as they were loaded', async () => {
    await session.addClusters(100)
    await session.rows('machinePools')
    await session.run('loadMore')
    const count = async () => {
      const rows = await session.rows('machinePools')
      const below = rows.map((row) => session.rows('machinePools', row))
      return (await Promise.all(below)).flat().length
    }
    const before = await count()
    const { uid } = projects.production
    session.sandbox.requests.length = 0
    const [project] = await session.rows('machinePools')
    assert.equal(project?.label, 'Production')
    session.sandbox.data.configs.find(({ projectUid }) => projectUid === uid)!.clusterName = 'anew'
    await session.run('refresh', project.node)
    assert.equal(session.searches().length, 2)
    assert.equal(await count(), before)
    await session.clusterRow('anew')
  })

  it('keeps the clusters if their list can’t be loaded, and says so', async () => {
    const before = await session.labels('machinePools')
    session.sandbox.addFault({ path: '/spectroclusters/search', status: 500 })
    await session.run('refresh', (await session.rows('machinePools'))[0]?.node)
    assert.match((await session.dialogs.message()).text, /reported a server error \(500\)/)
    assert.deepEqual(await session.labels('machinePools'), before)
  })
})
