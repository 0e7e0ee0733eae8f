import * as vscode from 'vscode'
import type { Connections } from '../connections/connections.ts'
import type { Clusters } from '../inventory/clusters.ts'
import type { MachinePoolRef } from '../inventory/machinePoolRef.ts'
import type { Tracked } from '../inventory/tracked.ts'
import { askListedPool } from '../prompts/listedPool.ts'
import { askMachinePool } from '../prompts/machinePool.ts'
import { back } from '../prompts/quickInput.ts'
import type { MachinePoolNode, MachinePoolsNode } from '../views/nodes.ts'
import { requireConnection } from './activeConnection.ts'
import { readMachinePool } from './machinePoolArguments.ts'

/** Finds the machine pools that a deletion is to be about; none where the user gave up. */
export type DeletionTargets = (
  first: unknown,
  selected: unknown,
) => Promise<readonly MachinePoolRef[]>

/**
 * By how the command was called: on a tree item, with the others that are selected; by its key, with
 * what is selected; by code, with what it names; from the palette, by asking.
 */
export function deletionTargets(
  connections: Connections,
  tracked: Tracked,
  clusters: Clusters,
  view: vscode.TreeView<MachinePoolsNode>,
): DeletionTargets {
  return async (first, selected) => {
    if (isKeybinding(first)) return view.selection.filter(isMachinePoolNode)
    if (isMachinePoolNode(first)) {
      const nodes = Array.isArray(selected) ? selected.filter(isMachinePoolNode) : []
      return nodes.length > 0 ? nodes : [first]
    }
    const given = readMachinePool(connections, first) ?? (await askPool())
    return given ? [given] : []
  }

  /** A pool of the active connection that is tracked or listed, or any other. */
  async function askPool(): Promise<MachinePoolRef | undefined> {
    const connection = requireConnection(connections)
    const title = vscode.l10n.t('Delete Machine Pool')
    const answer = await askListedPool({
      title,
      placeholder: vscode.l10n.t('Choose the machine pool to delete'),
      connection,
      tracked,
      clusters,
      canEnter: true,
    })
    if (answer === undefined || answer === back) return undefined
    const isListed = answer !== 'enter' && answer !== 'none'
    return isListed ? answer : askMachinePool(title, connection, tracked, clusters)
  }
}

function isKeybinding(value: unknown): boolean {
  return (value as { target?: unknown } | undefined)?.target === 'selection'
}

/** Whether something is a row of the Machine Pools view. */
export function isMachinePoolNode(value: unknown): value is MachinePoolNode {
  return (value as { kind?: unknown } | undefined)?.kind === 'machinePool'
}
