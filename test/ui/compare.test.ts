import { strict as assert } from 'node:assert'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FrameLocator } from 'playwright-core'
import { hostileNames } from '../hostile/names.ts'
import { accounts } from '../sandbox/data.ts'
import { describeUi, itNightly } from './fixtures.ts'
import { addConnection, answer, readClipboard } from './flows.ts'
import type { Workbench } from './workbench.ts'
import { actUntil, until } from './until.ts'

const { awsProduction, awsAudit } = accounts
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8')

/** The page of the comparison that is shown. */
function pageOf({ page }: Workbench): FrameLocator {
  return page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame')
}

/** The zone ids in the order of the rows. */
async function zoneIds(workbench: Workbench): Promise<string[]> {
  return pageOf(workbench).locator('tbody th').allInnerTexts()
}

/** Presses a button in the title of the comparison. */
async function pressInTitle({ page }: Workbench, name: string): Promise<void> {
  await page.locator('.editor-actions').getByRole('button', { name }).click()
}

/** Selects two accounts and compares them in a region. */
async function compareTwo(workbench: Workbench, region: string): Promise<void> {
  const { zones } = workbench
  await zones.item(awsAudit.name).waitFor()
  // A click opens an account as well, and moves the ones below it: from the bottom up.
  await zones.select(awsProduction.name, awsAudit.name)
  await zones.chooseFromMenu(awsAudit.name, 'Compare Zones…')
  await answer(workbench, { title: 'Compare Zones' }, region)
  await pageOf(workbench).getByRole('row').nth(1).waitFor()
}

describeUi('Compare Zones', { window: 'plain', lookups: 'all' }, (ui) => {
  ui.setUp(async () => {
    await ui.workbench.openViewContainer()
    await addConnection(ui.workbench, ui.sandbox)
    await compareTwo(ui.workbench, 'us-east-1')
  })

  /** Shows all zones by their ids, as the page does at first. */
  beforeEach(async () => {
    const table = pageOf(ui.workbench)
    await table.getByRole('searchbox').fill('')
    await table.getByRole('checkbox').setChecked(false)
    const ascending = table.locator('th[aria-sort=ascending]').getByText('Zone ID')
    await actUntil(
      'the zones are sorted by their ids',
      async () => {
        if (!(await ascending.isVisible()))
          await table.getByRole('button', { name: 'Zone ID' }).click()
      },
      () => ascending.isVisible(),
    )
  })

  it('shows a table by zone id, with what differs marked', async () => {
    const { workbench } = ui
    const table = pageOf(workbench)
    await workbench.screenshot('compare')
    const heads = await table.getByRole('columnheader').allInnerTexts()
    assert.deepEqual(
      heads.map((text) => text.split('\n')[0]?.trim()),
      ['Zone ID↑', 'Differences', awsProduction.name, awsAudit.name],
    )
    assert.deepEqual(
      await zoneIds(workbench),
      [1, 2, 3, 4, 5, 6].map((number) => `use1-az${number}`),
    )
    await table.getByRole('status').getByText('Zones: 6 of 6', { exact: true }).waitFor()
    const differing = table.getByRole('row').filter({ hasText: '≠ name' })
    const marks = table.getByRole('img', { name: /^Different name in “aws-/ })
    assert.ok((await marks.count()) > 0)
    assert.equal(await differing.count(), await marks.count())
  })

  it('sorts by its heads with the keyboard, and says so', async () => {
    const { workbench } = ui
    const table = pageOf(workbench)
    const head = table.getByRole('columnheader', { name: 'Zone ID' })
    assert.equal(await head.getAttribute('aria-sort'), 'ascending')
    await table.getByRole('button', { name: 'Zone ID' }).focus()
    await workbench.page.keyboard.press('Enter')
    await table.locator('th[aria-sort=descending]').waitFor()
    assert.deepEqual((await zoneIds(workbench))[0], 'use1-az6')
    assert.equal(
      await table.locator(':focus').innerText(),
      'Zone ID↓',
      'the focus stays while the table is made anew',
    )
    await workbench.page.keyboard.press('Tab')
    await workbench.page.keyboard.press('Tab')
    await workbench.page.keyboard.press('Space')
    const first = table.getByRole('columnheader').nth(2)
    assert.equal(await first.getAttribute('aria-sort'), 'ascending')
    const names = await table.locator('tbody tr > td:nth-of-type(2)').allInnerTexts()
    assert.deepEqual(names, names.toSorted())
  })

  it('filters, and shows differences only', async () => {
    const { workbench } = ui
    const table = pageOf(workbench)
    const status = table.getByRole('status')
    const alike = table.getByRole('row').filter({ hasNotText: '≠' }).locator('tbody th, th')
    const same = (await alike.allInnerTexts()).find((text) => text.startsWith('use1-')) ?? ''
    await table.getByRole('searchbox', { name: 'Filter zones' }).fill(same.slice(5).toUpperCase())
    await status.getByText('Zones: 1 of 6', { exact: true }).waitFor()
    assert.deepEqual(await zoneIds(workbench), [same])
    await table.getByRole('checkbox', { name: 'Show only differences' }).check()
    await status.getByText('Zones: 0 of 6 · No zones match the filter.').waitFor()
    await workbench.screenshot('compare-none')
    await table.getByRole('searchbox').fill('')
    await status.getByText('Zones: 5 of 6', { exact: true }).waitFor()
  })

  it('copies what is shown', async () => {
    const { workbench } = ui
    await pressInTitle(workbench, 'Copy Comparison As…')
    await workbench.quickInput.pick('Markdown')
    await until('the table is copied', async () =>
      (await readClipboard(workbench)).startsWith('| zone id |'),
    )
    const lines = (await readClipboard(workbench)).split('\n')
    assert.deepEqual(
      lines.slice(2).map((line) => line.split(' ')[1]),
      await zoneIds(workbench),
    )
    await workbench.runCommand('Poolkeeper: Copy Comparison As…')
    await workbench.quickInput.pick('CSV')
    await until('the CSV is copied', async () =>
      (await readClipboard(workbench)).startsWith('zone id,'),
    )
  })

  itNightly('is plain to see and to hear in all themes', async () => {
    const { workbench } = ui
    for (const theme of [
      'Light Modern',
      'Dark Modern',
      'Dark High Contrast',
      'Light High Contrast',
    ] as const) {
      await workbench.setColorTheme(theme)
      await pageOf(workbench).getByRole('table').waitFor()
      await workbench.screenshot(`compare-${theme.toLowerCase().replaceAll(' ', '-')}`)
      assert.deepEqual(await barriersIn(workbench), [], theme)
    }
    await workbench.setColorTheme('Dark Modern')
  })

  it('tells in the head what could not be read, with Retry', async () => {
    const { workbench, sandbox } = ui
    const table = pageOf(workbench)
    sandbox.addFault({ path: awsAudit.uid, status: 403 })
    await pressInTitle(workbench, 'Refresh Comparison')
    await table.getByText(/us-east-1: .* doesn’t have permission to do this on .*\(403\)/).waitFor()
    await workbench.screenshot('compare-failed')
    await table.getByRole('button', { name: 'Retry: aws-audit' }).click()
    await table.getByRole('button', { name: /^Retry/ }).waitFor({ state: 'hidden' })
    assert.deepEqual(await workbench.notifications.texts(), [])
  })

  itNightly('comes back after a reload, as it was looked at', async () => {
    const { workbench, sandbox } = ui
    const table = pageOf(workbench)
    await table.getByRole('checkbox', { name: 'Show only differences' }).check()
    await table.getByRole('columnheader').nth(2).getByRole('button').click()
    await table.getByRole('status').getByText('Zones: 5 of 6', { exact: true }).waitFor()
    await workbench.reloadWindow()
    // In this host, the secret storage lasts no longer than the page.
    await table.getByText('Connection “127.0.0.1” has no API key.').first().waitFor()
    await workbench.screenshot('compare-restored')
    await workbench.runCommand('Poolkeeper: Set API Key…')
    await answer(workbench, { title: 'Set API Key for “127.0.0.1”' }, sandbox.apiKey)
    await workbench.zones.item(awsProduction.name).waitFor() // the key is stored once it was checked
    await pressInTitle(workbench, 'Refresh Comparison')
    await table.getByRole('status').getByText('Zones: 5 of 6', { exact: true }).waitFor()
    assert.ok(await table.getByRole('checkbox', { name: 'Show only differences' }).isChecked())
    const first = table.getByRole('columnheader').nth(2)
    assert.equal(await first.getAttribute('aria-sort'), 'ascending')
  })
})

