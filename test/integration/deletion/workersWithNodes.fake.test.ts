import { strict as assert } from 'node:assert'
import { machinesBody } from '../../bodies.ts'
import { until } from '../../until.ts'
import { pool, useWindows } from './races/windows.ts'

describe('Deletion: The name must be typed if the only other worker pool', () => {
  const windows = useWindows()
  const config = () =>
    windows.service.data.configs.find(({ uid }) => uid === pool.configUid) ?? assert.fail()

  beforeEach(() => {
    const names = ['control-plane-pool', pool.machinePoolName, 'worker-pool']
    config().pools = config().pools.filter(({ name }) => names.includes(name))
  })

  /** Expands the row of the other pool, whose machines are listed again for the dialog then. */
  async function expandOther(): Promise<void> {
    const rows = await windows.waitForRows(pool.configUid)
    const row = rows.find(({ machinePoolName }) => machinePoolName === 'worker-pool')
    assert.ok(row)
    await windows.window.rows('machinePools', row)
  }

  function listFailed(): void {
    const body = machinesBody(6, { instanceState: 'Failed' })
    windows.service.addFault({ path: 'worker-pool/machines', times: null, body })
  }

  async function assertTyped(): Promise<void> {
    const { buttons, detail } = await windows.declineDialog()
    assert.deepEqual(buttons, ['Show Details', 'Delete Machine Pool…'])
    assert.match(detail, /may be the cluster’s last worker pool with nodes/)
  }

  it('has only machines that have failed, as the view shows', async () => {
    listFailed()
    await expandOther()
    await assertTyped()
  })

  it('has only machines that have failed, as the view shows, and that can’t be listed again', async () => {
    listFailed()
    await expandOther()
    windows.service.clearFaults()
    windows.service.addFault({ path: 'worker-pool/machines', times: null, status: 500 })
    await assertTyped()
  })
})

describe('Deletion: The machines of the only other worker pool, which the view shows', () => {
  const windows = useWindows()

  beforeEach(async () => {
    const config = windows.service.data.configs.find(({ uid }) => uid === pool.configUid)
    const names = ['control-plane-pool', pool.machinePoolName, 'worker-pool']
    config!.pools = config!.pools.filter(({ name }) => names.includes(name))
    const rows = await windows.waitForRows(pool.configUid)
    const row = rows.find(({ machinePoolName }) => machinePoolName === 'worker-pool')
    await windows.window.rows('machinePools', row)
  })

  it('let a button be enough if they run, before and after it is pressed', async () => {
    await windows.delete()
    assert.equal(windows.deletions().length, 1)
  })

  it('are listed again after the confirmation even if the view was refreshed meanwhile', async () => {
    const { run, modal } = await windows.openDialog()
    windows.window.startCommand('refreshMachinePools')
    modal.press('Delete Machine Pool')
    await run.end
    assert.equal(windows.deletions().length, 1)
  })

  for (const [what, fault] of [
    ['fails', { status: 500 }],
    ['stalls', { stall: 'beforeHeaders' }],
  ] as const) {
    it(`are asked about again if their list ${what} after the confirmation`, async () => {
      const { run, modal } = await windows.openDialog()
      assert.deepEqual(modal.buttons, ['Show Details', 'Delete Machine Pool'])
      windows.service.addFault({ path: 'worker-pool/machines', times: null, ...fault })
      modal.press('Delete Machine Pool')
      const again = await until('another dialog', () => run.modals[1])
      assert.match(again.detail, /nodes of these pools couldn’t be counted: worker-pool/)
      assert.deepEqual(again.buttons, ['Show Details', 'Delete Machine Pool…'])
      run.closeAll()
      await run.end
      assert.equal(windows.deletions().length, 0)
    })
  }
})
