import { strict as assert } from 'node:assert'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exampleWorkspace } from '../host/paths.ts'
import { accounts } from '../sandbox/data.ts'
import { describeUi, itNightly, type Ui, type UiOptions } from './fixtures.ts'
import { addConnection, askForZones } from './flows.ts'
import { until } from './until.ts'

const account = accounts.awsProduction
const region = 'eu-west-1'
const zones = ['eu-west-1a', 'eu-west-1b', 'eu-west-1c']

// In a browser, VS Code saves by itself.
const options: UiOptions = { window: 'plain', settings: { 'files.autoSave': 'off' } }

describeUi('Insert Zones at Cursor: zones in an editor', options, (ui) => {
  const original = (file: string) => readFile(join(exampleWorkspace, file), 'utf8')

  ui.setUp(() => listRegion(ui))

  /** Waits until the editor shows a text. */
  async function untilShown(what: string, text: string): Promise<void> {
    const { editor } = ui.workbench
    await until(what, async () => (await editor.text()).trimEnd() === text.trimEnd())
  }

  it('are inserted where a region is dragged to, and taken back in one step', async () => {
    const { page, editor, zones: view } = ui.workbench
    const text = await original('values.yaml')
    await editor.open('values.yaml')
    await untilShown('the file', text)
    const end = { x: 150, y: 8 }
    await view.item(region).dragTo(editor.line('- us-east-1c'), { targetPosition: end })
    const list = zones.map((name) => `\n    - ${name}`).join('')
    await untilShown('the zones', text.replace('- us-east-1c', `- us-east-1c${list}`))
    await ui.workbench.screenshot('zones-dropped')
    await page.keyboard.press('ControlOrMeta+z')
    await untilShown('the file as it was', text)
  })

  it('are inserted at two cursors from the menu, and typing goes on there', async () => {
    const { page, editor, zones: view } = ui.workbench
    const text = await original('main.tf')
    await editor.open('main.tf')
    await untilShown('the file', text)
    // Both ends of a list: behind the quote, before the bracket.
    const [line, column] = placeOf(text, '"]')
    await editor.goTo(line, column)
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('ControlOrMeta+Shift+l')
    await page.getByText('2 selections').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    const menu = await view.openMenu(region)
    await ui.workbench.screenshot('zones-menu')
    await menu.choose('Insert Zones at Cursor')
    const list = zones.map((name) => `, "${name}"`).join('')
    const expected = text.replaceAll('"]', `"${list}]`)
    await untilShown('the zones', expected)
    await editor.hasFocus()
    await ui.workbench.screenshot('zones-inserted')
    await page.keyboard.type(', ""')
    await untilShown('what was typed', text.replaceAll('"]', `"${list}, ""]`))
    await ui.workbench.runCommand('File: Revert File')
    await untilShown('the file as it was', text)
  })

  // By day, test/integration/zones/insert.test.ts.
  itNightly('are chosen for a command from the palette', async () => {
    const { workbench } = ui
    const { quickInput, editor } = workbench
    const text = await original('main.tf')
    await editor.open('main.tf')
    const [line, column] = placeOf(text, '"us-east-1d"')
    await editor.goTo(line, column)
    await workbench.runCommand('Poolkeeper: Insert Zones at Cursor')
    await quickInput.step({ title: 'Insert Zones at Cursor' }).waitFor()
    await workbench.screenshot('insert-zones-region')
    await quickInput.pick(region)
    await quickInput.step({ title: `Zones in ${region}` }).waitFor()
    await workbench.screenshot('insert-zones-choice')
    await quickInput.box.getByText('eu-west-1b', { exact: true }).click()
    await quickInput.box.getByRole('button', { name: 'OK' }).click()
    const expected = '["eu-west-1a", "eu-west-1c", "us-east-1d"]'
    await untilShown('the zones', text.replace('["us-east-1d"]', expected))
    await workbench.runCommand('File: Revert File')
    await untilShown('the file as it was', text)
  })
})

const asJson: UiOptions = { window: 'plain', nightly: true }

describeUi('Show Zones as JSON: zones in an editor of their own', asJson, (ui) => {
  it('are there after a reload, and whatever view is open', async function () {
    this.timeout(180_000) // a window is started again, and its extensions with it
    const { workbench } = ui
    const { page, editor, zones: view } = workbench
    await listRegion(ui)
    await view.chooseFromMenu(region, 'Show Zones as JSON')
    await editor.line('"zoneId": "euw1-az').first().waitFor()
    await workbench.screenshot('zones-as-json')
    await page.getByRole('tab', { name: 'Explorer' }).first().click()
    await view.header.waitFor({ state: 'hidden' })
    // Not by the browser: VS Code keeps what is open as it ends.
    const load = page.waitForEvent('load')
    await workbench.runCommand('Developer: Reload Window')
    await load
    await page.getByRole('tab', { name: `${region} (${account.name}).json` }).waitFor()
    // Keys do not outlive the page of this host, and the document says so.
    const failure = editor.line('"error": "Connection “127.0.0.1” has no API key."')
    await failure.waitFor({ timeout: 90_000 })
    await workbench.screenshot('zones-as-json-again')
    assert.equal(await view.header.isVisible(), false)
  })
})

/** Connects, and lists a region. */
async function listRegion({ workbench, sandbox }: Ui): Promise<void> {
  await workbench.openViewContainer()
  await addConnection(workbench, sandbox)
  await askForZones(workbench, account, region)
  await workbench.quickInput.step({ title: `Zones in ${region}` }).waitFor()
  await workbench.quickInput.cancel()
  await workbench.zones.item(region).waitFor()
}

/** Line and column, from 1, where something stands for the first time. */
function placeOf(text: string, part: string): [line: number, column: number] {
  const lines = text.slice(0, text.indexOf(part)).split('\n')
  return [lines.length, (lines.at(-1)?.length ?? 0) + 1]
}
