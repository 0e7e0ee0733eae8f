import { strict as assert } from 'node:assert'
import { configs } from '../sandbox/data.ts'
import { describeUi } from './fixtures.ts'
import { typeNames } from './flows.ts'
import { until } from './until.ts'

const config = configs.checkout

describeUi('Agents: deleting a machine pool', { window: 'companion', filled: true }, (ui) => {
  const input = {
    connection: 'sandbox',
    provider: config.provider,
    configUid: config.uid,
    machinePoolName: 'worker-pool',
  }
  const deletions = () => ui.sandbox.requests.filter(({ method }) => method === 'DELETE')

  ui.setUp(async () => {
    // The companion adds it last.
    await ui.workbench.openViewContainer()
    await ui.workbench.machinePools.item('kafka-brokers').waitFor()
  })

  it('is asked about by VS Code, and then by us with the whole scope', async () => {
    const { workbench } = ui
    await workbench.runCommand('Poolkeeper Companion: Call a Tool…')
    await workbench.quickInput.pick('poolkeeper_delete_machine_pool')
    await workbench.quickInput.submit(JSON.stringify(input))
    await workbench.dialog.getByText('asks you again').waitFor()
    await workbench.screenshot('agent-vscode-asks')
    await workbench.dialog.getByRole('button', { name: 'Yes', exact: true }).click()
    await workbench.dialog
      .getByText(`Delete machine pool “worker-pool” of cloud config “${config.clusterName} (`)
      .waitFor()
    await workbench.screenshot('agent-we-ask')
    assert.deepEqual(deletions(), [])
    await workbench.pressDialogButton('Delete Machine Pool…')
    await typeNames(workbench, 'worker-pool')
    await until('the deletion', () => deletions().length === 1)
    await workbench.notifications.appear('"outcome":"done"')
  })
})
