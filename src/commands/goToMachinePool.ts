import * as vscode from 'vscode'
import type { ApiKeys } from '../connections/apiKeys.ts'
import { isSameConnection, type Connection } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import { commandIds } from '../contributions.ts'
import type { Clusters } from '../inventory/clusters.ts'
import type { MachinePoolRef } from '../inventory/machinePoolRef.ts'
import type { Tracked } from '../inventory/tracked.ts'
import { ensureApiKey } from '../prompts/apiKey.ts'
import { askListedPool } from '../prompts/listedPool.ts'
import { back } from '../prompts/quickInput.ts'
import { visible } from '../texts.ts'
import type { MachinePoolNode, MachinePoolsNode } from '../views/nodes.ts'
import { requireConnection } from './activeConnection.ts'
import { reveal } from './reveal.ts'
import { CommandFailure, runAction, showMessage, type RunCommand } from './runCommand.ts'

/** What the command works with. */
export interface GoToMachinePoolParts {
  connections: Connections
  apiKeys: ApiKeys
  tracked: Tracked
  clusters: Clusters
  rows: { find(pool: MachinePoolRef): Promise<MachinePoolNode | undefined> }
  view: vscode.TreeView<MachinePoolsNode>
}

/** Go to Machine Pool…: finds one by its name, cluster or provider, and shows it in its view. */
export function registerGoToMachinePool(
  runCommand: RunCommand,
  { connections, apiKeys, tracked, clusters, rows, view }: GoToMachinePoolParts,
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
    })
    if (pool === 'none') return showNone()
    if (pool === undefined || pool === back || pool === 'enter') return
    const row = await rows.find(pool)
    assertActive(connection)
    if (!row) return showGone(pool)
    await reveal(view, row)
  })

  function assertActive(connection: Connection): void {
    if (isSameConnection(connection, connections.active)) return
    throw new CommandFailure(
      vscode.l10n.t('The active connection has changed in the meantime. Try again.'),
    )
  }
}

function showNone(): void {
  showMessage('info', vscode.l10n.t('There is no machine pool to go to yet.'), [
    runAction(vscode.l10n.t('Add Machine Pool'), commandIds.addMachinePool),
  ])
}

function showGone({ machinePoolName, configLabel, configUid }: MachinePoolRef): void {
  const config = visible(configLabel ?? configUid)
  const name = visible(machinePoolName)
  showMessage(
    'warning',
    vscode.l10n.t('Machine pool “{0}” of “{1}” is not listed any more.', name, config),
  )
}
