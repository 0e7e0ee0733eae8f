import { strict as assert } from 'node:assert'
import { machinesBody } from '../../bodies.ts'
import { until } from '../../until.ts'
import { pool, useWindows } from './races/windows.ts'

describe('Deletion: The name must be typed if the only other worker pool', () => {
  const windows = useWindows()
  const config = () =>
    windows.service.data.configs.find(({ uid }) => uid === pool.configUid) ?? assert.fail()
  const other = () => config().pools.find(({ name }) => name === 'worker-pool') ?? assert.fail()

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

  async function assertTyped(): Promise<void> {
    const { buttons, detail } = await windows.declineDialog()
    assert.deepEqual(buttons, ['Show Details', 'Delete Machine Pool…'])
    assert.match(detail, /may be the cluster’s last worker pool with nodes/)
  }

  it('may be scaled down to no nodes', async () => {
    Object.assign(other(), { size: 2, minSize: 0, maxSize: 20 })
    await assertTyped()
  })

  it('has no machines, as the view shows', async () => {
    other().machines = 0
    await expandOther()
    await assertTyped()
  })

  it('has only machines that have failed, as the view shows', async () => {
    const body = machinesBody(6, { instanceState: 'Failed' })
    windows.service.addFault({ path: 'worker-pool/machines', times: null, body })
    await expandOther()
    await assertTyped()
  })

  it('can be scaled down to no nodes by now, after a button was pressed', async () => {
    const { run, modal } = await windows.openDialog()
    Object.assign(other(), { minSize: 0, maxSize: 9 })
    modal.press('Delete Machine Pool')
    const again = await until('another dialog', () => run.modals[1])
    assert.match(again.detail, /^The details changed while the dialog was open/)
    run.closeAll()
    await run.end
    assert.equal(windows.deletions().length, 0)
  })
})
