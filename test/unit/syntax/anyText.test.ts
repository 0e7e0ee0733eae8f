import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import type { CodeFormat } from '../../../src/contributions.ts'
import { scanZones } from './scanZones.ts'
import { isLong } from '../../long.ts'
import { anyText } from '../properties/anyTexts.ts'

const languages: CodeFormat[] = ['hcl', 'json', 'yaml']

/** What means something in one of the languages. */
// prettier-ignore
const signs = fc.constantFrom(
  'az', 'azs', 'zone', 'zones', 'region', 'location', 'default', 'variable "azs" {', 'toset(', '=',
  ':', ': ', ' = ', '"', "'", '[', ']', '{', '}', '(', ')', ',', '\n', '\r\n', '  ', '- ', '#', ' # ',
  '//', '/*', '*/', '<<EOT', 'EOT', '|', '>', ': |\n', '${', '%{', '\\', '&x ', '*x', '!x ', '{{', '}}',
  'us-east-1a', '"us-east-1b"', '1', '\u2028',
)
const anyCode = fc
  .array(fc.oneof({ weight: 8, arbitrary: signs }, anyText), { maxLength: 40 })
  .map((parts) => parts.join(''))

describe('Zone checks: Any text that zones are looked for in', () => {
  for (const format of languages) {
    it(`has its mentions where they are said to be, in their order: ${format}`, () => {
      const property = fc.property(anyCode, (text) => {
        let last = 0
        for (const { value, start, end, listStart = 0 } of scanZones(text, format)) {
          assert.ok(last <= start && start <= end && end <= text.length && listStart <= start)
          if (value !== '') assert.equal(text.slice(start, end), value)
          assert.doesNotMatch(value, /\n/)
          last = end
        }
      })
      fc.assert(property, { numRuns: isLong ? 5000 : 700 })
    })
  }
})
