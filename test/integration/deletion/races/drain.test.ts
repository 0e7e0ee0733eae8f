import { strict as assert } from 'node:assert'
import { testClock } from '../../../clock.ts'
import { until } from '../../../until.ts'
import { pool, useWindows } from './windows.ts'

describe('Deletion: A drain over a reload', () => {
  const w = useWindows()
  const progress = () => w.kept.find((one) => one.isOpen)?.progress

  it('has stood still since before', async () => {
    await w.delete()
    const { at } = await until('what was seen', progress)
    w.window.kill()
    testClock.putForward(12)
    w.window = w.machine.open(w.window.globalState.text)
    const state = await until('its row', async () => {
      const rows = await w.rowsOf(pool.configUid)
      const row = rows.find(({ machinePoolName }) => machinePoolName === pool.machinePoolName)
      const text = String((await w.window.item('machinePools', row))?.description)
      return text.startsWith('stalled') && text
    })
    assert.match(state, /^stalled for 12 min · 2 nodes left/)
    assert.equal(progress()?.at, at)
  })

  it('is told to have moved in the meantime from when that is seen', async () => {
    await w.delete()
    const { at } = await until('what was seen', progress)
    w.window.kill()
    w.service.drainStep(1)
    testClock.putForward(12)
    w.window = w.machine.open(w.window.globalState.text)
    const seen = await until('that', () => progress()?.at !== at && progress())
    assert.ok(seen.at >= at + 12 * 60_000)
  })

  it('is written once, though two windows see it', async () => {
    await w.delete()
    const { of } = await until('what was seen', progress)
    w.machine.open(w.window.globalState.text)
    w.service.drainStep(1)
    await until('that', () => progress()?.of !== of)
    const { at } = progress()!
    const before = w.looks()
    await until('more looks', () => w.looks() > before + 6)
    assert.ok(Math.abs((progress()?.at ?? 0) - at) < 60_000)
  })
})
