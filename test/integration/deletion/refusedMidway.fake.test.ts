import { strict as assert } from 'node:assert'
import { drainingMachinesBody, machinesBody } from '../../bodies.ts'
import { testClock } from '../../clock.ts'
import { until } from '../../until.ts'
import type { CommandRun } from '../../fakeVscode/dialogs.ts'
import { messageTexts, useWindows } from './races/windows.ts'

// A proxy may send a request twice. The second response is all that is known then.
describe('Deletion: A deletion that is refused although its machines are leaving', () => {
  const windows = useWindows()

  it('is not told to have failed', async () => {
    windows.service.addFault({ method: 'DELETE', status: 422, afterEffect: true })
    assert.match((await windows.delete()).join(), /^Machine pool may have been deleted: /)
  })
})

// A controller marks machines a while after the request: until then, all of them run.
describe('Deletion: A deletion that is refused before its machines are leaving', () => {
  const windows = useWindows()
  const listMachines = (body: string) =>
    windows.service.addFault({ method: 'GET', path: '/machines', times: null, body })

  /** Deletes, is refused, and returns once the pool waits for its second check. */
  async function deleteRefused(status: number, body = machinesBody(2)): Promise<CommandRun> {
    windows.service.listsDrainingPools = true
    listMachines(body)
    const { run, modal } = await windows.openDialog()
    testClock.shorten('retry', 3_600_000) // ends by hand alone
    windows.service.addFault({ method: 'DELETE', status, afterEffect: true })
    modal.press('Delete Machine Pool')
    await until('the second check', () => testClock.pendingDelays('retry').includes(15_000))
    return run
  }

  for (const status of [404, 409]) {
    it(`is not told to have failed: ${status}`, async () => {
      const run = await deleteRefused(status)
      windows.service.clearFaults()
      listMachines(drainingMachinesBody(2))
      testClock.endWaits('retry')
      await run.end
      assert.match(messageTexts(run).join(), /^Machine pool may have been deleted: /)
    })
  }

  it('says at once that it is refused, and then that all machines have kept running', async () => {
    const run = await deleteRefused(409)
    const expected = /conflict \(409\).* Checking whether the machine pool is being deleted…/
    await until('the progress', () =>
      run.progress.some(({ isCancellable, texts }) => {
        return isCancellable && expected.test(texts.join(' '))
      }),
    )
    assert.deepEqual(messageTexts(run), [])
    testClock.endWaits('retry')
    await run.end
    assert.match(messageTexts(run).join(), /^Machine pool not deleted: .* conflict \(409\)/)
  })

  it('has failed if its machines, which were drained before it, have kept running', async () => {
    const maintenanceStatus = { action: 'drain', state: 'Complete' }
    const status = { instanceState: 'Running', maintenanceStatus }
    const run = await deleteRefused(409, machinesBody(2, status))
    testClock.endWaits('retry')
    await run.end
    assert.match(messageTexts(run).join(), /^Machine pool not deleted: .* conflict \(409\)/)
  })

  it('stays open if the second check is canceled', async () => {
    const run = await deleteRefused(404)
    await until('Cancel', () => run.isCancellable)
    run.cancel()
    await run.end
    assert.match(messageTexts(run).join(), /^Machine pool may have been deleted: /)
  })
})
