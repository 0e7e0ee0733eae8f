import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import type { ZoneLanguage } from '../../../src/formats/zoneReferences.ts'
import { scanZones } from '../../../src/formats/scan.ts'
import { isLong } from '../../long.ts'
import { anyText } from '../properties/anyTexts.ts'
import { listsIn } from './showing.ts'

const languages: ZoneLanguage[] = ['hcl', 'json', 'yaml']

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

/** Names of zones, as clouds give them. */
const zoneName = fc.stringMatching(/^[a-z]{2}-[a-z]{4,9}-?[1-9]-?[a-f]$/)

describe('Zone checks: any text that zones are looked for in', () => {
  for (const language of languages) {
    it(`has its mentions where they are said to be, in their order: ${language}`, () => {
      const property = fc.property(anyCode, (text) => {
        let last = 0
        for (const { value, start, end, list = 0 } of scanZones(text, language)) {
          assert.ok(last <= start && start <= end && end <= text.length && list <= start)
          if (value !== '') assert.equal(text.slice(start, end), value)
          assert.doesNotMatch(value, /\n/)
          last = end
        }
      })
      fc.assert(property, { numRuns: isLong ? 5000 : 700 })
    })
  }
})

describe('Zone checks: zones that are written down', () => {
  const lists = fc.array(fc.array(zoneName, { minLength: 1, maxLength: 5 }), {
    minLength: 1,
    maxLength: 5,
  })
  const key = fc.constantFrom('az', 'azs', 'zones', 'availability_zones', 'availabilityZones')
  const block = fc.record({
    key,
    isMultiline: fc.boolean(),
    comment: fc.constantFrom('', 'az = x: "'),
    junk: fc.constantFrom('name', 'size'),
  })
  const styles = fc.array(block, { minLength: 5, maxLength: 5 })
  type Style = typeof styles extends fc.Arbitrary<readonly (infer S)[]> ? S : never

  const writers: Record<'hcl' | 'json' | 'yaml', (zones: string[], style: Style) => string> = {
    hcl: (zones, { key: name, isMultiline, comment, junk }) => {
      const values = zones.map((zone) => `"${zone}"`)
      const note = comment && ` # ${comment}`
      const list = isMultiline
        ? `[\n${values.map((value) => `    ${value},${note}\n`).join('')}  ]`
        : `[${values.join(', ')}]`
      return `resource "x" "y" {${note}\n  ${junk} = "z"\n  ${name} = ${list}${note}\n}\n`
    },
    json: (zones, { key: name, isMultiline, junk }) =>
      `${JSON.stringify({ [junk]: 1, [name]: zones }, undefined, isMultiline ? 2 : 0)}\n`,
    yaml: (zones, { key: name, isMultiline, comment, junk }) => {
      const note = comment && ` # ${comment}`
      const list = isMultiline
        ? zones.map((zone) => `\n    - ${zone}${note}`).join('')
        : ` [${zones.join(', ')}]${note}`
      return `- ${junk}: z${note}\n  ${name}:${list}\n`
    },
  }
  for (const [language, write] of Object.entries(writers)) {
    it(`are found as they are, list by list: ${language}`, () => {
      const property = fc.property(lists, styles, (all, chosen) => {
        const text = all.map((zones, nth) => write(zones, chosen[nth] ?? assert.fail())).join('')
        assert.deepEqual(listsIn(text, language as ZoneLanguage), all)
      })
      fc.assert(property)
    })
  }
})
