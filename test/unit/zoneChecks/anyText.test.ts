import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import type { ZoneLanguage } from '../../../src/formats/zoneReferences.ts'
import { mayBeZone } from '../../../src/features/zoneChecks/nearby.ts'
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

  // Each of them has been made so that a careless search would take minutes, and hours by night. The
  // test's own time limit is generous; it is there to tell milliseconds from that. By day, linear.test.ts
  // counts in shorter ones how often each character is looked at.
  const size = isLong ? 500_000 : 100_000
  const long: Record<string, string> = {
    'zone=': 'zone=',
    'zone: ': 'zone: ',
    'zone="a" ': 'zone="a" ',
    '"zone":"': '"zone":"',
    '"zone":[': '"zone":[',
    'zones = [': 'zones = [',
    'zones=toset(': 'zones=toset(',
    'zones = [/*': 'zones = [/*',
    'zones: [#': 'zones: [#',
    'zone: &': 'zone: &',
    'zone = "${" ': 'zone = "${" ',
    '/*': '/*',
    '<<A ': '<<A ',
    '- zone:\n': '- zone:\n',
    'a: |\n': 'a: |\n',
    'variable "a" {\n': 'variable "a" {\n',
    'default = ': 'default = ',
    '[': '[',
    '"': '"',
    ' ': ' ',
    a: 'a',
  }
  const starts = ['', 'zones: [', 'zone = "', 'zones:\n', '"']
  for (const language of languages) {
    for (const [what, part] of Object.entries(long)) {
      it(`takes time in proportion to it: ${language}, ${JSON.stringify(what)}`, function () {
        this.timeout(isLong ? 60_000 : 12_000)
        for (const start of starts) {
          const text = start + part.repeat(size / part.length)
          assert.ok(scanZones(text, language).every(({ end }) => end <= text.length))
        }
      })
    }
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
    it(`are found as they are, list by list, and completed without a look at the rest: ${language}`, () => {
      const property = fc.property(lists, styles, (all, chosen) => {
        const text = all.map((zones, nth) => write(zones, chosen[nth] ?? assert.fail())).join('')
        assert.deepEqual(listsIn(text, language as ZoneLanguage), all)
        const lines = text.split('\n')
        for (const { start } of scanZones(text, language as ZoneLanguage)) {
          const line = text.slice(0, start).split('\n').length - 1
          assert.ok(mayBeZone(documentOf(lines), line), lines[line])
        }
      })
      fc.assert(property)
    })
  }

  it('are not completed where no lines around speak of zones', () => {
    const lines = ['zones = ["a"]', 'name = "b"', '', '', 'x "y" {', '  size: 3', 'azure = "']
    const may = lines.map((_, line) => mayBeZone(documentOf(lines), line))
    assert.deepEqual(may, [true, false, false, false, false, false, false])
  })

  it('are looked for at the keys of maps, and past what comments and comparisons say', () => {
    const texts = [
      'azSubnets:\n  us-east-1a: subnet-1\n  "us-east-1b" : subnet-2\n  us-central1-a: subnet-3\n',
      'azs:\n  # the first: primary\n  - us-east-1a # note: primary\n  - us-east-1b\n',
      'azs = [\n  "us-east-1a", // x = 1\n  "us-east-1b", /* y: 2 */\n  "us-east-1c"\n]\n',
      'azs = concat(\n  var.x == 1 ? [] : [],\n  ["us-east-1a"]\n)\n',
    ]
    for (const text of texts) {
      const lines = text.split('\n')
      const zones = [...text.matchAll(/us-\w+-?\w+/g)].map(({ index }) => index)
      for (const start of zones) {
        const line = text.slice(0, start).split('\n').length - 1
        assert.ok(mayBeZone(documentOf(lines), line), lines[line])
      }
    }
  })

  it('are not looked for further up than a list may be long', () => {
    const lines = ['zones = [', ...Array.from({ length: 200 }, () => '"a",')]
    const asked: number[] = []
    const lineAt = (nth: number) => (asked.push(nth), documentOf(lines).lineAt(nth))
    assert.equal(mayBeZone({ lineAt }, 200), false)
    assert.equal(asked.length, 100)
  })
})

function documentOf(lines: readonly string[]) {
  return { lineAt: (nth: number) => ({ text: lines[nth] ?? assert.fail() }) }
}
