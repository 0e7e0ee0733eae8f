import { strict as assert } from 'node:assert'
import { describeUi } from './fixtures.ts'
import { answerPrompt, chooseDeletion, hostName, prompts } from './flows.ts'

// This suite has the extension as users have it: packaged, and installed by VS Code.
describeUi('Connections', { isInstalled: true, lookups: 'none' }, (ui) => {
  ui.setUp(() => ui.workbench.openViewContainer())

  it('to the sample have clusters and a dialog before a deletion, send no request, and are removed', async () => {
    const { workbench, sandbox } = ui
    const { dialog, machinePools, zones } = workbench
    await zones.welcome.getByRole('button', { name: 'Try with Sample Data' }).click()
    await machinePools.expand('reports', 'queries')
    await chooseDeletion(workbench, 'queries')
    await dialog.getByText(/^Delete machine pool “queries”/).waitFor()
    await workbench.pressDialogButton('Cancel')
    await machinePools.item('queries').waitFor()
    assert.deepEqual(sandbox.requests, [])
    await workbench.runCommand('Poolkeeper: Remove Connection…')
    await answerPrompt(workbench, { title: 'Remove Connection' }, 'Sample Data')
    await zones.welcome.getByRole('button', { name: 'Add Connection' }).waitFor()
  })

  it('are added from the welcome view by two prompts, offer to list zones, and are removed', async () => {
    const { workbench, sandbox } = ui
    const { notifications, quickInput, zones, statusBar } = workbench
    await zones.welcome.getByRole('button', { name: 'Add Connection' }).click()

    await answerPrompt(workbench, prompts.url, 'http://service.example')
    await quickInput.box.getByText('must start with https://').waitFor()
    await quickInput.submit(`  ${sandbox.baseUrl}/  `)

    await answerPrompt(workbench, prompts.key, ' ')
    await quickInput.box.getByText('Enter a value.').waitFor()
    assert.equal(await quickInput.input.getAttribute('type'), 'password')
    await quickInput.submit(sandbox.apiKey)

    await statusBar.getByText(hostName, { exact: true }).waitFor()
    await zones.welcome.getByText('No regions yet').waitFor()
    await notifications.press(/Connected to|Connection “.*” saved/, 'List Zones')
    await quickInput.step(prompts.account).waitFor()
    assert.deepEqual(await workbench.canaries.find(sandbox.apiKey), [])

    await quickInput.cancel()
    await workbench.runCommand('Poolkeeper: Remove Connection…')
    await answerPrompt(workbench, { title: 'Remove Connection' }, hostName)
    await workbench.pressDialogButton('Remove Connection')
    await zones.welcome.getByRole('button', { name: 'Add Connection' }).waitFor()
  })
})
