import { configs } from '../sandbox/data.ts'
import type { Sandbox } from '../sandbox/service.ts'
import { answerPrompt, prompts } from '../ui/flows.ts'
import { until } from '../ui/until.ts'
import type { Workbench } from '../ui/workbench.ts'

const keyTitle = 'Set API Key for “production”'

/** Sets the API key of the connection, lists the zones of two regions, and expands a cluster and the second region. */
export async function prepareWorkbench(workbench: Workbench, sandbox: Sandbox): Promise<void> {
  const { machinePools, quickInput, zones } = workbench
  await workbench.runCommand('Poolkeeper: Set API Key…')
  await answerPrompt(workbench, { title: keyTitle }, sandbox.apiKey)
  // The box stays open until the service has accepted the key.
  await zones.item('aws-production').waitFor()
  for (const region of ['eu-west-1', 'eu-central-1']) {
    await workbench.runCommand('Poolkeeper: List Zones…')
    await answerPrompt(workbench, prompts.account, 'aws-production')
    await answerPrompt(workbench, prompts.region, region)
    await quickInput.step({ title: `Zones in ${region}` }).waitFor()
    await quickInput.cancel()
  }
  await machinePools.expand(configs.checkout.clusterName, 'worker-pool')
  await zones.expand('aws-production', 'eu-central-1')
  await zones.expand('eu-central-1', 'eu-central-1c')
  // The first region is expanded, too, since its zones were listed, and there is no room for both.
  await zones.item('eu-west-1').click()
  await zones.item('eu-west-1a').waitFor({ state: 'hidden' })
}

/** Waits for the syntax colors of the open file, which VS Code adds after the text. */
export async function waitForYamlColors({ editor }: Workbench): Promise<void> {
  const getClasses = async (text: string) =>
    await editor.line(text).locator('span > span').last().getAttribute('class')
  await until('the file has its colors', async () => {
    return (await getClasses('topology:')) !== (await getClasses('us-east-1a'))
  })
}
