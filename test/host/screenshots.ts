// npm run screenshots: makes the README's picture from the real thing, a workbench on the sandbox.
import { join } from 'node:path'
import { startSandbox } from '../sandbox/service.ts'
import { Workbench } from '../ui/workbench.ts'
import { launchBrowser } from './browser.ts'
import { buildCompanion, buildExtension } from './builds.ts'
import { companionDir, exampleWorkspace, root } from './paths.ts'
import { startWorkbench } from './server.ts'

await buildExtension()
await buildCompanion()
const sandbox = await startSandbox({ lookups: 'none' })
const { baseUrl, apiKey } = sandbox
const server = await startWorkbench({
  version: 'newest',
  extensionPaths: [root, companionDir],
  workspace: exampleWorkspace,
  settings: { 'window.commandCenter': false, 'workbench.layoutControl.enabled': false },
  env: { POOLKEEPER_SANDBOX: JSON.stringify({ baseUrl, apiKey }) },
})
const browser = await launchBrowser()
try {
  const size = { viewport: { width: 900, height: 640 }, deviceScaleFactor: 2 }
  const workbench = await Workbench.open(browser, server, size)
  const { page, zones, machinePools } = workbench
  await workbench.openViewContainer()
  await machinePools.item('kafka-brokers').waitFor()
  await page.getByRole('tab', { name: 'Explorer' }).first().click()
  await page.getByRole('treeitem', { name: 'main.tf' }).dblclick()
  await page.locator('.monaco-editor .view-line').first().waitFor()
  await workbench.openViewContainer()
  await zones.expand('us-east-1')
  await zones.item('us-east-1a').waitFor()
  await page.mouse.move(0, 0)
  await page.screenshot({ path: join(root, 'media/screenshot.png') })
  await workbench.close()
} finally {
  await browser.close()
  await server.stop()
  await sandbox.close()
}
