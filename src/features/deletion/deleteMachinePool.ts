import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import type { MachinePoolRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { readMachinePool } from '../../ui/arguments.ts'
import { showStatus } from '../../ui/messages.ts'
import { assertItemOrPalette } from '../../ui/selectedItems.ts'
import { isNode } from '../../ui/trees/nodes.ts'
import { askMachinePool } from '../machinePools/askMachinePool.ts'
import type { DeletePool } from './deletion.ts'
import { isAccepted } from './tellOutcome.ts'

/**
 * Delete Machine Pool…, from tree items, by the Delete key, from the command palette, or with `{provider,
 * configUid, machinePoolName}`. Always asks for confirmation: several pools are deleted one after the other.
 */
export function registerDeleteMachinePool(parts: Parts, deletePool: DeletePool): void {
  const { commands, connections, machinePoolsTree } = parts
  commands.register(commandIds.deleteMachinePool, async (...args: unknown[]) => {
    assertItemOrPalette(args)
    for (const pool of await targets(args)) {
      const result = await deletePool(pool)
      // Whatever else is selected isn’t asked about then: something is wrong, or the user has changed their mind.
      const isDone = result.kind === 'attempted' && isAccepted(result.attempt)
      if (!isDone && result.kind !== 'gone') return
    }
  })

  /**
   * Finds the pools by how the command was called: on a tree item, with the selected ones; by its key, with
   * the selection; by code, with arguments; from the command palette, by a prompt. None if canceled.
   */
  async function targets([first, selected]: unknown[]): Promise<readonly MachinePoolRef[]> {
    if (isByKey(first)) return selectedPools(machinePoolsTree.selection)
    if (isNode(first, 'machinePool')) {
      const nodes = Array.isArray(selected) ? poolsIn(selected) : []
      return nodes.length > 0 ? nodes : [first]
    }
    const title = vscode.l10n.t('Delete Machine Pool')
    const placeholder = vscode.l10n.t('Select a machine pool to delete')
    const given = readMachinePool(connections, first)
    const pool = given ?? (await askMachinePool(title, placeholder, parts))
    return pool ? [pool] : []
  }

  function poolsIn(nodes: readonly unknown[]) {
    return nodes.filter((one) => isNode(one, 'machinePool'))
  }

  function selectedPools(selection: readonly unknown[]): readonly MachinePoolRef[] {
    const pools = poolsIn(selection)
    if (pools.length === 0) showStatus(vscode.l10n.t('No machine pool selected'))
    return pools
  }
}

/** Returns whether an argument is that of a keybinding in package.json. */
function isByKey(value: unknown): boolean {
  return (value as { target?: unknown } | undefined)?.target === 'selection'
}
