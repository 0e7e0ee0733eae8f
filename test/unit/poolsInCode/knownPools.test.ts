import assert from 'node:assert/strict'
import type { CloudConfig } from '../../../src/api/poolSchemas.ts'
import type { PoolInCode } from '../../../src/features/poolsInCode/findPools.ts'
import { knownPools } from '../../../src/features/poolsInCode/knownPools.ts'
import { createCluster, connection, createPoolSources } from '../sources.ts'

type Sources = Parameters<typeof createPoolSources>[0]

const inCode = (pool: string, cluster: PoolInCode['cluster']): PoolInCode => {
  return { pool, cluster, start: 0, block: 0, isCreated: false }
}
const configOf = (...names: string[]) =>
  ({
    pools: names.map((name) => ({ name, zones: [] })),
    hybridPools: [],
    unreadable: 0,
  }) as unknown as CloudConfig

/** The UIDs of the cloud configs that a pool may be in, those with unknown pools in parentheses. */
function found(cluster: PoolInCode['cluster'], sources: Sources, pool = 'w'): string {
  const [known] = knownPools([inCode(pool, cluster)], connection, createPoolSources(sources))
  const uids = known?.map(({ config, known: of }) =>
    of ? config.configUid : `(${config.configUid})`,
  )
  return (uids ?? []).join(' ')
}

describe('Machine pools in code: what is cached about them', () => {
  const list = {
    clusters: [createCluster('a'), createCluster('b', { name: 'prod' }), createCluster('c')],
  }
  const configs = { b: configOf('w', 'v') }

  it('is of the clusters with the name or a UID, with the pool, or with unknown ones', () => {
    assert.equal(found({ name: 'prod' }, { list, configs }), 'b')
    assert.equal(found({ name: 'prod' }, { list }), '(b)')
    assert.equal(found({ name: 'prod' }, { list, configs }, 'x'), '')
    assert.equal(found({ uid: 'u-b' }, { list, configs }), 'b')
    assert.equal(found({ uid: 'b' }, { list, configs }), 'b')
    assert.equal(found({ uid: 'prod' }, { list, configs }), '')
    assert.equal(found({ name: 'Prod' }, { list, configs }), '')
    assert.equal(found({ name: 'prod', uid: 'u-b' }, { list, configs }), 'b')
    assert.equal(found({ name: 'prod', uid: 'u-old' }, { list, configs }), '')
  })

  it('knows pinned clusters, by the name from before if no list has them', () => {
    const pinned = [{ provider: 'aws', uid: 'b', name: 'old', pins: [{ name: 'p' }] }]
    assert.equal(found({ name: 'prod' }, { list, configs, pinned }, 'p'), 'b')
    assert.equal(found({ name: 'old' }, { list, configs, pinned }, 'p'), '')
    assert.equal(found({ name: 'old' }, { configs, pinned }, 'p'), 'b')
  })

  it('is of a cluster in the same cloud, as far as both are known', () => {
    const clusters = ['aws', 'eks', 'gke', 'generic', 'nutanix'].map((cloudType) =>
      createCluster(cloudType, { name: 'prod', cloudType }),
    )
    const of = (cloud?: string) => found({ name: 'prod', cloud }, { list: { clusters } })
    assert.equal(of('aws'), '(aws) (eks) (generic) (nutanix)')
    assert.equal(of('gcp'), '(gke) (generic) (nutanix)')
    assert.equal(of(), '(aws) (eks) (gke) (generic) (nutanix)')
    assert.equal(found({ uid: 'gke', cloud: 'aws' }, { list: { clusters } }), '(gke)')
  })
})
