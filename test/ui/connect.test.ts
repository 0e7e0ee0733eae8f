import { strict as assert } from 'node:assert'
import { accounts } from '../sandbox/data.ts'
import { describeUi } from './fixtures.ts'
import { addConnection, answer, askForZones, hostName } from './flows.ts'
import { readSettings } from './workbenchSettings.ts'
import { until } from './until.ts'

describeUi('Connections: adding, switching, removing', { window: 'plain', anew: true }, (ui) => {
  it('starts from the welcome view, goes through two boxes, and offers zones', async () => {
    const { workbench, sandbox } = ui
    const { notifications, quickInput, zones, statusBar } = workbench
    await workbench.openViewContainer()
    await zones.welcome.getByRole('button', { name: 'Add Connection' }).click()

    await answer(workbench, { title: 'Add Connection (1/2)' }, 'http://service.example')
    await quickInput.box.getByText('must start with https://').waitFor()
    await quickInput.submit(`  ${sandbox.baseUrl}/  `)

    await quickInput.step({ title: 'Add Connection (2/2)' }).waitFor()
    await quickInput.back()
    await quickInput.step({ title: 'Add Connection (1/2)' }).waitFor()
    assert.equal(await quickInput.input.inputValue(), `${sandbox.baseUrl}/`)
    await quickInput.input.press('Enter')

    await answer(workbench, { title: 'Add Connection (2/2)' }, ' ')
    await quickInput.box.getByText('Enter a value.').waitFor()
    assert.equal(await quickInput.input.getAttribute('type'), 'password')
    await quickInput.submit(sandbox.apiKey)

    await statusBar.getByText(hostName, { exact: true }).waitFor()
    await zones.welcome.getByText('No regions yet').waitFor()
    // But for the check of the key, and the lookups that the views try.
    const lookups = /users\/info|apiKeys|projects\/metadata|cloudaccounts\/summary|search/
    assert.ok(sandbox.requests.every(({ url }) => lookups.test(url)))
    await workbench.screenshot('added')
    await notifications.press(`Connection “${hostName}” saved`, 'List Zones')
    await quickInput.step({ title: 'List Zones (1/2)' }).waitFor()
    await quickInput.cancel()
  })

  it('asks for another key where the service does not accept it', async () => {
    const { workbench, sandbox } = ui
    const { notifications, quickInput } = workbench
    await addConnection(workbench, { baseUrl: sandbox.baseUrl, apiKey: 'not-the-key' })
    await askForZones(workbench, accounts.awsProduction, 'eu-west-1')

    await notifications.appear('didn’t accept the API key (401)')
    await workbench.screenshot('unauthorized')
    await notifications.press('didn’t accept', 'Set API Key')
    await answer(workbench, { title: `Set API Key for “${hostName}”` }, sandbox.apiKey)
    await workbench.runCommand('Poolkeeper: List Zones…')
    await quickInput.step({ title: 'List Zones (1/2)' }).waitFor()
    await quickInput.cancel()
  })

  it('switches by a click in the status bar, and removes a connection only when that is confirmed', async () => {
    const { workbench, sandbox } = ui
    const { quickInput, statusBar } = workbench
    for (const name of [hostName, 'wrong']) await addConnection(workbench, sandbox, name)
    await statusBar.getByText('wrong', { exact: true }).click()
    await quickInput.pick(hostName)
    await statusBar.getByText(hostName, { exact: true }).waitFor()
    const remove = async () => {
      await workbench.runCommand('Poolkeeper: Remove Connection…')
      await workbench.quickInput.pick('wrong')
      await workbench.dialog.getByText('Remove connection “wrong”?').waitFor()
    }
    await remove()
    await workbench.pressDialogButton('Cancel')
    await remove()
    await workbench.pressDialogButton('Remove Connection')

    await until('one connection is left', async () => {
      const settings = await readSettings(workbench.dataDir)
      return (settings['poolkeeper.connections'] as unknown[]).length === 1
    })
  })
})
