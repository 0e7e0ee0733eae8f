import assert from 'node:assert/strict'
import {
  knownVirtualClusters,
  autoscalingBounds,
  countPoolsAndNodes,
} from '../../../src/model/poolFacts.ts'

describe('Model: What is known of pools', () => {
  type Size = number | undefined
  const bounds: [minSize: Size, maxSize: Size, known?: [number, number]][] = [
    [undefined, undefined],
    [3, 3],
    [1, 5, [1, 5]],
    [0, 20, [0, 20]],
    [undefined, 20], // the minimum can’t be read
    [1, undefined],
  ]
  for (const [minSize, maxSize, known] of bounds) {
    it(`tells the bounds of autoscaling: ${[minSize, maxSize].join(', ')}`, () => {
      const scaled = autoscalingBounds({ minSize, maxSize })
      assert.deepEqual(scaled && [scaled.min, scaled.max], known)
    })
  }

  const counts: [what: string, pools: { size?: number; healthy?: number }[], nodes: unknown][] = [
    [
      'all are told',
      [
        { size: 3, healthy: 3 },
        { size: 9, healthy: 8 },
      ],
      { healthy: 11, all: 12, isExact: true },
    ],
    ['one does not tell its health', [{ size: 3, healthy: 3 }, { size: 9 }], undefined],
    [
      'one does not tell its size',
      [{ size: 3, healthy: 3 }, { healthy: 8 }],
      { healthy: 11, all: 11, isExact: false },
    ],
    [
      'one is scaled beyond its size',
      [
        { size: 3, healthy: 100 },
        { size: 1, healthy: 1 },
      ],
      { healthy: 101, all: 101, isExact: false },
    ],
  ]
  for (const [what, pools, nodes] of counts) {
    it(`counts nodes as far as they are known: ${what}`, () => {
      const poolSummaries = pools.map((pool) => ({ ...pool, isHybrid: false }))
      assert.deepEqual(
        countPoolsAndNodes({ poolSummaries, unreadablePools: 0 }, undefined).nodes,
        nodes,
      )
    })
  }

  it('counts no pools where the list has none: every cluster has at least one', () => {
    const list = { poolSummaries: [], unreadablePools: 0 }
    assert.deepEqual(countPoolsAndNodes(list, undefined), { pools: undefined })
    assert.deepEqual(countPoolsAndNodes(list, { pools: [], hybridPools: ['edge'] }), { pools: 1 })
  })
})

describe('Model: The virtual clusters of a cluster', () => {
  type Listed = Parameters<typeof knownVirtualClusters>[0]['virtualClusters']
  const cases: [title: string, listed: Listed, names: string[] | undefined][] = [
    ['are none where the service lists none', undefined, []],
    ['are those that could be read', { items: ['previews'], unreadable: 1 }, ['previews']],
    ['are unknown where none could be read', { items: [], unreadable: 1 }, undefined],
  ]
  for (const [title, listed, names] of cases) {
    it(title, () => {
      const cluster = listed ? { virtualClusters: listed } : {}
      assert.deepEqual(knownVirtualClusters(cluster), names)
    })
  }
})
