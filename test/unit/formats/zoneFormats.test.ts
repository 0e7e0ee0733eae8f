import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { formatZones, zoneFormats, type PlacedZone } from '../../../src/formats/zoneFormats.ts'
import { anyText } from '../properties/anyTexts.ts'

const place = { account: 'aws-production', region: 'us-east-1' }
const zones: PlacedZone[] = [
  { ...place, name: 'us-east-1a', state: 'available', zoneId: 'use1-az4' },
  { ...place, name: 'us-east-1b', state: 'impaired' },
]
const hostile: PlacedZone[] = [{ ...place, name: 'a", "b|c${d}%{e}\n- f', zoneId: '*x*' }]

describe('Zone formats: zones as a text', () => {
  const texts: Record<
    (typeof zoneFormats)[number],
    [plain: string, hostile: string, none: string]
  > = {
    names: ['us-east-1a\nus-east-1b', 'a", "b|c${d}%{e}\n- f', ''],
    json: ['[\n  "us-east-1a",\n  "us-east-1b"\n]', '[\n  "a\\", \\"b|c${d}%{e}\\n- f"\n]', '[]'],
    yaml: ['- us-east-1a\n- us-east-1b', '- "a\\", \\"b|c${d}%{e}\\n- f"', '[]'],
    hcl: ['["us-east-1a", "us-east-1b"]', '["a\\", \\"b|c$${d}%%{e}\\n- f"]', '[]'],
    csv: [
      'name,state,zone id\nus-east-1a,available,use1-az4\nus-east-1b,impaired,',
      'name,state,zone id\n"a"", ""b|c${d}%{e}\n\'- f",,*x*',
      'name,state,zone id',
    ],
    markdown: [
      '| name | state | zone id |\n| --- | --- | --- |\n' +
        '| us-east-1a | available | use1-az4 |\n| us-east-1b | impaired |  |',
      '| name | state | zone id |\n| --- | --- | --- |\n' +
        '| a", "b\\|c\\$\\{d\\}%\\{e\\} - f |  | \\*x\\* |',
      '| name | state | zone id |\n| --- | --- | --- |',
    ],
  }
  for (const format of zoneFormats) {
    it(`is ${format}, whatever the names are`, () => {
      const [plain, odd, none] = texts[format]
      assert.equal(formatZones(zones, format), plain)
      assert.equal(formatZones(hostile, format), odd)
      assert.equal(formatZones([], format), none)
    })
  }

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
    it(`is no formula in CSV: ${JSON.stringify(name)}`, () => {
      const [, ...row] = formatZones([{ ...place, name }], 'csv').split('\n')
      assert.match(row.join('\n'), /^"?'/)
    })
  }

  it('has no formula in CSV behind a sign that may separate cells, where quotes do not count', () => {
    const name = 'a;=1; +2\t@3\n\t-4;b-5'
    const csv = formatZones([{ ...place, name, state: '=1' }], 'csv')
    const cells = csv.replaceAll('"', '').split(/[,;\t\n]/)
    assert.deepEqual(
      cells.filter((cell) => /^\s*[=+\-@]/.test(cell)),
      [],
    )
    assert.ok(csv.endsWith(`;b-5",'=1,`), csv)
  })

  it('is one cell in CSV also where another sign separates them', () => {
    const [, row] = formatZones([{ ...place, name: 'a;=1\t=1' }], 'csv').split('\n')
    assert.equal(row, `"a;'=1\t'=1",,`)
  })

  for (const [name, cell] of [
    ['https://example.com', 'https\\://example.com'],
    ['www.example.com', 'www\\.example.com'],
    ['a@example.com', 'a@<!-- -->example.com'],
    ['@someone', '@<!-- -->someone'],
    ['#1', '#<!-- -->1'],
    ['$x$', '\\$x\\$'],
  ] as const) {
    it(`is no link, mention or formula in Markdown: ${name}`, () => {
      const lines = formatZones([{ ...place, name }], 'markdown').split('\n')
      assert.equal(lines[2], `| ${cell} |  |  |`)
    })
  }

  it('tells account and region in a table of several', () => {
    const both = [...zones, { account: 'aws-audit', region: 'eu-west-1', name: 'eu-west-1a' }]
    const [head, first, , last] = formatZones(both, 'csv').split('\n')
    assert.deepEqual(
      [head, first, last],
      [
        'account,region,name,state,zone id',
        'aws-production,us-east-1,us-east-1a,available,use1-az4',
        'aws-audit,eu-west-1,eu-west-1a,,',
      ],
    )
  })

  it('quotes in YAML what would be another thing than a text', () => {
    const names = ['no', 'true', 'null', '1', '1e3', '', '0x1', '- a', 'a: b', '#', '~']
    const text = formatZones(
      names.map((name) => ({ ...place, name })),
      'yaml',
    )
    assert.equal(text, names.map((name) => `- ${JSON.stringify(name)}`).join('\n'))
  })

  it('is read again as the same names from JSON, and as many cells from Markdown', () => {
    const names = fc.array(anyText, { maxLength: 5 })
    const property = fc.property(names, (some) => {
      const placed = some.map((name) => ({ ...place, name }))
      assert.deepEqual(JSON.parse(formatZones(placed, 'json')), [...new Set(some)])
      const rows = formatZones(placed, 'markdown').split('\n')
      assert.equal(rows.length, some.length + 2)
      for (const row of rows) assert.equal(row.match(/(?<!\\)(\\\\)*\|/g)?.length, 4)
    })
    fc.assert(property)
  })
})
