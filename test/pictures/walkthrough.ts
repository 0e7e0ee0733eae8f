import { configs } from '../sandbox/data.ts'
import type { Sandbox } from '../sandbox/service.ts'
import { answer } from '../ui/flows.ts'
import type { Workbench } from '../ui/workbench.ts'
import type { Camera } from './camera.ts'

const { clusterName } = configs.checkout

/** The picture of each step of the walkthrough; the connection is there, and has its key afterwards. */
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

  const title = 'Set API Key of “production”'
  await workbench.runCommand('Poolkeeper: Set API Key…')
  await quickInput.step({ title }).waitFor()
  await quickInput.type('this is no key')
  await camera.detail('walkthrough/key', [quickInput.box])
  await answer(workbench, { title }, sandbox.apiKey)

  for (const region of ['eu-west-1', 'eu-central-1']) {
    await workbench.runCommand('Poolkeeper: List Zones…')
    await answer(workbench, { title: 'List Zones (1/3)' }, 'aws')
    await answer(workbench, { title: 'List Zones (2/3)' }, 'aws-production')
    await answer(workbench, { title: 'List Zones (3/3)' }, region)
    await quickInput.step({ title: `Zones of ${region}` }).waitFor()
    await quickInput.cancel()
  }
  await zones.expand('aws-production')
  await zones.expand('eu-central-1')
  await zones.item('eu-central-1c').waitFor()
  await camera.detail('walkthrough/zones', [zones.header, zones.items.last()], { isPlain: false })

  await machinePools.expand(clusterName)
  await machinePools.item('worker-pool').waitFor()
  await camera.detail('walkthrough/pools', [machinePools.header, machinePools.items.last()])

  await machinePools.chooseFromMenu('gpu-inference', 'Delete Machine Pool…')
  await dialog.getByText(clusterName).first().waitFor()
  await camera.detail('walkthrough/delete', [dialog])
  await workbench.pressDialogButton('Cancel')
}
