import { strict as assert } from 'node:assert'
import { viewIds } from '../../../src/contributions.ts'
import { accounts, configs, projects } from '../../sandbox/data.ts'
import { holdRequests } from '../held.ts'
import { until } from '../helpers.ts'
import { asked, rowAt } from '../lookups.ts'
import { useFilledSession } from '../machinePools/filled.ts'

const { checkout, billing } = configs

describe('View commands: Refresh on a row', () => {
  const session = useFilledSession()
  beforeEach(() => session.run('refreshZones'))

  it('loads an account with its regions and zones again, and no other', async () => {
    const { name } = accounts.awsProduction
    for (const one of [name, accounts.awsStaging.name]) {
      await rowAt(session, one, 'us-east-1', 'us-east-1a')
    }
    const own = session.sandbox.data.accounts.find((one) => one.name === name)
    assert.ok(own)
    own.state = 'Error'
    session.sandbox.requests.length = 0
    await session.run('refresh', (await rowAt(session, name)).node)
    assert.equal((await rowAt(session, name)).item.description, 'error · aws')
    assert.deepEqual(session.dialogs.viewProgress, [viewIds.zones])
    for (const one of [name, accounts.awsStaging.name]) {
      await rowAt(session, one, 'us-east-1', 'us-east-1a')
    }
    assert.deepEqual(asked(session), [
      '/v1/cloudaccounts/summary',
      '/v1/clouds/aws/regions',
      '/v1/clouds/aws/regions/us-east-1/zones',
    ])
    const uids = session.requests().map(({ url }) => /cloudAccountUid=(\w+)/.exec(url)?.[1] ?? [])
    assert.deepEqual(uids.flat(), [own.uid, own.uid])
  })

  it('loads a project of a cloud account again, and no other', async () => {
    const { name } = accounts.gcpProduction
    const [own, shared] = ['gcp-production', 'gcp-production (shared network)']
    for (const project of [own, shared]) await rowAt(session, name, project, 'us-central1')
    session.sandbox.requests.length = 0
    await session.run('refresh', (await rowAt(session, name, own)).node)
    for (const project of [own, shared]) await rowAt(session, name, project, 'us-central1')
    assert.deepEqual(asked(session), ['/v1/clouds/gcp/projects/gcp-production-417203/regions'])
  })

  it('loads a region again', async () => {
    const path = [accounts.awsProduction.name, 'us-east-1']
    await rowAt(session, ...path, 'us-east-1a')
    session.sandbox.requests.length = 0
    await session.run('refresh', (await rowAt(session, ...path)).node)
    await rowAt(session, ...path, 'us-east-1a')
    assert.deepEqual(asked(session), ['/v1/clouds/aws/regions/us-east-1/zones'])
  })

  it('loads a cluster and its pools again, and no other', async () => {
    for (const one of [checkout, billing]) await session.poolRow(one, one.pools[0]!.name)
    const own = session.sandbox.data.configs.find(({ uid }) => uid === checkout.uid)
    assert.ok(own)
    own.state = 'Provisioning'
    own.pools = own.pools.filter(({ name }) => name !== 'batch-spot')
    session.sandbox.requests.length = 0
    await session.run('refresh', (await session.clusterRow(checkout.clusterName)).node)
    assert.deepEqual(session.dialogs.viewProgress, [viewIds.machinePools])
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

  it('loads the clusters again though another page is loaded meanwhile, and keeps both', async () => {
    await session.addClusters(100)
    const row = await session.clusterRow(checkout.clusterName)
    session.sandbox.data.configs.find(({ uid }) => uid === checkout.uid)!.clusterName = 'anew'
    session.sandbox.requests.length = 0
    session.sandbox.addFault({ path: '/spectroclusters/search', delayMs: 500 })
    const refreshing = session.run('refresh', row.node)
    await until('the request', () => session.searches().length === 1)
    await session.run('loadMore')
    await refreshing
    await session.clusterRow('anew')
    assert.equal(session.searches().length, 3)
    const more = (await session.rows('machinePools')).find(
      ({ label }) => label === 'Load More Clusters',
    )
    assert.equal(more?.item.description, '100/113')
  })

  it('keeps the clusters where their list cannot be loaded, and says so', async () => {
    const before = await session.labels('machinePools')
    session.sandbox.addFault({ path: '/spectroclusters/search', status: 500 })
    await session.run('refresh', (await session.rows('machinePools'))[0]?.node)
    assert.match((await session.dialogs.message()).text, /reported a server error \(500\)/)
    assert.deepEqual(await session.labels('machinePools'), before)
  })

  it('keeps clusters and pools where Refresh of the view fails, below what went wrong, and gets over it', async () => {
    const pools = async () =>
      session.labels('machinePools', await session.clusterRow('checkout-prod'))
    const [before, below] = [await session.labels('machinePools'), await pools()]
    session.sandbox.addFault({ status: 500, times: null })
    await session.run('refreshMachinePools')
    const [failure, ...others] = await session.rows('machinePools')
    assert.equal(failure?.label, 'Service error')
    assert.match(String(failure.item.description), /^Try again later · data from \d/)
    assert.deepEqual(
      others.map(({ label }) => label),
      before,
    )
    assert.deepEqual((await pools()).slice(1), below)
    session.sandbox.clearFaults()
    await session.run('refresh', failure.node)
    assert.deepEqual(await session.labels('machinePools'), before)
  })

  it('keeps pools where Refresh is run again while the first one is under way, and fails', async () => {
    const row = await session.clusterRow('checkout-prod')
    const pools = async () =>
      session.labels('machinePools', await session.clusterRow('checkout-prod'))
    const before = await pools()
    session.sandbox.addFault({ path: '/cloudconfigs', status: 500, times: null })
    const held = holdRequests('/cloudconfigs')
    await session.run('refreshMachinePools')
    await session.rows('machinePools')
    const going = session.rows('machinePools', row).catch(() => [])
    await until('the request', held.isReached)
    await session.run('refreshMachinePools')
    held.letGo()
    await going
    assert.deepEqual((await pools()).slice(1), before)
  })

  it('does not bring back clusters that the service no longer listed', async () => {
    await session.rows('machinePools')
    session.sandbox.data.configs.splice(0)
    await session.run('refreshMachinePools')
    await session.rows('machinePools')
    session.sandbox.addFault({ status: 500, times: null })
    await session.run('refreshMachinePools')
    assert.deepEqual(await session.labels('machinePools'), ['Service error'])
  })

  it('selects the project of its row', async () => {
    const [, staging] = await session.rows('machinePools')
    assert.ok(staging)
    await session.run('selectProject', staging.node)
    assert.deepEqual(session.dialogs.statusMessages, ['Project Staging selected'])
    await session.run('copyId', staging.node)
    assert.equal(session.dialogs.clipboard, projects.staging.uid)
  })
})
