import { strict as assert } from 'node:assert'
import { accounts, configs } from '../sandbox/data.ts'
import { describeUi, type UiOptions } from './fixtures.ts'
import { addConnection, chooseDeletion, listZones } from './flows.ts'

const { checkout } = configs

// VS Code never disables an extension under development, such as that of the integration tests. So these suites have it
// installed; in a window that its manifest doesn’t support, it would be disabled.
const suites: readonly (readonly [title: string, options: UiOptions])[] = [
  [
    'Without trust in the workspace',
    {
      settings: {
        'security.workspace.trust.enabled': true,
        'security.workspace.trust.startupPrompt': 'never',
      },
    },
  ],
  // VS Code itself has this file system, in its memory.
  ['In a virtual workspace', { folder: 'tmp:/' }],
]

for (const [title, options] of suites) {
  describeUi(`${title}, Poolkeeper`, { ...options, isInstalled: true }, (ui) => {
    ui.setUp(() => ui.workbench.openViewContainer())

    it('lists zones, and deletes a machine pool after a confirmation', async () => {
      const { workbench } = ui
      const { dialog, machinePools, notifications, statusBar } = workbench
      if (options.settings) await statusBar.getByText('Restricted Mode').waitFor()
      await addConnection(workbench, ui.sandbox)
      await listZones(workbench, accounts.awsProduction.name, 'eu-west-1')
      await machinePools.expand(checkout.clusterName, 'gpu-inference')
      await chooseDeletion(workbench, 'gpu-inference')
      await dialog.getByText(/^Delete machine pool “gpu-inference”/).waitFor()
      await workbench.pressDialogButton('Delete Machine Pool')
      await notifications.appear('Machine pool deleted: “gpu-inference” in checkout-prod')
      const deletions = ui.sandbox.requests.filter(({ method }) => method === 'DELETE')
      assert.equal(deletions.length, 1)
    })
  })
}
