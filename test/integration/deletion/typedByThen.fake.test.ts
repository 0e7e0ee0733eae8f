import { strict as assert } from 'node:assert'
import { cloudConfigBody } from '../../bodies.ts'
import { until } from '../../until.ts'
import { pool, useWindows } from './races/windows.ts'

describe('Deletion: A button that was enough when it was pressed', () => {
  const windows = useWindows()

  /** Presses it, and lets something happen while the pool is checked again. Returns what the next dialog says. */
  async function pressAndChange(change: () => void): Promise<string> {
    const { run, modal } = await windows.openDialog()
    const gate = windows.holdRequests('/cloudconfigs/', 'GET')
    modal.press('Delete Machine Pool')
    await until('the check', gate.isReached)
    change()
    gate.open()
    const { detail, buttons } = await until('another dialog', () => run.modals[1])
    assert.deepEqual(buttons, ['Show Details', 'Delete Machine Pool…'])
    run.closeAll()
    await run.end
    assert.equal(windows.deletions().length, 0)
    return detail
  }

  it('isn’t if the cloud config has a name by now, and a pattern matches that', async () => {
    windows.changeConnections({ typeFor: ['zzz-prod/*'] })
    const config = JSON.parse(
      cloudConfigBody([
        { name: 'masters', isControlPlane: true, size: 3 },
        { name: pool.machinePoolName, size: 2 },
        { name: 'other', size: 2 },
      ]),
    ) as { metadata: { name: string | undefined } }
    const answerWith = (name: string | undefined) => {
      windows.service.clearFaults()
      config.metadata.name = name
      const path = `/aws/${pool.configUid}`
      windows.service.addFault({ method: 'GET', path, times: null, body: JSON.stringify(config) })
    }
    answerWith(undefined)
    await windows.window.run('refreshMachinePools')
    const detail = await pressAndChange(() => answerWith('zzz-prod'))
    assert.match(detail, /^Type to delete: connection “home” requires it/m)
  })
})
