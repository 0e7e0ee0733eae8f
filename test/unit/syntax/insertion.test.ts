import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import type { DocumentFormat } from '../../../src/syntax/documentFormat.ts'
import { root } from '../../host/paths.ts'
import { insertNames } from '../../../src/syntax/insertion.ts'
import { anyText } from '../properties/anyTexts.ts'
import { inserted } from './marked.ts'

const zones = ['us-east-1a', 'us-east-1b']

// Each case has its language, whether one zone is inserted or two, and a title; then a document with its cursors and
// selections, and what it is afterwards, unless nothing is written.
describe('Zone formats: zones in a document', () => {
  const cases = readFileSync(join(root, 'test', 'corpus', 'insertion.txt'), 'utf8')
  for (const entry of cases.split(/^=== /m).slice(1)) {
    const end = entry.indexOf('\n')
    const [, format = '', one, title = ''] = /^(\w+)( one)?: (.*)$/.exec(entry.slice(0, end)) ?? []
    const [before = '', after] = entry.slice(end + 1, -1).split(/\n---\n|\n> nothing$/)
    for (const eol of ['\n', '\r\n'] as const) {
      const text = (of: string) => of.replaceAll('\n', eol)
      it(`${title}: ${JSON.stringify(text(before))}`, () => {
        const some = one ? ['eu-central-1b'] : zones
        const result = inserted(text(before), some, format as DocumentFormat, eol)
        assert.equal(result, after === '' ? undefined : text(after ?? ''))
      })
    }
  }

  const odd: [format: DocumentFormat, before: string, names: readonly string[], after: string][] = [
    ['hcl', 'azs = ‸', ['a${b}"%{c}'], 'azs = ["a$${b}\\"%%{c}"]‸'],
    ['json', '[‸]', ['a"\\\n'], '["a\\"\\\\\\n"‸]'],
    ['yaml', 'azs:\n  - ‸', ['1', 'no', 'x'], 'azs:\n  - "1"\n  - "no"\n  - x‸'],
    ['yaml', "zone: '‸'", ["it's"], "zone: 'it''s‸'"],
    ['plain', '\t ‸ [', ['a\nb', 'c'], '\t a b\n\t c‸ ['],
    ['yaml', 'azs:\n\t\t‸', ['a', 'b'], 'azs:\n  - a\n  - b‸'], // it allows no tabs
    ['yaml', 'a: b\n---\n‸\n', ['a', 'b'], 'a: b\n---\n- a\n- b‸\n'],
  ]
  for (const [format, before, names, after] of odd) {
    it(`are quoted as they must be: ${format}, ${JSON.stringify(names)}`, () => {
      assert.equal(inserted(before, names, format), after)
    })
  }

  it('are written at every spot, and all else stays but for white space', () => {
    const spots = fc.array(fc.nat(100), { minLength: 1, maxLength: 5 })
    const property = fc.property(
      document,
      spots,
      names,
      formats,
      eols,
      (text, at, some, format, eol) => {
        const offsets = [...new Set(at.map((one) => one % (text.length + 1)))]
        const all = offsets.map((start) => ({ start, end: start }))
        const made = insertNames(text, all, some, format, eol)
        if (!made.isAllowed) return assert.ok(made.offset <= text.length)
        const { edits, written: places } = made
        assert.equal(places.length, all.length)
        let position = 0
        let result = ''
        for (const { start, end, text: written } of edits) {
          assert.ok(start >= position && end >= start && end <= text.length)
          const replaced = text.slice(start, end)
          assert.ok(replaced.trim() === '' || written.includes(replaced))
          result += text.slice(position, start) + written
          position = end
        }
        for (const { end } of places) assert.ok(end <= result.length + text.length - position)
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
