import { strict as assert } from 'node:assert'
import type { FakeWindow } from '../../fakeVscode/window.ts'
import { FakeInputBox, FakeQuickPick } from '../../fakeVscode/quickInputs.ts'
import { reportsOf, type Run } from '../../fakeVscode/run.ts'
import { replace } from '../../replace.ts'
import { testClock } from '../../clock.ts'
import { until } from '../../until.ts'
import type { TrackedItemsState } from '../../../src/inventory/trackedItemsState.ts'
import { pool, useWindows } from '../deletion/races/windows.ts'

describe('Connections: A new name', () => {
  const w = useWindows()

  /** Renames by Edit Connection…; every other answer is the one that stands there. */
  async function rename(from: string, to: string, window = w.window): Promise<Run> {
    const run = window.start('editConnection', { connection: from })
    for (let step = 0; step < 6; step++) {
      const prompt = await until('the step', () => run.prompts[step])
      await until('it is shown', () => prompt.isShown)
      if (prompt instanceof FakeInputBox && step === 1) prompt.answer(to)
      else if (prompt instanceof FakeQuickPick) prompt.enter()
      else prompt.enter()
    }
    await run.end
    return run
  }

  const keyOf = (name: string, { baseUrl } = w.service) =>
    w.machine.secrets.has(`apiKey:${JSON.stringify([name, new URL(baseUrl).origin])}`)
  const choice = (window: FakeWindow) => window.workspaceState.get('activeConnection')

  it('takes a deletion along that is followed, and its history', async () => {
    await w.delete()
    assert.ok(w.isMarked())
    await rename('home', 'house')
    assert.deepEqual(
      w.kept.map(({ connection }) => connection),
      ['house'],
    )
    w.drain()
    await until('the end', () => !w.isMarked())
    assert.equal(w.deletions().length, 1)
  })

  it('waits until a delete request that is under way has ended', async () => {
    const { run, open } = await w.deleteHeld()
    const refused = await rename('home', 'house')
    assert.match(
      reportsOf(refused)[0]?.text ?? '',
      /was not changed because a delete request over it is in progress/,
    )
    assert.ok(w.machine.connections.some(({ name }) => name === 'home'))
    open()
    await run.end
    await rename('home', 'house')
    assert.ok(keyOf('house'))
  })

  it('is known to other windows, which stay with their connection', async () => {
    const elsewhere = await w.startService()
    await w.connect('first', elsewhere)
    w.machine.set('poolkeeper.connections', [...w.machine.connections].toReversed())
    const second = w.machine.open(w.window.globalState.text)
    await second.run('switchConnection', 'home')
    elsewhere.requests.length = 0
    await rename('home', 'house')
    await second.pools()
    assert.deepEqual(elsewhere.requests, [])
    assert.equal(choice(second), 'house')
    await second.run('addMachinePool', { ...pool, machinePoolName: 'pinned-later' })
    await until('the pin', () => second.globalState.text.includes('pinned-later'))
    const tracked = second.globalState.get<Record<string, unknown>>('tracked')
    assert.deepEqual(Object.keys(tracked), ['house'])
  })

  it('stays the choice of another window when the earlier name is given to another service', async () => {
    const elsewhere = await w.startService()
    const second = w.machine.open(w.window.globalState.text)
    await second.run('switchConnection', 'home')
    await second.run('selectProject', { projectUid: 'p1' })
    await rename('home', 'house')
    await until('its news', () => second.globalState.text.includes('"house"'))
    await w.connect('home', elsewhere)
    elsewhere.requests.length = 0
    w.service.requests.length = 0
    await second.run('refreshMachinePools')
    await second.pools()
    assert.deepEqual(elsewhere.requests, [])
    assert.equal(choice(second), 'house')
    assert.ok(w.service.requests.some(({ headers }) => headers['projectuid'] === 'p1'))
  })

  it('is completed at the next start where it was interrupted after the setting was written', async () => {
    await w.window.run('addMachinePool', pool)
    await w.delete()
    w.machine.files.onWrite = () => {
      throw new Error('No space left on device')
    }
    await rename('home', 'house')
    assert.ok(w.machine.connections.some(({ name }) => name === 'house'))
    assert.ok(keyOf('house'))
    assert.ok(keyOf('home'))
    w.machine.files.onWrite = () => {}
    const again = w.window.reload()
    await until('the rest', () => !keyOf('home'))
    assert.deepEqual(
      w.kept.map(({ connection }) => connection),
      ['house'],
    )
    await until('the pins', () => {
      const tracked = again.globalState.get<Record<string, unknown>>('tracked')
      return JSON.stringify(Object.keys(tracked)) === '["house"]'
    })
  })

  it('keeps what is pinned before it is completed', async () => {
    const later = { ...pool, machinePoolName: 'pinned-later' }
    await w.window.run('addMachinePool', pool)
    await w.delete()
    w.machine.files.onWrite = () => {
      throw new Error('No space left on device')
    }
    await rename('home', 'house')
    await w.window.run('addMachinePool', later)
    w.machine.files.onWrite = () => {}
    const again = w.window.reload()
    await until('the rest', () => !keyOf('home'))
    const { house } = again.globalState.get<Record<string, TrackedItemsState>>('tracked')
    const pinned = house?.configs.flatMap(({ pools }) => pools.map(({ name }) => name))
    assert.deepEqual(pinned, [later.machinePoolName, pool.machinePoolName])
  })

  it('loses nothing where the key cannot be copied', async () => {
    await w.window.run('addMachinePool', pool)
    let reads = 0
    const run = w.window.start('editConnection', { connection: 'home' })
    for (let step = 0; step < 6; step++) {
      const prompt = await until('the step', () => run.prompts[step])
      if (step === 5) {
        w.machine.secrets.onGet = () => {
          reads += 1
          throw new Error('The keyring is locked')
        }
      }
      if (prompt instanceof FakeInputBox && step === 1) prompt.answer('house')
      else prompt.enter()
    }
    await run.end
    w.machine.secrets.onGet = () => {}
    assert.ok(reads > 0)
    assert.match(reportsOf(run)[0]?.text ?? '', /^Couldn’t save the connection: .*locked/)
    assert.deepEqual(
      w.machine.connections.map(({ name }) => name),
      ['home'],
    )
    assert.ok(keyOf('home'))
    assert.ok(!keyOf('house'))
    assert.ok((await w.window.pools()).some(({ isTracked }) => isTracked))
  })

  it('is given up where the connection becomes read-only while it begins', async () => {
    const renaming = rename('home', 'house')
    await until('its record', () => w.window.globalState.text.includes('"to":"house"'))
    const entries = w.machine.connections.map((one) => ({ ...one, protection: 'readOnly' }))
    w.machine.set('poolkeeper.connections', entries)
    assert.match(reportsOf(await renaming)[0]?.text ?? '', /was changed or removed in the meantime/)
    assert.deepEqual(w.machine.connections, entries)
    assert.ok(keyOf('home'))
    assert.ok(!keyOf('house'))
  })

  it('does not bring back the key of an earlier connection of that name for another service', async () => {
    const elsewhere = await w.startService()
    await w.connect('house', elsewhere)
    w.machine.set(
      'poolkeeper.connections',
      w.machine.connections.filter(({ name }) => name !== 'house'),
    )
    await rename('home', 'house')
    assert.ok(keyOf('house'))
    elsewhere.requests.length = 0
    await w.window.pools()
    assert.deepEqual(elsewhere.requests, [])
  })

  it('is saved where this workspace cannot store its choice', async () => {
    const { workspaceState } = w.window
    await w.window.run('switchConnection', 'home')
    const restore = replace(workspaceState, 'update', async () => {
      throw new Error('The storage is closed')
    })
    const run = await rename('home', 'house').finally(restore)
    assert.deepEqual(reportsOf(run), [])
    assert.ok(keyOf('house'))
    assert.ok(!keyOf('home'))
  })

  it('is kept where another window fails to give another name at the same time', async () => {
    const second = w.machine.open(w.window.globalState.text)
    const elsewhere = await w.startService()
    await w.connect('first', elsewhere)
    w.machine.set('poolkeeper.connections', [...w.machine.connections].toReversed())
    await second.run('switchConnection', 'home')
    let open = () => {}
    const isOpen = new Promise<void>((resolve) => (open = resolve))
    let isHeld = false
    const hold = async (id: string, value: unknown): Promise<unknown> => {
      restoreSet()
      isHeld = true
      await isOpen
      return w.machine.set(id, value)
    }
    const restoreSet = replace(w.machine, 'set', hold as (id: string, value: unknown) => unknown)
    const renaming = rename('home', 'house')
    await until('its write of the setting', () => isHeld)
    // From here on, the other one waits until it is told that its record has reached all windows.
    const restoreClock = testClock.shorten('saving', 60_000)
    let isOver = false
    const other = rename('home', 'flat', second).finally(() => (isOver = true))
    await until('the record of the other', () => second.globalState.text.includes('"to":"flat"'))
    open()
    await renaming
    await until('its end', () => {
      testClock.end('saving')
      return isOver
    })
    restoreClock()
    assert.match(reportsOf(await other)[0]?.text ?? '', /was changed or removed in the meantime/)
    assert.deepEqual(w.machine.connections.map(({ name }) => name).toSorted(), ['first', 'house'])
    assert.ok(keyOf('house'))
    elsewhere.requests.length = 0
    await second.pools()
    assert.deepEqual(elsewhere.requests, [])
  })
})
