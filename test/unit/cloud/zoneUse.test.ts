import assert from 'node:assert/strict'
import type { Cluster } from '../../../src/api/clusterSchemas.ts'
import type { CloudConfig, MachinePool } from '../../../src/api/poolSchemas.ts'
import {
  isInZone,
  countMachinesByZone,
  unevenZones,
  createZoneUse,
  regionsWithPools,
} from '../../../src/cloud/zoneUse.ts'
import type { Clusters } from '../../../src/clusters/clusters.ts'
import type { MachinePoolRef } from '../../../src/model/refs.ts'
import { createCluster, connection } from '../sources.ts'

const region = { connection, provider: 'aws', cloudAccountUid: 'acc', region: 'us-east-1' }
const pool = (name: string, zones: string[], size?: number): MachinePool => ({ name, zones, size })

function machinesIn(...zones: (string | undefined)[]) {
  const machines = zones.map((zone, index) => ({ uid: `${index}`, name: `${index}`, zone }))
  return { machines, count: machines.length, isComplete: true }
}

/** What is loaded: each config as `uid`, of a cluster of this provider, with the machines of its pools. */
function loaded({
  clusters = [],
  hasMore = false,
  configs = {},
  machines = {},
  provider = 'aws',
}: {
  clusters?: Cluster[]
  hasMore?: boolean
  configs?: Record<string, Partial<CloudConfig>>
  machines?: Record<string, ReturnType<typeof machinesIn>>
  provider?: string
}): Clusters {
  const facts = { cloudAccountUid: 'acc', region: 'us-east-1', pools: [], hybridPools: [] }
  const entries = Object.entries(configs).map(([configUid, config]) => ({
    ref: { connection, provider, configUid },
    value: { ...facts, unreadable: 0, ...config },
    at: 0,
  }))
  const machinesOf = ({ configUid, machinePoolName }: MachinePoolRef) => {
    const value = machines[`${configUid}/${machinePoolName}`]
    return value && { value, at: 0 }
  }
  return {
    peekList: () => ({ clusters, hasMore, isTruncated: false, unreadable: 0 }),
    configs: { entries },
    machineLists: { peek: machinesOf },
  } as unknown as Clusters
}

