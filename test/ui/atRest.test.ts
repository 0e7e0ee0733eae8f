import { strict as assert } from 'node:assert'
import { useUi } from './fixtures.ts'

describe('A window whose views are not shown', () => {
  const ui = useUi({
    lookups: 'all',
    settings: ({ baseUrl }) => ({ 'poolkeeper.connections': [{ name: 'sandbox', baseUrl }] }),
  })

  it('runs nothing of ours until it is used', async () => {
    const { workbench, sandbox } = ui
    const { page } = workbench
    await page.setViewportSize({ width: 1280, height: 3000 }) // the whole list is to be seen
    const running = (name: string) =>
      page.locator('.runtime-extensions-editor .name', { hasText: name })
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
