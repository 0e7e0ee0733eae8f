import type { Sandbox } from '../sandbox/service.ts'
import { answerPrompt } from '../ui/flows.ts'
import { actUntil } from '../ui/until.ts'
import type { Workbench } from '../ui/workbench.ts'
import type { Camera } from './camera.ts'
import { prepareWorkbench } from './prepareWorkbench.ts'

const zone = 'us-east-1d'

/** Takes the picture of both views beside a file, with the hover of a zone in the file. */
export async function showOverview(
  workbench: Workbench,
  sandbox: Sandbox,
  camera: Camera,
): Promise<void> {
  await prepareWorkbench(workbench, sandbox)
  const { editor, page } = workbench
  await workbench.runCommand('Poolkeeper: Select Account for Zone Checks…')
  await answerPrompt(workbench, { title: 'Select Account for Zone Checks' }, 'aws-production')
  await editor.open('main.tf')
  // VS Code adds code lenses after the text, which then moves down.
  await page.locator('.codelens-decoration').getByText('6 nodes as configured').waitFor()
  // VS Code has no syntax colors for Terraform, so a line is a single element.
  const line = page.locator('.view-line > span').filter({ hasText: zone })
  const text = (await line.innerText()).replaceAll('\u00a0', ' ')
  const hover = page.locator('.monaco-hover:visible .hover-row').filter({ hasText: 'use1-az' })
  await actUntil(
    'the hover',
    async () => {
      await page.mouse.move(0, 0)
      const { width = 0, height = 0 } = (await line.boundingBox()) ?? {}
      const column = text.indexOf(zone) + zone.length / 2
      await line.hover({ position: { x: (width * column) / text.length, y: height / 2 } })
    },
    () => hover.isVisible(),
  )
  await camera.savePicture('overview')
}
