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
  const [candidates = []] = findCachedPools(pools, connection, createPoolSources(sources))
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
})