describe('Cloud: The machine pools in a zone', () => {
  const pools = [pool('w', ['a', 'b'], 6), pool('gpu', ['a'], 2)]

  it('are those that are configured for it, or have machines there', () => {
    const machines = { 'c/w': machinesIn('a', 'a', 'd'), 'c/gpu': machinesIn('a', undefined) }
    const all = loaded({ clusters: [createCluster('c')], configs: { c: { pools } }, machines })
    const use = createZoneUse(region, all)
    assert.deepEqual(use('a'), { pools: 2, isComplete: true })
    assert.deepEqual(
      ['b', 'c', 'd'].map((zone) => use(zone)?.pools),
      [1, 0, 1],
    )
  })

  it('are at least these until every cluster is loaded that may have some there', () => {
    const account = { uid: 'acc' }
    const isComplete = (more: Parameters<typeof loaded>[0]) =>
      createZoneUse(region, loaded({ configs: { c: { pools } }, ...more }))('a')?.isComplete
    const cluster = createCluster('c', { account })
    assert.equal(isComplete({ clusters: [cluster] }), true)
    assert.equal(isComplete({ clusters: [cluster], hasMore: true }), false)
    assert.equal(
      isComplete({ clusters: [cluster, createCluster('x', { account, cloudType: 'eks' })] }),
      false,
    )
    assert.equal(isComplete({ clusters: [cluster, createCluster('x')] }), false, 'of any account')
    assert.equal(
      isComplete({ clusters: [cluster, createCluster('x', { account: { uid: 'other' } })] }),
      true,
    )
    assert.equal(
      isComplete({ clusters: [cluster, createCluster('x', { account, cloudType: 'gke' })] }),
      true,
    )
    const half = { c: { pools, unreadable: 1 } }
    assert.equal(isComplete({ clusters: [cluster], configs: half }), false)
  })

  it('are at least so many while another pool may be in any zone, until its machines are listed', () => {
    const more = { c: { pools: [...pools, pool('anywhere', [], 3)] } }
    const clusters = [createCluster('c')]
    const use = (zone: string, machines = {}) =>
      createZoneUse(region, loaded({ clusters, configs: more, machines }))(zone)
    assert.deepEqual([use('a')?.pools, use('a')?.isComplete], [2, false])
    assert.equal(use('c'), undefined, 'not that there are none')
    const machines = { 'c/anywhere': machinesIn('c') }
    assert.deepEqual(use('c', machines), { pools: 1, isComplete: true })
  })

  it('are unknown if nothing is loaded', () => {
    const clusters = [createCluster('c', { account: { uid: 'acc' } })]
    assert.equal(createZoneUse(region, loaded({ clusters }))('a'), undefined)
  })

  it('are those of the account, the region, the cloud, and its project', () => {
    const clusters = [createCluster('c')]
    const all = loaded({ clusters, configs: { c: { pools } }, provider: 'aws' })
    const poolsIn = (other: Partial<typeof region>) =>
      createZoneUse({ ...region, ...other }, all)('a')?.pools
    assert.equal(poolsIn({ provider: 'eks' }), 2)
    for (const other of [{ cloudAccountUid: 'x' }, { region: 'x' }, { provider: 'gcp' }]) {
      assert.ok(!poolsIn(other))
    }
    const inProject = { c: { pools, cloudProject: 'p' } }
    const google = loaded({ configs: inProject, provider: 'gke' })
    const inGoogle = (project: string) =>
      createZoneUse({ ...region, provider: 'gcp', project }, google)('a')?.pools
    assert.deepEqual([inGoogle('p'), inGoogle('q')], [2, 0])
  })

  for (const provider of ['maas', 'apache-cloudstack']) {
    it(`are those of the account of ${provider}, which has no regions, whatever a cluster calls its place`, () => {
      const configs = { c: { pools, region: undefined }, d: { pools, region: 'hall' } }
      const use = createZoneUse({ ...region, provider, region: '' }, loaded({ provider, configs }))
      assert.equal(use('a')?.pools, 4)
    })
  }

  it('are those with machines there, too, as far as these are listed', () => {
    const workers = pool('w', ['a'])
    const machines = { ...machinesIn('b', undefined), isComplete: false }
    const isThere = (zone: string) => isInZone(workers, zone, machines)
    assert.deepEqual([isThere('a'), isThere('b'), isThere('c')], [true, true, false])
    assert.equal(isInZone(workers, 'b', undefined), false)
  })

  it('are found without a look at each cluster for each region', () => {
    const regions = Array.from({ length: 50 }, (_, index) => `region-${index}`)
    const configs = Object.fromEntries(regions.map((name) => [name, { pools, region: name }]))
    const all = loaded({ clusters: regions.map((name) => createCluster(name)), configs })
    let reads = 0
    const entries = all.configs.entries.map(({ ref, value, at }) => ({
      ref,
      at,
      get value() {
        reads += 1
        return value
      },
    }))
    const { machineLists } = all
    const peekList = () => all.peekList(connection)
    const counted = { peekList, machineLists, configs: { entries } } as unknown as Clusters
    for (const name of regions) {
      assert.deepEqual(createZoneUse({ ...region, region: name }, counted)('a'), {
        pools: 2,
        isComplete: true,
      })
      assert.ok(regionsWithPools({ ...region }, counted).includes(name))
    }
    assert.equal(reads, regions.length)
    const other = { ...connection, name: 'other' }
    assert.equal(createZoneUse({ ...region, connection: other }, counted)('a')?.pools, undefined)
  })

  it('are not told for zone numbers that mean different zones in two subscriptions', () => {
    const provider = 'azure'
    const of = (...subscriptions: string[]) => {
      const configs = Object.fromEntries(
        subscriptions.map((subscription, index) => [`c${index}`, { pools, subscription }]),
      )
      return createZoneUse({ ...region, provider }, loaded({ provider, configs }))('a')?.pools
    }
    assert.deepEqual([of('s'), of('s', 's'), of('s', 't')], [2, 4, undefined])
  })
})

it('Cloud: The machines of a pool are counted by zone where each one tells its zone', () => {
  const machines = machinesIn('a', 'c', 'a')
  assert.deepEqual(
    [...(countMachinesByZone(machines) ?? [])],
    [
      ['a', 2],
      ['c', 1],
    ],
  )
  assert.equal(countMachinesByZone(machinesIn('a', undefined)), undefined)
  assert.equal(countMachinesByZone({ ...machines, isComplete: false }), undefined)
})

it('Cloud: Zones are uneven where their machines differ by two or more, configured ones without any too', () => {
  const uneven = (zones: string[], ...placed: string[]) =>
    unevenZones({ zones }, machinesIn(...placed)) !== undefined
  assert.ok(uneven(['a', 'b'], 'a', 'a'))
  assert.ok(uneven(['a', 'b'], 'a', 'b', 'b', 'b'))
  assert.ok(!uneven(['a', 'b'], 'a', 'b', 'b'))
  assert.ok(!uneven(['a'], 'a', 'a'))
})

it('Cloud: The regions with machine pools of an account are known, the region with most pools first', () => {
  const pools = [pool('w', ['a']), pool('gpu', ['a'])]
  const configs = {
    few: { region: 'eu-west-1', pools: [pool('w', ['a'])] },
    many: { region: 'us-east-1', pools },
    more: { region: 'us-east-1', pools },
    empty: { region: 'ap-south-1' },
    other: { region: 'us-west-1', cloudAccountUid: 'other', pools },
    unknown: { region: 'us-west-1', cloudAccountUid: undefined, pools },
  }
  assert.deepEqual(regionsWithPools(region, loaded({ configs })), ['us-east-1', 'eu-west-1'])
})
