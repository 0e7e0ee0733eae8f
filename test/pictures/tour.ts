import { configs } from '../sandbox/data.ts'
import type { Sandbox } from '../sandbox/service.ts'
import { prompts } from '../ui/flows.ts'
import { getRowLabel } from '../ui/workbenchLabels.ts'
import type { Workbench } from '../ui/workbench.ts'
import type { Camera } from './camera.ts'
import { waitForYamlColors } from './prepareWorkbench.ts'

const { clusterName } = configs.checkout
const pool = 'gpu-inference'

/** The durations of frames: with a text to read, and without, in milliseconds. */
const readMs = 2600
const viewMs = 1200

/** Takes a short film: a user lists the zones of a region, and deletes a machine pool. */
export async function showTour(
  workbench: Workbench,
  sandbox: Sandbox,
  camera: Camera,
): Promise<void> {
  const { dialog, machinePools, notifications, page, quickInput, zones } = workbench
  const select = async (item: string) => {
    await quickInput.item(item).hover()
    await camera.addFrame(viewMs, { keepsHover: true })
    await quickInput.pick(item)
  }
  await workbench.editor.open('values.yaml')
  await waitForYamlColors(workbench)
  await camera.addFrame(viewMs)

  await workbench.runCommand('Poolkeeper: List Zones…')
  await quickInput.step(prompts.account).waitFor()
  await select('aws-production')
  await quickInput.step(prompts.region).waitFor()
  await select('us-east-1')
  await quickInput.step({ title: 'Zones in us-east-1' }).waitFor()
  await notifications.withText('Listing zones').waitFor({ state: 'hidden' })
  await camera.addFrame(viewMs)
  for (const zone of ['us-east-1a', 'us-east-1b']) {
    await quickInput.box.getByText(zone, { exact: true }).click()
    await camera.addFrame(viewMs / 2)
  }
  await page.keyboard.press('Enter')
  await page.getByText(/^Names copied: 2/).waitFor()
  await zones.expand('us-east-1', 'us-east-1a')
  await camera.addFrame(readMs)

  const { entries } = await machinePools.openMenu(pool)
  await entries.and(page.getByText('Delete Machine Pool…', { exact: true })).hover()
  await camera.addFrame(viewMs, { keepsHover: true })
  await page.keyboard.press('Enter')
  await dialog.getByText(clusterName).first().waitFor()
  await camera.addFrame(readMs)
  await workbench.pressDialogButton('Delete Machine Pool')
  await page.mouse.move(0, 0) // the mouse would be over the notification
  const row = machinePools.items.filter({ has: getRowLabel(page, pool) })
  await row.getByText('deleting… · 2 nodes left').waitFor()
  await camera.addFrame(viewMs)
  sandbox.advanceDrains()
  await row.getByText('deleting… · 1 node left').waitFor()
  await camera.addFrame(viewMs)
  sandbox.advanceDrains(2)
  await page.getByText('Machine pool deleted: ').last().waitFor()
  await row.waitFor({ state: 'hidden' })
  await camera.addFrame(readMs)
  await camera.saveFilm('tour')
}
