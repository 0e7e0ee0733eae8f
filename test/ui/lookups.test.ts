import { strict as assert } from 'node:assert'
import { projects } from '../sandbox/data.ts'
import { describeUi, itNightly, type UiOptions } from './fixtures.ts'
import { accountPlaceholder, addConnection } from './flows.ts'
import { until } from './until.ts'

const allAccounts = [
  'aws-audit',
  'aws-production',
  'aws-staging',
  'azure-production',
  'azure-research',
  'cloudstack-edge',
  'gcp-analytics',
  'gcp-production',
  'maas-lab',
  'nutanix-headquarters',
  'vcenter-factory',
  'Select a project to list its cloud accounts',
]

const options: UiOptions = { window: 'plain', lookups: 'all', anew: true }

describeUi('Lookups: a service that has them', options, (ui) => {
  const asked = () => ui.sandbox.requests.map(({ url }) => url.split('?')[0])

  ui.setUp(async () => {
    const { workbench, sandbox } = ui
    await workbench.openViewContainer()
    await workbench.machinePools.fold() // more room for the other one
    await addConnection(workbench, sandbox)
  })

  it('fills the Zones view, and is asked for what is opened', async () => {
    const { zones } = ui.workbench
    await zones.item('vcenter-factory').waitFor()
    assert.deepEqual(await zones.labels(), allAccounts)
    await zones.hover('gcp-analytics', /Provider\s+gcp\s+State\s+error/)
    assert.ok(!asked().some((path) => path?.startsWith('/v1/clouds/')))
    await zones.expand('azure-production')
    await zones.expand('australiaeast')
    await zones.item('1').waitFor()
    const region = await zones.item('australiaeast').innerText()
    assert.match(region, /^australiaeast\s*Australia East$/)
    assert.deepEqual(
      asked().filter((path) => path?.startsWith('/v1/clouds/')),
      ['/v1/clouds/azure/regions', '/v1/clouds/azure/regions/australiaeast/zones'],
    )
  })

  itNightly('looks well at any width', async () => {
    const { workbench } = ui
    for (const width of [200, 320, 480]) {
      await workbench.setSideBarWidth(width)
      await workbench.screenshot(`lookups-at-${width}`)
    }
  })

  it('is listed by picking only, and what was picked is pinned, and stays while the service is away', async () => {
    const { workbench, sandbox } = ui
    const { quickInput, zones } = workbench
    await zones.expand('aws-production') // it stays open as it is pinned
    await zones.item('ap-northeast-1').waitFor()
    await zones.pressAction('List Zones…')
    const accounts = { title: 'List Zones (1/2)', placeholder: accountPlaceholder }
    await quickInput.step(accounts).waitFor()
    await quickInput.item('aws-staging').waitFor()
    await workbench.screenshot('lookups-accounts')
    assert.equal(
      // A row that VS Code uses again may still have the detail of what it showed before.
      await quickInput.items.last().locator('.label-name').first().innerText(),
      'Enter Manually…',
    )
    await quickInput.pick('aws-production')
    await quickInput.step({ title: 'List Zones (2/2)' }).waitFor()
    await quickInput.item('ap-northeast-1').waitFor()
    await workbench.screenshot('lookups-regions')
    await quickInput.pick('ap-northeast-1')
    await quickInput.step({ title: 'Zones in ap-northeast-1' }).waitFor()
    await quickInput.cancel()

    await zones.item('ap-northeast-1').getByText('pinned').waitFor()
    await zones.item('aws-production').getByText('pinned').waitFor()
    await zones.selected.and(zones.item('ap-northeast-1')).waitFor() // revealed: it won't open again
    await workbench.screenshot('lookups-pinned')

    // While the service is away, a failure stands above what was listed before.
    await zones.pressAction('Collapse All') // lest regions push accounts out of sight
    sandbox.addFault({ path: '/v1/cloudaccounts/summary', status: 401, times: null })
    await zones.pressAction('Refresh')
    await zones.item('API key not accepted').waitFor()
    await workbench.screenshot('lookups-failure')
    for (const account of ['aws-audit', 'aws-production']) await zones.item(account).waitFor()
    sandbox.clearFaults()
    await zones.pressAction('Refresh')
    await zones.item('API key not accepted').waitFor({ state: 'detached' })
    await zones.item('aws-audit').waitFor()
    assert.deepEqual(await workbench.notifications.texts(), [])
  })

  // By day, test/integration/zones/cloudProject.test.ts.
  itNightly('asks for the project of a gcp account', async () => {
    const { workbench } = ui
    const { quickInput } = workbench
    await workbench.runCommand('Poolkeeper: List Zones…')
    await quickInput.pick('gcp-production')
    const placeholder = 'Select or enter a Google Cloud project'
    await quickInput.step({ title: 'List Zones (1/2)', placeholder }).waitFor()
    await quickInput.item('gcp-production (shared network)').waitFor()
    await workbench.screenshot('lookups-project')
    await quickInput.pick('gcp-production (shared network)')
    await quickInput.step({ title: 'List Zones (2/2)' }).waitFor()
    await quickInput.submit('us-central1')
    await quickInput.step({ title: 'Zones in us-central1' }).waitFor()
    await quickInput.cancel()
    const { notifications } = workbench
    await until('no message is left', async () => (await notifications.texts()).length === 0)
  })

  // By day, test/integration/connections/project.test.ts and scope.test.ts.
  itNightly('works in the project that is selected, which the status bar names', async () => {
    const { workbench } = ui
    const { quickInput, zones } = workbench
    // The regions of what is pinned would push the others out of sight.
    await zones.pressAction('Collapse All')
    await workbench.runCommand('Poolkeeper: Select Project…')
    const placeholder = 'Select a project for the connection or enter its UID'
    await quickInput.step({ title: 'Select Project', placeholder }).waitFor()
    await quickInput.item('Staging').waitFor()
    await workbench.screenshot('lookups-projects')
    await quickInput.pick('Staging')
    await until('only its accounts are left', async () => {
      const labels = await zones.labels()
      return labels.includes('aws-staging') && !labels.includes('aws-audit')
    })
    const staging = new RegExp(`Project: Staging \\(${projects.staging.uid}\\)`)
    await workbench.hoverStatusBar('127.0.0.1 › Staging', staging)
    await workbench.screenshot('lookups-project-tooltip')

    await workbench.runCommand('Poolkeeper: Select Project…')
    await quickInput.item('Production').waitFor()
    await workbench.screenshot('lookups-projects-current')
    await quickInput.pick('All projects')
    await zones.item('aws-audit').waitFor()
    assert.doesNotMatch(await workbench.hoverStatusBar('127.0.0.1', /127\.0\.0\.1/), /Project/)
  })
})
