import { strict as assert } from 'node:assert'
import { settingIds } from '../../../../src/contributions.ts'
import { testClock } from '../../../clock.ts'
import type { FakeQuickPick } from '../../../fakeVscode/quickInputs.ts'
import type { FakeWindow } from '../../../fakeVscode/window.ts'
import { until } from '../../../until.ts'
import { pool, textsOf, useWindows } from './windows.ts'

describe('Deletion: What is told of a deletion that is followed', () => {
  const w = useWindows()

  it('agrees with the view, whose row was read over another connection than it was deleted', async () => {
    const isShown = async () =>
      (await w.rowsOf(pool.configUid)).some(
        ({ machinePoolName }) => machinePoolName === pool.machinePoolName,
      )
    await w.connect('other', w.service)
    assert.ok(await isShown())
    w.service.drain = 'instant'
    assert.match(
      (await w.delete(w.window, { ...pool, connection: 'other' })).join(),
      /^Machine pool deleted: [^.]+\.$/,
    )
    await until('no row of it', async () => !(await isShown()))
  })
})

describe('Deletion: A deletion that is accepted while a save is slow', () => {
  const w = useWindows()

  it('is told as any other, not as one that could not be saved', async () => {
    w.service.lookups = 'all'
    testClock.shorten('deadline', 150)
    const { run, open } = await w.deleteHeld()
    const { promise, resolve } = Promise.withResolvers<void>()
    let isSlow = false
    w.machine.onDeparture = ({ method }) => {
      isSlow ||= method === 'GET'
    }
    w.machine.files.onWrite = () => (isSlow ? promise : undefined)
    open()
    await until('the outcome', () => /outcome draining/.test(run.log.join()))
    resolve()
    await run.end
    assert.deepEqual(
      run.messages.filter(({ isModal }) => !isModal).map(({ text }) => text),
      [],
    )
  })
})

describe('Deletion: The badge after a start', () => {
  const w = useWindows()

  it('counts a deletion that is followed before the service has answered', async () => {
    await w.delete()
    w.window.kill()
    const held = w.hold(pool.configUid)
    const next = w.machine.open(w.window.globalState.text)
    await until('the first look', held.isReached)
    assert.deepEqual(next.badge('machinePools'), { value: 1, tooltip: 'Deletions in progress: 1' })
    held.open()
  })
})

describe('Deletion: A connection that is not in the settings', () => {
  const w = useWindows()

  it('counts as missing, and its key as left over, only where the settings have a list', async () => {
    const windows: FakeWindow[] = []
    for (const setting of [{}, 'home', null, []]) {
      w.machine.set(settingIds.connections, setting)
      const window = w.machine.open(w.window.globalState.text)
      windows.push(window)
      await window.run('refreshMachinePools') // which is loaded with what looks for them
    }
    const isMissed = ({ log }: FakeWindow) => log.some((line) => line.includes('its key is kept'))
    await until('the list to be missed in', () => isMissed(windows.at(-1)!))
    assert.deepEqual(windows.map(isMissed), [false, false, false, true])
  })
})

describe('Deletion: What is pinned', () => {
  const w = useWindows()
  const pins = () => w.window.globalState.get<unknown>('tracked') ?? {}

  it('stays, where it was pinned while its deletion was not known to have arrived', async () => {
    w.service.addFault({ method: 'DELETE', status: 502 })
    await w.delete()
    await w.window.run('pin', pool)
    const [row] = (await w.window.pools()).filter((one) => one.machinePoolName === 'gpu-inference')
    assert.equal(row?.mark, 'pinned')
    assert.match(JSON.stringify(pins()), /gpu-inference/)
  })

  it('is all that two windows have written', async () => {
    const second = w.machine.open()
    const [names, others] = [
      ['one', 'two', 'three'],
      ['four', 'five'],
    ]
    const add = (window: FakeWindow, machinePoolName: string) =>
      window.run('pin', { ...pool, machinePoolName })
    const isKept = (pinned: string[]) =>
      [w.window, second].every(({ globalState }) =>
        pinned.every((name) => globalState.text.includes(`"${name}"`)),
      )
    await Promise.all([...names.map((name) => add(w.window, name)), w.delete()])
    await until('the pins of one in both', () => isKept(names))
    await Promise.all(others.map((name) => add(second, name)))
    await until('all pins in both', () => isKept([...names, ...others]))
  })

  it('is shown in the other window when that gets the focus', async () => {
    const second = w.machine.open(w.window.globalState.text)
    await w.window.run('pin', { ...pool, machinePoolName: 'of-mine' })
    await until('the news', () => second.globalState.text.includes('of-mine'))
    let isRedrawn = false
    second.onRedraw('machinePools', () => (isRedrawn = true))
    second.gainFocus()
    assert.ok(isRedrawn)
  })
})

describe('Deletion: What is kept of deletions', () => {
  const w = useWindows()

  it('is told to be still there where it can’t be cleared', async () => {
    w.service.drain = 'instant'
    await w.delete()
    w.machine.files.onWrite = () => {
      throw new Error('EROFS: nothing can be written')
    }
    const run = w.window.start('showDeletionHistory')
    const list = await until('the list', () => run.prompts[0] as FakeQuickPick | undefined)
    list.pressTitle('Clear Deletion History')
    const [modal] = await until('the question', () => run.messages.length > 0 && run.messages)
    modal?.press('Clear Deletion History')
    await run.end
    assert.match(textsOf(run).join(), /^An unexpected error occurred: Some files can’t be deleted/)
  })

  it('is not read anew for each row', async () => {
    await w.delete()
    const config = w.service.data.configs.find(({ uid }) => uid === pool.configUid)!
    const [one] = config.pools
    config.pools = Array.from({ length: 400 }, (_, n) => ({ ...one!, name: `pool-${n}` }))
    await w.window.run('refreshMachinePools')
    const rows = await w.rowsOf(pool.configUid)
    assert.ok(rows.length >= 400)
    const { globalState } = w.window
    const get = globalState.get.bind(globalState)
    let reads = 0
    globalState.get = ((key: string, otherwise?: unknown) => {
      reads++
      return get(key, otherwise)
    }) as typeof globalState.get
    const opened = w.machine.files.reads
    for (const row of rows) assert.ok(await w.window.item('machinePools', row))
    assert.ok(reads + w.machine.files.reads - opened < 100)
  })

  it('is not synced: what Settings Sync carries along has nothing of it', async () => {
    await w.delete()
    const { synced, text } = w.window.globalState
    assert.deepEqual(synced, ['tracked'])
    assert.doesNotMatch(text, /sentAt|gpu-inference/)
  })
})