// By day, test/integration/comparison holds both its parts.
describeUi(
  'Compare Zones: All regions of an account',
  { window: 'plain', lookups: 'all', nightly: true },
  (ui) => {
    it('ends in a comparison with all of them', async () => {
      const { workbench, sandbox } = ui
      const { zones } = workbench
      await workbench.openViewContainer()
      await addConnection(workbench, sandbox)
      await zones.item(awsProduction.name).waitFor()
      await zones.chooseFromMenu(awsProduction.name, 'Compare Zones…')
      const table = pageOf(workbench)
      await table.getByText('eun1-az1').waitFor()
      await workbench.screenshot('compare-all-regions')
      assert.deepEqual(await barriersIn(workbench), [])
      await table.getByRole('searchbox').fill('us-west')
      await table.getByText(/^Zones: 6 of \d\d$/).waitFor()
    })
  },
)

describeUi(
  'Compare Zones: hostile names',
  { window: 'plain', lookups: 'all', nightly: true },
  (ui) => {
    const names = {
      html: hostileNames.html,
      image: '<img src=x onerror="document.title=1">',
      script: '</th></table><script>document.title=1</script>',
      link: hostileNames.commandLink,
    }

    it('are plain text', async () => {
      const { workbench, sandbox } = ui
      const zones = Object.values(names).map((name) => ({ name, state: name, zoneId: name }))
      sandbox.addFault({ path: '/us-east-1/', body: JSON.stringify({ zones }), times: null })
      await workbench.openViewContainer()
      await addConnection(workbench, sandbox)
      await compareTwo(workbench, 'us-east-1')
      const table = pageOf(workbench)
      await workbench.screenshot('compare-hostile')
      assert.deepEqual((await zoneIds(workbench)).sort(), Object.values(names).sort())
      assert.equal(await table.locator('main').locator('a, img:not([role]), script, b').count(), 0)
      assert.equal(
        await table.locator('body').evaluate(() => document.title),
        'Compare Zones: us-east-1',
      )
    })
  },
)

/** What keeps people from reading or using the page, by the rules of axe. */
async function barriersIn({ page }: Workbench): Promise<string[]> {
  const own = page.frames().find((frame) => frame.url().includes('/fake.html'))
  if (!own) throw new Error('There is no page of a comparison')
  await own.evaluate(axe)
  const found = await own.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: {
        run(context: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
      }
    }
    return (await checker.run(document)).violations
  })
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
