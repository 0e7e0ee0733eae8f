// Connects Poolkeeper to a sandbox and shows its views, by settings and commands only. For tests, it also calls tools as
// an agent does.
import * as vscode from 'vscode'
import { startSandbox } from '../sandbox/service.ts'

/** The URL of a sandbox, and its API key. */
interface SandboxAddress {
  baseUrl: string
  apiKey: string
}

const connection = 'sandbox'

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand('poolkeeper-companion.callTool', callTool),
  )
  // The program that started this VS Code may run a sandbox itself, or want no connection.
  const address = process.env['POOLKEEPER_SANDBOX']
  if (address === 'none') return
  await connect(
    address ? (JSON.parse(address) as SandboxAddress) : await startSandboxOfWindow(context),
  )
}

/** Adds or changes the connection to the sandbox, sets its API key, and shows the views. */
async function connect({ baseUrl, apiKey }: SandboxAddress): Promise<void> {
  const settings = vscode.workspace.getConfiguration('poolkeeper')
  const otherConnections = settings
    .get<{ name: string }[]>('connections', [])
    .filter(({ name }) => name !== connection)
  const connections = [...otherConnections, { name: connection, baseUrl }]
  await settings.update('connections', connections, vscode.ConfigurationTarget.Global)
  await vscode.commands.executeCommand('poolkeeper.manageConnections', connection)
  await vscode.commands.executeCommand('poolkeeper.setApiKey', { connection, apiKey })
  await vscode.commands.executeCommand('workbench.view.extension.poolkeeper')
}

async function startSandboxOfWindow(context: vscode.ExtensionContext): Promise<SandboxAddress> {
  const sandbox = await startSandbox({ drain: 10_000, hasOddClusters: true })
  context.subscriptions.push({ dispose: () => void sandbox.close() })
  return sandbox
}

/** Calls a tool for language models as an agent does, and shows its result. */
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
