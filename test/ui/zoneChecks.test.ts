import { strict as assert } from 'node:assert'
import { accounts } from '../sandbox/data.ts'
import { describeUi, type UiOptions } from './fixtures.ts'
import { addConnection, askForZones } from './flows.ts'
import { Menu } from './workbenchMenu.ts'
import { actUntil, until } from './until.ts'

const text = `provider "aws" {
  region = "us-east-1"
}

locals {
  azs = [
    "us-east-1a",
    "us-east-1g",
  ]
}
`
const { awsProduction, awsAudit } = accounts

for (const theme of ['Light Modern', 'Dark Modern'] as const) {
  const options: UiOptions = {
    // A file's zones can be looked up where nobody trusts its folder, too.
    window: theme === 'Dark Modern' ? 'restricted' : 'plain',
    nightly: theme === 'Dark Modern',
    files: { 'checked.tf': text, 'completed.tf': text },
    settings: {
      'workbench.colorTheme': theme,
      'security.workspace.trust.startupPrompt': 'never',
    },
  }

  describeUi(`Zone checks: zones in code, ${theme}`, options, (ui) => {
    const zoneRequests = () =>
      ui.sandbox.requests.filter(({ url }) => url.includes('/zones?')).length
    const squiggles = () => ui.workbench.page.locator('.monaco-editor .squiggly-warning')
    const word = (zone: string) => ui.workbench.page.locator('.view-line').getByText(zone).first()

    ui.setUp(async () => {
      const { workbench, sandbox } = ui
      const { quickInput } = workbench
      await workbench.openViewContainer()
      await addConnection(workbench, sandbox)
      for (const account of [awsProduction, awsAudit]) {
        await askForZones(workbench, account, 'us-east-1')
        await quickInput.step({ title: 'Zones in us-east-1' }).waitFor()
        await quickInput.cancel()
      }
    })

    async function open(name: string): Promise<void> {
      await ui.workbench.editor.open(name)
      await word('us-east-1g').waitFor()
    }

    it('are marked by a check against the account that is chosen, and replaced by a quick fix', async () => {
      const { workbench } = ui
      const { page, quickInput } = workbench
      await open('checked.tf')
      const asked = zoneRequests()
      await page.locator('.view-line').first().click()
      await workbench.runCommand('Poolkeeper: Check Zones in File')
      await quickInput.step({ title: 'Select Account for Zone Checks' }).waitFor()
      await workbench.screenshot(`zone-checks-account-${theme}`)
      await quickInput.pick(awsProduction.name)
      await squiggles().waitFor()
      await workbench.statusBar.getByText('Zones checked: 2. Problems found: 1.').waitFor()
      assert.equal(zoneRequests() - asked, 1)
      await workbench.screenshot(`zone-checks-${theme}`)

      // From the menu of the editor, too.
      await word('us-east-1g').click({ button: 'right' })
      const menu = new Menu(page)
      await menu.entries.first().waitFor()
      await ui.workbench.screenshot(`zone-checks-menu-${theme}`)
      await menu.choose('Check Zones in File')
      await until('the zones are read anew', () => zoneRequests() === asked + 2)
      await squiggles().waitFor()
      // The button has gone up in the menu, not in the editor, which waits for that and shows no hover.
      await page.locator('.view-line').first().click()

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
      await workbench.screenshot(`zone-checks-fix-${theme}`)
      await page.keyboard.press('Enter')
      await word('us-east-1b').waitFor()
      await until('the mark is gone', async () => (await squiggles().count()) === 0)
    })

    it('tell in a hover what each account has', async () => {
      const { page } = ui.workbench
      await open('completed.tf')
      const hover = page
        .locator('.monaco-hover:visible .hover-row')
        .filter({ hasText: 'us-east-1' })
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
      await ui.workbench.screenshot(`zone-checks-hover-${theme}`)
      assert.match(
        await hover.innerText(),
        /aws-production: use1-az\d, available[^]*aws-audit: use1-az\d/,
      )
    })

    it('are completed within their quotes', async () => {
      const { workbench } = ui
      const { page } = workbench
      await open('completed.tf')
      await word('us-east-1g').click()
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await page.keyboard.type('"us-')
      const widget = page.locator('.suggest-widget:visible')
      await widget.getByText('us-east-1c').waitFor()
      await workbench.screenshot(`zone-checks-completion-${theme}`)
      const asked = zoneRequests()
      await page.keyboard.type('east-1d')
      await until(
        'one is left',
        async () => (await widget.locator('.monaco-list-row').count()) === 1,
      )
      await page.keyboard.press('Enter')
      await page.locator('.view-line').getByText('"us-east-1d"').waitFor()
      assert.equal(zoneRequests(), asked)
    })
  })
}
