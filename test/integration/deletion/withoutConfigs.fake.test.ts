import { strict as assert } from 'node:assert'
import { until } from '../../until.ts'
import { pool, useWindows } from './races/windows.ts'

// Where the service lists the machines of a pool, but no cloud config can be loaded, the machines tell what became of the pool.
describe('Deletion: A service that lists machines, but supports no lookup of cloud configs', () => {
  const windows = useWindows()

  /** Deletes the pool, whose machines drain, after cloud configs of other clusters couldn’t be loaded. */
  async function deleteWithout(status: 403 | 404 | 405): Promise<string> {
    windows.service.lookups = { cloudConfig: status }
    windows.service.drain = 'manual'
    for (const { provider, uid, pools } of windows.service.data.configs.slice(1, 5)) {
      const machinePoolName = pools[0]?.name
      const target = { provider, configUid: uid, machinePoolName }
      const run = windows.window.startCommand('deleteMachinePool', target)
      await until('its dialog', () => run.isOver || run.modals[0])
      run.closeAll()
      await run.end
    }
    const { run, modal } = await windows.openDialog()
    const button = modal.buttons[1] ?? ''
    if (button.endsWith('…')) await windows.type(run, modal, pool.machinePoolName)
    else modal.press(button)
    await run.end
    const texts = [...run.notifications.map(({ text }) => text), ...run.deletionProgressTexts]
    return texts.join('\n')
  }

  for (const status of [403, 404, 405] as const) {
    it(`isn’t told to have deleted a pool whose machines drain: ${status}`, async () => {
      assert.doesNotMatch(await deleteWithout(status), /pool deleted/)
    })

    it(`isn’t told to have refused a deletion if machines leave: ${status}`, async () => {
      windows.service.addFault({ method: 'DELETE', status: 409, afterEffect: true })
      assert.doesNotMatch(await deleteWithout(status), /not deleted/)
    })
  }
})
