import type { Sandbox } from '../sandbox/service.ts'
import { actUntil } from '../ui/until.ts'
import type { Workbench } from '../ui/workbench.ts'
import type { Camera } from './camera.ts'
import { coloredYaml, makeReady } from './ready.ts'

/** The picture of each step of the walkthrough. */
export async function showWalkthrough(
  workbench: Workbench,
  sandbox: Sandbox,
  camera: Camera,
): Promise<void> {
  const { dialog, editor, machinePools, page, quickInput, zones } = workbench
  await workbench.runCommand('Poolkeeper: Add Connection…')
  await quickInput.step({ title: 'Add Connection (1/4)' }).waitFor()
  await quickInput.type('https://api.example.com')
  await camera.detail('walkthrough/connect', [quickInput.box])
  await quickInput.cancel()

  await makeReady(workbench, sandbox)
  await workbench.runCommand('Notifications: Clear All Notifications')
  // The states of zones have colors of their own.
  const zoneRows = [zones.header, zones.item('eu-west-1')]
  await camera.detail('walkthrough/zones', zoneRows, { colors: 8 })

  await camera.detail('walkthrough/pools', [
    machinePools.header,
    machinePools.item('gpu-inference'),
  ])

  await machinePools.chooseFromMenu('gpu-inference', 'Delete Machine Pool…')
  await dialog.getByText('Nodes: 2').waitFor()
  await camera.detail('walkthrough/delete', [dialog], { colors: 4 }) // mostly text, and tall
  await workbench.pressDialogButton('Cancel')

  await zones.expand('us-east-1') // so that its zones are known
  await zones.item('us-east-1a').waitFor()
  await editor.open('values.yaml')
  await coloredYaml(workbench)
  const hover = page.locator('.monaco-hover:visible').filter({ hasText: 'use1-az' })
  await actUntil(
    'the hover',
    async () => {
      await page.mouse.move(0, 0)
      await page.locator('.view-line').getByText('us-east-1a').hover()
    },
    () => hover.isVisible(),
  )
  // Without the rest of the line, which is wider than the editor.
  const parts = [editor.line('region:').locator('span').first(), hover]
  await camera.detail('walkthrough/editor', parts, { keepsHover: true })
}
