import { strict as assert } from 'node:assert'
import { describeUi, type UiOptions } from './fixtures.ts'

const options: UiOptions = {
  window: 'plain',
  fresh: true,
  lookups: 'all',
  settings: ({ baseUrl }) => ({ 'poolkeeper.connections': [{ name: 'sandbox', baseUrl }] }),
}

describeUi('At rest: a window whose views are not shown', options, (ui) => {
  it('runs nothing of ours until it is used', async () => {
    const { workbench, sandbox } = ui
    const { page } = workbench
    await page.setViewportSize({ width: 1280, height: 3000 }) // the whole list is to be seen
    const running = (name: string) =>
      page.locator('.runtime-extensions-editor .name').getByText(name, { exact: true })
    const showRunning = async () => {
      await workbench.runCommand('Developer: Show Running Extensions')
      await running('Merge Conflict').waitFor() // it starts with the last, after the window
    }
    await showRunning()
    assert.equal(await running('Poolkeeper').count(), 0)
    assert.deepEqual(sandbox.requests, [])
    await page.keyboard.press('Escape') // the editor may be a modal one
    await workbench.openViewContainer()
    await workbench.zones.welcome.getByText('API key').first().waitFor()
    await showRunning()
    await running('Poolkeeper').waitFor()
  })
})
