import { strict as assert } from 'node:assert'
import { accounts, type CloudAccount } from '../sandbox/data.ts'
import { describeUi } from './fixtures.ts'
import {
  accountPlaceholder,
  addConnection,
  answer,
  askForZones,
  labelPlaceholder,
  readClipboard,
} from './flows.ts'
import { until } from './until.ts'

const { awsAudit, awsProduction, awsStaging, azureProduction } = accounts

describeUi('List Zones', { window: 'plain' }, (ui) => {
  /** Without the lookups that the views try. */
  const zoneRequests = () => ui.sandbox.requests.filter(({ url }) => url.includes('/zones?'))

  ui.setUp(async () => {
    await ui.workbench.openViewContainer()
    await addConnection(ui.workbench, ui.sandbox)
    await list(awsProduction, 'us-east-1')
  })

  /** Lists a region, which is in the view then. */
  async function list(account: CloudAccount, region: string): Promise<void> {
    await askForZones(ui.workbench, account, region)
    await ui.workbench.quickInput.step({ title: `Zones in ${region}` }).waitFor()
    await ui.workbench.quickInput.cancel()
    await ui.workbench.zones.item(region).waitFor()
  }

  it('goes through all steps, Back once, and copies the chosen names', async () => {
    const { workbench } = ui
    const { quickInput, zones } = workbench
    const asked = zoneRequests().length
    await zones.pressAction('List Zones…')
    const account = { title: 'List Zones (1/2)', placeholder: accountPlaceholder }
    const provider = { title: 'List Zones (1/2)', placeholder: 'Select or enter a provider' }
    await answer(workbench, account, 'mistyped')
    await quickInput.step(provider).waitFor()
    await quickInput.back()
    await answer(workbench, account, ` ${awsAudit.uid} `)
    await answer(workbench, provider, 'aws')
    const label = { title: 'List Zones (1/2)', placeholder: labelPlaceholder }
    await answer(workbench, label, 'audit')
    await answer(workbench, { title: 'List Zones (2/2)' }, 'eu-west-1')

    await quickInput.step({ title: 'Zones in eu-west-1' }).waitFor()
    await workbench.screenshot('zones-of-a-region')
    await quickInput.box.getByText('eu-west-1a', { exact: true }).click()
    await quickInput.box.getByText('eu-west-1c', { exact: true }).click()
    await quickInput.box.getByRole('button', { name: 'OK' }).click()
    const copied = 'eu-west-1a\neu-west-1c'
    await until('the names are copied', async () => (await readClipboard(workbench)) === copied)
    assert.deepEqual(
      zoneRequests()
        .slice(asked)
        .map(({ method, url }) => `${method} ${url}`),
      [`GET /v1/clouds/aws/regions/eu-west-1/zones?cloudAccountUid=${awsAudit.uid}`],
    )
    await zones.item('audit').waitFor()
  })

  it('keeps the region in the view, with its zones under it', async () => {
    const { workbench } = ui
    const { zones } = workbench
    const asked = zoneRequests().length
    await zones.expand('us-east-1')
    await zones.item('us-east-1f').waitFor()
    const rows = [
      awsProduction.name,
      'us-east-1',
      ...['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `us-east-1${letter}`),
    ]
    const labels = await zones.labels()
    const start = labels.indexOf(awsProduction.name)
    assert.deepEqual(labels.slice(start, start + rows.length), rows)
    assert.equal(zoneRequests().length, asked, 'what was just listed is not asked for again')
    await zones.hover('us-east-1b', /us-east-1b\s+Zone ID\s+use1-az\d\s+State\s+available/)
  })

  it('offers the account and the region again', async () => {
    const { workbench } = ui
    const { quickInput } = workbench
    await workbench.runCommand('Poolkeeper: List Zones…')
    await quickInput.pick(awsProduction.name)
    await quickInput.step({ title: 'List Zones (2/2)' }).waitFor()
    await quickInput.item('us-east-1').waitFor()
    await quickInput.cancel()
  })

  it('shows what went wrong in the place of the zones, with Retry', async () => {
    const { workbench, sandbox } = ui
    const { zones } = workbench
    await zones.expand('us-east-1')
    sandbox.addFault({ path: '/zones', status: 403 })
    await zones.chooseFromMenu('us-east-1', 'Refresh')
    await zones.item('Access denied').waitFor()
    await workbench.screenshot('failed-region')
    await zones.hover('Access denied', /doesn’t have permission to do this on \S+ \(403\)/)
    assert.deepEqual(await workbench.notifications.texts(), [])

    await zones.pressItemAction('Access denied', 'Refresh')
    await zones.item('us-east-1a').waitFor()
  })

  it('stops waiting for a stalled service when told to, and says nothing more', async () => {
    const { workbench, sandbox } = ui
    const { notifications, zones } = workbench
    sandbox.addFault({ path: '/zones', stall: 'beforeHeaders' })
    await askForZones(workbench, azureProduction, 'westeurope')
    await notifications.press('Listing zones for westeurope…', 'Cancel')
    await until('no message is left', async () => (await notifications.texts()).length === 0)
    assert.deepEqual(await zones.item(azureProduction.name).count(), 0)
  })

  it('removes a region from the view', async () => {
    const { zones } = ui.workbench
    await list(awsStaging, 'eu-central-1')
    for (const row of ['eu-central-1', awsStaging.name]) {
      await zones.chooseFromMenu(row, 'Unpin')
      await until(`${row} is gone`, async () => (await zones.item(row).count()) === 0)
    }
  })
})
