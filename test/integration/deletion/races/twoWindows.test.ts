import { strict as assert } from 'node:assert'
import { until } from '../../../until.ts'
import { testClock } from '../../../clock.ts'
import type { Run } from '../../../fakeVscode/run.ts'
import type { FakeWindow } from '../../../fakeVscode/window.ts'
import { pool, textsOf, useWindows } from './windows.ts'

// VS Code gives each window a copy of the global state, writes it as a whole, and brings what one
// window has written to the others a moment later, again as a whole.

describe('Deletion: Two windows on one connection', () => {
  const w = useWindows()

  /** Holds what a window asks from its next look on; resolves once one is held, to what lets it go. */
  async function holdLooks(held: FakeWindow): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    let isHeld = false
    w.machine.onDeparture = async ({ window }) => {
      if (window !== held) return
      isHeld = true
      await promise
    }
    await until('a look that is held', () => isHeld)
    return resolve
  }

  it('keep what either has written', async () => {
    const second = w.machine.open()
    const [names, others] = [
      ['one', 'two', 'three'],
      ['four', 'five'],
    ]
    const add = (window: FakeWindow, machinePoolName: string) =>
      window.run('pin', { ...pool, machinePoolName })
    await Promise.all([
      ...names.map((name) => add(w.window, name)),
      ...others.map((name) => add(second, name)),
      w.delete(),
    ])
    assert.ok(w.isMarked())
    const isKept = ({ globalState }: FakeWindow) =>
      [...names, ...others].every((name) => globalState.text.includes(`"${name}"`))
    await until('all pins in both', () => isKept(w.window) && isKept(second))
  })

  it('tell each that the other deletes a machine pool, and send one deletion', async () => {
    const second = w.machine.open()
    await w.delete()
    const run = await second.run('deleteMachinePool', pool)
    assert.match(run.messages[0]?.text ?? '', /is already being deleted/)
    assert.equal(w.deletions().length, 1)
  })

  it('mind in one what the other has sent while the question stood', async () => {
    const second = w.machine.open()
    const { run, modal } = await w.ask(second)
    await w.delete()
    modal.press('Delete Machine Pool')
    await run.end
    assert.match(run.messages[1]?.text ?? '', /is already being deleted/)
    assert.equal(w.deletions().length, 1)
  })

  it('refuse in one while the request of the other is under way', async () => {
    const second = w.machine.open()
    const { run, open } = await w.deleteHeld()
    const refused = await second.run('deleteMachinePool', pool)
    assert.match(refused.messages[0]?.text ?? '', /is already being deleted/)
    open()
    await run.end
    assert.equal(w.deletions().length, 1)
  })

  it('refuse without news of each other, too', async () => {
    w.machine.files.isWatched = false
    const second = w.machine.open()
    const { run, modal } = await w.ask(second)
    await w.delete()
    modal.press('Delete Machine Pool')
    await run.end
    assert.match(run.messages[1]?.text ?? '', /is already being deleted/)
    assert.equal(w.deletions().length, 1)
  })

  it('never send two, though both are confirmed at the same moment', async () => {
    for (let times = 0; times < 10; times++) {
      const second = w.machine.open(w.window.globalState.text)
      const asked = [await w.ask(w.window), await w.ask(second)]
      for (const { modal } of asked) modal.press('Delete Machine Pool')
      await Promise.all(asked.map(({ run }) => run.end))
      const sent = w.deletions().length
      assert.ok(sent <= 1, `${sent} deletions were sent`)
      for (const { run } of asked) {
        assert.match(textsOf(run).join(), /^Deleting machine pool, |is already being deleted/)
      }
      w.drain()
      w.service.reset()
      w.service.drain = 'manual'
      for (const path of w.machine.files.paths) w.machine.files.drop(path)
      second.kill()
      await w.window.run('refreshMachinePools')
    }
  })

  it('show the deletion of the other within a moment', async () => {
    const second = w.machine.open(w.window.globalState.text)
    const isShown = async () => {
      const rows = await second.pools()
      return rows.some((row) => row.machinePoolName === pool.machinePoolName && row.isTracked)
    }
    assert.ok(!(await isShown()))
    await w.delete()
    await until('the mark', isShown)
  })

  for (const how of ['under way', 'over when it is first heard of']) {
    it(`show in the other what is left after a deletion, ${how} there`, async () => {
      w.service.lookups = 'all'
      if (how !== 'under way') w.service.drain = 'instant'
      const second = w.machine.open(w.window.globalState.text)
      const isShown = async () =>
        (await second.pools()).some(({ machinePoolName }) => machinePoolName === 'gpu-inference')
      await w.window.run('refreshMachinePools')
      await until('the pool in the other', isShown)
      await w.delete()
      w.drain()
      await until('no mark', () => !w.isMarked())
      await until('no such pool in the other', async () => !(await isShown()))
    })
  }

  it('tell the end of a deletion in one of them', async () => {
    await w.delete()
    const second = w.machine.open(w.window.globalState.text)
    const letGo = await holdLooks(second)
    w.drain()
    await until('its end', () => w.window.messages[0])
    letGo()
    await w.machine.arrival()
    await second.run('refreshMachinePools')
    assert.deepEqual([w.window.messages.length, second.messages.length], [1, 0])
  })

  it('end the notification of one with the result, though the other was first to tell it', async () => {
    const { run, modal } = await w.ask()
    modal.press('Delete Machine Pool')
    await run.end
    assert.equal(run.dialogs.ongoing.size, 1)
    const letGo = await holdLooks(w.window)
    const second = w.machine.open(w.window.globalState.text)
    w.drain()
    await until('its end in the other', () => second.messages[0])
    await until('its record', () => w.kept.every(({ isOpen }) => !isOpen))
    assert.ok(
      w.kept.every((one) => one.settled?.fate === 'deleted'),
      'how it has ended is in the same write',
    )
    letGo()
    const { text } = await until('its end', () => w.window.messages[0])
    assert.match(text, /^Machine pool deleted: [^.]+\.$/)
    assert.equal(run.dialogs.ongoing.size, 0)
    assert.deepEqual([w.window.messages.length, second.messages.length], [1, 1])
  })

  it('tell once that the end of a deletion isn’t confirmed, and quietly where its notification is', async () => {
    const { run, modal } = await w.ask()
    modal.press('Delete Machine Pool')
    await run.end
    const letGo = await holdLooks(w.window)
    const second = w.machine.open(w.window.globalState.text)
    testClock.putForward(20)
    const { text } = await until('the warning in the other', () => second.messages[0])
    assert.match(text, /^Deletion accepted, not confirmed: /)
    letGo()
    await until('no notification', () => run.dialogs.ongoing.size === 0)
    assert.deepEqual(
      [w.window.messages, w.window.dialogs.statusMessages.map((one) => one.slice(0, 33))],
      [[], ['Deletion accepted, not confirmed:']],
    )
    assert.equal(second.messages.length, 1)
  })

  describe('of a drain that has lost a machine just now, after more than 20 minutes', () => {
    const workers = { ...pool, machinePoolName: 'worker-pool' } // of six
    const notConfirmed = (window: FakeWindow) =>
      window.messages.filter(({ text }) => text.includes('not confirmed'))

    /** Waits until a window has looked at the machines so many times more. */
    async function looked(window: FakeWindow, times = 3): Promise<void> {
      let looks = 0
      w.machine.onDeparture = (departure) => {
        if (departure.window === window && departure.url.endsWith('/machines')) looks++
      }
      await until('its looks', () => looks >= times)
    }

    async function drainLong(): Promise<Run> {
      const { run, modal } = await w.ask(w.window, workers)
      modal.press('Delete Machine Pool')
      await run.end
      for (let times = 0; times < 3; times++) {
        testClock.putForward(7) // a look that has begun before tells of the loss by its own time
        w.service.drainStep(1)
        await looked(w.window)
      }
      return run
    }

    it('neither warns, sends a second deletion, or ends the notification of the other', async () => {
      const run = await drainLong()
      const second = w.machine.open(w.window.globalState.text)
      await looked(second)
      await w.window.run('refreshMachinePools')
      await looked(w.window)
      assert.deepEqual([w.window, second].map(notConfirmed), [[], []])
      assert.equal(run.dialogs.ongoing.size, 1)
      const again = await second.run('deleteMachinePool', workers)
      assert.match(textsOf(again).join(), /is already being deleted/)
      assert.equal(w.deletions().length, 1)
    })

    it('nor does one that is reloaded, also where the machine has gone meanwhile', async () => {
      await drainLong()
      w.window.kill()
      testClock.putForward(12)
      w.window = w.machine.open(w.window.globalState.text)
      await looked(w.window)
      w.window.kill()
      testClock.putForward(12)
      w.service.drainStep(1)
      w.window = w.machine.open(w.window.globalState.text)
      await looked(w.window)
      assert.deepEqual(notConfirmed(w.window), [])
      const again = await w.window.run('deleteMachinePool', workers)
      assert.match(textsOf(again).join(), /is already being deleted/)
      w.window.kill()
      testClock.putForward(20)
      w.window = w.machine.open(w.window.globalState.text)
      await until('the warning', () => notConfirmed(w.window)[0])
    })
  })

  it('take up what a window that closed has left, when the other gets the focus', async () => {
    const second = w.machine.open(w.window.globalState.text)
    await w.delete()
    w.window.kill()
    second.gainFocus()
    w.drain()
    const told = await until('its end', () => second.messages[0])
    assert.match(told.text, /Machine pool deleted: “gpu-inference” in .+\.$/)
  })

  it('show the pins of the other when one gets the focus', async () => {
    const second = w.machine.open(w.window.globalState.text)
    await w.window.run('pin', { ...pool, machinePoolName: 'of-mine' })
    await until('the news', () => second.globalState.text.includes('of-mine'))
    let isRedrawn = false
    second.onRedraw('machinePools', () => (isRedrawn = true))
    second.gainFocus()
    assert.ok(isRedrawn)
  })

  it('share a key: where one clears it, the other sends nothing', async () => {
    const second = w.machine.open()
    const { run, modal } = await w.ask(second)
    await w.window.run('clearApiKey')
    modal.press('Delete Machine Pool')
    await run.end
    assert.match(run.messages[1]?.text ?? '', /^Machine pool not deleted: /)
    assert.deepEqual(w.deletions(), [])
  })
})
