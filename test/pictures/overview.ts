import type { Sandbox } from '../sandbox/service.ts'
import type { Workbench } from '../ui/workbench.ts'
import type { Camera } from './camera.ts'
import { makeReady } from './ready.ts'

/** Both views beside a file that their names stand in. */
export async function showOverview(
  workbench: Workbench,
  sandbox: Sandbox,
  camera: Camera,
): Promise<void> {
  const { page } = workbench
  await makeReady(workbench, sandbox)
  await page.getByRole('tab', { name: 'Explorer' }).first().click()
  await page.getByRole('treeitem', { name: 'main.tf' }).dblclick()
  await page.locator('.monaco-editor .view-line').first().waitFor()
  await workbench.openViewContainer()
  await camera.picture('overview')
}
