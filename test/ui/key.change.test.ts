import { strict as assert } from 'node:assert'
import { accounts } from '../sandbox/data.ts'
import { describeUi } from './fixtures.ts'
import { isWeb } from './runOptions.ts'
import {
  addConnection,
  answerPrompt,
  chooseDeletion,
  hostName,
  listZones,
  prompts,
  readClipboard,
  getShownPage,
} from './flows.ts'
import { findInPackage, findInProcesses, killExtensionHost } from './computerCanary.ts'
import { until } from './until.ts'

describeUi('API key', { args: ['--log', 'trace'] }, (ui) => {
  ui.setUp(async () => {
    await ui.workbench.openViewContainer()
    await addConnection(ui.workbench, ui.sandbox)
  })

  it('is nowhere in what the workbench shows, keeps or writes', async () => {
    const { workbench, sandbox } = ui
    const { notifications, page, quickInput } = workbench
    const canary = sandbox.apiKey
    await workbench.canaries.snapshot('added')

    await workbench.runCommand('Poolkeeper: Set API Key…')
    await quickInput.step({ title: `Set API Key for “${hostName}”` }).waitFor()
    await quickInput.type(canary)
    await workbench.canaries.snapshot('typed')
    await answerPrompt(workbench, { title: `Set API Key for “${hostName}”` }, canary)

    await workbench.zones.item(accounts.awsProduction.name).waitFor()
    await listZones(workbench, accounts.awsProduction.name, 'us-east-1')
    sandbox.addFault({ method: 'DELETE', echoKey: true })
    await workbench.machinePools.expand('checkout-prod', 'batch-spot')
    await chooseDeletion(workbench, 'batch-spot')
    await workbench.pressDialogButton('Delete Machine Pool')
    await notifications.appear('‹API key›')
    await workbench.canaries.snapshot('echoed')

    await workbench.runCommand('Poolkeeper: Show Log')
    await page.getByText('outcome=notDeleted').first().waitFor()

    // The user cancels Add Connection after typing the key.
    await workbench.runCommand('Poolkeeper: Add Connection…')
    const { host } = new URL(sandbox.baseUrl)
    await answerPrompt(workbench, prompts.url, `http://localhost:${host.split(':')[1]}`)
    await quickInput.step(prompts.key).waitFor()
    await quickInput.type(canary)
    await quickInput.cancel()
    await workbench.canaries.snapshot('given up')

    // The service repeats the key wherever it can, and redirects to a URL with the key.
    sandbox.addFault({ path: '/projects', echoKey: true, status: 500, times: null })
    await workbench.runCommand('Poolkeeper: Select Project…')
    await quickInput.box.getByText('‹API key›').waitFor()
    await workbench.canaries.snapshot('choosing a project')
    await quickInput.cancel()
    sandbox.addFault({ path: '/zones?', redirect: `https://${canary}.example/?key=${canary}` })
    await workbench.zones.chooseFromMenu('us-east-1', 'Refresh')
    await workbench.zones.expand('us-east-1', 'Redirected')

    sandbox.addFault({ echoKey: true, status: 500, times: null })
    await workbench.runCommand('Poolkeeper: Check Connection')
    await getShownPage(workbench).getByText('‹API key›').first().waitFor()
    await workbench.canaries.snapshot('checked')

    assert.deepEqual(await workbench.canaries.find(canary), [])
    assert.ok(!(await readClipboard(workbench)).includes(canary))
    assert.deepEqual(await findInProcesses(canary), [])
    assert.deepEqual(await findInPackage(/canary-key/), [])
    const received = sandbox.requests.map(({ headers }) => headers['apikey'])
    assert.deepEqual([...new Set(received)], [canary], 'it was there to be found')
  })

  it('is nowhere else after the extension host was killed, and used by the next one', async function () {
    if (isWeb()) this.skip() // a browser's has no process of its own, and none that keeps secrets
    const { workbench, sandbox } = ui
    sandbox.requests.length = 0
    if (!(await killExtensionHost(workbench.dataDir))) this.skip() // no /proc here
    await until('a request of the next one', () => sandbox.requests.length > 0)
    const received = sandbox.requests.map(({ headers }) => headers['apikey'])
    assert.deepEqual([...new Set(received)], [sandbox.apiKey])
    assert.deepEqual(await workbench.canaries.find(sandbox.apiKey), [])
    assert.deepEqual(await findInProcesses(sandbox.apiKey), [])
  })
})
