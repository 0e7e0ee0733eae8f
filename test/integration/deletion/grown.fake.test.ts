import { strict as assert } from 'node:assert'
import { cloudConfigBody, machinesBody } from '../../bodies.ts'
import { testClock } from '../../clock.ts'
import type { Fault } from '../../sandbox/service.ts'
import { until } from '../../until.ts'
import { pool, useWindows } from './races/windows.ts'

const controlPlane = { name: 'masters', isControlPlane: true, size: 3 }
const worker = { name: 'worker', size: 1 }
const chosen = { name: pool.machinePoolName, size: 1 }

describe('Deletion: What a question could not tell', () => {
  const windows = useWindows()
  const send = (faults: readonly Fault[]) => {
    windows.service.clearFaults()
    for (const fault of faults) windows.service.addFault({ method: 'GET', times: null, ...fault })
  }
  const config = (...pools: object[]): Fault => ({
    path: '/cloudconfigs/',
    body: cloudConfigBody([controlPlane, ...pools]),
  })
  const noMachines: Fault = { path: '/machines', status: 500 }

  /** Asks while the service answers so, and confirms once it answers otherwise. */
  async function confirmAfter(before: readonly Fault[], after: readonly Fault[]) {
    send(before)
    const { run, modal } = await windows.openDialog()
    send(after)
    testClock.putForward(1)
    modal.press('Delete Machine Pool')
    await until('what follows', () => run.isOver || run.modals[1])
    return run
  }

  it('is asked for again if it is a larger maximum of nodes, which can’t be counted', async () => {
    const scaled = (maxSize: number) => [
      noMachines,
      config({ ...chosen, minSize: 1, maxSize }, worker),
    ]
    const run = await confirmAfter(scaled(3), scaled(200))
    assert.equal(run.modals.length, 2)
    assert.deepEqual(windows.deletions(), [])
  })

  it('is asked for again if it is many machines, which could not be counted before', async () => {
    const machines: Fault = { path: '/machines', body: machinesBody(500) }
    const run = await confirmAfter(
      [noMachines, config(chosen, worker)],
      [machines, config(chosen, worker)],
    )
    assert.equal(run.modals.length, 2)
    assert.deepEqual(windows.deletions(), [])
  })

  it('is asked for again if it is a label of no other pool', async () => {
    const labeled = { ...chosen, additionalLabels: { disk: 'fast' } }
    const machines: Fault = { path: '/machines', body: machinesBody(1) }
    const run = await confirmAfter(
      [machines, config(labeled, { ...worker, additionalLabels: 'unreadable' })],
      [machines, config(labeled, worker)],
    )
    assert.equal(run.modals.length, 2)
    assert.deepEqual(windows.deletions(), [])
  })
})
