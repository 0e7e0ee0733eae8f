import { strict as assert } from 'node:assert'
import { hostileNames } from '../hostile/names.ts'
import { configs } from '../sandbox/data.ts'
import { describeUi, type UiOptions } from './fixtures.ts'
import { addConnection, answer, chooseDeletion, typeNames } from './flows.ts'
import type { Workbench } from './workbench.ts'

const typing = { 'poolkeeper.deletion.confirmation': 'typeName' }

describeUi('Hostile names', { settings: typing, nightly: true }, (ui) => {
  const { commandLink, icon, long } = hostileNames

  ui.setUp(async () => {
    const { data } = ui.sandbox
    const pool = configs.checkout.pools[1]!
    const pools = Object.values(hostileNames).map((name) => ({ ...pool, name }))
    data.configs = [{ ...configs.checkout, clusterName: `${commandLink} ${long}`, pools }]
    await ui.workbench.openViewContainer()
    await ui.workbench.setSideBarWidth(500)
    await addConnection(ui.workbench, ui.sandbox)
    await addConnection(ui.workbench, ui.sandbox, commandLink)
    const { machinePools } = ui.workbench
    await machinePools.items.first().waitFor()
    const [cluster = ''] = await machinePools.labels()
    await machinePools.expand(cluster)
    await machinePools.item(commandLink).waitFor()
    const hover = await machinePools.hover(commandLink, commandLink)
    assert.ok(hover.includes(commandLink), hover)
    assert.ok((await machinePools.labels()).includes(icon))
  })

  for (const [what, name] of Object.entries({ commandLink, icon, long })) {
    it(`are plain text from the question to the outcome: ${what}`, async () => {
      const { workbench, sandbox } = ui
      const { dialog, machinePools, notifications, quickInput } = workbench
      const start = name.slice(0, 7)
      const label = (await machinePools.labels()).find((one) =>
        what === 'long' ? one.endsWith('the end') && !one.startsWith(commandLink) : one === name,
      )
      await machinePools.chooseFromMenu(label ?? assert.fail(), 'Delete Machine Pool…')
      await dialog.getByText('Connection: [press]').waitFor()
      const button = dialog.getByRole('button', { name: 'Delete Machine Pool…' })
      assert.ok(await isInside(workbench, button), 'the button can be seen')
      await assertPlain(workbench)
      await workbench.pressDialogButton('Delete Machine Pool…')
      await quickInput.step({ title: 'Delete Machine Pool' }).waitFor()
      const wanted = (await quickInput.input.getAttribute('placeholder')) ?? ''
      assert.ok((await quickInput.message()).includes(start) && wanted.includes(start))
      await assertPlain(workbench)
      await quickInput.submit('something else')
      await quickInput.box.getByText(/Nothing has been deleted\./).waitFor()
      await assertPlain(workbench)
      sandbox.addFault({ method: 'DELETE', status: 422, body: JSON.stringify({ message: name }) })
      await quickInput.submit(wanted)
      await notifications.with('Machine pool not deleted').waitFor()
      await assertPlain(workbench)
    })
  }
})

for (const workspaceTrust of [true, false]) {
  const evil = 'http://localhost:9/'
  const settings = {
    'workbench.colorTheme': 'Default High Contrast', // tells that VS Code has read the file
    'poolkeeper.connections': ['guarded', 'evil'].map((name) => ({ name, baseUrl: evil })),
    'poolkeeper.deletion.confirmation': 'button',
  }
  const options: UiOptions = {
    workspaceTrust,
    // What neither can change is shown by the integration tests (connections/settings.test.ts).
    nightly: true,
    files: { '.vscode/settings.json': JSON.stringify(settings) },
    settingsFor: ({ baseUrl }) => ({
      ...typing,
      'security.workspace.trust.startupPrompt': 'never', // so it is not trusted, without a word
      'poolkeeper.connections': [{ name: 'guarded', baseUrl, protection: 'readOnly' }],
    }),
  }

  describeUi(`Hostile workspace, ${workspaceTrust ? 'not ' : ''}trusted`, options, (ui) => {
    it('has no say in address, key, guard and confirmation', async () => {
      const { workbench, sandbox } = ui
      const { dialog, machinePools, notifications, page, quickInput, statusBar } = workbench
      if (workspaceTrust) await statusBar.getByText('Restricted Mode').waitFor()
      await page.locator('.monaco-workbench.hc-black').waitFor()
      await workbench.openViewContainer()
      await workbench.zones.fold() // more room for the other one
      await statusBar.getByText('guarded · No API key · Read-only', { exact: true }).waitFor()
      await workbench.runCommand('Poolkeeper: Set API Key…')
      await answer(workbench, { title: 'Set API Key for “guarded”' }, sandbox.apiKey)
      await machinePools.expand('checkout-prod')
      const menu = await machinePools.openMenu('batch-spot')
      assert.ok(!(await menu.labels()).join().includes('Delete'))
      await menu.close()

      await addConnection(workbench, sandbox)
      await machinePools.expand('checkout-prod')
      await chooseDeletion(workbench, 'batch-spot')
      await dialog.getByText('Connection: 127.0.0.1').waitFor()
      await workbench.pressDialogButton('Delete Machine Pool…')
      await typeNames(workbench, 'batch-spot')
      await notifications.appear('Machine pool deleted: “batch-spot” in checkout-prod')
      assert.equal(sandbox.requests.filter(({ method }) => method === 'DELETE').length, 1)

      await workbench.runCommand('Poolkeeper: Manage Connections…')
      await quickInput.item('guarded').waitFor()
      const trash = quickInput.items.filter({ has: workbench.page.locator('.codicon-trash') })
      assert.equal(await trash.count(), 2, 'the connections of the user alone')
    })
  })
}

/** Nothing in the page is a link, an icon or a picture of what was sent as a name. */
async function assertPlain({ page }: Workbench): Promise<void> {
  const places = '.sidebar, .statusbar, .quick-input-widget, .monaco-dialog-box'
  const more = '.notifications-toasts, .workbench-hover-container'
  const bad = [
    'a[href^="command:workbench"]',
    'a[data-href^="command:workbench"]',
    'a[title^="command:workbench"]',
    '[href*="evil.example"]',
    '[data-href*="evil.example"]',
    '[src*="evil.example"]',
    'a:not(.statusbar-item-label):text("press")',
    '.codicon-trash',
    'b:text("bold")',
  ]
  for (const selector of bad) {
    const found = page.locator(places).or(page.locator(more)).locator(selector)
    assert.equal(await found.count(), 0, selector)
  }
}

/** Whether all of an element is within the window. */
async function isInside(
  { page }: Workbench,
  element: ReturnType<Workbench['page']['locator']>,
): Promise<boolean> {
  const box = await element.boundingBox()
  const size = page.viewportSize()
  if (!box || !size) return false
  return box.y >= 0 && box.y + box.height <= size.height && box.x + box.width <= size.width
}
