// Connects Poolkeeper to the sandbox and fills its views, by nothing but what Poolkeeper offers to
// everyone: its settings and its commands.
import * as vscode from 'vscode'
import { accounts, type CloudAccount, type CloudConfig, configs } from '../sandbox/data.ts'
import { startSandbox } from '../sandbox/service.ts'

interface SandboxAddress {
  baseUrl: string
  apiKey: string
}

const connection = 'sandbox'
const regions: [CloudAccount, string[]][] = [
  [accounts.awsProduction, ['us-east-1', 'eu-west-1', 'eu-central-1']],
  [accounts.azureProduction, ['westeurope', 'northeurope']],
]
const clusters: CloudConfig[] = [configs.checkout, configs.billing, configs.dataPlatform]

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand('poolkeeper-companion.callTool', callTool),
  )
  const sandbox = sandboxOfEnvironment() ?? (await ownSandbox(context))
  await addConnection(sandbox.baseUrl)
  await vscode.commands.executeCommand('poolkeeper.switchConnection', connection)
  const key = { connection, apiKey: sandbox.apiKey }
  await vscode.commands.executeCommand('poolkeeper.setApiKey', key)
  await vscode.commands.executeCommand('workbench.view.extension.poolkeeper')
  await fillViews()
}

/** Where the program that started this VS Code runs the sandbox itself. */
function sandboxOfEnvironment(): SandboxAddress | undefined {
  const json = process.env['POOLKEEPER_SANDBOX']
  return json ? (JSON.parse(json) as SandboxAddress) : undefined
}

async function ownSandbox(context: vscode.ExtensionContext): Promise<SandboxAddress> {
  const sandbox = await startSandbox({ drain: 10_000, odd: true, rateLimit: 'published' })
  context.subscriptions.push({ dispose: () => void sandbox.close() })
  return sandbox
}

/** Points the connection to the sandbox of this session and leaves all others as they are. */
async function addConnection(baseUrl: string): Promise<void> {
  const settings = vscode.workspace.getConfiguration('poolkeeper')
  const others = settings
    .get<{ name: string }[]>('connections', [])
    .filter(({ name }) => name !== connection)
  const all = [...others, { name: connection, baseUrl }]
  await settings.update('connections', all, vscode.ConfigurationTarget.Global)
}

async function fillViews(): Promise<void> {
  for (const [{ provider, uid, name }, names] of regions) {
    for (const region of names) {
      const query = { provider, cloudAccountUid: uid, region, cloudAccountLabel: name }
      await vscode.commands.executeCommand('poolkeeper.listZones', query)
    }
  }
  for (const { provider, uid, clusterName, pools } of clusters) {
    for (const { name } of pools) {
      const pool = { provider, configUid: uid, machinePoolName: name, configLabel: clusterName }
      await vscode.commands.executeCommand('poolkeeper.addMachinePool', pool)
    }
  }
}

/** Calls a tool for language models as an agent does, and tells its result. */
async function callTool(): Promise<void> {
  const tools = vscode.lm.tools.filter(({ name }) => name.startsWith('poolkeeper_'))
  const name = await vscode.window.showQuickPick(
    tools.map((tool) => tool.name),
    { title: 'Call a Tool' },
  )
  const json =
    name && (await vscode.window.showInputBox({ title: name, prompt: 'Its input, as JSON' }))
  if (!json) return
  try {
    const input = JSON.parse(json) as object
    const options = { input, toolInvocationToken: undefined }
    const { content } = await vscode.lm.invokeTool(name, options)
    const [text] = content as vscode.LanguageModelTextPart[]
    void vscode.window.showInformationMessage(`Result: ${text?.value}`)
  } catch (error) {
    void vscode.window.showErrorMessage(`No result: ${String(error)}`)
  }
}
