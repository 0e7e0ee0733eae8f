import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import { BatchReadings } from '../../deletion/batchReadings.ts'
import type { Parts } from '../../parts.ts'
import { readMachinePool } from '../../ui/arguments.ts'
import { showStatus } from '../../ui/messages.ts'
import { assertItemOrPalette, viewChanged } from '../../ui/selectedItems.ts'
import { isNode, type MachinePoolNode } from '../../ui/trees/nodes.ts'
import { askMachinePool } from '../machinePools/askMachinePool.ts'
import type { DeletePool } from './deletion.ts'
import { targetOfRow, targetWithoutRow, type DeletionTarget } from './deletionTarget.ts'

/**
 * Delete Machine Pool…, from tree items, by the Delete key, from the command palette, or with `{provider,
 * configUid, machinePoolName}`. Always asks for confirmation: several pools are deleted one after the other.
 */
export function registerDeleteMachinePool(parts: Parts, deletePool: DeletePool): void {
  const { commands, connections, machinePoolsTree } = parts
  commands.register(commandIds.deleteMachinePool, async (...args: unknown[]) => {
    assertItemOrPalette(args)
    await deleteOneByOne(await findTargets(args))
  })

  async function deleteOneByOne(targets: readonly DeletionTarget[]): Promise<void> {
    const readings = new BatchReadings()
    for (const [index, target] of targets.entries()) {
      const batch = { position: index + 1, count: targets.length }
      const { kind } = await deletePool(target, { readings, batch })
      // After a failure or a canceled dialog, no dialogs appear for the other selected pools.
      if (kind !== 'accepted' && kind !== 'gone') return
    }
  }

  /**
   * Finds the pools by how the command was called: on a tree item, with the selected ones; by its key, with
   * the selection; by code, with arguments; from the command palette, by a prompt. None if canceled.
   */
  async function findTargets([first, selected]: unknown[]): Promise<readonly DeletionTarget[]> {
    if (isByKey(first)) return selectedPools(machinePoolsTree.selection).map(targetOfRow)
    if (isNode(first, 'machinePool')) {
      const rows = Array.isArray(selected) ? poolRowsIn(selected) : []
      return (rows.length > 0 ? rows : [first]).map(targetOfRow)
    }
    const title = vscode.l10n.t('Delete Machine Pool')
    const given = readMachinePool(connections, first)
    const pool = given ?? (await askMachinePool(title, parts))
    return pool ? [targetWithoutRow(pool)] : []
  }

  /** Returns the selected pools. The key selects a row, so nothing is selected only while the view is refreshed. */
  function selectedPools(selection: readonly unknown[]): readonly MachinePoolNode[] {
    if (selection.length === 0) throw viewChanged()
    const rows = poolRowsIn(selection)
    if (rows.length === 0) showStatus(vscode.l10n.t('No machine pool selected'))
    return rows
  }
}

function poolRowsIn(rows: readonly unknown[]): MachinePoolNode[] {
  return rows.filter((row) => isNode(row, 'machinePool'))
}

/** Returns whether an argument is that of a keybinding in package.json. */
function isByKey(value: unknown): boolean {
  return (value as { target?: unknown } | undefined)?.target === 'selection'
}
