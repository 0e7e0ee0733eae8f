import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { validateZones } from '../../../src/features/zoneChecks/validateZones.ts'
import { scanZones } from '../../../src/formats/scan.ts'
import type { ZoneLanguage } from '../../../src/formats/zoneReferences.ts'
import { typeFindings, zoneConstraints } from '../../../src/features/zoneChecks/zoneConstraints.ts'
import { readBlocks } from '../../../src/formats/blockReader.ts'
import { insertNames } from '../../../src/formats/insertion.ts'
import { isLong } from '../../long.ts'
import { CountingText } from '../properties/countingText.ts'
import { timeOf } from './timeOf.ts'

const languages = ['hcl', 'json', 'yaml'] as const satisfies ZoneLanguage[]

/** What could be looked at again and again: unfinished things, and what only its end explains. */
// prettier-ignore
const parts = [
  ' ', '\t', '\n', '\n ', '_', '-', '- ', '"', "'", '\\', '[', ']', '{', '}', '(', ')', '[[', '{{', '}}', '{{ ',
  '%{', '${', '"%{ "\\" ', '"${', '$${', '%{ "', ',', ':', ': ', '=', '= ', '==', '#', ' #', '//', '/*', '*/', '<<A\n',
  '<<A ', '<<-A\n A', 'A\n', '|', ': |\n', '>-\n', '&x ', '*x ', '!x ', '---\n', 'a', 'az', 'az: ', 'zone = "', 'zones: [',
  'zones = [', '"zone":"', 'toset(', 'split(', 'variable "a" {\n', 'default = ', 'name = "az"\nvalue = "', 'key: zone\n',
  '{#', '#}', '{{/*', '*/', '*/}}',
  'values: [', 'az_subnets = {', 'subnetIds:\n', 'us-east-1a', '1', '\u2028', 'a: "x\n ', "a: 'x\n  ",
]

/** How often characters are looked at. */
function work(text: string, language: ZoneLanguage): number {
  const counting = new CountingText(text)
  scanZones(counting.asString, language)
  return counting.steps
}

/** Repeats a run to about a length, with something before and behind it. */
function repeated([start, run, end]: readonly string[], length: number): string {
  return `${start}${(run ?? '').repeat(Math.ceil(length / (run ?? '').length))}${end}`
}

describe('Zone checks: the work that looking for zones takes', () => {
  for (const language of languages) {
    it(`doubles with any text that doubles: ${language}`, function () {
      this.timeout(60_000)
      const some = fc.array(fc.constantFrom(...parts), { maxLength: 3 }).map((all) => all.join(''))
      const run = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 4 })
      const texts = fc.tuple(
        some,
        run.map((all) => all.join('')),
        some,
      )
      const property = fc.property(texts, (all) => {
        const [less, more] = [4000, 8000].map((length) => work(repeated(all, length), language))
        assert.ok((more ?? 0) <= 2.5 * (less ?? 0), `${less} becomes ${more}`)
      })
      fc.assert(property, { numRuns: 400 })
    })

    it(`is a few looks at each character: ${language}`, function () {
      this.timeout(60_000)
      for (const part of parts) {
        for (const start of ['', 'zones: [', 'zone = "', 'a:\n  zones:\n']) {
          const text = repeated([start, part, 'b'], 20_000)
          assert.ok(work(text, language) <= 16 * text.length, JSON.stringify([start, part]))
        }
      }
    })
  }
})

describe('Zone checks: the time that looking for instance types beside zones takes', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((end) => `us-east-1${end}`)
  const region = { region: 'us-east-1', zones: names.map((name) => ({ name })) }
  const typesOf = () => [{ name: 'm6i.xlarge', missingIn: names }]
  const texts: Record<string, [start: string, line: string]> = {
    'the same zone in a map of subnets': [
      'region: us-east-1\npool:\n  instanceType: m6i.xlarge\n  subnetIds:\n',
      '    us-east-1a: subnet-0bbbbbbbbbbbbbbbb\n',
    ],
    'the same zone beside a subnet': [
      'pool:\n',
      '  subnet_id: subnet-0bbbbbbbbbbbbbbbb\n  zone: us-east-1a\n',
    ],
    'the same zone beside an instance type': [
      'pool:\n',
      '  instanceType: m6i.xlarge\n  zone: us-east-1a\n',
    ],
    'many pools in one list': ['', '- instanceType: m6i.xlarge\n  zones: [us-east-1a, b]\n'],
  }
  for (const [what, [start, line]] of Object.entries(texts)) {
    it(`at most × 2.5 with each doubling, up to 330 KB: ${what}`, function () {
      this.timeout(60_000)
      let before = Infinity
      for (const length of [41_000, 82_000, 165_000, 330_000]) {
        const text = repeated([start, line, ''], length)
        const references = scanZones(text, 'yaml')
        const time = timeOf(() => {
          typeFindings(
            zoneConstraints(readBlocks(text, 'yaml'), references, false),
            [region],
            typesOf,
          )
        })
        // The compiler and the collector alone may take some milliseconds.
        assert.ok(time <= 2.5 * Math.max(40, before), `${before} becomes ${time} ms`)
        before = time
      }
    })
  }
})

