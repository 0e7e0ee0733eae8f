import assert from 'node:assert/strict'
import { completeList } from '../../../src/api/list.ts'
import { inspect } from 'node:util'
import { accounts, configs, listedKeyCanary, oddConfigs, projects } from '../../sandbox/data.ts'
import { useSandbox } from '../useSandbox.ts'
import { everythingIn } from '../api/everythingIn.ts'
import { failureOf } from '../api/helpers.ts'
import { all, config, lookupsOf } from './helpers.ts'

describe('Lookups: A lookup returns', () => {
  const sandbox = useSandbox()
  /** The same with clusters of every other kind. */
  const odd = useSandbox({ hasOddClusters: true })

  const { production, staging } = projects
  const zones = (provider: string, region: string, account: { uid: string }, project?: string) =>
    lookupsOf(sandbox)
      .providerZones({ provider, region, cloudAccountUid: account.uid, project })
      .then(({ items }) => items)

  it('the user’s API keys, without the keys themselves', async () => {
    sandbox.data.apiKeys = [
      { name: 'soon', expiry: '2031-01-01T00:00:00.000Z', isActive: true },
      { name: 'never', expiry: '0001-01-01T00:00:00.000Z', isActive: true },
      { name: 'unset', isActive: false },
    ]
    const found = await lookupsOf(sandbox).ownApiKeys()
    assert.deepEqual(
      found.items.map(({ expiresAt, isActive }) => [expiresAt, isActive]),
      [
        [Date.UTC(2031, 0, 1), true],
        [Infinity, true],
        [undefined, false],
      ],
    )
    assert.ok(!inspect(found, { depth: Infinity }).includes(listedKeyCanary))
  })

  it('the user’s API keys, or an error without any part of a broken response', async () => {
    const item = { metadata: 7, spec: { key: listedKeyCanary }, code: listedKeyCanary }
    const whole = JSON.stringify({ items: [item] })
    for (const [status, body] of [
      [200, whole.slice(0, -2)],
      [200, whole.replace('items', 'keys')],
      [200, `<p>${whole}`],
      [500, whole],
    ] as const) {
      sandbox.addFault({ path: '/v1/apiKeys', status, body, times: 2 })
      const lookups = lookupsOf(sandbox, { retries: false })
      const errorContents = everythingIn(await failureOf(lookups.ownApiKeys()))
      sandbox.clearFaults()
      assert.ok(!errorContents.includes(listedKeyCanary), errorContents)
    }
  })

  it('all projects, whatever the connection’s project', async () => {
    const expected = completeList([production, staging])
    assert.deepEqual(await lookupsOf(sandbox).projects(), expected)
    const { uid: projectUid } = staging
    assert.deepEqual(await lookupsOf(sandbox, { projectUid }).projects(), expected)
  })

  it('clusters, with their configs and pools', async () => {
    const found = await all(lookupsOf(sandbox).clusters())
    assert.deepEqual(
      found.map(({ name }) => name),
      Object.values(configs).map(({ clusterName }) => clusterName),
    )
    const { poolSummaries, ...checkout } = found[0] ?? assert.fail()
    assert.deepEqual(checkout, {
      uid: configs.checkout.clusterUid,
      name: 'checkout-prod',
      cloudType: 'aws',
      configUid: configs.checkout.uid,
      account: { uid: accounts.awsProduction.uid, name: 'aws-production' },
      project: production,
      state: 'Running',
      health: 'Healthy',
      unreadablePools: 0,
    })
    assert.deepEqual(
      poolSummaries.map(({ size, isControlPlane }) => [size, isControlPlane]),
      configs.checkout.pools.map(({ size, isControlPlane }) => [size, isControlPlane || undefined]),
    )
    const findType = (name: string) => found.find((cluster) => cluster.name === name)?.cloudType
    assert.deepEqual(['warehouse-042', 'feature-previews', 'erp'].map(findType), [
      'edge-vsphere',
      'nested',
      'nutanix',
    ])
  })

  it('a cloud config', async () => {
    const { pools, ...rest } = await lookupsOf(sandbox).cloudConfig(config)
    assert.deepEqual(rest, {
      name: 'checkout-prod',
      region: 'us-east-1',
      cloudAccountUid: accounts.awsProduction.uid,
      hybridPools: [],
      unreadable: 0,
    })
    assert.deepEqual(
      pools.map(({ name, isControlPlane, size }) => [name, isControlPlane, size]),
      configs.checkout.pools.map(({ name, isControlPlane, size }) => [name, isControlPlane, size]),
    )
    assert.deepEqual(pools[2], {
      name: 'gpu-inference',
      isControlPlane: false,
      size: 2,
      zones: ['us-east-1d'],
      instanceType: 'g5.2xlarge',
      cpus: 8,
      labels: ['accelerator=nvidia-a10g'],
      taints: ['nvidia.com/gpu=present:NoSchedule'],
      architecture: 'amd64',
      capacityType: 'on-demand',
    })
    assert.deepEqual([pools[3]?.minSize, pools[3]?.maxSize], [0, 20])
  })

  /** What each provider tells of where a cluster is, and of its first pool. */
  const expectedByProvider: Record<
    string,
    { region?: string; zones?: string[]; instanceType?: string }
  > = {
    aws: { region: 'us-east-1', zones: ['us-east-1a', 'us-east-1b', 'us-east-1c'] },
    eks: { region: 'eu-west-1', zones: ['eu-west-1a', 'eu-west-1b', 'eu-west-1c'] },
    azure: { region: 'westeurope', zones: ['1', '2', '3'] },
    aks: { region: 'northeurope', zones: ['1', '2'] },
    gcp: { region: 'europe-west1', zones: ['europe-west1-b', 'europe-west1-c'] },
    gke: { region: 'us-central1', zones: ['us-central1-a', 'us-central1-f'] },
    vsphere: { region: 'dc-augsburg' },
    'apache-cloudstack': { zones: ['edge-north'] },
    generic: { region: 'basement' },
    maas: {},
    virtual: {},
    'edge-native': { instanceType: '' },
    'cloudTypes/nutanix': { instanceType: '' },
  }
  /** The first cluster of each provider. */
  const ofEach = new Map(
    [...Object.values(configs), ...Object.values(oddConfigs)]
      .toReversed()
      .map((each) => [each.provider, each] as const),
  )
  assert.deepEqual([...ofEach.keys()].sort(), Object.keys(expectedByProvider).sort())

  for (const [provider, { uid: configUid, pools }] of ofEach) {
    it(`a cloud config of ${provider}`, async () => {
      const {
        region,
        zones: placed = [],
        instanceType,
      } = expectedByProvider[provider] ?? assert.fail()
      const found = await lookupsOf(odd).cloudConfig({ provider, configUid })
      assert.equal(found.region, region)
      assert.deepEqual(found.pools[0]?.zones, placed)
      assert.equal(found.pools[0].instanceType ?? '', instanceType ?? pools[0]?.instanceType)
      assert.deepEqual(
        // Some providers leave false out.
        found.pools.map((pool) => [pool.name, pool.isControlPlane ?? false, pool.size]),
        pools.map((pool) => [pool.name, pool.isControlPlane, pool.size]),
      )
    })

    it(`the machines of ${provider} with their zones`, async () => {
      const { zones: placed = [] } = expectedByProvider[provider] ?? assert.fail()
      const [first] = pools
      const pool = { provider, configUid, machinePoolName: first?.name ?? '' }
      const { machines, count } = await lookupsOf(odd).machines(pool)
      assert.equal(count, first?.size)
      for (const { zone } of machines) assert.ok(zone === undefined || placed.includes(zone), zone)
      const isPlaced = machines.every(({ zone }) => zone !== undefined)
      assert.equal(isPlaced, placed.length > 0, provider)
    })
  }

  it('zones of aws, as the documented path has them', async () => {
    const zonesOfAws = await zones('aws', 'us-east-1', accounts.awsProduction)
    assert.equal(zonesOfAws.length, 6)
    assert.match(zonesOfAws[0]?.zoneId ?? '', /^use1-az\d$/)
    const strange = await zones('aws', 'sa-east-1', accounts.awsProduction) // one state is null
    assert.deepEqual(new Set(strange.map(({ state }) => state)), new Set(['available', undefined]))
    assert.equal(strange.filter((zone) => 'state' in zone).length, 2)
  })

  it('zones of apache-cloudstack', async () => {
    const found = await zones('apache-cloudstack', 'edge-north', accounts.cloudstackEdge)
    assert.deepEqual(found, [
      { name: 'edge-north', zoneId: '5a7d2c1e-93f0-4f0c-8a63-2b6f8a1e4d10' },
      { name: 'edge-south', zoneId: 'c04be6b9-1f57-4c6e-b1c5-7de1a90f3b22' },
    ])
  })
})
