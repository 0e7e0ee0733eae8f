import { strict as assert } from 'node:assert'
import { settingIds } from '../../../src/contributions.ts'
import { cloudConfigBody } from '../../bodies.ts'
import { until } from '../../until.ts'
import { pool, useWindows } from './races/windows.ts'

describe('Deletion: A setting for the confirmation that Poolkeeper doesn’t know', () => {
  const windows = useWindows()

  for (const value of ['typename', 'type', 'always', true, 1, {}, ['typeName']]) {
    it(`has the name typed: ${JSON.stringify(value)}`, async () => {
      windows.machine.writeSetting(settingIds.confirmation, value)
      const { buttons } = await windows.declineDialog()
      assert.deepEqual(buttons, ['Show Details', 'Delete Machine Pool…'])
    })
  }
})

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

  it('isn’t if the setting asks for more by now', async () => {
    const detail = await pressAndChange(() => {
      windows.machine.writeSetting(settingIds.confirmation, 'typeName')
    })
    assert.match(detail, /You must now type the cluster and the machine pool\./)
  })

  it('isn’t if the cloud config has a name by now, and that is locked', async () => {
    const connections = windows.machine.connections.map((connection) => {
      return { ...connection, protected: ['zzz-prod/*'] }
    })
    windows.machine.writeSetting(settingIds.connections, connections)
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
    await pressAndChange(() => answerWith('zzz-prod'))
  })
})
