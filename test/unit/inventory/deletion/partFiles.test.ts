import assert from 'node:assert/strict'
import type { Uri } from 'vscode'
import { PartFiles, type StoredPart } from '../../../../src/inventory/deletion/partFiles.ts'
import { FakeFiles } from '../../../fakeVscode/files.ts'

const folder = '/deletions'
const uri = (path: string): Uri => ({ path, with: ({ path: other }: Uri) => uri(other) }) as Uri
const part = (id: string, isAccepted = true): StoredPart => {
  return { id, kind: 'answered', stamp: undefined, value: { isAccepted } }
}
const full = () => {
  throw new Error('No space left on device')
}

describe('Inventory: the parts of records in files', () => {
  let files: FakeFiles
  let changes = 0
  const open = () =>
    new PartFiles(files.of({ whileOpen: (work) => work() }), uri(folder), () => {
      changes++
    })
  const ids = async (window: PartFiles) => {
    await window.refresh()
    return [...window.all].map(({ id }) => id).sort((a, b) => a.localeCompare(b))
  }
  beforeEach(() => (files = new FakeFiles()))

  it('are none where there is no folder, and what was written in every window that looks', async () => {
    const [one, two] = [open(), open()]
    assert.deepEqual(await ids(one), [])
    await one.write(part('a'))
    await one.write(part('b'))
    assert.deepEqual(await ids(two), ['a', 'b'])
    const before = [changes, files.reads]
    assert.deepEqual([await ids(two), changes, files.reads], [['a', 'b'], ...before])
  })

  it('are seen by one of two windows at least that write at the same time', async () => {
    for (let times = 0; times < 20; times++) {
      files = new FakeFiles()
      const windows = [open(), open()]
      await Promise.all(windows.map((one, index) => one.writeAndRead(part(`of-${index}`))))
      const counts = windows.map((one) => [...one.all].length)
      assert.ok(Math.max(...counts) === 2, String(counts))
    }
  })

  it('are seen where another window replaces one by another between the list and the reading', async () => {
    const window = open()
    const [old, by] = ['overdue', 'answered'].map((kind) => `${folder}/a.${kind}.json`) as [
      string,
      string,
    ]
    files.put(old, '{"isAccepted":true}')
    files.onCall = (name) => {
      if (name !== 'readFile') return
      files.put(by, '{"isAccepted":true}')
      files.drop(old)
    }
    await window.writeAndRead(part('b'))
    assert.deepEqual(
      window.all.map(({ id, kind }) => `${id} ${kind}`),
      ['b answered', 'a answered'],
    )
  })

  it('are deleted by one window only', async () => {
    const windows = [open(), open(), open()]
    await windows[0]?.write(part('a'))
    for (const one of windows) await one.refresh()
    const won = await Promise.all(windows.map((one) => one.delete(part('a'))))
    assert.deepEqual(won.filter(Boolean), [true])
    assert.deepEqual(await Promise.all(windows.map(ids)), [[], [], []])
  })

  it('are not there while they are partially written, or are of another version', async () => {
    const window = open()
    files.put(`${folder}/a.answered.json`, '{"isAcc')
    files.put(`${folder}/b.answered.json`, '{"is":"other"}')
    files.put(`${folder}/c.later.json`, '{}')
    assert.deepEqual(await ids(window), [])
    files.put(`${folder}/a.answered.json`, '{"isAccepted":true}')
    assert.deepEqual(await ids(window), ['a'])
  })

  for (const [what, fail] of [
    ['a full disk', full],
    ['a file that is left empty', undefined],
  ] as const) {
    it(`leave none where they can’t be written, and are deleted: ${what}`, async () => {
      const window = open()
      let times = 0
      const once = () => (times++ === 0 ? full() : undefined)
      if (fail) files.onWrite = once
      else files.onEmptied = once
      await assert.rejects(window.writeAndRead(part('a')), /No space left/)
      await window.delete(part('a'))
      assert.deepEqual([await ids(window), files.paths], [[], []])
    })
  }

  it('reject where another one can’t be read, which may be about the same pool', async () => {
    const [one, two] = [open(), open()]
    await one.write(part('a'))
    files.onCall = (name) => {
      if (name === 'readFile') throw new Error('EBUSY: the file is in use')
    }
    await assert.rejects(two.writeAndRead(part('b')), /EBUSY/)
    files.onWrite = full
    await assert.rejects(two.delete(part('b')), /No space left/)
    assert.deepEqual(await ids(two), ['b'])
  })

  it('are valid in their window where they can’t be written, and written later', async () => {
    const [one, two] = [open(), open()]
    files.onWrite = full
    await assert.rejects(one.write(part('a')), /No space left/)
    assert.deepEqual([await ids(one), await ids(two)], [['a'], []])
    files.onWrite = () => {}
    assert.deepEqual([await ids(one), await ids(two)], [['a'], ['a']])
  })

  it('count as deleted by the window that could not write them', async () => {
    const window = open()
    files.onWrite = full
    await assert.rejects(window.write(part('a')))
    files.onWrite = () => {}
    assert.equal(await window.delete(part('a')), true)
  })

  it('are never of the future, where the clock was set back', async () => {
    const window = open()
    files.put(`${folder}/a.dismissed.json`, `{"at":${Date.now() + 3_600_000}}`)
    await window.refresh()
    const times = [...window.all].map(({ value }) => (value as { at: number }).at)
    assert.ok(times.length === 1 && times.every((at) => at <= Date.now()))
  })
})
