import * as vscode from 'vscode'
import { accounts, type CloudAccount, type CloudConfig, configs } from '../sandbox/data.ts'

/** Where a sandbox is, and its key. */
export interface SandboxAddress {
  baseUrl: string
  apiKey: string
}

const connection = 'sandbox'
const regions: [CloudAccount, string[]][] = [
  [accounts.awsProduction, ['us-east-1', 'eu-west-1', 'eu-central-1']],
  [accounts.azureProduction, ['westeurope', 'northeurope']],
]
const clusters: CloudConfig[] = [configs.checkout, configs.billing, configs.dataPlatform]

/** Connects to a sandbox, and opens and fills the views. */
export async function connect({ baseUrl, apiKey }: SandboxAddress): Promise<void> {
  await addConnection(baseUrl)
  await vscode.commands.executeCommand('poolkeeper.manageConnections', connection)
  await vscode.commands.executeCommand('poolkeeper.setApiKey', { connection, apiKey })
  await vscode.commands.executeCommand('workbench.view.extension.poolkeeper')
  await fillViews()
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
      await vscode.commands.executeCommand('poolkeeper.pin', pool)
    }
  }
}
