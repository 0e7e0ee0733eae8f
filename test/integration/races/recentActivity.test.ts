import { strict as assert } from 'node:assert'
import { until } from '../../until.ts'
import { pool, useWindows } from './windows.ts'
import type { FakeWindow } from '../../fakeVscode/window.ts'

/** The fates that a window has kept, the latest first. */
const fates = ({ globalState }: FakeWindow) =>
  (
    globalState.get<{ entries: { fate: string }[] } | undefined>('recentActivity')?.entries ?? []
  ).map(({ fate }) => fate)

describe('Recent Activity, in two windows,', () => {
  const windows = useWindows()

  it('is the same in both', async () => {
    const other = windows.machine.open(windows.window.globalState.text)
    await windows.delete()
    assert.deepEqual(fates(other), ['draining'])
    await windows.delete(other, { ...pool, machinePoolName: 'batch-spot' })
    assert.deepEqual(fates(windows.window), ['draining', 'draining'])
  })

  it('adds again what another window has overwritten', async () => {
    const before = windows.window.globalState.text
    windows.service.addFault({ method: 'DELETE', status: 409 })
    await windows.delete()
    assert.deepEqual(fates(windows.window), ['notDeleted'])
    windows.window.globalState.take(before)
    windows.service.addFault({ method: 'DELETE', status: 409 })
    await windows.delete()
    assert.deepEqual(fates(windows.window), ['notDeleted', 'notDeleted'])
  })

  it('survives a reload, and tells in the new window how it ended', async () => {
    await windows.delete()
    const reloaded = windows.window.reload()
    windows.drain()
    await until('the end', () => reloaded.globalState.text.includes('"settled"'))
    assert.deepEqual(fates(reloaded), ['draining'])
  })
})
