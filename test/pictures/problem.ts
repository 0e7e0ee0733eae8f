import { actUntil } from '../ui/until.ts'
import type { Workbench } from '../ui/workbench.ts'
import type { Camera } from './camera.ts'

const missingZone = 'us-east-1g'

/** Takes the picture of a zone that the account lacks: marked in a file, with its quick fix. */
export async function showProblem(workbench: Workbench, camera: Camera): Promise<void> {
  const { editor, notifications, page, statusBar } = workbench
  await editor.open('subnets.tf')
  await workbench.runCommand('Poolkeeper: Check Zones in File')
  await page.locator('.monaco-editor .squiggly-warning').waitFor()
  await notifications.withText('Checking zones').waitFor({ state: 'hidden' })
  // The status bar would cut off the result of the check, which it shows for some seconds.
  const result = statusBar.getByText('Zones checked')
  await result.waitFor()
  await result.waitFor({ state: 'hidden' })
  const fix = page.locator('.action-widget').getByText('Replace with “us-east-1c”')
  // VS Code requests fixes when the cursor moves, and may lose a key that is pressed at that moment.
  await actUntil(
    'the fixes',
    async () => {
      await page.locator('.view-line').getByText(missingZone).first().click()
      await page.keyboard.press('Control+.')
    },
    () => fix.isVisible(),
  )
  await camera.savePicture('problem')
  await page.keyboard.press('Escape')
}
