import assert from 'node:assert/strict'
import { removalOf } from '../../../src/formats/removal.ts'

describe('Zone formats: removing an item of a list', () => {
  const cases: [what: string, before: string, after: string | undefined][] = [
    ['the first', '[“a”, "b"]', '["b"]'],
    ['the last', '["a", “b”]', '["a"]'],
    ['one between', '["a", “b”, "c"]', '["a", "c"]'],
    ['a line', 'x = [\n  "a",\n  “b”,\n]', 'x = [\n  "a",\n]'],
    ['the last line', 'x = [\n  "a",\n  “b”\n]', 'x = [\n  "a"\n]'],
    ['the last line of Windows', '[\r\n  "a",\r\n  “b”,\r\n]', '[\r\n  "a",\r\n]'],
    ['an item of YAML', 'z:\n  - a\n  - ‹b›\n', 'z:\n  - a\n'],
    ['an item of YAML with a comment', 'z:\n- ‹b› # x\n- a\n', 'z:\n- a\n'],
    ['the last of a file', 'z:\n- a\n- ‹b›', 'z:\n- a\n'],
    ['a part of a text', 'z = "a,‹b›"', 'z = "a"'],
    ['the first part of a text', 'z = "‹a›, b"', 'z = "b"'],
    ['one behind a comment', '[\n  "a", # x\n  “b”\n]', undefined],
    ['one behind a comment with a comma', '[\n  "a",\n  # "c",\n  “b”]', undefined],
    ['one behind an item that is commented out', '[\n  "a",\n  // "c",\n  “b”\n]', undefined],
    ['one with an anchor', 'z:\n- &x ‹b›\n- a', undefined],
    ['the only one', '[“a”]', undefined],
    ['a key of JSON', '{ "a": "x", “b”: "y" }', undefined],
    ['a key of HCL in a line', '{ "a" = "x", “b” = "y" }', undefined],
    ['a key of JSON in its line', '{\n  "a": "x",\n  “b” : "y"\n}', undefined],
    ['none', 'z = “a”', undefined],
  ]
  for (const [what, before, after] of cases) {
    it(`${what}: ${JSON.stringify(before)}`, () => {
      const text = before.replaceAll(/[“”]/g, '"').replaceAll(/[‹›]/g, '')
      const isQuoted = before.includes('“')
      const start = before.search(/[“‹]/) + (isQuoted ? 1 : 0)
      const end = before.search(/[”›]/) - (isQuoted ? 0 : 1)
      const quote = isQuoted || text.includes('"') ? '"' : ''
      const range = removalOf(text, { start, end, quote })
      assert.equal(range && text.slice(0, range.start) + text.slice(range.end), after)
    })
  }
})
