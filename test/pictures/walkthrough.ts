import type { Sandbox } from '../sandbox/service.ts'
import type { Workbench } from '../ui/workbench.ts'
import type { Camera } from './camera.ts'
import { keyTitle, makeReady } from './ready.ts'

/** The picture of each step of the walkthrough. */
export async function showWalkthrough(
  workbench: Workbench,
  sandbox: Sandbox,
  camera: Camera,
): Promise<void> {
  const { dialog, machinePools, quickInput, zones } = workbench
  await workbench.runCommand('Poolkeeper: Add Connection…')
  await quickInput.step({ title: 'Add Connection (1/4)' }).waitFor()
  await quickInput.type('https://api.example.com')
  await camera.detail('walkthrough/connect', [quickInput.box])
  await quickInput.cancel()

  await workbench.runCommand('Poolkeeper: Set API Key…')
  await quickInput.step({ title: keyTitle }).waitFor()
  await quickInput.type('this is no key')
  await camera.detail('walkthrough/key', [quickInput.box])
  await quickInput.cancel()

  await makeReady(workbench, sandbox)
  await camera.detail('walkthrough/zones', [zones.header, zones.items.last()], { isPlain: false })

  await camera.detail('walkthrough/pools', [machinePools.header, machinePools.items.last()])

  await machinePools.chooseFromMenu('gpu-inference', 'Delete Machine Pool…')
  await dialog.getByText('Nodes: 2').waitFor()
  await camera.detail('walkthrough/delete', [dialog])
  await workbench.pressDialogButton('Cancel')
}
