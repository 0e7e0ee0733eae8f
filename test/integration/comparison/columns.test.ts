import { strict as assert } from 'node:assert'
import { columnsOf, tableOf } from '../../../src/features/comparison/columns.ts'
import { compareZones } from '../../../src/features/comparison/table.ts'

const place = { provider: 'aws', region: 'us-east-1' }
const titles = ['one', 'other', 'third']
const rows = compareZones(3, [
  {
    ...place,
    column: 0,
    zones: [
      { name: 'us-east-1a', state: 'available', zoneId: 'use1-az4' },
      { name: 'us-east-1\u202eb', state: 'impaired', zoneId: 'use1-az6' },
    ],
  },
  { ...place, column: 1, zones: [{ name: 'us-east-1b', zoneId: 'use1-az4' }] },
  { ...place, column: 2, zones: undefined },
])
const azure = compareZones(
  2,
  ['a', 'b'].map((cloudAccountUid, column) => {
    return { provider: 'azure', cloudAccountUid, region: 'r', column, zones: [{ name: '1' }] }
  }),
)

describe('Comparison: the columns of a comparison', () => {
  const accounts = ['one', 'one state', 'other', 'other state', 'third', 'third state']

  it('have what is copied, and tell what is missing from what is not known', () => {
    assert.deepEqual(tableOf(columnsOf(titles, false), rows), [
      ['zone id', 'differences', ...accounts],
      ['use1-az4', 'name', 'us-east-1a', 'available', 'us-east-1b', '', '', 'unknown'],
      ['use1-az6', 'missing', 'us-east-1\u202eb', 'impaired', '', '', '', 'unknown'],
    ])
  })

  it('name the regions where there are several, and no differences of one account', () => {
    const [head, first] = tableOf(columnsOf(['one'], true), rows)
    assert.deepEqual(head, ['region', 'zone id', 'one', 'one state'])
    assert.equal(first?.[0], 'us-east-1')
  })

  it('mark Azure’s zone numbers of another account, which mean nothing there', () => {
    const columns = columnsOf(['one', 'other'], false)
    assert.deepEqual(
      tableOf(columns, azure)
        .slice(1)
        .map((row) => row.slice(0, 4)),
      [
        ['', 'incomparable', '1', ''],
        ['', 'incomparable', '', ''],
      ],
    )
    const [, , , other] = columns.map(({ cellOf }) => cellOf(azure[0]!))
    assert.equal(other?.kind, 'incomparable')
    assert.match(other.why ?? '', /can’t be compared/)
  })

  it('show the same, escaped, with what differs marked and said', () => {
    const shown = rows.map((row) => columnsOf(titles, false).map(({ cellOf }) => cellOf(row)))
    const why = 'Different name in “one”'
    assert.deepEqual(shown[0], [
      { lines: [[{ text: 'use1-az4' }]] },
      { lines: [[{ text: '≠ ', kind: 'sign' }, { text: 'Name' }]] },
      { lines: [[{ text: 'us-east-1a' }, { text: ' ' }, { text: 'available', kind: 'aside' }]] },
      {
        lines: [
          [
            { text: '≠', kind: 'mark', why },
            { text: 'us-east-1b' },
            { text: ' ' },
            { text: 'unknown state', kind: 'unseen' },
          ],
        ],
      },
      { kind: 'unknown', why: 'unknown', lines: [[{ text: 'unknown', kind: 'unseen' }]] },
    ])
    const [, , first, other] = shown[1]!
    assert.deepEqual(first?.lines, [
      [{ text: 'us-east-1\\u{202e}b' }, { text: ' ' }, { text: 'impaired', kind: 'odd' }],
    ])
    assert.equal(other?.kind, 'missing')
  })

  it('say that a zone without an ID is matched by name', () => {
    const [row] = compareZones(1, [{ ...place, column: 0, zones: [{ name: 'a' }] }])
    const [id] = columnsOf(['one'], false).map(({ cellOf }) => cellOf(row!))
    assert.deepEqual(
      id?.lines.flat().map(({ text, kind }) => [text, kind]),
      [['by name', 'aside']],
    )
  })
})
