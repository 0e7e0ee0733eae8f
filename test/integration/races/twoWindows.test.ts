import { strict as assert } from 'node:assert'
import { until } from '../../until.ts'
import { pool, useWindows } from './windows.ts'

// VS Code gives each window a copy of the global state, writes it as a whole, and brings what one
// window has written to the others a moment later, again as a whole.

describe('Two windows on one connection', () => {
  const w = useWindows()
  const other = { ...pool, machinePoolName: 'worker-pool' }

  it('keep what either has written', async () => {
    const second = w.machine.open()
    await w.delete()
    await second.run('addMachinePool', other)
    assert.ok(w.isMarked(w.window) && w.isMarked(second))
    assert.match(w.window.globalState.text, /worker-pool/)
    assert.equal(w.window.globalState.text, second.globalState.text)
  })

  it('tell each that the other deletes a machine pool, and send one deletion', async () => {
    const second = w.machine.open()
    await w.delete()
    const run = await second.run('deleteMachinePool', pool)
    assert.match(run.messages[0]?.text ?? '', /is being deleted already/)
    assert.equal(w.deletions().length, 1)
  })

  it('mind in one what the other has sent while the question stood', async () => {
    const second = w.machine.open()
    const { run, modal } = await w.ask(second)
    await w.delete()
    modal.press('Delete Machine Pool')
    await run.end
    assert.match(run.messages[1]?.text ?? '', /is being deleted already/)
    assert.equal(w.deletions().length, 1)
  })

  it('warn in one while the request of the other is under way', async () => {
    const second = w.machine.open()
    const { run, open } = await w.deleteHeld()
    const asked = await w.ask(second)
    assert.match(asked.modal.detail, /An earlier deletion had no definite answer/)
    asked.modal.press()
    await asked.run.end
    open()
    await run.end
    assert.equal(w.deletions().length, 1)
  })

  it('keep the mark of a deletion that nobody knows the end of, whatever one overwrites', async () => {
    const second = w.machine.open()
    w.service.addFault({ method: 'DELETE', cut: 'beforeHeaders' })
    w.machine.isShared = false // the news of the mark is on its way
    const { run, open } = await w.deleteHeld()
    await second.run('addMachinePool', other)
    w.window.globalState.take(second.globalState.text)
    assert.ok(!w.isMarked())
    open()
    await run.end
    assert.ok(w.isMarked())
    assert.match(w.window.globalState.text, /worker-pool/)
  })

  it('follow a deletion, though one has overwritten what the other kept of it', async () => {
    const second = w.machine.open()
    w.machine.isShared = false
    const { run, open } = await w.deleteHeld()
    await second.run('addMachinePool', other)
    w.window.globalState.take(second.globalState.text)
    open()
    await run.end
    assert.ok(w.isMarked())
    w.drain()
    const told = await until('its end', () => w.window.messages[0])
    assert.match(told.text, /“gpu-inference” of .+ is deleted\.$/)
  })

  it('share a key: where one clears it, the other sends nothing', async () => {
    const second = w.machine.open()
    const { run, modal } = await w.ask(second)
    await w.window.run('clearApiKey')
    modal.press('Delete Machine Pool')
    await run.end
    assert.match(run.messages[1]?.text ?? '', /was not deleted/)
    assert.deepEqual(w.deletions(), [])
  })
})
