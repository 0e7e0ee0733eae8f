import assert from 'node:assert/strict'
import type { CloudConfig } from '../../../src/api/poolSchemas.ts'
import { findCachedPools } from '../../../src/features/poolsInCode/cachedPools.ts'
import type { PoolInCode } from '../../../src/features/poolsInCode/poolMatching.ts'
import { createCluster, connection, createPoolSources } from '../sources.ts'

type Sources = Parameters<typeof createPoolSources>[0]

const poolInCode = (pool: string, cluster: PoolInCode['cluster']): PoolInCode => {
  return { pool, cluster, start: 0, block: 0, isCreated: false }
}
const createConfig = (...names: string[]) =>
  ({
    pools: names.map((name) => ({ name, zones: [] })),
    hybridPools: [],
    unreadable: 0,
  }) as unknown as CloudConfig

/** The UIDs of the cloud configs that a pool may be in, those with unknown pools in parentheses. */
function candidateUids(cluster: PoolInCode['cluster'], sources: Sources, pool = 'w'): string {
  const pools = [poolInCode(pool, cluster)]
  const [candidates = []] = findCachedPools(pools, connection, createPoolSources(sources), 10)
  const uids = candidates.map(({ config: { configUid }, cached }) =>
    cached ? configUid : `(${configUid})`,
  )
  return uids.join(' ')
}

describe('Machine pools in code: The cached pools', () => {
  const list = {
    clusters: [createCluster('a'), createCluster('b', { name: 'prod' }), createCluster('c')],
  }
  const configs = { b: createConfig('w', 'v') }

  it('are those of clusters with the name or a UID that have the pool, or whose pools are unknown', () => {
    assert.equal(candidateUids({ name: 'prod' }, { list, configs }), 'b')
    assert.equal(candidateUids({ name: 'prod' }, { list }), '(b)')
    assert.equal(candidateUids({ name: 'prod' }, { list, configs }, 'x'), '')
    assert.equal(candidateUids({ uid: 'u-b' }, { list, configs }), 'b')
    assert.equal(candidateUids({ uid: 'b' }, { list, configs }), 'b')
    assert.equal(candidateUids({ uid: 'prod' }, { list, configs }), '')
    assert.equal(candidateUids({ name: 'Prod' }, { list, configs }), '')
    assert.equal(candidateUids({ name: 'prod', uid: 'u-b' }, { list, configs }), 'b')
    assert.equal(candidateUids({ name: 'prod', uid: 'u-old' }, { list, configs }), '')
  })

  it('are those of pinned clusters, too, by the last known name if no list has the cluster', () => {
    const pinned = [{ provider: 'aws', uid: 'b', name: 'old', pins: [{ name: 'p' }] }]
    assert.equal(candidateUids({ name: 'prod' }, { list, configs, pinned }, 'p'), 'b')
    assert.equal(candidateUids({ name: 'old' }, { list, configs, pinned }, 'p'), '')
    assert.equal(candidateUids({ name: 'old' }, { configs, pinned }, 'p'), 'b')
  })

  it('are those of clusters in the same cloud, as far as both clouds are known', () => {
    const clusters = ['aws', 'eks', 'gke', 'generic', 'nutanix'].map((cloudType) =>
      createCluster(cloudType, { name: 'prod', cloudType }),
    )
    const inCloud = (cloud?: string) =>
      candidateUids({ name: 'prod', cloud }, { list: { clusters } })
    assert.equal(inCloud('aws'), '(aws) (eks) (generic) (nutanix)')
    assert.equal(inCloud('gcp'), '(gke) (generic) (nutanix)')
    assert.equal(inCloud(), '(aws) (eks) (gke) (generic) (nutanix)')
    assert.equal(candidateUids({ uid: 'gke', cloud: 'aws' }, { list: { clusters } }), '(gke)')
  })

  it('are in the order of the clusters, also if one has the name and another has the UID', () => {
    const clusters = [
      createCluster('a', { name: 'x' }),
      createCluster('b', { uid: 'x' }),
      createCluster('x'),
      createCluster('d', { name: 'x' }),
    ]
    const cluster = { name: 'x', uid: 'x' }
    assert.equal(candidateUids(cluster, { list: { clusters } }), '(a) (b) (x) (d)')
  })

  it('are at most as many as are asked for, not counting clusters that lack the pool', () => {
    const uids = ['a', 'b', 'c', 'd', 'e']
    const clusters = uids.map((uid) => createCluster(uid, { name: 'prod' }))
    const sources = createPoolSources({
      list: { clusters },
      configs: { a: createConfig('v'), c: createConfig('w') },
    })
    const pools = [poolInCode('w', { name: 'prod' })]
    const [candidates = []] = findCachedPools(pools, connection, sources, 3)
    assert.deepEqual(
      candidates.map(({ config }) => config.configUid),
      ['b', 'c', 'd'],
    )
  })

  it('are collected once for each cluster, however many pools of it a text has', () => {
    const names = Array.from({ length: 100 }, (_, index) => `pool-${index}`)
    const sources = createPoolSources({ list, configs: { b: createConfig(...names) } })
    let collections = 0
    const deletions: typeof sources.deletions = {
      pendingOver: () => [],
      pendingIn: () => {
        collections++
        return []
      },
    }
    const pools = names.map((name) => poolInCode(name, { name: 'prod' }))
    const candidates = findCachedPools(pools, connection, { ...sources, deletions }, 3).flat()
    assert.deepEqual(
      candidates.map(({ cached }) => cached?.pool.machinePoolName),
      names,
    )
    assert.equal(collections, 1)
  })

  it('are compared only with the clusters that have the name or UID, not with all that a text names', () => {
    let comparisons = 0
    const clusters = Array.from({ length: 100 }, (_, index) => createCluster(`c${index}`))
    const pools = clusters.map(({ name }) => {
      const cluster = {
        name,
        // A comparison reads the cloud of the cluster in the text.
        get cloud() {
          comparisons++
          return undefined
        },
      }
      return poolInCode('w', cluster)
    })
    const sources = createPoolSources({ list: { clusters } })
    const candidates = findCachedPools(pools, connection, sources, 3).flat()
    assert.equal(candidates.length, 100)
    assert.ok(comparisons <= 300, `the clouds were read ${comparisons} times`)
  })
})
