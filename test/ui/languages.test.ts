import { strict as assert } from 'node:assert'
import { readTexts } from '../l10n/translatedTexts.ts'
import { actUntil } from './until.ts'
import { describeUi, type UiOptions } from './fixtures.ts'
import { isWeb } from './runOptions.ts'
import { View } from './workbenchView.ts'

const texts = readTexts('l10n/bundle.l10n.ja.json')
const titles = readTexts('package.nls.ja.json')
const command = (id: string) => `Poolkeeper: ${titles[`command.${id}`]}`

// VS Code's own texts stay in English: its language packs are in no npm package.
const options: UiOptions = {
  window: 'japanese',
  nightly: true,
  filled: true,
  lookups: 'all',
  settings: { 'workbench.colorTheme': 'Light Modern' },
}

describeUi('Languages: in Japanese', options, (ui) => {
  before(function () {
    if (isWeb) this.skip()
  })

  ui.setUp(async () => {
    const { page } = ui.workbench
    const title = page.locator('.part.sidebar').getByText('Poolkeeper', { exact: true })
    await actUntil(
      'our views are open',
      async () => {
        if (await title.isVisible()) return // the companion has opened them, and a click would close them
        await page.getByRole('tab', { name: 'Poolkeeper' }).first().click()
      },
      () => title.isVisible(),
    )
    await page.getByRole('treeitem', { name: 'aws-production' }).waitFor()
    const cluster = page.getByRole('treeitem', { name: 'checkout-prod' })
    await cluster.click()
    await page.keyboard.press('ArrowRight')
    // The lists are whole: a row that is read anew under its menu would not be the one that is meant.
    await page.getByRole('treeitem', { name: 'Production', exact: true }).waitFor()
    const pool = page.getByRole('treeitem', { name: 'worker-pool' }).first()
    await pool.filter({ hasText: 'ノード' }).waitFor()
  })

  it('are the views, their buttons and their rows', async () => {
    const { page } = ui.workbench
    await ui.workbench.screenshot('japanese-views')
    const headers = await page.locator('.pane-header .title').allInnerTexts()
    assert.ok(headers.includes(titles['view.zones'] ?? ''), headers.join())
  })

  it('is the question before a deletion', async () => {
    const { page, dialog } = ui.workbench
    const pools = new View(page, titles['view.machinePools'] ?? '')
    await pools.chooseFromMenu('worker-pool', titles['command.deleteMachinePool'] ?? '')
    await dialog.waitFor()
    await ui.workbench.screenshot('japanese-deletion')
    assert.match(await dialog.innerText(), /worker-pool/)
    assert.match(await dialog.innerText(), /削除/)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  it('are the commands, prompts and settings', async () => {
    const { workbench } = ui
    const { quickInput, page } = workbench
    await page.keyboard.press('F1')
    await quickInput.type('>Poolkeeper: ')
    const list = page.locator('.quick-input-list')
    await list.getByText(command('listZones')).first().waitFor()
    await workbench.screenshot('japanese-commands')
    await quickInput.cancel()
    await workbench.runCommand(command('listZones'))
    const account = texts['Select a cloud account or enter its UID'] ?? 'none'
    await page.locator('.quick-input-widget').getByPlaceholder(account).waitFor()
    await workbench.screenshot('japanese-prompt')
    await quickInput.cancel()
  })
})
