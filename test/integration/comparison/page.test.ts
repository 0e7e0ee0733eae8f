import { strict as assert } from 'node:assert'
import { completeList } from '../../../src/api/list.ts'
import { columnsOf, tableOf, type Column } from '../../../src/features/comparison/columns.ts'
import { comparisonHtml } from '../../../src/features/comparison/comparisonHtml.ts'
import { compareZones, type Row } from '../../../src/features/comparison/table.ts'
import { hostileNames } from '../../hostile/names.ts'

const place = { provider: 'aws', region: 'us-east-1' }
const createAccounts = (...titles: string[]) => titles.map((title) => ({ title }))
const three = columnsOf(createAccounts('one', 'other', 'third'), false)
const { rows } = compareZones(3, [
  {
    ...place,
    column: 0,
    zones: completeList([
      { name: 'us-east-1a', state: 'available', zoneId: 'use1-az4' },
      { name: 'us-east-1\u202eb', state: 'impaired', zoneId: 'use1-az6' },
    ]),
  },
  { ...place, column: 1, zones: completeList([{ name: 'us-east-1b', zoneId: 'use1-az4' }]) },
  { ...place, column: 2, zones: undefined },
])

describe('Comparison: The columns of a comparison', () => {
  it('have the fields to copy, and distinguish missing from unknown zones', () => {
    const accounts = ['one', 'one state', 'other', 'other state', 'third', 'third state']
    assert.deepEqual(tableOf(three, rows), [
      ['zone id', 'differences', ...accounts],
      ['use1-az4', 'name', 'us-east-1a', 'available', 'us-east-1b', '', '', 'unknown'],
      ['use1-az6', 'missing', 'us-east-1\u202eb', 'impaired', '', '', '', 'unknown'],
    ])
    const [head, first] = tableOf(columnsOf(createAccounts('one'), true), rows)
    assert.deepEqual(head, ['region', 'zone id', 'one', 'one state'])
    assert.equal(first?.[0], 'us-east-1')
  })

  it('show the same, escaped, with differences marked and explained', () => {
    const [first, second] = rows.map((row) => three.map(({ cellOf }) => cellOf(row)))
    const reason = '“one” has a different name for this zone'
    assert.deepEqual(first, [
      { lines: [[{ text: 'use1-az4', kind: 'name' }]] },
      { lines: [[{ text: '≠ ', kind: 'sign' }, { text: 'Name' }]] },
      {
        lines: [
          [
            { text: 'us-east-1a', kind: 'name' },
            { text: ' ' },
            { text: 'available', kind: 'aside' },
          ],
        ],
      },
      {
        lines: [
          [
            { text: '≠', kind: 'mark', reason },
            { text: 'us-east-1b', kind: 'name' },
            { text: ' ' },
            { text: 'unknown state', kind: 'unseen' },
          ],
        ],
      },
      { kind: 'unknown', reason: 'unknown', lines: [[{ text: 'unknown', kind: 'unseen' }]] },
    ])
    const name = 'us-east-1\\u{202e}b'
    const parts = [{ text: name, kind: 'name' }, { text: ' ' }, { text: 'impaired', kind: 'odd' }]
    assert.deepEqual([second?.[2]?.lines, second?.[3]?.kind], [[parts], 'missing'])
  })

  it('mark Azure’s zone numbers of another account as incomparable', () => {
    const columns = columnsOf(createAccounts('one', 'other'), false)
    const sources = ['a', 'b'].map((cloudAccountUid, column) => {
      const zones = completeList([{ name: '1' }])
      return { provider: 'azure', cloudAccountUid, region: 'r', column, zones }
    })
    const [row] = compareZones(2, sources).rows
    const [, copied = []] = tableOf(columns, [row!])
    assert.deepEqual(copied.slice(0, 4), ['', 'incomparable', '1', ''])
    const [id, , , other] = columns.map(({ cellOf }) => cellOf(row!))
    assert.deepEqual(
      id?.lines[0]?.map(({ text }) => text),
      ['no zone ID'],
    )
    assert.equal(other?.kind, 'incomparable')
    assert.match(other.reason ?? '', /can’t be compared/)
  })
})

describe('Comparison: The page of a comparison', () => {
  const page = (columns: readonly Column[], ofRows: readonly Row[], text = '') =>
    comparisonHtml({
      title: text,
      status: text,
      columns,
      rows: ofRows,
      nonce: '4-2',
    })

  it('uses only its own style sheet, and loads nothing', () => {
    const html = page(three, rows)
    const [, policy = ''] = /Security-Policy" content="([^"]+)"/.exec(html) ?? []
    assert.deepEqual(policy.replaceAll('&#39;', "'").split('; '), [
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "style-src 'nonce-4-2'",
    ])
    assert.deepEqual(html.match(/<style[^>]*>/g), ['<style nonce="4-2">'])
    assert.doesNotMatch(html, /<script|<link|\son\w+\s*=|\sstyle=|javascript:/i)
  })

  it('shows hostile names as text, wherever they are', () => {
    const renderMarkup = (text: string) => {
      const cellOf: Column['cellOf'] = () => ({
        reason: text,
        lines: [[{ text, reason: text, kind: 'mark' }]],
      })
      const column = { title: text, detail: text, note: text, problems: [text], fields: [], cellOf }
      return page([column], rows, text).match(/<\/?\w+|"/g)
    }
    const expected = renderMarkup('us-east-1')
    for (const name of Object.values(hostileNames)) {
      assert.deepEqual(renderMarkup(`"'><img src=x onerror=alert(1)>${name}`), expected)
    }
  })

  it('keeps rows with an unknown zone among the differences', () => {
    const isSame = (...columns: ({ name: string }[] | undefined)[]) => {
      const sources = columns.map((zones, column) => ({
        ...place,
        column,
        zones: zones && completeList(zones),
      }))
      return page(three, compareZones(columns.length, sources).rows).includes('<tr class="same">')
    }
    const zones = [{ name: 'us-east-1a' }]
    assert.deepEqual(
      [isSame(zones, zones), isSame(zones, undefined), isSame(zones, [])],
      [true, false, false],
    )
  })
})
