import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { isTreeNode, readMachinePool } from '../../ui/arguments.ts'
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

/** Pin and Unpin on tree items. Pin also takes `{provider, configUid, machinePoolName}`, or prompts for a machine pool. */
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
    const placeholder = vscode.l10n.t('Select a machine pool to pin')
    const given = readMachinePool(connections, node)
    const pool = given ?? (await askMachinePool(title, placeholder, parts))
    if (!pool) return
    // The prompts may have been open for an hour, and the name that of another service by now.
    connections.current(pool.connection)
    await pins.add(pool, clusters.clusterName(pool) ?? pool.configLabel)
    await deletions.dismiss(pool, false)
  })
  commands.register(commandIds.unpin, async (node?: TreeNode, selected?: TreeNode[]) => {
    for (const row of pinnableNodes(selectedItems(node, selected))) {
      if (row.kind === 'machinePool') await deletions.dismiss(row)
      await pins.remove(row)
    }
  })
}

async function pinRow(
  row: PinnableNode,
  { pins, clouds, clusters, deletions }: Parts,
): Promise<void> {
  const name = 'configUid' in row ? clusters.clusterName(row) : clouds.accountName(row)
  await pins.add(row, name, true)
  if (row.kind === 'machinePool') await deletions.dismiss(row, false)
}

/** Returns the items that can be pinned: the menus offer nothing else, but a selection may have others, too. */
function pinnableNodes(nodes: readonly TreeNode[]): PinnableNode[] {
  return nodes.filter((node) =>
    isNode(node, 'account', 'regionlessAccount', 'region', 'cloudConfig', 'machinePool'),
  )
}
