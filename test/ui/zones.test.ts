import { strict as assert } from 'node:assert'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { exampleWorkspace, root } from '../host/paths.ts'
import { accounts } from '../sandbox/data.ts'
import { describeUi, type UiOptions } from './fixtures.ts'
import {
  addConnection,
  answerPrompt,
  listZones,
  readClipboard,
  selectRegion,
  getShownPage,
} from './flows.ts'
import { actUntil, until } from './until.ts'
import type { Workbench } from './workbench.ts'

const { awsProduction, awsAudit } = accounts
const region = 'eu-west-1'
const regionZones = ['eu-west-1a', 'eu-west-1b', 'eu-west-1c']

const code = `provider "aws" {
  region = "us-east-1"
}

locals {
  azs = [
    "us-east-1a",
    "us-east-1g",
  ]
}
`
const options: UiOptions = {
  // In a browser, VS Code saves by itself.
  settings: { 'files.autoSave': 'off' },
  files: { 'checked.tf': code },
}

describeUi('Zones', options, (ui) => {
  const zoneRequests = () => ui.sandbox.requests.filter(({ url }) => url.includes('/zones?'))

  ui.setUp(async () => {
    await ui.workbench.openViewContainer()
    await ui.workbench.machinePools.collapse() // more room for the other one
    await addConnection(ui.workbench, ui.sandbox)
    await ui.workbench.zones.item(awsProduction.name).waitFor()
  })

  // Lest open regions push accounts out of sight.
  beforeEach(() => ui.workbench.zones.pressAction('Collapse All'))

  it('are listed by picking, the names of two copied, and kept in the view with their region', async () => {
    const { workbench } = ui
    const { quickInput, zones } = workbench
    await zones.pressAction('List Zones…')
    await selectRegion(workbench, awsProduction.name, region)
    for (const zone of ['eu-west-1a', 'eu-west-1c']) {
      await quickInput.box.getByText(zone, { exact: true }).click()
    }
    await quickInput.box.getByRole('button', { name: 'OK' }).click()
    const copied = 'eu-west-1a\neu-west-1c'
    await until('the names are copied', async () => (await readClipboard(workbench)) === copied)
    await zones.item(region).getByText('pinned').waitFor()
    await zones.expand(region)
    await zones.readHover('eu-west-1b', /eu-west-1b\s+Zone ID\s+euw1-az\d\s+State\s+available/)
    assert.deepEqual(
      zoneRequests().map(({ method, url }) => `${method} ${url}`),
      [`GET /v1/clouds/aws/regions/${region}/zones?cloudAccountUid=${awsProduction.uid}`],
    )
  })

  it('are browsed, and asked for where they are opened; what fails stands in their place', async () => {
    const { sandbox, workbench } = ui
    const { zones } = workbench
    await zones.readHover('gcp-analytics', /Provider\s+gcp\s+State\s+error/)
    sandbox.addFault({ path: '/zones', status: 403 })
    await zones.expand('azure-production')
    await zones.expand('australiaeast')
    await zones.readHover('Access denied', /doesn’t have permission to do this on \S+ \(403\)/)
    await zones.chooseFromMenu('Access denied', 'Refresh')
    await zones.item('1').waitFor()
    assert.equal(sandbox.requests.filter(({ url }) => url.includes('/clouds/')).length, 3)
    assert.deepEqual(await workbench.notifications.texts(), [])
  })

  it('are inserted where a region is dragged to, and at two cursors from its menu', async () => {
    const { page, editor, zones: view } = ui.workbench
    await listZones(ui.workbench, awsProduction.name, region)
    const yaml = await readFile(join(exampleWorkspace, 'values.yaml'), 'utf8')
    await editor.open('values.yaml')
    await untilShown('the file', yaml)
    const end = { x: 150, y: 8 }
    await view.item(region).dragTo(editor.line('- us-east-1c'), { targetPosition: end })
    const items = regionZones.map((name) => `\n    - ${name}`).join('')
    await untilShown('the zones', yaml.replace('- us-east-1c', `- us-east-1c${items}`))
    await page.keyboard.press('ControlOrMeta+z')
    await untilShown('the file as it was', yaml)

    const text = await readFile(join(exampleWorkspace, 'main.tf'), 'utf8')
    await editor.open('main.tf')
    await untilShown('the file', text)
    // Both ends of a list: behind the quote, before the bracket.
    const lines = text.slice(0, text.indexOf('"]')).split('\n')
    await editor.goTo(lines.length, (lines.at(-1)?.length ?? 0) + 1)
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('ControlOrMeta+Shift+l')
    await page.getByText('2 selections').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await view.chooseFromMenu(region, 'Insert Zones at Cursor')
    const list = regionZones.map((name) => `, "${name}"`).join('')
    await untilShown('the zones', text.replaceAll('"]', `"${list}]`))
    await editor.waitForFocus()
    await ui.workbench.runCommand('File: Revert File')
    await untilShown('the file as it was', text)
  })

  it('in code are told in a hover, marked by a check, and replaced by a fix', async () => {
    const { workbench } = ui
    const { editor, page, quickInput } = workbench
    const word = (zone: string) => page.locator('.view-line').getByText(zone).first()
    const squiggles = page.locator('.monaco-editor .squiggly-warning')
    for (const { name } of [awsProduction, awsAudit]) await listZones(workbench, name, 'us-east-1')
    await editor.open('checked.tf')
    await word('us-east-1g').waitFor()
    const hover = page.locator('.monaco-hover:visible .hover-row').filter({ hasText: 'us-east-1' })
    const told = hover.filter({ hasText: awsAudit.name })
    // A hover goes where anything in the editor changes just then: then once more.
    await actUntil(
      'the hover',
      async () => {
        await page.mouse.move(0, 0)
        await word('us-east-1a').hover()
      },
      () => told.isVisible(),
    )
    const text = await hover.innerText()
    assert.match(text, /aws-production: use1-az\d, available[^]*aws-audit: use1-az\d/)

    await workbench.runCommand('Poolkeeper: Check Zones in File')
    await quickInput.step({ title: 'Select Account for Zone Checks' }).waitFor()
    await quickInput.pick(awsProduction.name)
    await squiggles.waitFor()
    await workbench.statusBar.getByText('Zones checked: 2. Problems found: 1.').waitFor()
    const fix = page.locator('.action-widget').getByText('Replace with “us-east-1b”')
    // VS Code asks for fixes as the cursor comes, and a key that is pressed just then may be lost.
    await actUntil(
      'the fixes',
      async () => {
        await word('us-east-1g').click()
        await page.keyboard.press('Control+.')
      },
      () => fix.isVisible(),
    )
    await page.keyboard.press('Enter')
    await word('us-east-1b').waitFor()
    await until('the mark is gone', async () => (await squiggles.count()) === 0)
    await workbench.runCommand('File: Revert File')
  })

  it('of two accounts are compared in a table that people can read and refresh', async () => {
    const { sandbox, workbench } = ui
    const { zones } = workbench
    // A click opens an account as well, and moves the ones below it: from the bottom up.
    await zones.select(awsProduction.name, awsAudit.name)
    await zones.chooseFromMenu(awsAudit.name, 'Compare Zones…')
    await answerPrompt(workbench, { title: 'Compare Zones' }, 'us-east-1')
    const table = getShownPage(workbench)
    const status = table.getByRole('status')
    await status.getByText('Zones: 6', { exact: true }).waitFor()
    const heads = await table.getByRole('columnheader').allInnerTexts()
    assert.deepEqual(
      heads.map((text) => text.split('\n')[0]?.trim()),
      ['Zone ID', 'Differences', awsProduction.name, awsAudit.name],
    )
    const ids = () => table.locator('tbody th').allInnerTexts()
    assert.deepEqual(
      await ids(),
      [1, 2, 3, 4, 5, 6].map((number) => `use1-az${number}`),
    )
    const marks = table.getByRole('img', { name: /^Different name in “aws-/ })
    const differing = await marks.count()
    assert.ok(differing > 0)
    assert.deepEqual(await findAccessibilityProblems(workbench), [])

    await table.getByRole('checkbox', { name: 'Show only differences' }).check()
    const shown = table.locator('tbody tr:visible')
    await until('the differences', async () => (await shown.count()) === differing)

    sandbox.addFault({ path: awsAudit.uid, status: 403 })
    const actions = workbench.page.locator('.editor-actions')
    await actions.getByRole('button', { name: 'Refresh Comparison' }).click()
    const problem = table.getByText(/us-east-1: .* doesn’t have permission to do this on .*\(403\)/)
    await problem.waitFor()
    await actions.getByRole('button', { name: 'Refresh Comparison' }).click()
    await problem.waitFor({ state: 'hidden' })
    assert.deepEqual(await workbench.notifications.texts(), [])
  })

  /** Waits until the editor shows a text. */
  async function untilShown(what: string, text: string): Promise<void> {
    const { editor } = ui.workbench
    await until(what, async () => (await editor.text()).trimEnd() === text.trimEnd())
  }
})

/** What keeps people from reading or using the page, by the rules of axe; in a copy, as the page runs no script. */
async function findAccessibilityProblems({ page }: Workbench): Promise<string[]> {
  const own = page.frames().find((frame) => frame.url().includes('/fake.html'))
  if (!own) throw new Error('There is no page of a comparison')
  const html = (await own.content()).replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
  const copy = await page.context().newPage()
  await copy.setContent(html)
  await copy.addStyleTag({ path: join(root, 'media/comparison.css') })
  await copy.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8'))
  const found = await copy.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(context: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
      }
    }
    return (await axe.run(document)).violations
  })
  await copy.close()
  return found.flatMap(({ id, nodes }) => nodes.map(({ html: at }) => `${id}: ${at}`))
}
