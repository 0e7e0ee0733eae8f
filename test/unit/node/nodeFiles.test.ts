import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readLocalFile } from '../../../src/node/nodeFiles.ts'
import { temporaryDirectory } from '../../host/processes.ts'

describe('Zone checks: A file of this computer', () => {
  const folder = temporaryDirectory()
  const path = join(folder, 'zones.yaml')

  for (const length of [0, 1, 99_999, 100_000]) {
    it(`is read if it has ${length} bytes of at most 100,000`, async () => {
      const written = Buffer.alloc(length, 'zone: a\n')
      await writeFile(path, written)
      const read = await readLocalFile(path, 100_000)
      assert.deepEqual(Buffer.from(read ?? 'undefined'), written)
    })
  }

  it('isn’t read if it is longer', async () => {
    await writeFile(path, Buffer.alloc(100_001))
    assert.equal(await readLocalFile(path, 100_000), undefined)
  })

  it('isn’t read if it is missing, or a folder', async () => {
    await assert.rejects(readLocalFile(join(folder, 'missing.yaml'), 100_000))
    await assert.rejects(readLocalFile(folder, 100_000))
  })

  it('isn’t read if it is a named pipe, which nobody may ever write to', async function () {
    if (process.platform === 'win32') return this.skip()
    const pipe = join(folder, 'pipe.yaml')
    execFileSync('mkfifo', [pipe])
    await assert.rejects(readLocalFile(pipe, 100_000))
  })
})
