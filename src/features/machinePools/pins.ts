import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { isTreeNode, readMachinePool } from '../../ui/arguments.ts'
import { assertItemOrPalette, selectedItems } from '../../ui/selectedItems.ts'
import { isNode, type TreeNode } from '../../ui/trees/nodes.ts'
import { askMachinePool } from './askMachinePool.ts'

/** Pin and Unpin on tree items. Pin also takes `{provider, configUid, machinePoolName}`, or prompts for a machine pool. */
export function registerPinCommands(parts: Parts): void {
  const { commands, connections, pins, clouds, clusters, deletions } = parts
  commands.register(commandIds.pin, async (...args: unknown[]) => {
    assertItemOrPalette(args)
    const [node, selected] = args as [node?: unknown, selected?: TreeNode[]]
    if (isTreeNode(node)) {
      const nodes = selectedItems(node as TreeNode, selected)
      for (const one of pinnable(nodes)) await pin(one)
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
    for (const one of pinnable(selectedItems(node, selected))) {
      if (one.kind === 'machinePool') await deletions.dismiss(one)
      await pins.remove(one)
    }
  })

  async function pin(node: ReturnType<typeof pinnable>[number]): Promise<void> {
    const name = 'configUid' in node ? clusters.clusterName(node) : clouds.accountName(node)
    await pins.add(node, name, true)
    if (node.kind === 'machinePool') await deletions.dismiss(node, false)
  }
}

/** Returns the items that can be pinned: the menus offer nothing else, but a selection may have others, too. */
function pinnable(nodes: readonly TreeNode[]) {
  return nodes.filter((one) =>
    isNode(one, 'account', 'regionlessAccount', 'region', 'cloudConfig', 'machinePool'),
  )
}
