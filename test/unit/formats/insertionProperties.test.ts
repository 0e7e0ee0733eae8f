import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { insertNames } from '../../../src/formats/insertion.ts'
import { anyText } from '../properties/anyTexts.ts'

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

describe('Zone formats: zones in any document', () => {
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
        if (typeof made === 'number') return assert.ok(made <= text.length)
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
