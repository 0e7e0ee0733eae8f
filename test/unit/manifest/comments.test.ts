import assert from 'node:assert/strict'
import { sources } from './imports.ts'

/** Where it holds by now. */
const rooms =
  /^src\/(api|connections|formats|state|node|web|features\/(connectionCheck|connections|help|machinePools|viewCommands|zonesAsJson))\//

describe('Manifest: comments and names', () => {
  /** The matches of a pattern in these rooms, with their lines. */
  const found = (pattern: RegExp) =>
    [...sources]
      .filter(([file]) => rooms.test(file))
      .flatMap(([file, text]) =>
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
