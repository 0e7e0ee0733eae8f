import { configs } from '../sandbox/data.ts'
import { chooseDeletion } from '../ui/flows.ts'
import type { Workbench } from '../ui/workbench.ts'
import type { Camera } from './camera.ts'

const { clusterName } = configs.checkout
const pool = 'control-plane-pool'

/** Takes the picture of a confirmation that must be typed: the names of a cluster and of its control plane pool. */
export async function showTypedConfirmation(workbench: Workbench, camera: Camera): Promise<void> {
  const { page, quickInput } = workbench
  await chooseDeletion(workbench, pool)
  await workbench.pressDialogButton('Delete Machine Pool…')
  await quickInput.step({ title: 'Delete Machine Pool' }).waitFor()
  await quickInput.type(`${clusterName}/cont`)
  await camera.savePicture('typed-confirmation')
  await page.keyboard.press('Escape')
}
