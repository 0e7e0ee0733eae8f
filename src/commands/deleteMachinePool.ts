import type * as vscode from 'vscode'
import type { Connections } from '../connections/connections.ts'
import { commandIds } from '../contributions.ts'
import type { Clusters } from '../inventory/clusters.ts'
import type { Tracked } from '../inventory/tracked.ts'
import type { MachinePoolsNode } from '../views/nodes.ts'
import type { DeletePools } from './deletion.ts'
import { deletionTargets } from './deletionTargets.ts'
import type { RunCommand } from './runCommand.ts'

/** What the command works with. */
export interface DeleteMachinePoolParts {
  connections: Connections
  tracked: Tracked
  clusters: Clusters
  view: vscode.TreeView<MachinePoolsNode>
}

/**
 * Delete Machine Pool…, from a tree item (with the others that are selected), by the Delete key, from
 * the palette, or with `{provider, configUid, machinePoolName}`. However it is called, it asks first.
 */
export function registerDeleteMachinePool(
  runCommand: RunCommand,
  { connections, tracked, clusters, view }: DeleteMachinePoolParts,
  deletePools: DeletePools,
): vscode.Disposable {
  const targets = deletionTargets(connections, tracked, clusters, view)
  return runCommand(commandIds.deleteMachinePool, async (...args: unknown[]) => {
    const wanted = await targets(args)
    if (wanted.length > 0) await deletePools(wanted)
  })
}
