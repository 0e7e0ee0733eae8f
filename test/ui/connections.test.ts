import { strict as assert } from 'node:assert'
import { accounts } from '../sandbox/data.ts'
import { describeUi } from './fixtures.ts'
import { answer } from './flows.ts'
import { readSettings } from './workbenchSettings.ts'
import { until } from './until.ts'

describeUi(
  'Connections: the hub',
  {
    window: 'plain',
    lookups: 'all',
    settings: ({ baseUrl }) => ({
      'poolkeeper.connections': [
        { name: 'production', baseUrl },
        { name: 'staging', baseUrl, protection: 'readOnly' },
      ],
    }),
  },
  (ui) => {
    const openHub = async () => {
      await ui.workbench.statusBar.getByText(/^(production|prod-eu)/).click()
      await ui.workbench.quickInput.step({ title: 'Connections' }).waitFor()
    }

    it('is opened by a click in the status bar, and sets a key', async () => {
      const { workbench, sandbox } = ui
      const { quickInput, zones } = workbench
      await workbench.openViewContainer()
      await openHub()
      await quickInput
        .item('staging')
        .getByText(/no API key · Read-only/)
        .waitFor()
      await quickInput.item('Edit in settings.json').waitFor()
      await workbench.screenshot('hub')
      await quickInput.pressItemButton('production', 'Set API Key')
      const step = { title: 'Set API Key for “production”' }
      await answer(workbench, step, 'mistyped')
      await quickInput.box.getByText('didn’t accept the API key (401)').waitFor()
      await workbench.screenshot('hub-mistyped-key')
      await quickInput.submit(sandbox.apiKey)
      await zones.item('aws-production').waitFor()
    })

    it('edits a connection, whose key and pins go with its new name', async () => {
      const { workbench } = ui
      const { quickInput, statusBar, zones } = workbench
      await workbench.runCommand('Poolkeeper: List Zones…')
      await quickInput.pick('aws')
      await quickInput.pick(accounts.awsProduction.name)
      await quickInput.pick('us-east-1')
      await quickInput.step({ title: 'Zones in us-east-1' }).waitFor()
      await quickInput.cancel()
      await openHub()
      await quickInput.pressItemButton('production', 'Edit Connection')
      const step = (number: number) => ({ title: `Edit Connection (${number}/6)` })
      await quickInput.step(step(1)).waitFor()
      await quickInput.input.press('Enter')
      await answer(workbench, step(2), 'prod-eu')
      await quickInput.step(step(3)).waitFor()
      await workbench.screenshot('edit-key')
      await quickInput.input.press('Enter')
      await quickInput.step(step(4)).waitFor()
      await quickInput.item('All projects').click()
      await quickInput.step(step(5)).waitFor()
      await workbench.screenshot('edit-protection')
      await quickInput.pick('Not protected')
      await quickInput.step(step(6)).waitFor()
      await quickInput.input.press('Enter')
      await statusBar.getByText('prod-eu', { exact: true }).waitFor()
      await zones.expand('aws-production')
      await zones.items.filter({ hasText: 'us-east-1' }).first().waitFor()
      const settings = await readSettings(workbench.dataDir)
      const entries = settings['poolkeeper.connections'] as { name: string }[]
      assert.deepEqual(
        entries.map(({ name }) => name),
        ['prod-eu', 'staging'],
      )
    })

    it('removes a connection', async () => {
      const { workbench } = ui
      await openHub()
      await workbench.quickInput.pressItemButton('staging', 'Remove Connection')
      await workbench.dialog.getByText('Remove connection “staging”?').waitFor()
      await workbench.pressDialogButton('Remove Connection')
      await until('one connection is left', async () => {
        const settings = await readSettings(workbench.dataDir)
        return (settings['poolkeeper.connections'] as unknown[]).length === 1
      })
    })
  },
)
