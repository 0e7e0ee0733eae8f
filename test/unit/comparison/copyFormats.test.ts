import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { formatComparison } from '../../../src/features/comparison/copyFormats.ts'
import { compareZones } from '../../../src/features/comparison/table.ts'
import { anyText } from '../properties/anyTexts.ts'

const place = { provider: 'aws', region: 'us-east-1' }
const titles = ['aws-production', 'aws-audit']
const rows = compareZones(2, [
  {
    ...place,
    column: 0,
    zones: [
      { name: 'us-east-1a', state: 'available', zoneId: 'use1-az4' },
      { name: 'us-east-1b', state: 'impaired', zoneId: 'use1-az6' },
    ],
  },
  { ...place, column: 1, zones: [{ name: 'us-east-1b', zoneId: 'use1-az4' }] },
])

describe('Comparison: a comparison as a text', () => {
  it('is a Markdown table', () => {
    assert.equal(
      formatComparison(titles, rows, 'markdown'),
      '| zone id | aws-production | aws-audit | differences |\n| --- | --- | --- | --- |\n' +
        '| use1-az4 | us-east-1a (available) | us-east-1b | name |\n' +
        '| use1-az6 | us-east-1b (impaired) |  | missing |',
    )
  })

  it('is CSV, with columns of their own for the states', () => {
    assert.equal(
      formatComparison(titles, rows, 'csv'),
      'zone id,aws-production,aws-production state,aws-audit,aws-audit state,differences\n' +
        'use1-az4,us-east-1a,available,us-east-1b,,name\n' +
        'use1-az6,us-east-1b,impaired,,,missing',
    )
  })

  it('marks Azure’s zone numbers of another account, which mean nothing there', () => {
    const sources = ['a', 'b'].map((cloudAccountUid, column) => {
      return { provider: 'azure', cloudAccountUid, region: 'r', column, zones: [{ name: '1' }] }
    })
    assert.equal(
      formatComparison(titles, compareZones(2, sources), 'csv'),
      'zone id,aws-production,aws-production state,aws-audit,aws-audit state,differences\n' +
        ',1,,,,incomparable\n,,,1,,incomparable',
    )
  })

  it('tells a zone of which nothing is known from one that is missing', () => {
    const zones = [{ name: 'us-east-1a', zoneId: 'use1-az4' }]
    const some = compareZones(3, [
      { ...place, column: 0, zones },
      { ...place, column: 1, zones: [] },
      { ...place, column: 2, zones: undefined },
    ])
    assert.equal(
      formatComparison(['a', 'b', 'c'], some, 'markdown').split('\n').at(-1),
      '| use1-az4 | us-east-1a |  | unknown | missing |',
    )
    assert.equal(
      formatComparison(['a', 'b', 'c'], some, 'csv').split('\n').at(-1),
      'use1-az4,us-east-1a,,,,,unknown,missing',
    )
  })

  it('tells the regions where there are several', () => {
    const [other] = compareZones(2, [
      { provider: 'aws', region: 'eu-west-1', column: 0, zones: [{ name: 'eu-west-1a' }] },
    ])
    const text = formatComparison(titles, [...rows, other ?? assert.fail()], 'csv')
    const [head, first, , last] = text.split('\n')
    assert.match(head ?? '', /^region,zone id,/)
    assert.match(first ?? '', /^us-east-1,use1-az4,/)
    assert.equal(last, 'eu-west-1,,eu-west-1a,,,,')
  })

  it('has as many cells in each row, whatever the names are', () => {
    const name = fc.record({ name: anyText, state: anyText, zoneId: anyText })
    const property = fc.property(anyText, fc.array(name, { maxLength: 4 }), (title, zones) => {
      const some = compareZones(1, [{ ...place, column: 0, zones }])
      const lines = formatComparison([title], some, 'markdown').split('\n')
      assert.equal(lines.length, some.length + 2)
      for (const line of lines) assert.equal(line.match(/(?<!\\)(\\\\)*\|/g)?.length, 3)
    })
    fc.assert(property)
  })
})
