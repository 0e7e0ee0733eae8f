import assert from 'node:assert/strict'
import { accounts, configs, projects, uid } from '../../sandbox/data.ts'
import { startSandbox, type Sandbox } from '../../sandbox/service.ts'
import { all, config, gcp, gcpProject, lookupsOf } from './helpers.ts'

describe('what a lookup answers', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox()
  })
  afterEach(() => sandbox.reset())
  after(() => sandbox.close())

  const { production, staging } = projects
  const zones = (provider: string, region: string, account: { uid: string }, project?: string) =>
    lookupsOf(sandbox).providerZones({ provider, region, cloudAccountUid: account.uid, project })

  it('whoAmI', async () => {
    const me = { organization: 'Northwind Traders', userUid: uid('user') }
    assert.deepEqual(await lookupsOf(sandbox).whoAmI(), me)
  })

  it('projects, all of them whatever the connection’s', async () => {
    assert.deepEqual(await lookupsOf(sandbox).projects(), [production, staging])
    const { uid: projectUid } = staging
    assert.deepEqual(await lookupsOf(sandbox, { projectUid }).projects(), [production, staging])
  })

  it('cloud accounts, their states in one case', async () => {
    const found = await all(lookupsOf(sandbox).cloudAccounts())
    assert.deepEqual(
      found.map(({ accountId: _accountId, ...account }) => account),
      sandbox.data.accounts.map(({ projectUid: _projectUid, state, ...account }) => ({
        ...account,
        state: state?.toLowerCase(),
      })),
    )
    assert.match(found[0]?.accountId ?? '', /^\d{12}$/)
    assert.equal(found.find(({ provider }) => provider === 'vsphere')?.accountId, undefined)
  })

  it('cloud accounts and clusters of the connection’s project', async () => {
    const lookups = lookupsOf(sandbox, { projectUid: staging.uid })
    const names = new Set((await all(lookups.cloudAccounts())).map(({ name }) => name))
    assert.ok(names.has('aws-staging') && !names.has('aws-production'))
    const clusters = await all(lookups.clusters())
    assert.deepEqual(new Set(clusters.map(({ project }) => project?.uid)), new Set([staging.uid]))
  })

  it('clusters, with their configs and pools', async () => {
    const found = await all(lookupsOf(sandbox).clusters())
    assert.deepEqual(
      found.map(({ name }) => name),
      Object.values(configs).map(({ clusterName }) => clusterName),
    )
    const { pools, poolSummaries, ...checkout } = found[0] ?? assert.fail()
    assert.deepEqual(checkout, {
      uid: configs.checkout.clusterUid,
      name: 'checkout-prod',
      cloudType: 'aws',
      configUid: configs.checkout.uid,
      account: { uid: accounts.awsProduction.uid, name: 'aws-production' },
      project: production,
      state: 'Running',
      health: undefined,
      isDeleting: false,
    })
    assert.deepEqual(
      poolSummaries.map(({ size, isControlPlane }) => [size, isControlPlane]),
      configs.checkout.pools.map(({ size, isControlPlane }) => [size, isControlPlane ?? undefined]),
    )
    assert.deepEqual(pools, (await lookupsOf(sandbox).cloudConfig(config)).pools)
    const typesOf = (name: string) => found.find((cluster) => cluster.name === name)?.cloudType
    assert.deepEqual(['warehouse-042', 'feature-previews', 'erp'].map(typesOf), [
      'edge-vsphere',
      'nested',
      'nutanix',
    ])
  })

  it('a cloud config', async () => {
    const zonesOfUsEast1 = ['us-east-1a', 'us-east-1b', 'us-east-1c']
    const { pools, ...rest } = await lookupsOf(sandbox).cloudConfig(config)
    assert.deepEqual(rest, {
      name: 'checkout-prod',
      region: 'us-east-1',
      cloudAccountUid: accounts.awsProduction.uid,
      hybridPools: [],
      unreadable: 0,
    })
    const untold = { isSystemPool: undefined, useControlPlaneAsWorker: undefined }
    assert.deepEqual(pools, [
      {
        name: 'control-plane-pool',
        isControlPlane: true,
        ...untold,
        size: 3,
        minSize: 3,
        maxSize: 3,
        zones: zonesOfUsEast1,
        instanceType: 'm6i.xlarge',
      },
      {
        name: 'worker-pool',
        isControlPlane: false,
        ...untold,
        size: 6,
        minSize: 6,
        maxSize: 6,
        zones: zonesOfUsEast1,
        instanceType: 'm6i.2xlarge',
      },
      {
        name: 'gpu-inference',
        isControlPlane: false,
        ...untold,
        size: 2,
        minSize: 2,
        maxSize: 2,
        zones: ['us-east-1d'],
        instanceType: 'g5.2xlarge',
      },
      {
        name: 'batch-spot', // isControlPlane is null
        isControlPlane: undefined,
        ...untold,
        size: 0,
        minSize: 0,
        maxSize: 20,
        zones: ['us-east-1a', 'us-east-1f'],
        instanceType: 'c7g.4xlarge',
      },
    ])
  })

  const managed = ['eks', 'aks', 'gke']
  for (const { provider, uid: configUid, region, pools } of Object.values(configs)) {
    it(`a cloud config of ${provider}: ${region}`, async () => {
      const found = await lookupsOf(sandbox).cloudConfig({ provider, configUid })
      assert.equal(found.region, region)
      assert.deepEqual(
        found.pools.map(({ name, isControlPlane }) => ({ name, isControlPlane })),
        pools.map(({ name, isControlPlane }) => ({
          name,
          isControlPlane: managed.includes(provider) ? undefined : (isControlPlane ?? undefined),
        })),
      )
    })

    for (const { name, size } of pools) {
      it(`the ${size} machines of ${JSON.stringify(name.slice(0, 20))} of ${provider}`, async () => {
        const pool = { provider, configUid, machinePoolName: name }
        const { machines, ...rest } = await lookupsOf(sandbox).machines(pool)
        assert.equal(machines.length, size)
        assert.deepEqual(rest, { count: size, isComplete: true })
        for (const machine of machines) {
          assert.deepEqual([machine.state, machine.health], ['Running', 'Healthy'])
          assert.equal(machine.deletionTimestamp, undefined)
        }
      })
    }
  }

  it('regions of aws, not opted in to as such', async () => {
    const { uid: cloudAccountUid } = accounts.awsProduction
    const found = await lookupsOf(sandbox).regions({ provider: 'aws', cloudAccountUid })
    const named = (name: string) => found.find((region) => region.name === name)
    assert.deepEqual(named('us-east-1'), {
      name: 'us-east-1',
      displayName: undefined,
      isOptedIn: true, // opt-in-not-required
    })
    assert.equal(named('af-south-1')?.isOptedIn, true) // opted-in
    assert.equal(named('il-central-1')?.isOptedIn, false)
  })

  it('regions of azure, with names for people', async () => {
    const { uid: cloudAccountUid } = accounts.azureProduction
    const found = await lookupsOf(sandbox).regions({ provider: 'azure', cloudAccountUid })
    const westus2 = { name: 'westus2', displayName: 'West US 2', isOptedIn: true }
    assert.deepEqual(
      found.find(({ name }) => name === 'westus2'),
      westus2,
    )
  })

  it('cloud projects of gcp, then regions', async () => {
    const [first] = await lookupsOf(sandbox).cloudProjects(gcp)
    assert.deepEqual(first, { id: gcpProject, name: 'gcp-production' })
    const found = await lookupsOf(sandbox).regions({ ...gcp, project: gcpProject })
    assert.ok(found.some(({ name, isOptedIn }) => name === 'europe-west1' && isOptedIn))
  })

  it('zones of aws, as the documented path has them', async () => {
    const own = await zones('aws', 'us-east-1', accounts.awsProduction)
    assert.equal(own.length, 6)
    assert.match(own[0]?.zoneId ?? '', /^use1-az\d$/)
    const odd = await zones('aws', 'sa-east-1', accounts.awsProduction) // one state is null
    assert.deepEqual(new Set(odd.map(({ state }) => state)), new Set(['available', undefined]))
    assert.equal(odd.filter((zone) => 'state' in zone).length, 2)
  })

  it('zones of azure', async () => {
    sandbox.documentedZones = { azure: 'zoneList' }
    const found = await zones('azure', 'westeurope', accounts.azureProduction)
    assert.deepEqual(found, [{ name: '1' }, { name: '2' }, { name: '3' }])
  })

  it('zones of gcp', async () => {
    const found = await zones('gcp', 'europe-west1', accounts.gcpProduction, gcpProject)
    assert.deepEqual(
      found,
      ['b', 'c', 'd'].map((letter) => ({ name: `europe-west1-${letter}` })),
    )
  })

  it('zones of maas', async () => {
    const found = await zones('maas', 'hall-1', accounts.maasLab)
    assert.deepEqual(found, [{ name: 'default' }, { name: 'rack-east' }, { name: 'rack-west' }])
  })

  it('zones of apache-cloudstack', async () => {
    const found = await zones('apache-cloudstack', 'edge-north', accounts.cloudstackEdge)
    assert.deepEqual(found, [
      { name: 'edge-north', zoneId: '5a7d2c1e-93f0-4f0c-8a63-2b6f8a1e4d10' },
      { name: 'edge-south', zoneId: 'c04be6b9-1f57-4c6e-b1c5-7de1a90f3b22' },
    ])
  })
})
