import type { Sandbox } from '../sandbox/service.ts'
import type { Workbench } from '../ui/workbench.ts'
import type { Camera } from './camera.ts'
import { coloredYaml, makeReady } from './ready.ts'

/** Both views beside a file that their names stand in. */
export async function showOverview(
  workbench: Workbench,
  sandbox: Sandbox,
  camera: Camera,
): Promise<void> {
  await makeReady(workbench, sandbox)
  await workbench.editor.open('values.yaml')
  await coloredYaml(workbench)
  await camera.picture('overview')
}
