import * as vscode from 'vscode'
import type { PoolSources } from '../../inventory/configs.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import type { Parts } from '../../parts.ts'
import { askListedPool } from '../machinePools/listedPool.ts'
import { askMachinePool } from '../machinePools/machinePool.ts'
import { back } from '../../ui/prompts/quickInput.ts'
import type { MachinePoolsNode } from '../../ui/trees/nodes.ts'
import { requireConnection } from '../../ui/activeConnection.ts'
import { readMachinePool } from '../../ui/machinePoolArguments.ts'
import { assertRowOrPalette, isMachinePoolNode } from '../../ui/rows.ts'
import { showStatus } from '../../ui/messages.ts'

/** Resolves to the machine pools of a deletion; none if canceled. */
export type DeletionTargets = (args: readonly unknown[]) => Promise<readonly MachinePoolRef[]>

/**
 * Creates the function that finds the pools by how the command was called: on a tree item, with the selected
 * ones; by its key, with the selection; by code, with arguments; from the command palette, by a prompt.
 */
export function createDeletionTargets({
  connections,
  machinePoolsTree,
  ...sources
}: Pick<Parts, 'connections' | 'machinePoolsTree'> & PoolSources): DeletionTargets {
  return async (args) => {
    assertRowOrPalette(args)
    const [first, selected] = args
    const target = keyTarget(first)
    // With the key on a cluster, say, the selection is another item that nobody means.
    if (target) return selectedPools(target === 'selection' ? machinePoolsTree.selection : [])
    if (isMachinePoolNode(first)) {
      const nodes = Array.isArray(selected) ? selected.filter(isMachinePoolNode) : []
      return nodes.length > 0 ? nodes : [first]
    }
    const given = readMachinePool(connections, first) ?? (await askPool())
    return given ? [given] : []
  }

  function selectedPools(selection: readonly MachinePoolsNode[]): readonly MachinePoolRef[] {
    const pools = selection.filter(isMachinePoolNode)
    if (pools.length === 0) {
      showStatus(vscode.l10n.t('Select a machine pool to delete'))
    }
    return pools
  }

  /** Prompts for a pinned or listed pool of the active connection, or any other. */
  async function askPool(): Promise<MachinePoolRef | undefined> {
    const connection = requireConnection(connections)
    const title = vscode.l10n.t('Delete Machine Pool')
    const answer = await askListedPool({
      title,
      placeholder: vscode.l10n.t('Select a machine pool to delete'),
      connection,
      sources,
      canEnter: true,
    })
    if (answer === undefined || answer === back) return undefined
    const isListed = answer !== 'enter' && answer !== 'none'
    return isListed ? answer : askMachinePool(title, connection, sources)
  }
}

/** The target of a keybinding in package.json: the selection, or an item with children. */
function keyTarget(value: unknown): 'selection' | 'branch' | undefined {
  const target = (value as { target?: unknown } | undefined)?.target
  return target === 'selection' || target === 'branch' ? target : undefined
}
