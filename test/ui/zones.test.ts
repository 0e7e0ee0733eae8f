import { strict as assert } from 'node:assert'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { exampleWorkspace } from '../host/paths.ts'
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
  // In a browser, VS Code saves files automatically by default.
  settings: { 'files.autoSave': 'off' },
  files: { 'checked.tf': code },
}

describeUi('Zones', options, (ui) => {
  const getZoneRequests = () => ui.sandbox.requests.filter(({ url }) => url.includes('/zones?'))

  ui.setUp(async () => {
    await ui.workbench.openViewContainer()
    await ui.workbench.machinePools.collapse() // makes room for the other view
    await addConnection(ui.workbench, ui.sandbox)
    await ui.workbench.zones.item(awsProduction.name).waitFor()
  })

  // Expanded regions could push accounts out of view.
  beforeEach(() => ui.workbench.zones.pressAction('Collapse All'))

  it('are listed for a selected region, which is pinned, and two names are copied', async () => {
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
    await zones.expand(region, 'eu-west-1b')
    await zones.readHover('eu-west-1b', /eu-west-1b\s+Zone ID\s+euw1-az\d\s+State\s+available/)
    assert.deepEqual(
      getZoneRequests().map(({ method, url }) => `${method} ${url}`),
      [`GET /v1/clouds/aws/regions/${region}/zones?cloudAccountUid=${awsProduction.uid}`],
    )
  })

  it('are loaded when their region is expanded, and a row shows a failure in their place', async () => {
    const { sandbox, workbench } = ui
    const { zones } = workbench
    await zones.readHover('gcp-analytics', /Provider\s+gcp\s+State\s+error/)
    sandbox.addFault({ path: '/zones', status: 403 })
    await zones.expand('azure-production', 'australiaeast')
    await zones.expand('australiaeast', 'Access denied')
    await zones.readHover('Access denied', /the key has no permission for this \(403\)/)
    await zones.chooseFromMenu('Access denied', 'Refresh')
    await zones.item('1').waitFor()
    assert.equal(sandbox.requests.filter(({ url }) => url.includes('/clouds/')).length, 3)
    assert.deepEqual(await workbench.notifications.texts(), [])
  })

  it('are inserted where a region is dropped, and at two cursors by its menu', async () => {
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
    // Selects both ends of lists, `"]`, and puts cursors between their characters.
    const lines = text.slice(0, text.indexOf('"]')).split('\n')
    await editor.goTo(lines.length, (lines.at(-1)?.length ?? 0) + 1)
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('ControlOrMeta+Shift+l')
    await page.getByText('2 selections').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await view.chooseFromMenu(region, 'Insert Zones at Cursor…')
    const list = regionZones.map((name) => `, "${name}"`).join('')
    await untilShown('the zones', text.replaceAll('"]', `"${list}]`))
    await editor.waitForFocus()
    await ui.workbench.runCommand('File: Revert File')
    await untilShown('the file as it was', text)
  })

  it('in code are explained by a hover, marked by a check, and replaced by a quick fix', async () => {
    const { workbench } = ui
    const { editor, page, quickInput } = workbench
    const word = (zone: string) => page.locator('.view-line').getByText(zone).first()
    const squiggles = page.locator('.monaco-editor .squiggly-warning')
    for (const { name } of [awsProduction, awsAudit]) await listZones(workbench, name, 'us-east-1')
    await editor.open('checked.tf')
    await word('us-east-1g').waitFor()
    const hover = page.locator('.monaco-hover:visible .hover-row').filter({ hasText: 'us-east-1' })
    const auditHover = hover.filter({ hasText: awsAudit.name })
    // Any change in the editor closes the hover.
    await actUntil(
      'the hover',
      async () => {
        await page.mouse.move(0, 0)
        await word('us-east-1a').hover()
      },
      () => auditHover.isVisible(),
    )
    const text = await hover.innerText()
    assert.match(text, /aws-production: use1-az\d, available[^]*aws-audit: use1-az\d/)

    await workbench.runCommand('Poolkeeper: Check Zones in File')
    await quickInput.step({ title: 'Select Account for Zone Checks' }).waitFor()
    await quickInput.pick(awsProduction.name)
    await squiggles.waitFor()
    await workbench.statusBar
      .getByText('Zones checked for aws-production: 2. Problems found: 1.')
      .waitFor()
    const fix = page.locator('.action-widget').getByText('Replace with “us-east-1b”')
    // VS Code requests fixes when the cursor moves, and may lose a key that is pressed at that moment.
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

  it('of all regions scroll within their table, and the page stays in the window, with each name on one line', async () => {
    const { workbench } = ui
    await workbench.zones.select(awsProduction.name, awsAudit.name)
    await workbench.zones.chooseFromMenu(awsAudit.name, 'Compare Zones…')
    await answerPrompt(workbench, { title: 'Compare Zones' }, 'All regions')
    const table = getShownPage(workbench)
    const rows = table.locator('tbody tr')
    await until('90 zones', async () => (await rows.count()) >= 90)
    // Until then, the page is rendered again and again, each time in another frame.
    await table.getByRole('status').filter({ hasNotText: 'Loading…' }).waitFor()
    const scrollArea = table.locator('.scroll')
    await scrollArea.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await until('the last zone', () => rows.last().isVisible())
    const heights = await scrollArea.evaluate((element) => ({
      page: document.documentElement.scrollHeight,
      window: innerHeight,
      table: element.scrollHeight,
    }))
    assert.ok(heights.table > heights.window, JSON.stringify(heights))
    assert.equal(heights.page, heights.window)
    await workbench.setSideBarWidth(800)
    // While zones are loaded, the page is rendered again, and has no names for a moment.
    await until('each name on one line', async () => {
      const lineCounts = await table
        .locator('tbody .name')
        .evaluateAll((names) => names.map((name) => name.getClientRects().length))
      return lineCounts.length > 0 && lineCounts.every((count) => count === 1)
    })
    await workbench.setSideBarWidth(300)
  })

  it('of two accounts are compared in an accessible table, which can be refreshed', async () => {
    const { sandbox, workbench } = ui
    const { zones } = workbench
    // A click also expands the account, and moves the accounts below.
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
    const getIds = () => table.locator('tbody th').allInnerTexts()
    assert.deepEqual(
      await getIds(),
      [1, 2, 3, 4, 5, 6].map((number) => `use1-az${number}`),
    )
    const marks = table.getByRole('img', { name: /^“aws-.+” has a different name for this zone/ })
    const differing = await marks.count()
    assert.ok(differing > 0)
    assert.deepEqual(await findAccessibilityProblems(workbench), [])

    await table.getByRole('checkbox', { name: 'Show only differences' }).check()
    const visibleRows = table.locator('tbody tr:visible')
    await until('the differences', async () => (await visibleRows.count()) === differing)

    sandbox.addFault({ path: awsAudit.uid, status: 403 })
    const actions = workbench.page.locator('.editor-actions')
    await actions.getByRole('button', { name: 'Refresh' }).click()
    const problem = table.getByText(/us-east-1: .* the key has no permission for this \(403\)/)
    await problem.waitFor()
    await actions.getByRole('button', { name: 'Refresh' }).click()
    await problem.waitFor({ state: 'hidden' })
    assert.deepEqual(await workbench.notifications.texts(), [])
  })

  /** Waits until the editor shows a text. */
  async function untilShown(what: string, text: string): Promise<void> {
    const { editor } = ui.workbench
    await until(what, async () => (await editor.text()).trimEnd() === text.trimEnd())
  }
})

/**
 * The violations of axe’s rules in the page of the comparison. axe runs in a copy, since the page forbids scripts. After
 * that, VS Code draws no further comparison, because its page isn’t in front any more.
 */
async function findAccessibilityProblems({ page }: Workbench): Promise<string[]> {
  const frame = page.frames().find((candidate) => candidate.url().includes('/fake.html'))
  if (!frame) throw new Error('There is no page of a comparison')
  const html = (await frame.content()).replace(
    /<meta http-equiv="Content-Security-Policy"[^>]*>/,
    '',
  )
  const copy = await page.context().newPage()
  await copy.setContent(html)
  await copy.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8'))
  const violations = await copy.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(context: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
      }
    }
    return (await axe.run(document)).violations
  })
  await copy.close()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))
}
