import assert from 'node:assert/strict'
import type { Uri } from 'vscode'
import { setClock, systemClock } from '../../../src/api/clock.ts'
import { changeRecord, createRecord } from '../../../src/inventory/recordChange.ts'
import { RecordFiles } from '../../../src/inventory/recordFiles.ts'
import { testClock } from '../../clock.ts'
import { FakeFiles } from '../../fakeVscode/files.ts'

interface Note {
  text: string
  by: string[]
}

const folder = '/kept'
const uri = (path: string): Uri => ({ path, with: ({ path: other }: Uri) => uri(other) }) as Uri
const readNote = (stored: unknown) =>
  typeof (stored as Partial<Note>).text === 'string' ? (stored as Note) : undefined
const signed = (name: string) => (now: Note | undefined) =>
  now && { ...now, by: [...new Set([...now.by, name])].sort() }

describe('State: records in files', () => {
  let files: FakeFiles
  const open = () => {
    const records = new RecordFiles(
      files.of({ isClosed: false, whileOpen: (work) => work }),
      uri(folder),
      readNote,
    )
    return Object.assign(records, {
      change: (id: string, change: (now: Note | undefined) => Note | undefined) =>
        changeRecord(records, id, change),
      create: (id: string, note: Note) => createRecord(records, id, note),
    })
  }
  before(() => {
    setClock(testClock)
    testClock.shorten('saving', 1)
  })
  beforeEach(() => (files = new FakeFiles()))
  after(() => {
    testClock.reset()
    setClock(systemClock)
  })

  it('are none where there is no folder', async () => {
    const records = open()
    assert.equal(await records.refresh(), false)
    assert.equal(records.all.size, 0)
  })

  it('are what was written, in every window that looks', async () => {
    const [one, two] = [open(), open()]
    await one.change('a', () => ({ text: 'A', by: [] }))
    assert.equal(await two.refresh(), true)
    assert.deepEqual([...two.all], [['a', { text: 'A', by: [] }]])
    assert.equal(await two.refresh(), false)
    await two.change('a', (now) => now && { ...now, text: 'B' })
    await one.refresh()
    assert.equal(one.all.get('a')?.text, 'B')
    await one.change('a', () => undefined)
    await two.refresh()
    assert.deepEqual([two.all.size, files.paths.length], [0, 0])
  })

  it('leave one file each', async () => {
    const records = open()
    for (const text of 'abc') await records.change('x', () => ({ text, by: [] }))
    await records.change('y', () => ({ text: 'y', by: [] }))
    assert.equal(files.paths.length, 2)
  })

  it('write nothing where nothing is new', async () => {
    const records = open()
    await records.change('a', () => ({ text: 'A', by: [] }))
    files.onWrite = (path) => assert.fail(`${path} was written`)
    await records.change('a', (now) => now && { ...now })
    await records.change('b', (now) => now)
  })

  it('are never half of what they should be', async () => {
    const [one, two] = [open(), open()]
    const text = 'x'.repeat(1000)
    await one.change('a', () => ({ text, by: [] }))
    const writing = (async () => {
      for (let n = 0; n < 50; n++) await one.change('a', () => ({ text: text + n, by: [] }))
    })()
    while (!two.all.get('a')?.text.endsWith('x49')) {
      await two.refresh()
      const seen = two.all.get('a')
      assert.ok(seen && seen.text.length >= 1000, 'it seems to be gone, or cut')
    }
    await writing
  })

  it('lose nothing where windows change different ones at once', async () => {
    const windows = [open(), open(), open()]
    await Promise.all(
      windows.flatMap((window, at) =>
        [1, 2, 3, 4].map((n) => window.change(`${at}-${n}`, () => ({ text: 'x', by: [] }))),
      ),
    )
    const fresh = open()
    await fresh.refresh()
    assert.equal(fresh.all.size, 12)
  })

  it('lose nothing where windows change the same one at once', async () => {
    for (let times = 0; times < 30; times++) {
      files = new FakeFiles()
      const windows = ['one', 'two', 'three'].map((name) => ({ name, records: open() }))
      await windows[0]?.records.change('a', () => ({ text: 'A', by: [] }))
      for (const { records } of windows) await records.refresh()
      await Promise.all(windows.map(({ name, records }) => records.change('a', signed(name))))
      const fresh = open()
      await fresh.refresh()
      assert.deepEqual(fresh.all.get('a')?.by, ['one', 'three', 'two'])
      await fresh.change('a', signed('four'))
      assert.equal(files.paths.length, 1)
    }
  })

  it('are one where several windows make the same', async () => {
    for (let times = 0; times < 30; times++) {
      files = new FakeFiles()
      const made = { text: 'A', by: [] }
      await Promise.all([1, 2, 3].map(() => open().change('a', (now) => now ?? made)))
      const fresh = open()
      await fresh.refresh()
      assert.deepEqual(fresh.all.get('a'), made)
      assert.equal(files.paths.length, 1)
    }
  })

  it('of two windows that make one, at least one sees the other', async () => {
    for (let times = 0; times < 100; times++) {
      files = new FakeFiles()
      const seen = await Promise.all(
        ['one', 'two'].map(async (name, nth) => {
          const records = open()
          const turns = nth * Math.floor(times / 2)
          for (let turn = 0; turn < turns; turn++) await Promise.resolve()
          const note = { text: name, by: [] }
          await (times % 2 === 0 ? records.create(name, note) : records.change(name, () => note))
          return records.all.size
        }),
      )
      assert.ok(seen.includes(2), seen.join())
    }
  })

  it('cost no more calls of the file system than that takes', async () => {
    const records = open()
    const calls: string[] = []
    files.onCall = (name) => calls.push(name)
    await records.create('a', { text: 'A', by: [] })
    assert.deepEqual(calls.splice(0), ['writeFile', 'readDirectory'])
    await records.change('a', signed('one'))
    const changing = ['readDirectory', 'writeFile', 'readDirectory', 'delete']
    assert.deepEqual(calls.splice(0), changing)
    await records.refresh()
    assert.deepEqual(calls.splice(0), ['readDirectory'])
    const other = open()
    await other.refresh()
    assert.deepEqual([...records.all], [...other.all])
  })

  it('are not left behind where those of others cannot be looked for', async () => {
    const records = open()
    files.onCall = (name) => {
      if (name === 'readDirectory') throw new Error('Too many open files')
    }
    await assert.rejects(records.create('a', { text: 'A', by: [] }), /Too many/)
    assert.deepEqual([records.all.size, files.paths.length], [0, 0])
  })

  it('that cannot be read are left alone, and do not cost the others', async () => {
    files.put(`${folder}/broken.1.w.json`, '{')
    files.put(`${folder}/other.1.w.json`, '{"of":"another version"}')
    files.put(`${folder}/readme.txt`, 'x')
    const records = open()
    await records.change('a', () => ({ text: 'A', by: [] }))
    assert.deepEqual([...records.all.keys()], ['a'])
    assert.equal(files.paths.length, 4)
  })

  it('stand as they were before, where a window has ended half-way', async () => {
    const records = open()
    await records.change('a', () => ({ text: 'A', by: [] }))
    files.put(`${folder}/a.2.w.json`, '')
    const next = open()
    await next.refresh()
    assert.equal(next.all.get('a')?.text, 'A')
    await next.change('a', (now) => now && { ...now, text: 'B' })
    await records.refresh()
    assert.equal(records.all.get('a')?.text, 'B')
  })

  it('that stayed empty as the disk was full do not cost what is written later', async () => {
    const [one, two] = [open(), open()]
    await one.change('a', () => ({ text: 'A', by: [] }))
    for (const isStuck of [false, true]) {
      files.onEmptied = () => {
        if (isStuck) files.onWrite = () => assert.fail('nor is anything deleted')
        throw new Error('No space left on device')
      }
      await assert.rejects(
        one.change('a', (now) => now && { ...now, text: 'B' }),
        /No space/,
      )
      files.onEmptied = files.onWrite = () => {}
      for (const records of [one, two]) await records.refresh()
      const text = `C ${isStuck}`
      await one.change('a', (now) => now && { ...now, text })
      await two.refresh()
      const fresh = open()
      await fresh.refresh()
      for (const records of [one, two, fresh]) assert.equal(records.all.get('a')?.text, text)
    }
    assert.equal(files.paths.filter((path) => files.read(path) !== '').length, 1)
  })

  it('are seen once they are whole, however long that takes', async () => {
    const records = open()
    files.put(`${folder}/a.1.w.json`, '')
    await records.refresh()
    assert.equal(records.all.size, 0)
    files.put(`${folder}/a.1.w.json`, '{"text":"A","by":[]}')
    assert.equal(await records.refresh(), true)
    assert.equal(records.all.get('a')?.text, 'A')
  })

  it('stand as they were last, where a window has ended in the midst of removing one', async () => {
    for (const version of [10, 9]) {
      files.put(`${folder}/a.${version}.w.json`, `{"text":"${version}","by":[]}`)
    }
    let deleted = 0
    files.onWrite = () => {
      if (++deleted > 1) throw new Error('The window is closed')
    }
    await assert.rejects(open().change('a', () => undefined))
    const next = open()
    await next.refresh()
    assert.equal(next.all.get('a')?.text, '10')
  })

  it('that one window forgets are not brought back by another that changes them at once', async () => {
    for (let times = 0; times < 60; times++) {
      files = new FakeFiles()
      const [one, two] = [open(), open()]
      await one.change('a', () => ({ text: 'A', by: [] }))
      await two.refresh()
      const forgetting = one.change('a', () => undefined)
      for (let turns = times; turns > 0; turns--) await Promise.resolve()
      await Promise.all([forgetting, two.change('a', signed('two'))])
      assert.deepEqual(files.paths, [], String(times))
    }
  })

  it('reject where they cannot be written, and stand as they were', async () => {
    const records = open()
    await records.change('a', () => ({ text: 'A', by: [] }))
    files.onWrite = () => {
      throw new Error('No space left on device')
    }
    await assert.rejects(
      records.change('a', (now) => now && { ...now, text: 'B' }),
      /No space/,
    )
    await records.refresh()
    assert.equal(records.all.get('a')?.text, 'A')
  })
})