describe('Zone checks: the time that judging the zones of one list takes', () => {
  it('at most × 2.5 with each doubling, up to 330 KB, where all look like those of another cloud', function () {
    this.timeout(120_000)
    const read = [{ region: 'me-central-1', zones: [{ name: 'me-central-1a' }] }]
    const context = { provider: 'aws', regions: new Set(['me-central-1']) }
    // Each of them is another text.
    const item = (nth: number) => {
      const isUpper = (at: number) => (nth >> at) % 2 === 1
      const text = Array.from('mecentral').map((char, at) =>
        isUpper(at) ? char.toUpperCase() : char,
      )
      return `- ${text.slice(0, 2).join('')}-${text.slice(2).join('')}1-${String.fromCharCode(97 + (nth >> 9))}\n`
    }
    let before = Infinity
    for (const count of [2750, 5500, 11_000, 22_000]) {
      const lines = Array.from({ length: count }, (_, nth) => item(nth))
      const references = scanZones(`region: me-central-1\nazs:\n${lines.join('')}`, 'yaml')
      const time = timeOf(() => validateZones(references, read, [], context))
      assert.ok(time <= 2.5 * Math.max(40, before), `${before} becomes ${time} ms`)
      before = time
    }
  })
})

/** The processor time, in ms, that inserting names takes at the start, in the middle, and at the end. */
function insertionTime(text: string, format: (typeof languages)[number]): number {
  const middle = text.length >> 1
  const spots = [0, middle, text.length].map((start) => ({ start, end: start }))
  return timeOf(() => {
    insertNames(text, spots, ['us-east-1a'], { format, indent: '  ', eol: '\n' })
    insertNames(text, [{ start: 0, end: middle }], ['a', 'b'], { format, indent: '  ', eol: '\n' })
  })
}

describe('Zone checks: the time that inserting zones takes', () => {
  for (const format of languages) {
    it(`at most × 2.5 with any text that doubles, three times in a row: ${format}`, function () {
      this.timeout(isLong ? 600_000 : 60_000)
      const assertLinear = (all: readonly string[]) => {
        const [less = 0, more = 0] = [8000, 64_000].map((length) =>
          insertionTime(repeated(all, length), format),
        )
        // The compiler and the collector alone may take a few milliseconds.
        const most = 2.5 ** 3 * Math.max(5, less)
        assert.ok(more <= most, `${JSON.stringify(all)}: ${less} becomes ${more} ms`)
      }
      for (const part of parts) assertLinear(['a:\n  azs: ', part, 'b'])
      const run = fc.array(fc.constantFrom(...parts), { minLength: 2, maxLength: 4 })
      const some = fc.constantFrom(...parts)
      const texts = fc.tuple(
        some,
        run.map((all) => all.join('')),
        some,
      )
      fc.assert(fc.property(texts, assertLinear), { numRuns: isLong ? 2000 : 30 })
    })
  }

  it('at most × 20 with 100 times the cursors, in YAML with quoted items everywhere', () => {
    const line = '  - "us-east-1a"\n'
    const count = 2000
    const timeWith = (step: number) => {
      const ends = Array.from({ length: count / step }, (_, i) => (i * step + 1) * line.length - 1)
      const spots = ends.map((start) => ({ start, end: start }))
      const style = { format: 'yaml', indent: '  ', eol: '\n' } as const
      return timeOf(() => insertNames(line.repeat(count), spots, ['b'], style))
    }
    const [less, more] = [timeWith(100), timeWith(1)]
    assert.ok(more <= 20 * Math.max(5, less), `${less} becomes ${more} ms`)
  })
})
