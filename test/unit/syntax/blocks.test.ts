import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import type { CodeFormat } from '../../../src/contributions.ts'
import { blockAt, type Block } from '../../../src/syntax/blocks.ts'
import { startRunEnd } from '../properties/anyTexts.ts'
import { readBlocks } from './atOnce.ts'

/** Returns a block as a line: its head, its values, and its children. */
function describeBlock({ header, values, children }: Block): string {
  const entries = [...values].map(([key, ofKey]) => {
    const texts = ofKey.map(({ text, kind }) => (kind === 'text' ? text : `${kind}:${text}`))
    return `${key}=${texts.join('|')}`
  })
  return `${header.join(' ')}{${[...entries, ...children.map(describeBlock)].join(' ')}}`
}

const cases: [what: string, language: CodeFormat, text: string, expected: string][] = [
  ['blocks', 'hcl', 'a "b" "c" {\n  d = "e"\n  f {\n    g = 1\n  }\n}', '{a b c{d=e f{g=1}}}'],
  ['objects', 'hcl', 'a = { b = "c", d = ["e", "f"] }', '{a{b=c d=e|f}}'],
  ['objects in lists', 'hcl', 'a = [{ b = 1 }, { b = 2 }]', '{a{b=1} a{b=2}}'],
  ['references', 'hcl', 'a = b.c.d\ne = "${f.g}"', '{a=reference:b.c.d e=reference:f.g}'],
  ['conditions', 'hcl', 'a = b ? "c" : "d"\ne = "f"', '{a=other:b|c|d e=f}'],
  ['comparisons', 'hcl', 'a = "b" == c', '{a=other:b}'],
  [
    'templates',
    'hcl',
    'a = "b-${c}"\nd = "%{ if e }f%{ endif }"',
    '{a=other:b-${c} d=other:%{ if e }f%{ endif }}',
  ],
  [
    'calls',
    'hcl',
    'a = toset(["b"])\nc = merge({ d = 1 })',
    '{a=other:toset|b c=other:merge c{d=1}}',
  ],
  ['comments', 'hcl', 'a = "b" # c\n# d = "e"\n/* f = "g" */', '{a=b}'],
  ['heredocs', 'hcl', 'a = <<E\nb = "c"\nE\nd = "e"', '{a=other: d=e}'],
  ['unclosed lists', 'hcl', 'a = ["b"\nc = "d"', '{a=b c=d}'],
  ['unclosed strings', 'hcl', 'a = "b\nc = "d"', '{a=other:b c=d}'],
  ['maps', 'yaml', 'a: b\nc:\n  d: e\n  f: {g: h}\ni: "j"', '{a=b i=j c{d=e f{g=h}}}'],
  ['items', 'yaml', 'a:\n- b: 1\n  c: 2\n- b: 3\n', '{a{b=1 c=2} a{b=3}}'],
  ['lists', 'yaml', 'a:\n  - b\n  - c\nd: [e, f]', '{a=b|c d=e|f}'],
  ['documents', 'yaml', 'a: b\n---\nc: d\n', '{a=b} {c=d}'],
  ['aliases, anchors, and tags', 'yaml', 'a: &x b\nc: *x\nd: !!str e', '{a=b c=other:*x d=e}'],
  ['templates', 'yaml', 'a: {{ .b }}\nc: d-{{ e }}', '{a=other:{{ .b }} c=other:d-{{ e }}}'],
  ['long texts', 'yaml', 'a: b\n  c\nd: |\n  e: f\ng: h', '{a=other:b d=other: g=h}'],
  ['objects', 'json', '{"a": {"b": "c"}, "d": [1, "e"]}', '{{d=1|e a{b=c}}}'],
  ['escapes', 'json', '{"a": "b\\"c"}', '{{a=other:b\\"c}}'],
]

describe('Zone formats: The blocks of a text', () => {
  for (const [what, language, text, expected] of cases) {
    it(`have the ${what} of ${language}`, () => {
      assert.equal(readBlocks(text, language).blocks.map(describeBlock).join(' '), expected)
      const windows = readBlocks(text.replaceAll('\n', '\r\n'), language).blocks
      assert.equal(windows.map(describeBlock).join(' '), expected)
    })
  }

  it('are found by an offset, the innermost first', () => {
    const text = 'a {\n  b {\n    c = "d"\n  }\n  e = "f"\n}\ng {\n}'
    const blocks = readBlocks(text, 'hcl').blocks
    const headAt = (part: string) => blockAt(blocks, text.indexOf(part))?.header[0]
    assert.deepEqual(['d', 'f', 'g {'].map(headAt), ['b', 'a', 'g'])
    const yaml = 'a:\n  - b: c\n    d: e\n  - f: g\n'
    const items = readBlocks(yaml, 'yaml').blocks
    assert.equal(blockAt(items, yaml.indexOf('e'))?.start, yaml.indexOf('b'))
    assert.equal(blockAt(items, yaml.indexOf('g'))?.start, yaml.indexOf('f'))
  })

  it('are nested, in the order of the text, whatever the text is', () => {
    for (const language of ['hcl', 'yaml', 'json'] as const) {
      const property = fc.property(texts, ([head, run, tail]) => {
        const text = head + run.repeat(20) + tail
        const check = ({ start, end, children, values }: Block): void => {
          assert.ok(start <= end && end <= text.length)
          for (const { text: value, start: from, end: to, kind } of [...values.values()].flat()) {
            if (kind === 'text') assert.equal(text.slice(from, to), value)
            assert.ok(from >= start && to <= end)
          }
          for (const [index, child] of children.entries()) {
            assert.ok(child.start >= (children[index - 1]?.start ?? start) && child.end <= end)
            check(child)
          }
        }
        readBlocks(text, language).blocks.forEach(check)
      })
      fc.assert(property, { numRuns: 300 })
    }
  })
})

// prettier-ignore
const parts = [
  ' ', '\n', '\n ', '- ', '"', "'", '\\', '[', ']', '{', '}', '(', ')', '{{', '}}', '%{', '${', ',', ':', ': ', '= ', '==',
  '#', '/*', '*/', '<<A\n', 'A\n', '|', ': |\n', '&x ', '*x ', '!x ', '---\n', 'a', 'a: ', 'a = "', 'a: [', 'a = [', '"a":"',
  'toset(', 'a "b" {\n', 'machine_pool {\n', 'name = "a"\n', 'name: a\n', '- name: a\n', '\u2028', 'a: "x\n ',
]
const texts = startRunEnd(parts)
