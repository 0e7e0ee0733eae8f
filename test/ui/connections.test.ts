import { strict as assert } from 'node:assert'
import { configs } from '../sandbox/data.ts'
import { describeUi } from './fixtures.ts'
import { addConnection, answer, chooseDeletion, hostName } from './flows.ts'
import { readSettings } from './workbenchSettings.ts'
import { until } from './until.ts'

describeUi('Connections: the list', { window: 'plain', lookups: 'all' }, (ui) => {
  ui.setUp(async () => {
    await ui.workbench.openViewContainer()
    await addConnection(ui.workbench, ui.sandbox)
    await addConnection(ui.workbench, ui.sandbox, 'production')
  })

  const openList = async () => {
    await ui.workbench.statusBar.locator('[id="poolkeeper.poolkeeper.connection"] a').click()
    await ui.workbench.quickInput.step({ title: 'Connections' }).waitFor()
  }

  /** Presses the button of a connection for its protection, which has a level now, and chooses another one. */
  const protect = async (name: string, now: string, level: string) => {
    const { quickInput } = ui.workbench
    await openList()
    await quickInput.pressItemButton(name, `Change Protection (${now})`)
    await quickInput.step({ title: `Protection of “${name}”` }).waitFor()
    await quickInput.pick(level)
  }

  const hasConnections = (...names: string[]) =>
    until(`these are left: ${names.join()}`, async () => {
      const settings = await readSettings(ui.workbench.dataDir)
      const entries = settings['poolkeeper.connections'] as { name: string }[]
      return entries.map(({ name }) => name).join() === names.join()
    })

  it('is opened by a click in the status bar, and sets a key', async () => {
    const { workbench, sandbox } = ui
    const { quickInput, zones } = workbench
    await workbench.runCommand('Poolkeeper: Clear API Key')
    await zones.welcome.getByText('has no API key').waitFor()
    await workbench.statusBar.getByText('production · No API key', { exact: true }).waitFor()
    await workbench.screenshot('scope-missing-key')
    await openList()
    await quickInput
      .item('production')
      .getByText(/^Active · No API key · /)
      .waitFor()
    await quickInput.item('Add Connection…').waitFor()
    await workbench.screenshot('connections')
    await quickInput.pressItemButton('production', 'Set API Key')
    const step = { title: 'Set API Key for “production”' }
    await answer(workbench, step, 'mistyped')
    await quickInput.box.getByText('didn’t accept the API key (401)').waitFor()
    await workbench.screenshot('connections-mistyped-key')
    await quickInput.submit(sandbox.apiKey)
    await zones.item('aws-production').waitFor()
  })

  it('shows the project that is selected, in both views and the status bar', async () => {
    const { workbench } = ui
    const { machinePools, quickInput, statusBar, zones } = workbench
    await openList()
    await quickInput.pick('Select Project…')
    await quickInput.pick('Production')
    await statusBar.getByText('production › Production', { exact: true }).waitFor()
    for (const view of [zones, machinePools]) {
      assert.equal(await view.description(), 'production › Production')
    }
    await workbench.screenshot('scope')
    await openList()
    await quickInput.pick('Select Project…')
    await quickInput.pick('All projects')
    await statusBar.getByText('production', { exact: true }).waitFor()
  })

  it('protects a connection, over which what is deleted is to be typed', async () => {
    const { workbench, sandbox } = ui
    const { dialog, machinePools, quickInput, statusBar } = workbench
    await protect('production', 'Not protected', 'Protected')
    await statusBar.getByText('production · Protected', { exact: true }).waitFor()
    await machinePools.item('Protected').waitFor()
    await workbench.screenshot('protected')
    await machinePools.expand(configs.checkout.clusterName)
    await chooseDeletion(workbench, 'gpu-inference')
    await dialog.getByText('Connection: production').waitFor()
    await workbench.screenshot('protected-question')
    await workbench.pressDialogButton('Delete Machine Pool…')
    const placeholder = `${configs.checkout.clusterName}/gpu-inference`
    await answer(workbench, { title: 'Delete Machine Pool', placeholder }, 'gpu-inference')
    await quickInput.box.getByText(`Type ${placeholder} exactly`).waitFor()
    await quickInput.cancel()
    assert.ok(sandbox.requests.every(({ method }) => method !== 'DELETE'))
    await protect('production', 'Protected', 'Not protected')
    await statusBar.getByText('production', { exact: true }).waitFor()
  })

  it('takes everything that deletes away from a read-only connection', async () => {
    const { workbench } = ui
    const { machinePools, page, quickInput, statusBar } = workbench
    await protect('production', 'Not protected', 'Read-only')
    await statusBar.getByText('production · Read-only', { exact: true }).waitFor()
    await machinePools.item('Read-only').waitFor()
    await workbench.screenshot('read-only')
    await machinePools.expand(configs.checkout.clusterName)
    const menu = await machinePools.openMenu('gpu-inference')
    const labels = await menu.labels()
    assert.ok(labels.includes('Show Details'))
    assert.deepEqual(
      labels.filter((label) => label.includes('Delete')),
      [],
    )
    await menu.close()
    await page.keyboard.press('F1')
    await quickInput.type('>Poolkeeper: ')
    await quickInput.item('Poolkeeper: Check Connection').waitFor()
    assert.equal(await quickInput.item('Poolkeeper: Delete Machine Pool…').count(), 0)
    await quickInput.cancel()
    await protect('production', 'Read-only', 'Not protected')
    await statusBar.getByText('production', { exact: true }).waitFor()
  })

  it('removes a connection', async () => {
    const { workbench, sandbox } = ui
    await addConnection(workbench, sandbox, 'old')
    await removeActive('old')
    await hasConnections(hostName, 'production')
  })

  /** Removes the active connection, and activates the one that the others need. */
  async function removeActive(name: string): Promise<void> {
    const { dialog, quickInput, statusBar } = ui.workbench
    await openList()
    await quickInput.pressItemButton(name, 'Remove Connection')
    await dialog.getByText(`Remove connection “${name}”?`).waitFor()
    await ui.workbench.pressDialogButton('Remove Connection')
    await hasConnections(hostName, 'production')
    await openList()
    await quickInput.pick('production')
    await statusBar.getByText('production', { exact: true }).waitFor()
  }
})
