import { strict as assert } from 'node:assert'
import { settingIds } from '../../../../src/contributions.ts'
import { until } from '../../../until.ts'
import { pool, useWindows } from './windows.ts'
import type { FakeWindow } from '../../../fakeVscode/window.ts'
import type { FakeQuickPick } from '../../../fakeVscode/quickInputs.ts'

/** What a window lists, the latest first: what came of each deletion. */
async function fates(window: FakeWindow): Promise<string[]> {
  const run = window.start('showDeletionHistory')
  const list = await until('the list', () => run.prompts[0] as FakeQuickPick | undefined)
  const entries = list.items.filter(({ detail }) => detail)
  list.escape()
  await run.end
  return entries.map(({ detail = '' }) => detail.split(' · ')[0] ?? '')
}

/** Clears the history in a window. */
async function clear(windows: ReturnType<typeof useWindows>, window: FakeWindow): Promise<void> {
  const run = window.start('showDeletionHistory')
  const list = await until('the list', () => run.prompts[0] as FakeQuickPick | undefined)
  list.pressTitle('Clear Deletion History…')
  ;(await windows.question(run)).press('Clear Deletion History')
  await run.end
}

const draining = 'Accepted, draining'

describe('Deletion: deletion history, in two windows,', () => {
  const windows = useWindows()

  it('is the same in both', async () => {
    const other = windows.machine.open(windows.window.globalState.text)
    await windows.delete()
    assert.deepEqual(await fates(other), [draining])
    await windows.delete(other, { ...pool, machinePoolName: 'batch-spot' })
    assert.deepEqual(await fates(windows.window), [draining, draining])
  })

  it('loses nothing where both delete at the same time', async () => {
    const other = windows.machine.open(windows.window.globalState.text)
    const asked = await Promise.all([
      windows.ask(windows.window),
      windows.ask(other, { ...pool, machinePoolName: 'batch-spot' }),
    ])
    for (const { modal } of asked) modal.press('Delete Machine Pool')
    await Promise.all(asked.map(({ run }) => run.end))
    for (const one of [windows.window, other]) {
      assert.deepEqual(await fates(one), [draining, draining])
    }
  })

  it('is cleared in both, and nothing comes back', async () => {
    const other = windows.machine.open(windows.window.globalState.text)
    windows.service.addFault({ method: 'DELETE', status: 409 })
    await windows.delete()
    await clear(windows, other)
    windows.service.addFault({ method: 'DELETE', status: 409 })
    await windows.delete()
    assert.deepEqual(await fates(other), ['Not deleted'])
  })

  it('ends what is pending though it was cleared meanwhile', async () => {
    windows.service.addFault({ method: 'DELETE', status: 502, afterEffect: true })
    await windows.delete()
    await until('the mark', () => windows.isMarked())
    await clear(windows, windows.window)
    windows.service.drainStep(10)
    await until('its end', () => windows.window.messages[0])
    await windows.window.run('refreshMachinePools')
    assert.deepEqual([windows.isMarked(), windows.window.messages.length], [false, 1])
    const shown = await windows.window.run('showDeletionHistory')
    assert.match(shown.messages[0]?.text ?? '', /The deletion history is empty/)
  })

  it('is not synced: what Settings Sync carries along has nothing of it', async () => {
    await windows.delete()
    const { synced, text } = windows.window.globalState
    assert.deepEqual(synced, ['tracked'])
    assert.doesNotMatch(text, /sentAt|gpu-inference/)
  })

  it('forgets a removed connection for good, whatever another window keeps after it', async () => {
    const second = windows.machine.open(windows.window.globalState.text)
    await windows.delete(second)
    await windows.connect('other', await windows.startService())
    await windows.removeConnection('home')
    await second.run('manageConnections', 'other')
    await windows.delete(second, { ...pool, connection: 'other' })
    // Where the look after it came late, the pool is followed, and its record is being written anew:
    // for a moment it is there twice, or empty.
    const shown = () => windows.kept.filter(({ isHidden }) => !isHidden)
    await until('the end of the other one', () => shown().length === 1 && !shown()[0]?.isOpen)
    assert.equal(shown()[0]?.connection, 'other')
    assert.doesNotMatch(windows.machine.files.text, /"home"/)
  })

  it('survives a reload, and tells in the new window how it ended', async () => {
    await windows.delete()
    const reloaded = windows.window.reload()
    windows.drain()
    await until('the end', () => windows.kept[0]?.settled)
    assert.deepEqual(await fates(reloaded), ['Deleted'])
  })

  it('has what came of one whose connection was renamed meanwhile', async () => {
    windows.service.addFault({ method: 'DELETE', status: 422 })
    const { run, open } = await windows.deleteHeld()
    const [entry] = windows.machine.connections
    windows.machine.set(settingIds.connections, [{ ...entry, name: 'renamed' }])
    open()
    await run.end
    assert.deepEqual(await fates(windows.window), ['Not deleted'])
  })

  it('has one that a reload has cut off, as one that nobody knows the end of', async () => {
    const { open } = await windows.deleteHeld()
    const reloaded = windows.window.reload()
    assert.deepEqual(await fates(reloaded), ['May have been deleted'])
    open()
    await until('the deletion', () => windows.deletions().length === 1)
  })
})
