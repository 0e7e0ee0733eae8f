import { strict as assert } from 'node:assert'
import { describeUi, type UiOptions } from './fixtures.ts'
import { addConnection, readClipboard, renderedMarkdown } from './flows.ts'
import { until } from './until.ts'

const options: UiOptions = { window: 'plain', lookups: 'all', nightly: true }

// By day, test/integration/connectionCheck/report.test.ts and secrets.test.ts hold what it says and keeps.
describeUi('Check Connection', options, (ui) => {
  it('shows a report, brings it up to date, and copies it without the key', async () => {
    const { workbench, sandbox } = ui
    const { page } = workbench
    const line = (text: string) => renderedMarkdown(page).getByText(text)
    await workbench.openViewContainer()
    await addConnection(workbench, sandbox)
    await workbench.runCommand('Poolkeeper: Check Connection')
    await line('The API key was accepted. Listing zones').waitFor()
    await page.getByRole('tab', { name: 'Connection check: sandbox.md' }).waitFor()
    await workbench.screenshot('connection-check')

    sandbox.addFault({ times: null, echoKey: true })
    await workbench.runCommand('Poolkeeper: Check Connection')
    await line('1 of 13 checks failed.').waitFor()
    await line('‹API key›').waitFor()
    await workbench.screenshot('connection-check-failed')

    await page.getByRole('button', { name: 'Copy Connection Check' }).click()
    await until('the report is copied', async () =>
      (await readClipboard(workbench)).startsWith('# Connection check: `sandbox`'),
    )
    const copied = await readClipboard(workbench)
    assert.match(copied, /✗ \*\*API key\*\* \(failed\): .*Invalid key: ‹API key›/)
    assert.ok(!copied.includes(sandbox.apiKey))
    assert.deepEqual(await workbench.findCanary(sandbox.apiKey), [])
  })
})
