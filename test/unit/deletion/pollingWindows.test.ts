import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import type { FileSystem, Uri } from 'vscode'
import { PollingWindows } from '../../../src/deletion/pollingWindows.ts'

const uri = (path: string): Uri => ({ path, with: ({ path: other }: Uri) => uri(other) }) as Uri

describe('Deletion: The windows that poll', () => {
  let now: number
  let names: Set<string>
  let failure: Error | undefined
  let warnings: string[]
  let focused: PollingWindows | undefined

  const nameOf = ({ path }: Uri) => path.slice(path.lastIndexOf('/') + 1)
  const call = async (run: () => unknown) => {
    await turnOfLoop()
    if (failure) throw failure
    return run()
  }
  const fs = {
    readDirectory: () =>
      call(() => {
        if (names.size === 0) throw Object.assign(new Error('None'), { code: 'FileNotFound' })
        return Array.from(names, (name) => [name, 1])
      }),
    writeFile: (file: Uri) => call(() => names.add(nameOf(file))),
    delete: (file: Uri) => call(() => names.delete(nameOf(file))),
  } as unknown as FileSystem

  beforeEach(() => {
    now = 1_000
    names = new Set()
    failure = undefined
    warnings = []
    focused = undefined
    mock.timers.enable({ apis: ['setTimeout'] })
    mock.method(performance, 'now', () => now)
  })
  afterEach(() => {
    mock.restoreAll()
    mock.timers.reset()
  })

  function open(): PollingWindows {
    const log = { warn: (text: string) => void warnings.push(text) }
    const window: PollingWindows = new PollingWindows({
      fs,
      folder: uri('/windows'),
      isFocused: () => window === focused,
      log,
    })
    return window
  }

  /** Lets time pass in small steps, and each of some windows poll in each step. */
  async function poll(windows: readonly PollingWindows[], ms: number, stepMs = 500): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) {
      for (const window of windows) void window.update()
      for (let turns = 0; turns < 8; turns += 1) await turnOfLoop()
      now += stepMs
      mock.timers.tick(stepMs)
      for (let turns = 0; turns < 8; turns += 1) await turnOfLoop()
    }
  }

  const sharesOf = (windows: readonly PollingWindows[]) => windows.map(({ share }) => share)

  it('share what all may send, half of it for the window with the focus', async () => {
    const windows = Array.from({ length: 10 }, () => open())
    focused = windows[0]
    await poll(windows, 3_000)
    assert.deepEqual(sharesOf(windows), [1 / 2, ...Array.from({ length: 9 }, () => 1 / 18)])
    assert.equal(names.size, 10)
  })

  it('leave half of it to the window that had the focus last', async () => {
    const [first, second, third] = [open(), open(), open()]
    const windows = [first, second, third]
    focused = first
    await poll(windows, 3_000)
    focused = undefined
    assert.deepEqual(sharesOf(windows), [1 / 2, 1 / 4, 1 / 4])
    focused = second
    assert.equal(second.share, 1 / 2) // at once
    await poll(windows, 3_000)
    focused = undefined
    assert.deepEqual(sharesOf(windows), [1 / 4, 1 / 2, 1 / 4])
    await poll([first, third], 40_000) // the second is closed
    assert.deepEqual(sharesOf([first, third]), [1 / 2, 1 / 2])
  })

  it('leave half of it to a window that lost the focus before the others began', async () => {
    const [first, second, third] = [open(), open(), open()]
    focused = first
    await poll([first], 3_000)
    focused = undefined
    await poll([first, second, third], 3_000)
    assert.deepEqual(sharesOf([first, second, third]), [1 / 2, 1 / 4, 1 / 4])
  })

  it('have all of it if they are alone', async () => {
    const window = open()
    await poll([window], 3_000)
    assert.deepEqual([window.share, window.shareForRequest()], [1, 1])
  })

  it('are cautious until they know the others', async () => {
    const window = open()
    assert.equal(window.shareForRequest(), 1 / 10)
    await poll([window], 3_000)
    assert.equal(window.shareForRequest(), 1)
  })

  it('count a window until it is silent for longer than it has announced, by no clock but theirs', async () => {
    const [closing, left] = [open(), open()]
    await poll([closing, left], 3_000)
    mock.method(Date, 'now', () => 0) // somebody sets the time of day
    await poll([left], 25_000)
    assert.equal(left.share, 1 / 2)
    await poll([left], 10_000)
    assert.equal(left.share, 1)
    await poll([left], 3_000)
    assert.equal(names.size, 1)
  })

  it('count a window that polls rarely', async () => {
    const [rare, often] = [open(), open()]
    await poll([rare, often], 3_000)
    for (let times = 0; times < 4; times += 1) {
      await poll([often], 70_000, 10_000)
      await poll([rare, often], 3_000)
      if (times > 0) assert.equal(often.share, 1 / 2)
    }
    await poll([often], 120_000, 10_000)
    assert.equal(often.share, 1 / 2)
    await poll([often], 60_000, 10_000)
    assert.equal(often.share, 1)
  })

  it('learn of each other before they poll after a sleep of all', async () => {
    const windows = [open(), open(), open()]
    await poll(windows, 3_000)
    now += 8 * 3_600_000
    for (const window of windows) assert.equal(window.share, 1)
    const updates = windows.map((window) => window.update())
    await poll(windows, 2_000)
    await Promise.all(updates)
    assert.deepEqual(sharesOf(windows), [1 / 4, 1 / 4, 1 / 4])
  })

  it('come back if somebody deletes their files', async () => {
    const windows = [open(), open()]
    await poll(windows, 3_000)
    names.clear()
    await poll(windows, 3_000)
    assert.equal(names.size, 2)
    assert.deepEqual(sharesOf(windows), [1 / 2, 1 / 2])
  })

  it('ignore any other file', async () => {
    for (const name of ['a.b.c.d', 'x', 'w.1.1', 'w.1.1.99999999999', '.1.1.1']) names.add(name)
    const window = open()
    await poll([window], 3_000)
    assert.equal(window.share, 1)
  })

  it('poll cautiously where the storage fails, and say so once', async () => {
    const window = open()
    await poll([window], 3_000)
    failure = new Error('EROFS')
    await poll([window], 40_000)
    assert.equal(window.shareForRequest(), 1 / 10)
    assert.equal(warnings.length, 1)
    failure = undefined
    await poll([window], 3_000)
    assert.equal(window.shareForRequest(), 1)
  })
})
