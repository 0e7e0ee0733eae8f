import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentFormat } from '../../../src/formats/documentFormat.ts'
import { root } from '../../host/paths.ts'
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
  ]
  for (const [format, before, names, after] of odd) {
    it(`are quoted as they must be: ${format}, ${JSON.stringify(names)}`, () => {
      assert.equal(inserted(before, names, format), after)
    })
  }
})
