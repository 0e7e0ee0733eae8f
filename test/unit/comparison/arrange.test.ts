import assert from 'node:assert/strict'
import { arrange, tableOf } from '../../../src/features/comparison/arrange.ts'
import type { Column } from '../../../src/features/comparison/columns.ts'
import { initialArrangement, type SortKey } from '../../../src/features/comparison/pageMessages.ts'
import { compareZones, type Row } from '../../../src/features/comparison/table.ts'

const place = { provider: 'aws', region: 'us-east-1' }
const rows = compareZones(2, [
  {
    ...place,
    column: 0,
    zones: [
      { name: 'us-east-1a', state: 'available', zoneId: 'use1-az10' },
      { name: 'us-east-1b', state: 'impaired', zoneId: 'use1-az2' },
      { name: 'us-east-1c', state: 'available', zoneId: 'use1-az1' },
      { name: 'us-east-1x', state: 'available' },
    ],
  },
  {
    ...place,
    column: 1,
    zones: [
      { name: 'us-east-1c', state: 'available', zoneId: 'use1-az1' },
      { name: 'us-east-1a', state: 'available', zoneId: 'use1-az2' },
    ],
  },
])

function column(
  key: SortKey,
  first: (row: Row) => string,
  ...others: ((row: Row) => string)[]
): Column {
  const head = String(key)
  const fields: Column['fields'] = [[head, first], ...others.map((of) => [head, of] as const)]
  return { key, title: '', fields, cellOf: () => ({ lines: [] }) }
}

const zone = (index: number, key: 'name' | 'state') => (row: Row) =>
  row.cells[index]?.zones[0]?.[key] ?? ''
const columns = [
  column('zoneId', ({ zoneId = '' }) => zoneId),
  column('differences', ({ differences }) => differences.join(' ')),
  column(0, zone(0, 'name'), zone(0, 'state')),
  column(1, zone(1, 'name'), zone(1, 'state')),
]

describe('Comparison: the rows of a comparison', () => {
  const by = (key: SortKey, descending = false) => ({ sort: { by: key, descending } })
  const orders: [string, Partial<typeof initialArrangement>, (string | undefined)[]][] = [
    ['by zone ID at first, as people count', {}, ['az1', 'az2', 'az10', undefined]],
    ['descending, what is empty last', by('zoneId', true), ['az10', 'az2', 'az1', undefined]],
    ['by an account’s names', by(0), ['az10', 'az2', 'az1', undefined]],
    ['by those of another', by(1), ['az2', 'az1', 'az10', undefined]],
    ['and descending', by(1, true), ['az1', 'az2', 'az10', undefined]],
    ['by differences', by('differences'), ['az10', 'az2', 'az1', undefined]],
    ['by a column that is not there', by(7), ['az1', 'az2', 'az10', undefined]],
    ['with a word', { filter: 'AZ1' }, ['az1', 'az10']],
    ['with several, anywhere in the row', { filter: ' impaired  1a ' }, ['az2']],
    ['with a word that none has', { filter: 'nowhere' }, []],
    ['with no word that is shown in another language', { filter: 'missing' }, []],
    ['with differences alone', { onlyDifferences: true }, ['az2', 'az10']],
  ]
  for (const [title, change, ids] of orders) {
    it(`are those ${title}`, () => {
      const shown = arrange(rows, columns, { ...initialArrangement, ...change })
      assert.deepEqual(
        shown.map(({ zoneId }) => zoneId?.replace('use1-', '')),
        ids,
      )
    })
  }

  it('are copied with all fields of the columns', () => {
    assert.deepEqual(tableOf(columns, rows.slice(0, 1)), [
      ['zoneId', 'differences', '0', '0', '1', '1'],
      ['use1-az10', 'missing', 'us-east-1a', 'available', '', ''],
    ])
  })
})
