import { strict as assert } from 'node:assert'
import { describeUi, type UiOptions } from './fixtures.ts'

const options: UiOptions = {
  window: 'plain',
  fresh: true,
  lookups: 'all',
  files: { 'plain.json': '{ "name": "x" }\n', 'values.yaml': 'zones: [us-east-1a]\n' },
  settings: ({ baseUrl }) => ({ 'poolkeeper.connections': [{ name: 'sandbox', baseUrl }] }),
}

describeUi('At rest: a window whose views are not shown', options, (ui) => {
  it('loads no more than a few lines of ours until it is used, or a file has zones', async () => {
    const { workbench, sandbox } = ui
    const { page, editor } = workbench
    await page.setViewportSize({ width: 1280, height: 3000 }) // the whole list is to be seen
    const connection = workbench.statusBar.locator('[id="poolkeeper.poolkeeper.connection"]')
    const waitUntilRunning = async (name: string) => {
      await workbench.runCommand('Developer: Show Running Extensions')
      const names = page.locator('.runtime-extensions-editor .name')
      await names.getByText(name, { exact: true }).waitFor()
      await page.keyboard.press('Escape') // the editor may be a modal one
    }
    await waitUntilRunning('Merge Conflict') // it starts with the last, after the window
    await editor.open('plain.json')
    await waitUntilRunning('Poolkeeper')
    assert.equal(await connection.count(), 0)
    await editor.open('values.yaml')
    await connection.waitFor()
    assert.deepEqual(sandbox.requests, [])
  })
})
