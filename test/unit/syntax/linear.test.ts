import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import type { CodeFormat } from '../../../src/contributions.ts'
import { scanZones } from './scanZones.ts'
import { CodeReader } from '../../../src/syntax/codeReader.ts'
import { insertNames } from '../../../src/syntax/insertion.ts'
import { YamlReader } from '../../../src/syntax/yamlReader.ts'
import { replace } from '../../replace.ts'
import { startRunEnd } from '../properties/anyTexts.ts'
import { CountingText } from '../properties/countingText.ts'

const languages = ['hcl', 'json', 'yaml'] as const satisfies CodeFormat[]

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
function work(text: string, language: CodeFormat): number {
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
      const property = fc.property(startRunEnd(parts), (all) => {
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

describe('Zone formats: the work that an insertion takes', () => {
  it('is no more for many selections than for one', () => {
    for (const [format, { prototype }, item] of [
      ['json', CodeReader, '"us-east-1a",'],
      ['yaml', YamlReader, '- us-east-1a\n'],
    ] as const) {
      const text = `${format === 'json' ? '[' : 'azs:\n'}${item.repeat(200)}`
      const start = text.indexOf('us-')
      const all = Array.from({ length: 200 }, (_, nth) => start + nth * item.length)
      // With its quotes, so that it isn’t a text in a string.
      const before = format === 'json' ? 1 : 0
      const spots = all.map((at) => ({ start: at - before, end: at + 10 + before }))
      const tokens = (some: typeof spots) => {
        // oxlint-disable-next-line typescript/unbound-method -- it is called on the reader
        const { next } = prototype
        let count = 0
        const restore = replace(prototype, 'next', function (this: typeof prototype) {
          count += 1
          return next.call(this)
        })
        assert.ok(insertNames(text, some, ['a'], format, '\n').isAllowed)
        restore()
        return count
      }
      assert.ok(tokens(spots) < 3 * tokens(spots.slice(0, 1)), format)
    }
  })
})
