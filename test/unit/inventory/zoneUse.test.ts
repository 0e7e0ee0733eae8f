import assert from 'node:assert/strict'
import type { CloudConfig, Cluster, MachinePool } from '../../../src/api/lookupSchemas.ts'
import {
  countByZone,
  isInZone,
  zoneSpread,
  type LoadedClusters,
} from '../../../src/inventory/zoneUse.ts'
import { clusterOf, connection } from './sources.ts'

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
}): LoadedClusters {
  const facts = { cloudAccountUid: 'acc', region: 'us-east-1', pools: [], hybridPools: [] }
  return {
    list: { clusters, hasMore, isCut: false, unreadable: 0 },
    configs: Object.entries(configs).map(([configUid, own]) => ({
      ref: { connection, provider, configUid },
      value: { ...facts, unreadable: 0, ...own },
      at: 0,
    })),
    machinesOf: ({ configUid, machinePoolName }) => machines[`${configUid}/${machinePoolName}`],
  }
}

describe('Inventory: the machine pools in a zone', () => {
  const pools = [pool('w', ['a', 'b'], 6), pool('gpu', ['a'], 2)]

  it('are those that are configured for it, with the nodes that are known to be there', () => {
    const all = loaded({ clusters: [clusterOf('c')], configs: { c: { pools } } })
    const use = (zone: string) => countByZone(all)(region, zone)
    assert.deepEqual(use('a'), {
      pools: 2,
      isWhole: true,
      nodes: 2, // of the pool that has no other zone
      hasAllNodes: false,
    })
    assert.deepEqual(use('b'), {
      pools: 1,
      isWhole: true,
      nodes: 0,
      hasAllNodes: false,
    })
    assert.deepEqual(use('c')?.pools, 0)
  })

  it('are counted by their machines where these are listed, also in zones they aren’t configured for', () => {
    const machines = { 'c/w': machinesIn('a', 'a', 'd'), 'c/gpu': machinesIn('a', undefined) }
    const all = loaded({ clusters: [clusterOf('c')], configs: { c: { pools } }, machines })
    const use = countByZone(all)
    const [a, b, d] = ['a', 'b', 'd'].map((zone) => use(region, zone))
    assert.deepEqual([a?.pools, a?.nodes, a?.hasAllNodes], [2, 2 + 2, true])
    assert.deepEqual([b?.pools, b?.nodes, b?.hasAllNodes], [1, 0, true])
    assert.deepEqual([d?.pools, d?.nodes], [1, 1])
  })

  it('never have a configured minimum for all of their nodes', () => {
    const scaled = { ...pool('spot', ['a'], 1), minSize: 1, maxSize: 9 }
    const all = loaded({ clusters: [clusterOf('c')], configs: { c: { pools: [scaled] } } })
    const { nodes, hasAllNodes } = countByZone(all)(region, 'a') ?? assert.fail()
    assert.deepEqual([nodes, hasAllNodes], [1, false])
  })

  it('are at least these until every cluster is loaded that may have some there', () => {
    const account = { uid: 'acc' }
    const isWhole = (more: Parameters<typeof loaded>[0]) =>
      countByZone(loaded({ configs: { c: { pools } }, ...more }))(region, 'a')?.isWhole
    const c = clusterOf('c', { account })
    assert.equal(isWhole({ clusters: [c] }), true)
    assert.equal(isWhole({ clusters: [c], hasMore: true }), false)
    assert.equal(isWhole({ clusters: [c, clusterOf('x', { account, cloudType: 'eks' })] }), false)
    assert.equal(isWhole({ clusters: [c, clusterOf('x')] }), false, 'of any account')
    assert.equal(isWhole({ clusters: [c, clusterOf('x', { account: { uid: 'other' } })] }), true)
    assert.equal(isWhole({ clusters: [c, clusterOf('x', { account, cloudType: 'gke' })] }), true)
    const half = { c: { pools, unreadable: 1 } }
    assert.equal(isWhole({ clusters: [c], configs: half }), false)
  })

  it('are at least these beside a pool that may be in any zone, until its machines are listed', () => {
    const more = { c: { pools: [...pools, pool('anywhere', [], 3)] } }
    const clusters = [clusterOf('c')]
    const use = (zone: string, machines = {}) =>
      countByZone(loaded({ clusters, configs: more, machines }))(region, zone)
    assert.deepEqual([use('a')?.pools, use('a')?.isWhole], [2, false])
    assert.equal(use('c'), undefined, 'not that there are none')
    const machines = { 'c/anywhere': machinesIn('c') }
    const { pools: inC, nodes, isWhole } = use('c', machines) ?? assert.fail()
    assert.deepEqual([inC, nodes, isWhole], [1, 1, true])
  })

  it('are not told where nothing is loaded', () => {
    const clusters = [clusterOf('c', { account: { uid: 'acc' } })]
    assert.equal(countByZone(loaded({ clusters }))(region, 'a'), undefined)
  })

  it('are those of the account, the region, the cloud, and its project', () => {
    const clusters = [clusterOf('c')]
    const use = countByZone(loaded({ clusters, configs: { c: { pools } }, provider: 'aws' }))
    assert.equal(use({ ...region, provider: 'eks' }, 'a')?.pools, 2)
    for (const other of [{ cloudAccountUid: 'x' }, { region: 'x' }, { provider: 'gcp' }]) {
      assert.ok(!use({ ...region, ...other }, 'a')?.pools)
    }
    const inProject = { c: { pools, cloudProject: 'p' } }
    const google = countByZone(loaded({ configs: inProject, provider: 'gke' }))
    const inGoogle = (project: string) =>
      google({ ...region, provider: 'gcp', project }, 'a')?.pools
    assert.deepEqual([inGoogle('p'), inGoogle('q')], [2, 0])
  })

  for (const provider of ['maas', 'apache-cloudstack']) {
    it(`are those of the account of ${provider}, which has no regions, whatever a cluster calls its place`, () => {
      const configs = { c: { pools, region: undefined }, d: { pools, region: 'hall' } }
      const use = countByZone(loaded({ provider, configs }))
      assert.equal(use({ ...region, provider, region: '' }, 'a')?.pools, 4)
    })
  }

  it('are those with machines there, too, as far as these are listed', () => {
    const w = pool('w', ['a'])
    const machines = { ...machinesIn('b', undefined), isComplete: false }
    const isThere = (zone: string) => isInZone(w, zone, machines)
    assert.deepEqual([isThere('a'), isThere('b'), isThere('c')], [true, true, false])
    assert.equal(isInZone(w, 'b', undefined), false)
  })

  it('are not told for zone numbers that mean different zones in two subscriptions', () => {
    const provider = 'azure'
    const of = (...subscriptions: string[]) => {
      const configs = Object.fromEntries(
        subscriptions.map((subscription, index) => [`c${index}`, { pools, subscription }]),
      )
      return countByZone(loaded({ provider, configs }))({ ...region, provider }, 'a')?.pools
    }
    assert.deepEqual([of('s'), of('s', 's'), of('s', 't')], [2, 4, undefined])
  })
})

