import assert from 'node:assert/strict'
import type { Uri } from 'vscode'
import { PartFiles } from '../../../src/deletion/partFiles.ts'
import type { StoredPart } from '../../../src/deletion/partFolder.ts'
import { testClock } from '../../clock.ts'
import { FakeFiles } from '../../fakeVscode/files.ts'
import { until } from '../../until.ts'

const folder = '/deletions'
const uri = (path: string): Uri => ({ path, with: ({ path: other }: Uri) => uri(other) }) as Uri
const part = (id: string, isAccepted = true): StoredPart => {
  return { id, kind: 'answered', stamp: undefined, value: { isAccepted } }
}
const sent = {
  baseUrl: 'https://api.example.com',
  provider: 'aws',
  configUid: 'c1',
  machinePoolName: 'gpu',
  connection: 'home',
  sentAt: 1,
}
const full = () => {
  throw new Error('No space left on device')
}

describe('Deletion: The parts of records in files', () => {
  let files: FakeFiles
  let changes = 0
  const open = () =>
    new PartFiles(files.forWindow({ whileOpen: (work) => work() }), uri(folder), () => {
      changes++
    })
  const ids = async (window: PartFiles) => {
    await window.refresh()
    return [...window.all].map(({ id }) => id).sort((a, b) => a.localeCompare(b))
  }
  beforeEach(() => {
    files = new FakeFiles()
    changes = 0
  })

  afterEach(() => testClock.reset())

  it('are none without a folder, and then the same in every window', async () => {
    const [first, second] = [open(), open()]
    assert.deepEqual(await ids(first), [])
    await first.write(part('a'))
    await first.write({ ...part('b'), stamp: 'x-1' })
    assert.deepEqual(await ids(second), ['a', 'b'])
    assert.deepEqual(second.all, first.all)
    // Told once for each part in `one`, for both in `two`, and read no more than once.
    assert.deepEqual([await ids(second), changes, files.reads], [['a', 'b'], 3, 2])
  })

  it('are read by at least one of two windows that write at the same time', async () => {
    for (let times = 0; times < 20; times++) {
      files = new FakeFiles()
      const windows = [open(), open()]
      await Promise.all(windows.map((window, index) => window.writeAndRead(part(`of-${index}`))))
      const counts = windows.map((window) => [...window.all].length)
      assert.ok(Math.max(...counts) === 2, String(counts))
    }
  })

  it('are read although another window replaces a file between listing and reading', async () => {
    const window = open()
    const [old, by] = ['overdue', 'answered'].map((kind) => `${folder}/a.${kind}.json`) as [
      string,
      string,
    ]
    const put = (path: string) => files.writeSilently(path, '{"isAccepted":true}')
    put(old)
    put(`${folder}/c.answered.json`)
    files.onCall = (name) => {
      if (name !== 'readFile') return
      put(by)
      files.deleteSilently(old)
    }
    await window.writeAndRead(part('b'))
    const known = () => window.all.map(({ id, kind }) => `${id} ${kind}`).sort()
    assert.deepEqual(known(), ['a answered', 'b answered', 'c answered'])
    // Known before, and in neither place while the files are listed.
    files.onCall = (name) => {
      if (name !== 'readDirectory') return
      if (files.paths.includes(by)) files.deleteSilently(by)
      else put(old)
    }
    await window.writeAndRead(part('b'))
    assert.deepEqual(known(), ['a overdue', 'b answered', 'c answered'])
    // Listed each time, and never there.
    const lost = `${folder}/d.answered.json`
    files.onCall = (name) => (name === 'readDirectory' ? put(lost) : files.deleteSilently(lost))
    await window.refresh()
    assert.equal(known().length, 3)
  })

  it('are deleted by one window only', async () => {
    const windows = [open(), open(), open()]
    await windows[0]?.write(part('a'))
    for (const window of windows) await window.refresh()
    const won = await Promise.all(windows.slice(1).map((window) => window.delete(part('a'))))
    assert.deepEqual(won.filter(Boolean), [true])
    // The first one learns it from the folder.
    assert.deepEqual([await Promise.all(windows.map(ids)), changes], [[[], [], []], 6])
  })

  it('are ignored while partially written, or of another version', async () => {
    const window = open()
    files.writeSilently(`${folder}/a.answered.json`, '{"isAcc')
    files.writeSilently(`${folder}/b.answered.json`, '{"is":"other"}')
    files.writeSilently(`${folder}/c.later.json`, '{}')
    for (const name of ['.d.answered.json', 'd.answered.json.tmp'])
      files.writeSilently(`${folder}/${name}`, '{"isAccepted":true}')
    await window.writeAndRead(part('e'))
    assert.deepEqual(await ids(window), ['e'])
    const path = `${folder}/a.answered.json`
    files.writeSilently(path, '{"isAccepted":true}')
    assert.deepEqual(await ids(window), ['a', 'e'])
    files.deleteSilently(path)
    assert.deepEqual(await ids(window), ['e'])
    testClock.putForward(2)
    files.writeSilently(path, '{"isAccepted":true}')
    assert.deepEqual(await ids(window), ['a', 'e'])
  })

  for (const [what, fail] of [
    ['a full disk', full],
    ['a file that is left empty', undefined],
  ] as const) {
    it(`leave no file if they can’t be written, and are deleted: ${what}`, async () => {
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

  for (const call of ['readDirectory', 'readFile']) {
    it(`fail if another part may be about the same pool: ${call} fails`, async () => {
      const [first, second] = [open(), open()]
      await first.write(part('a'))
      files.onCall = (name) => {
        if (name === call) throw new Error('EBUSY: the file is in use')
      }
      await assert.rejects(second.writeAndRead(part('b')), /EBUSY/)
      files.onCall = () => {}
      files.onWrite = full
      await assert.rejects(second.delete(part('b')), /No space left/)
      files.onWrite = () => {}
      assert.deepEqual(await ids(second), ['a', 'b'])
    })
  }

  it('are valid in their window if they can’t be written, and written later', async () => {
    const [first, second] = [open(), open()]
    files.onWrite = full
    await assert.rejects(first.write(part('a')), /No space left/)
    assert.deepEqual([await ids(first), await ids(second)], [['a'], []])
    files.onWrite = () => {}
    assert.deepEqual([await ids(first), first.isUnsaved(part('a'))], [['a'], false])
    assert.deepEqual(await ids(second), ['a'])
    // So are they if somebody deletes the folder.
    files.deleteAllSilently()
    assert.deepEqual([await ids(first), await ids(first), files.paths.length], [['a'], ['a'], 1])
  })

  it('count as deleted by the window that could not write them', async () => {
    const window = open()
    files.onWrite = full
    await assert.rejects(window.write(part('a')))
    files.onWrite = () => {}
    assert.deepEqual([await window.delete(part('a')), window.all], [true, []])
    await window.write(part('a'))
    assert.deepEqual(await ids(window), ['a'])
  })

  it('are read although a folder has the name of a part', async () => {
    const window = open()
    files.writeSilently(`${folder}/a.sent.json/inner`, '')
    files.onCall = (name) => {
      if (name === 'readFile') throw new Error('EISDIR: illegal operation on a directory')
    }
    await window.writeAndRead(part('b'))
    assert.deepEqual(await ids(window), ['b'])
  })

  it('are not read from a file that is larger than any part', async () => {
    const window = open()
    const padding = ' '.repeat(4_000_000)
    files.writeSilently(`${folder}/a.answered.json`, `{"isAccepted":true}${padding}`)
    assert.deepEqual([await ids(window), files.reads], [[], 0])
    const value = { at: 1, left: 1, lostAt: undefined }
    const stamp = 'x'.repeat(10)
    await window.write({ id: 'b', kind: 'seen', stamp, value })
    const huge = { ...sent, machinePoolName: padding }
    await assert.rejects(window.write({ id: 'c', kind: 'sent', value: huge }), /too large/)
  })

  it('are read from a broken file for a minute, and then no more', async () => {
    const window = open()
    for (let index = 0; index < 100; index++) {
      files.writeSilently(`${folder}/broken-${index}.answered.json`, '{"isAcc')
    }
    await window.refresh()
    testClock.putForward(0.6)
    await window.writeAndRead(part('a'))
    assert.equal(files.reads, 200)
    testClock.putForward(0.6)
    await window.refresh()
    await window.writeAndRead(part('b'))
    assert.equal(files.reads, 200)
  })

  it('are valid in their window before they are written, and hidden before they are deleted', async () => {
    const window = open()
    const known = () => window.all.map(({ id }) => id)
    const writing = window.write(part('a'))
    assert.deepEqual(known(), ['a'])
    await writing
    for (const _ of ['first', 'again']) window.hide([part('a'), part('unknown')])
    assert.deepEqual([known(), window.isLeft(part('a')), changes], [[], true, 2])
    assert.equal(window.isLeft(part('unknown')), false)
    files.onWrite = full
    await window.deleteAll([part('a')])
    assert.deepEqual([known(), changes], [['a'], 3])
    files.onWrite = () => {}
    window.hide([part('a')])
    await window.deleteAll([part('a')])
    assert.deepEqual([known(), window.isLeft(part('a')), changes], [[], false, 4])
    const hidden = [window.refresh(), window.write(part('b'))]
    window.hide([part('b')])
    await Promise.all(hidden)
    assert.deepEqual([known(), files.paths], [[], []])
  })

  it('are deleted once, also if several callers delete them at the same time', async () => {
    const window = open()
    await window.write(part('a'))
    const deleted: string[] = []
    files.onCall = (name, path) => {
      if (name === 'delete') deleted.push(path)
    }
    await Promise.all([window.deleteAll([part('a')]), window.deleteAll([part('a')])])
    assert.equal(deleted.length, 1)
    assert.deepEqual(window.all, [])
  })

  it('are deleted again if their write ends after their deletion', async () => {
    testClock.shorten('storage', 10)
    const window = open()
    const { promise, resolve } = Promise.withResolvers<void>()
    files.onCall = (name) => (name === 'writeFile' ? promise : undefined)
    await assert.rejects(window.write(part('a')), /hasn’t responded/)
    assert.equal(await window.delete(part('a')), true)
    testClock.reset()
    let wasWritten = false
    files.onEmptied = () => {
      wasWritten = true
    }
    resolve()
    await until('the late write', () => wasWritten)
    await until('the deletion of its file', () => files.paths.length === 0)
    assert.deepEqual(await ids(window), [])
  })

  for (const [what, isDeletable] of [
    ['is read by a refresh first', true],
    ['can’t be deleted at once', false],
  ] as const) {
    it(`stay deleted if their late write leaves a file that ${what}`, async () => {
      testClock.shorten('storage', 10)
      const window = open()
      const { promise, resolve } = Promise.withResolvers<void>()
      files.onCall = (name) => (name === 'writeFile' ? promise : undefined)
      await assert.rejects(window.write(part('a')), /hasn’t responded/)
      const failDeletion = (name: string) => {
        if (name === 'delete' && !isDeletable) throw new Error('EBUSY: the file is in use')
      }
      files.onCall = failDeletion
      assert.equal(await window.delete(part('a')), true)
      testClock.reset()
      // Hangs like the write, and goes on once that has ended, before what follows the write is done.
      files.onCall = async (name) => {
        failDeletion(name)
        if (name !== 'readDirectory') return
        resolve()
        await until('the late write', () => files.paths.length > 0)
      }
      assert.deepEqual(await ids(window), [])
      files.onCall = () => {}
      await window.refresh()
      await until('the deletion of its file', () => files.paths.length === 0)
      assert.deepEqual(await ids(window), [])
    })
  }

  it('are written by a call that was late, and not once more', async () => {
    testClock.shorten('storage', 10)
    const window = open()
    const { promise, resolve } = Promise.withResolvers<void>()
    let writes = 0
    files.onCall = (name) => {
      if (name !== 'writeFile') return undefined
      writes++
      return promise
    }
    await assert.rejects(window.write(part('a')), /hasn’t responded/)
    testClock.shorten('storage', 3_600_000) // A refresh that waited for the call would take so long.
    for (let times = 0; times < 3; times++) await window.refresh()
    assert.deepEqual([writes, window.isUnsaved(part('a'))], [1, true])
    testClock.reset()
    resolve()
    await until('the part to be saved', () => !window.isUnsaved(part('a')))
    assert.deepEqual([await ids(open()), writes], [['a'], 1])
  })

  it('are never of the future, even if the clock was set back', async () => {
    const window = open()
    files.writeSilently(`${folder}/a.dismissed.json`, `{"at":${Date.now() + 3_600_000}}`)
    await window.refresh()
    const times = [...window.all].map(({ value }) => (value as { at: number }).at)
    assert.ok(times.length === 1 && times.every((at) => at <= Date.now()))
  })
})
