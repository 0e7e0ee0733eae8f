import { strict as assert } from 'node:assert'
import { accounts } from '../sandbox/data.ts'
import { describeUi } from './fixtures.ts'
import { accountPlaceholder, addConnection } from './flows.ts'
import { Gate } from './gate.ts'
import { until } from './until.ts'

const { awsProduction } = accounts
const accountLookup = '/v1/cloudaccounts/summary'

describeUi('Prompts: a list that comes late', { window: 'plain', lookups: 'all' }, (ui) => {
  let gate: Gate | undefined
  const step = { title: 'List Zones (1/2)', placeholder: accountPlaceholder }

  ui.setUp(async () => {
    await gate?.close()
    gate = new Gate(ui.sandbox)
    await gate.open()
    const { apiKey } = ui.sandbox
    await addConnection(ui.workbench, { baseUrl: gate.baseUrl, apiKey })
  })

  after(() => gate?.close())

  /** Up to the list of accounts, which is asked for and does not come before it is let go. */
  async function listAccounts() {
    const { workbench } = ui
    const held = gate!.hold(accountLookup)
    await workbench.zones.pressAction('Refresh') // it may have come before
    await workbench.runCommand('Poolkeeper: List Zones…')
    await workbench.quickInput.step(step).waitFor()
    await until('the list is asked for', held.isReached)
    return held
  }

  it('has Enter wait for it, and means its entry by the name that was typed', async () => {
    const { quickInput } = ui.workbench
    const held = await listAccounts()
    await quickInput.submit(awsProduction.name)
    await quickInput.items.getByText('waiting for the list…').waitFor()
    await ui.workbench.screenshot('prompt-waits')
    held.letGo()
    await quickInput.step({ title: 'List Zones (2/2)' }).waitFor()
    await quickInput.submit('us-east-1')
    await quickInput.step({ title: 'Zones in us-east-1' }).waitFor()
    await quickInput.cancel()
    const asked = ui.sandbox.requests.map(({ url }) => url).filter((url) => url.includes('/zones?'))
    assert.deepEqual(
      asked.map((url) => new URL(url, 'http://service').searchParams.get('cloudAccountUid')),
      [awsProduction.uid],
    )
  })

  it('can be left while Enter waits for it', async () => {
    const { quickInput } = ui.workbench
    const held = await listAccounts()
    await quickInput.submit('not-listed')
    await quickInput.items.getByText('waiting for the list…').waitFor()
    await quickInput.cancel()
    // The extension hears of that after the workbench has closed it, and before the next command.
    await ui.workbench.runCommand('Poolkeeper: List Zones…')
    await quickInput.step({ title: 'List Zones (1/2)' }).waitFor()
    await quickInput.cancel()
    held.letGo()
    await until('the list has come', () => ui.sandbox.load.underWay === 0)
    assert.ok(await quickInput.box.isHidden())
  })

  it('lets Enter take what was typed where it cannot be read', async () => {
    const { quickInput, page } = ui.workbench
    ui.sandbox.addFault({ path: accountLookup, status: 500, times: null })
    const held = await listAccounts()
    held.letGo()
    await quickInput.items.getByText('Couldn’t load the list').waitFor()
    await page.keyboard.type('my-account')
    await ui.workbench.screenshot('prompt-unreadable')
    await page.keyboard.press('Enter')
    const provider = { title: 'List Zones (1/2)', placeholder: 'Select or enter a provider' }
    await quickInput.step(provider).waitFor()
    await quickInput.cancel()
  })
})
