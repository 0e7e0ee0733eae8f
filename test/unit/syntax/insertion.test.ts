import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import type { DocumentFormat } from '../../../src/syntax/documentFormat.ts'
import { root } from '../../host/paths.ts'
import { type InsertedZone } from '../../../src/syntax/insertion.ts'
import { anyText } from '../properties/anyTexts.ts'
import { insertAtMarks, parseMarked } from './marked.ts'
import { insertZones } from './atOnce.ts'

const zones = [
  { name: 'us-east-1a', zoneId: 'use1-az4' },
  { name: 'us-east-1b', zoneId: 'use1-az6' },
]
const frankfurt = { name: 'eu-central-1b', zoneId: 'euc1-az3' }
const toZone = (name: string) => ({ name })

// Each case has its format, whether one zone is inserted or two, and a title; then a document with its cursors and
// selections, and the document afterwards, unless nothing is written.
describe('Zone formats: Zones that are inserted', () => {
  const cases = readFileSync(join(root, 'test', 'corpus', 'insertion.txt'), 'utf8')
  for (const entry of cases.split(/^=== /m).slice(1)) {
    const end = entry.indexOf('\n')
    const header = /^(\w+)( one)?: (.*)$/.exec(entry.slice(0, end))
    const [, format = '', isSingle, title = ''] = header ?? []
    const [before = '', after] = entry.slice(end + 1, -1).split(/\n---\n|\n> nothing$/)
    for (const eol of ['\n', '\r\n'] as const) {
      const withEol = (text: string) => text.replaceAll('\n', eol)
      it(`${title}: ${JSON.stringify(withEol(before))}`, () => {
        const inserted = isSingle ? [frankfurt] : zones
        const result = insertAtMarks(withEol(before), inserted, format as DocumentFormat, eol)
        assert.equal(result, after === '' ? undefined : withEol(after ?? ''))
      })
    }
  }

  const named: [format: DocumentFormat, before: string, names: string[], after?: string][] = [
    ['hcl', 'azs = ‸', ['a${b}"%{c}'], 'azs = ["a$${b}\\"%%{c}"]‸'],
    ['json', '[‸]', ['a"\\\n'], '["a\\"\\\\\\n"‸]'],
    ['yaml', 'azs:\n  - ‸', ['1', 'no', 'x'], 'azs:\n  - "1"\n  - "no"\n  - x‸'],
    ['yaml', "zone: '‸'", ["it's"], "zone: 'it''s‸'"],
    ['plain', '\t ‸ [', ['a\r\nb', 'c'], '\t a b\n\t c‸ ['],
    ['yaml', 'azs:\n\t\t‸', ['a', 'b'], 'azs:\n  - a\n  - b‸'], // YAML allows no tabs
    ['yaml', 'a: b\n---\n‸\n', ['a', 'b'], 'a: b\n---\n- a\n- b‸\n'],
    ['yaml', 'args:\n  - --zones=‸', ['a', 'b c']],
    [
      'hcl',
      'az { default = ‸\ntype = list(x)\n}',
      ['a'],
      'az { default = ["a"]‸\ntype = list(x)\n}',
    ],
    ['yaml', 'zone:\n  - ‸', ['a'], 'zone:\n  - a‸'],
    ['hcl', 'azs = { prod = ‸ }', ['a'], 'azs = { prod = ["a"]‸ }'],
    ['hcl', 'azs = ‹x == "y"›', ['a'], 'azs = ["a"]‸'],
    ['yaml', 'azs: [!Ref x, ‸]', ['a'], 'azs: [!Ref x, a‸]'],
    ['hcl', 'args = ["--zone=a", ‹"b"›]', ['c'], 'args = ["--zone=a", "c"‸]'],
    ['hcl', 'args = ["a b=c"‸]', ['d'], 'args = ["a b=c", "d"‸]'],
    ['yaml', 'env:\n  - AZ=x\n  - ‸', ['a'], 'env:\n  - AZ=x\n  - a‸'],
    ['hcl', 'a = {\n  azs = ‸\n  "b" = 1\n}', ['x'], 'a = {\n  azs = ["x"]‸\n  "b" = 1\n}'],
    ['hcl', 'zone = "‹${x}›"', ['a']],
    ['yaml', 'args:\n  - --zones=‸,x,‸', ['a']],
  ]
  for (const [format, before, names, after] of named) {
    it(`are called ${JSON.stringify(names)}, in ${format}: ${JSON.stringify(before)}`, () => {
      assert.equal(insertAtMarks(before, names.map(toZone), format), after)
    })
  }

  const refused: [reason: string, offset: number, document: string, inserted?: InsertedZone[]][] = [
    ['takesIds', 19, 'azs = [‸]\naz_ids = [‸]', [frankfurt, { name: 'us-east-1c' }]],
    ['noValueAllowed', 8, 'a = [‸]\nb‸ {}\nzone = "x‸"'],
    ['takesSingleZone', 14, 'a = [‸]\nzone = ‸'],
    ['alreadyListed', 31, 'a = ["us-east-1a", "us-east-1b"‸]\nb = [‸"us-east-1b", "us-east-1a"]'],
  ]
  for (const [reason, offset, document, inserted = zones] of refused) {
    it(`are not written for the reason ${reason}: ${JSON.stringify(document)}`, () => {
      const { text, selections } = parseMarked(document)
      const result = insertZones(text, selections, inserted, 'hcl', '\n')
      assert.ok(!result.isAllowed)
      assert.deepEqual([result.reason, result.offset], [reason, offset])
    })
  }

  it('are written at every cursor, and replace nothing but white space', () => {
    const cursors = fc.array(fc.nat(100), { minLength: 1, maxLength: 5 })
    const property = fc.property(
      document,
      cursors,
      names,
      formats,
      eols,
      (text, positions, zoneNames, format, eol) => {
        const offsets = new Set(positions.map((position) => position % (text.length + 1)))
        const selections = [...offsets].map((start) => ({ start, end: start }))
        const result = insertZones(text, selections, zoneNames.map(toZone), format, eol)
        if (!result.isAllowed) {
          assert.ok(result.offset <= text.length)
          return
        }
        const { edits, writtenRanges } = result
        assert.equal(writtenRanges.length, selections.length)
        let position = 0
        let newLength = 0
        for (const { start, end, text: insertedText } of edits) {
          assert.ok(start >= position && end >= start && end <= text.length)
          const replaced = text.slice(start, end)
          assert.ok(replaced.trim() === '' || insertedText.includes(replaced))
          newLength += start - position + insertedText.length
          position = end
        }
        newLength += text.length - position
        for (const { end } of writtenRanges) assert.ok(end <= newLength)
      },
    )
    fc.assert(property)
  })
})

const names = fc.array(anyText, { minLength: 1, maxLength: 3 })
const formats = fc.constantFrom('hcl', 'yaml', 'json', 'plain')
const eols = fc.constantFrom('\n' as const, '\r\n' as const)

/** What makes up documents, and what leaves them unfinished. */
const document = fc
  .array(
    // prettier-ignore
    fc.constantFrom(
      '[', ']', '{', '}', '(', ')', ',', ':', ': ', '=', '"', "'", '\\', '#', '//', '/*', '*/', '- ', '|\n',
      '>-\n', '<<EOT\n', 'EOT', '${', '}"', 'azs', 'zone', 'x', ' ', '  ', '\t', '\n', '\r\n', '\n  ',
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))
