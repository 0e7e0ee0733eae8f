import * as vscode from 'vscode'
import type { Connections } from '../connections/connections.ts'
import { commandIds } from '../contributions.ts'
import type { Clusters } from '../inventory/clusters.ts'
import type { Tracked } from '../inventory/tracked.ts'
import { askMachinePool } from '../prompts/machinePool.ts'
import { requireConnection } from './activeConnection.ts'
import { isRow } from './arguments.ts'
import { readMachinePool } from './machinePoolArguments.ts'
import type { RunCommand } from './runCommand.ts'

/** Add Machine Pool…: keeps a machine pool in the view, asked for or given. Sends nothing. */
export function registerAddMachinePool(
  runCommand: RunCommand,
  connections: Connections,
  tracked: Tracked,
  clusters: Clusters,
): vscode.Disposable {
  return runCommand(commandIds.addMachinePool, async (args: unknown) => {
    const pool =
      (isRow(args) ? undefined : readMachinePool(connections, args)) ??
      (await askMachinePool(
        vscode.l10n.t('Add Machine Pool'),
        requireConnection(connections),
        tracked,
        clusters,
      ))
    if (!pool) return
    const { connection, provider, configUid: uid, configLabel: label, machinePoolName: name } = pool
    const called = { label, name: clusters.clusterName(pool) }
    await tracked.addPool(connection.name, { provider, uid, ...called }, name)
  })
}