describe('Inventory: the machines of a pool by zone', () => {
  const zones = ['a', 'b']

  it('mark a configured zone without any, and a zone that is not configured', () => {
    assert.deepEqual(zoneSpread('eks', { zones }, machinesIn('a', 'c', 'a')), [
      { zone: 'a', machines: 2 },
      { zone: 'b', machines: 0, isEmpty: true },
      { zone: 'c', machines: 1, isOutside: true },
    ])
  })

  it('are not known where a machine has no zone, some aren’t listed, or there are none', () => {
    const machines = machinesIn('a')
    assert.equal(zoneSpread('aws', { zones }, undefined), undefined)
    assert.equal(zoneSpread('aws', { zones }, machinesIn('a', undefined)), undefined)
    assert.equal(zoneSpread('aws', { zones }, { ...machines, isComplete: false }), undefined)
    assert.equal(zoneSpread('aws', { zones }, machinesIn()), undefined)
  })

  it('mark nothing where the pool has no zones, or its machines call them otherwise', () => {
    const told = [{ zone: 'c', machines: 1 }]
    assert.deepEqual(zoneSpread('aws', { zones: [] }, machinesIn('c')), told)
    assert.deepEqual(zoneSpread('apache-cloudstack', { zones }, machinesIn('c')), told)
    assert.deepEqual(zoneSpread('azure', { zones }, machinesIn('c')), told)
  })
})
