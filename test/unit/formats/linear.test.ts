import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { scanZones } from './scanZones.ts'
import type { BlockLanguage } from '../../../src/formats/blocks.ts'
import { startRunEnd } from '../properties/anyTexts.ts'
import { CountingText } from '../properties/countingText.ts'

const languages = ['hcl', 'json', 'yaml'] as const satisfies BlockLanguage[]

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
function work(text: string, language: BlockLanguage): number {
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
