import { strict as assert } from 'node:assert'
import { parts } from './extensionParts.ts'
import { useSession } from './helpers.ts'

describe('Values that are written to the global state at the same time', () => {
  useSession()

  it('are found by the check after each test', async () => {
    const { globalState } = parts.context
    await Promise.all(['first', 'second'].map((key) => globalState.update(key, 1)))
    assert.deepEqual(parts.concurrentWrites.splice(0), ['first and second'])
    for (const key of ['first', 'second']) await parts.globalState.update(key, undefined)
  })
})
