import * as vscode from 'vscode'
import type { ApiKeys } from '../connections/apiKeys.ts'
import type { Connections } from '../connections/connections.ts'
import { commandIds } from '../contributions.ts'
import type { Clusters } from '../inventory/clusters.ts'
import type { Tracked } from '../inventory/tracked.ts'
import { ensureApiKey } from '../prompts/apiKey.ts'
import { askListedPool } from '../prompts/listedPool.ts'
import { back } from '../prompts/quickInput.ts'
import { requireConnection } from './activeConnection.ts'
import { runAction, showMessage, type RunCommand } from './runCommand.ts'
import type { ShowRow } from './showRow.ts'

/** What the command works with. */
export interface GoToMachinePoolParts {
  connections: Connections
  apiKeys: ApiKeys
  tracked: Tracked
  clusters: Clusters
  showRow: ShowRow
}

/** Go to Machine Pool…: finds one by its name, cluster or provider, and shows it in its view. */
export function registerGoToMachinePool(
  runCommand: RunCommand,
  { connections, apiKeys, tracked, clusters, showRow }: GoToMachinePoolParts,
): vscode.Disposable {
  return runCommand(commandIds.goToMachinePool, async () => {
    const connection = requireConnection(connections)
    if (!(await ensureApiKey(connection, apiKeys))) return
    const pool = await askListedPool({
      title: vscode.l10n.t('Go to Machine Pool'),
      placeholder: vscode.l10n.t('Search by machine pool, cluster, project or provider'),
      connection,
      tracked,
      clusters,
      withHybrid: true,
    })
    if (pool === 'none') return showNone()
    if (pool === undefined || pool === back || pool === 'enter') return
    await showRow.pool(pool)
  })
}

function showNone(): void {
  showMessage('info', vscode.l10n.t('There is no machine pool to go to yet.'), [
    runAction(vscode.l10n.t('Add Machine Pool'), commandIds.addMachinePool),
  ])
}
