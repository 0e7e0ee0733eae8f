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

/** Finds the machine pools that a deletion is to be about; none where the user gave up. */
export type DeletionTargets = (args: readonly unknown[]) => Promise<readonly MachinePoolRef[]>

/**
 * By how the command was called: on a tree item, with the others that are selected; by its key, with
 * what is selected (the key selects the row that has the focus, unless several are selected); by code,
 * with what it names; from the palette, by asking.
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
    // The key on the row of a cluster, say: what is selected is another row, of which nobody thinks.
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

  /** A pool of the active connection that is tracked or listed, or any other. */
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

/** What a keybinding in package.json is about: what is selected, or a row that has others below it. */
function keyTarget(value: unknown): 'selection' | 'branch' | undefined {
  const target = (value as { target?: unknown } | undefined)?.target
  return target === 'selection' || target === 'branch' ? target : undefined
}
