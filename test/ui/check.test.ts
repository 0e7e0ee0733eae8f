import { strict as assert } from 'node:assert'
import { describeUi, type UiOptions } from './fixtures.ts'
import { addConnection, renderedMarkdown } from './flows.ts'

const options: UiOptions = { window: 'plain', lookups: 'all', nightly: true }

// By day, test/integration/connectionCheck/report.test.ts and secrets.test.ts hold what it says and keeps.
describeUi('Check Connection', options, (ui) => {
  it('shows a report without the key, and brings it up to date', async () => {
    const { workbench, sandbox } = ui
    const { page } = workbench
    const line = (text: string) => renderedMarkdown(page).getByText(text)
    await workbench.openViewContainer()
    await addConnection(workbench, sandbox)
    await workbench.runCommand('Poolkeeper: Check Connection')
    await line('The API key was accepted. Listing zones').waitFor()
    await page.getByRole('tab', { name: 'Connection check: 127.0.0.1.md' }).waitFor()
    await workbench.screenshot('connection-check')

    sandbox.addFault({ times: null, echoKey: true })
    await workbench.runCommand('Poolkeeper: Check Connection')
    await line('1 of 12 checks failed.').waitFor()
    await line('‹API key›').waitFor()
    await workbench.screenshot('connection-check-failed')

    assert.deepEqual(await workbench.findCanary(sandbox.apiKey), [])
  })
})
