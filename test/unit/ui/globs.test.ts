import assert from 'node:assert/strict'
import { expandBraces } from '../../../src/documents/globs.ts'

describe('User interface: Patterns of files that the user excludes', () => {
  for (const [pattern, ...all] of [
    ['**/*.tf', '**/*.tf'],
    ['**/*.{tf,hcl}', '**/*.hcl', '**/*.tf'],
    ['{a,b}/{c,d}', 'a/c', 'a/d', 'b/c', 'b/d'],
    ['{a,b{c,d}}', 'a', 'bc', 'bd'],
    ['a{}', 'a'],
    ['a,b', 'a[,]b'],
    ['a{b'],
    ['}{'],
  ]) {
    it(`have no braces within braces: ${pattern}`, () => {
      assert.deepEqual(expandBraces(pattern ?? '').sort(), all)
    })
  }

  it('are bounded, because a folder brings its own', () => {
    assert.deepEqual(expandBraces('{a,b}'.repeat(40)), [])
    assert.deepEqual(expandBraces(`{${','.repeat(300_000)}}`), [])
  })
})
