import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isLong } from '../../long.ts'

const getPath = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const rounds = isLong ? 300 : 40

/** Lets four windows, which are processes, delete the same three machine pools on a real disk; returns what each did. */
async function runWindows(): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'deletions-'))
  try {
    const args = [getPath('window.ts'), folder, String(rounds)]
    const run = () => promisify(execFile)(process.execPath, args, { maxBuffer: 1e8 })
    const windows = await Promise.all([run(), run(), run(), run()])
    return windows.map(({ stdout }) => stdout.split('\n'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const compare = (first = '', second = '') => first.localeCompare(second)

describe('Deletion: Deletions of four windows on one disk', function () {
  this.timeout(isLong ? 120_000 : 30_000)
  let words: string[][]
  const of = (word: string) => words.filter(([first]) => first === word)

  before(async () => {
    const windows = await runWindows()
    words = windows.flat().map((line) => line.split(' '))
  })

  it('are never two of one pool at the same time', () => {
    const events = [...of('sent'), ...of('answered')]
      .map(([word, id, pool, at = '']) => ({ word, id, pool, at: BigInt(at) }))
      .sort((a, b) => (a.at < b.at ? -1 : 1))
    assert.ok(of('sent').length > rounds / 4, `${of('sent').length} were sent`)
    const underWay = new Map<string | undefined, string | undefined>()
    for (const { word, id, pool } of events) {
      if (word === 'sent') {
        assert.equal(underWay.get(pool), undefined, `${id} was sent too early`)
        underWay.set(pool, id)
      } else underWay.delete(pool)
    }
  })

  it('are reported by one of them, each once', () => {
    const sent = of('sent').map(([, id]) => id)
    const reported = of('told').map(([, id]) => id)
    assert.deepEqual(reported.toSorted(compare), sent.toSorted(compare))
  })
})
