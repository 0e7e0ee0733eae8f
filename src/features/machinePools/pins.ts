import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { isTreeNode, machinePoolArguments, readMachinePool } from '../../ui/arguments.ts'
import { assertItemOrPalette, selectedItems } from '../../ui/selectedItems.ts'
import {
  isNode,
  type AccountNode,
  type CloudConfigNode,
  type MachinePoolNode,
  type TreeNode,
  type ZonesParentNode,
} from '../../ui/trees/nodes.ts'
import { askMachinePool } from './askMachinePool.ts'

type PinnableNode = AccountNode | ZonesParentNode | CloudConfigNode | MachinePoolNode

/**
 * Pin and Unpin for tree items. Code can call Pin with `{provider, configUid, machinePoolName}`; without arguments, Pin
 * prompts for a machine pool.
 */
export function registerPinCommands(parts: Parts): void {
  const { commands, connections, pins, clusters, deletions } = parts
  commands.register(commandIds.pin, async (...args: unknown[]) => {
    assertItemOrPalette(args)
    const [node, selected] = args as [node?: unknown, selected?: TreeNode[]]
    if (isTreeNode(node)) {
      for (const row of pinnableNodes(selectedItems(node as TreeNode, selected))) {
        await pinRow(row, parts)
      }
      return
    }
    const title = vscode.l10n.t('Pin Machine Pool')
    const given = readMachinePool(connections, node)
    const pool = given ?? (await askMachinePool(title, parts))
    if (!pool) return
    // The prompts may stay open for long. Meanwhile, the user may have given the connection’s name to another service:
    // then this throws.
    connections.current(pool.connection)
    await pins.add(pool, clusters.clusterName(pool) ?? pool.configLabel)
    await deletions.undoDismiss(pool)
    // The focus may have been on a button of the welcome view, which is gone.
    if (!given) {
      await vscode.commands.executeCommand(commandIds.revealInView, machinePoolArguments(pool))
    }
  })
  commands.register(commandIds.unpin, async (node?: TreeNode, selected?: TreeNode[]) => {
    for (const row of pinnableNodes(selectedItems(node, selected))) {
      if (row.kind === 'machinePool') await deletions.dismiss(row)
      await pins.remove(row)
    }
  })
}

/** Pins the item of a row. Pinning a pool also shows its deletions again that the user has dismissed. */
async function pinRow(
  row: PinnableNode,
  { pins, clouds, clusters, deletions }: Parts,
): Promise<void> {
  const name = 'configUid' in row ? clusters.clusterName(row) : clouds.accountName(row)
  await pins.add(row, name, { isListed: true })
  if (row.kind === 'machinePool') await deletions.undoDismiss(row)
}

/**
 * Returns the selected items that can be pinned. The menu is on items that can be pinned, but other items may be
 * selected, too.
 */
function pinnableNodes(nodes: readonly TreeNode[]): PinnableNode[] {
  return nodes.filter((node) =>
    isNode(node, 'account', 'regionlessAccount', 'region', 'cloudConfig', 'machinePool'),
  )
}
