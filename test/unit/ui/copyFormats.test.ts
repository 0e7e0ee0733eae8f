import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { copyFormats, formatRecords, type CopyFormat } from '../../../src/ui/copyFormats.ts'
import { hostileNames } from '../../hostile/names.ts'
import { anyText } from '../properties/anyTexts.ts'
import { referees } from '../syntax/referees.ts'

const records = [
  {
    name: 'worker-pool',
    kind: undefined,
    size: 6,
    zones: ['us-east-1a', 'us-east-1b'],
    type: '4 vCPU, 16 GiB',
  },
  { name: '=1+1', kind: 'a|b*', size: 0, zones: undefined, type: undefined },
]
const head = 'name,kind,size,zones,type'
const markdownHead = `| name | kind | size | zones | type |\n|${' --- |'.repeat(5)}`

/** Formats one record with a name. */
const named = (name: string, format: CopyFormat) => formatRecords([{ name }], format)

describe('Copy formats', () => {
  const texts: Record<CopyFormat, string> = {
    names: 'worker-pool\n=1+1',
    csv: `${head}\nworker-pool,,6,us-east-1a us-east-1b,"4 vCPU, 16 GiB"\n'=1+1,a|b*,0,,`,
    markdown:
      `${markdownHead}\n| worker-pool |  | 6 | us-east-1a us-east-1b | 4 vCPU, 16 GiB |\n` +
      '| =1+1 | a\\|b\\* | 0 |  |  |',
    json: JSON.stringify(records, undefined, 2),
  }
  for (const format of copyFormats) {
    it(`format records as ${format}, with empty cells for what is unknown`, () => {
      assert.equal(formatRecords(records, format), texts[format])
    })
  }

  it('list each name once in the format of names', () => {
    assert.equal(formatRecords([...records, ...records], 'names'), texts.names)
  })

  for (const name of [
    '=HYPERLINK("https://x")',
    '+1',
    '-1',
    '@SUM(1)',
    '\t=1',
    '\r=1',
    ' =1',
    '＝1',
  ]) {
    it(`contain no formula in CSV: ${JSON.stringify(name)}`, () => {
      const [, ...row] = named(name, 'csv').split('\n')
      assert.match(row.join('\n'), /^"?'/)
    })
  }

  it('contain no formula in CSV after another separator, where quotes don’t count', () => {
    const csv = named('a;=1; +2\t@3\n\t-4;b-5', 'csv')
    const cells = csv.replaceAll('"', '').split(/[,;\t\n]/)
    assert.deepEqual(
      cells.filter((cell) => /^\s*[=+\-@]/.test(cell)),
      [],
    )
    assert.ok(csv.endsWith(';b-5"'), csv)
  })

  it('keep a value in one cell of CSV if the separator is a semicolon or a tab', () => {
    assert.equal(named('a;=1\t=1', 'csv').split('\n')[1], `"a;'=1\t'=1"`)
  })

  for (const [name, cell] of [
    ['https://example.com', 'https\\://example.com'],
    ['www.example.com', 'www\\.example.com'],
    ['a@example.com', 'a@<!-- -->example.com'],
    ['@someone', '@<!-- -->someone'],
    ['#1', '#<!-- -->1'],
    ['$x$', '\\$x\\$'],
  ] as const) {
    it(`contain no link, mention, or formula in Markdown: ${name}`, () => {
      assert.equal(named(name, 'markdown').split('\n')[2], `| ${cell} |`)
    })
  }

  it('can be parsed to the same records from JSON, and to the same number of cells from Markdown', () => {
    const isSame = (names: readonly string[]) => {
      const some = names.map((name) => ({ name, zones: [name, 'a'] }))
      assert.deepEqual(referees.json(formatRecords(some, 'json')), some)
      const rows = formatRecords(some, 'markdown').split('\n')
      assert.equal(rows.length, some.length + 2)
      for (const row of rows) assert.equal(row.match(/(?<!\\)(\\\\)*\|/g)?.length, 3)
    }
    isSame(Object.values(hostileNames))
    fc.assert(fc.property(fc.array(anyText, { minLength: 1, maxLength: 4 }), isSame))
  })

  it('escape invisible characters in JSON', () => {
    assert.match(named('a\u202eb\u200b', 'json'), /"a\\u202eb\\u200b"/)
  })
})
