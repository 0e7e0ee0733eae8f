import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import {
  arrange,
  initialArrangement,
  type SortKey,
} from '../../../src/features/comparison/arrange.ts'
import { compareZones, type Row } from '../../../src/features/comparison/table.ts'

const rows = compareZones(2, [
  {
    column: 0,
    provider: 'aws',
    region: 'us-east-1',
    zones: [
      { name: 'us-east-1a', state: 'available', zoneId: 'use1-az10' },
      { name: 'us-east-1b', state: 'impaired', zoneId: 'use1-az2' },
      { name: 'us-east-1c', state: 'available', zoneId: 'use1-az1' },
      { name: 'us-east-1x', state: 'available' },
    ],
  },
  {
    column: 1,
    provider: 'aws',
    region: 'us-east-1',
    zones: [
      { name: 'us-east-1c', state: 'available', zoneId: 'use1-az1' },
      { name: 'us-east-1a', state: 'available', zoneId: 'use1-az2' },
    ],
  },
])

/** The zone ids of the rows that are shown. */
function ids(change: Partial<typeof initialArrangement>): (string | undefined)[] {
  return arrange(rows, { ...initialArrangement, ...change }).map((index) => rows[index]?.zoneId)
}

describe('Comparison: the rows of a comparison', () => {
  it('stand by zone id at first, as people count, those without one last', () => {
    assert.deepEqual(ids({}), ['use1-az1', 'use1-az2', 'use1-az10', undefined])
  })

  it('are sorted by any column both ways, and what is empty there stays last', () => {
    const by = (key: SortKey, descending: boolean) => ids({ sort: { by: key, descending } })
    assert.deepEqual(by('zoneId', true), ['use1-az10', 'use1-az2', 'use1-az1', undefined])
    assert.deepEqual(by(0, false), ['use1-az10', 'use1-az2', 'use1-az1', undefined])
    assert.deepEqual(by(1, false), ['use1-az2', 'use1-az1', 'use1-az10', undefined])
    assert.deepEqual(by(1, true), ['use1-az1', 'use1-az2', 'use1-az10', undefined])
    assert.deepEqual(by('differences', false), ['use1-az10', 'use1-az2', 'use1-az1', undefined])
  })

  it('are found by words, each anywhere in the row', () => {
    assert.deepEqual(ids({ filter: 'AZ1' }), ['use1-az1', 'use1-az10'])
    assert.deepEqual(ids({ filter: ' impaired  1a ' }), ['use1-az2'])
    assert.deepEqual(ids({ filter: 'nowhere' }), [])
  })

  it('can be those with differences alone', () => {
    assert.deepEqual(ids({ onlyDifferences: true }), ['use1-az2', 'use1-az10'])
  })

  it('are the same ones in another order, whatever they are sorted by', () => {
    const row = fc.record({
      region: fc.string(),
      zoneId: fc.string(),
      cells: fc.array(
        fc.record({
          zones: fc.array(fc.record({ name: fc.string(), state: fc.string() }), { maxLength: 2 }),
          differs: fc.constant([]),
        }),
        { maxLength: 3 },
      ),
      differences: fc.subarray(['name', 'state', 'missing'] as const),
    })
    const by = fc.oneof(
      fc.constantFrom<SortKey>('region', 'zoneId', 'differences'),
      fc.nat({ max: 4 }),
    )
    const property = fc.property(
      fc.array(row),
      by,
      fc.boolean(),
      fc.string(),
      fc.boolean(),
      (some: Row[], key, descending, filter, onlyDifferences) => {
        const sort = { by: key, descending }
        const all = arrange(some, { ...initialArrangement, sort })
        assert.deepEqual(
          all.toSorted((a, b) => a - b),
          some.map((_, index) => index),
        )
        const part = arrange(some, { sort, filter, onlyDifferences })
        assert.deepEqual(
          part,
          all.filter((index) => part.includes(index)),
        )
        if (onlyDifferences) for (const index of part) assert.ok(some[index]?.differences.length)
      },
    )
    fc.assert(property)
  })
})
