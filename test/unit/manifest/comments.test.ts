import assert from 'node:assert/strict'
import { sources } from './imports.ts'

describe('Manifest: comments and names', () => {
  /** The matches of a pattern in `src`, with their lines. */
  const found = (pattern: RegExp) =>
    [...sources].flatMap(([file, text]) =>
      [...text.matchAll(pattern)].map(
        ({ 0: match, index }) => `${file}:${text.slice(0, index).split('\n').length} ${match}`,
      ),
    )

  it('say what a thing is: no doc comment begins with a question word', () => {
    const riddles = /\/\*\*[\s*]*(What|Whether|How|Where|Who|Which|Those|The same)\b.*/g
    assert.deepEqual(found(riddles), [])
  })

  it('call a limit max: no name begins with most, longest or largest', () => {
    assert.deepEqual(found(/\b(most|longest|largest)[A-Z]\w*/g), [])
  })
})
