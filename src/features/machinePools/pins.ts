import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { requireConnection } from '../../ui/activeConnection.ts'
import { isTreeNode } from '../../ui/arguments.ts'
import { readMachinePool } from '../../ui/machinePoolArguments.ts'
import { showMessage } from '../../ui/messages.ts'
import { assertItemOrPalette, selectedItems } from '../../ui/selectedItems.ts'
import type {
  AccountNode,
  CloudConfigNode,
  MachinePoolNode,
  RegionNode,
  TreeNode,
} from '../../ui/trees/nodes.ts'
import { askMachinePool } from './askMachinePool.ts'

type PinnableNode = AccountNode | RegionNode | CloudConfigNode | MachinePoolNode
type Restore = () => Promise<void>

/** Pin and Unpin on tree items. Pin also takes `{provider, configUid, machinePoolName}`, or prompts for a machine pool. */
export function pinCommands(parts: Parts) {
  const { connections, tracked, clouds, clusters, deletions } = parts
  return {
    [commandIds.pin]: async (...args: unknown[]) => {
      assertItemOrPalette(args)
      const [node, selected] = args as [node?: unknown, selected?: TreeNode[]]
      if (isTreeNode(node)) {
        const nodes = selectedItems(node as TreeNode, selected)
        for (const one of nodes.filter(isPinnable)) await pin(one)
        return
      }
      const pool = readMachinePool(connections, node) ?? (await askPool())
      if (!pool) return
      // The prompts may have been open for an hour, and the name that of another service by now.
      connections.current(pool.connection)
      await tracked.add(pool, clusters.clusterName(pool) ?? pool.configLabel)
      await deletions.dismiss(pool, false)
    },

    [commandIds.unpin]: async (node?: TreeNode, selected?: TreeNode[]) => {
      const nodes = selectedItems(node, selected).filter(isPinnable)
      const restores: Restore[] = []
      for (const one of nodes) {
        const restore = await unpin(one)
        if (restore) restores.push(restore)
      }
      if (restores.length > 0) offerUndo(nodes, restores)
    },
  }

  async function askPool(): Promise<MachinePoolRef | undefined> {
    const connection = requireConnection(connections)
    return askMachinePool(vscode.l10n.t('Pin Machine Pool'), connection, parts)
  }

  async function pin(node: PinnableNode): Promise<void> {
    const name = 'configUid' in node ? clusters.clusterName(node) : clouds.accountName(node)
    await tracked.add(node, name, true)
    if (node.kind === 'machinePool') await deletions.dismiss(node, false)
  }

  /** Resolves to the function that pins it again, if there were pins below it. */
  async function unpin(node: PinnableNode): Promise<Restore | undefined> {
    if (node.kind === 'machinePool') await deletions.dismiss(node)
    const restore = await tracked.remove(node)
    return (
      restore &&
      (async () => {
        // Its pins went with a connection that was removed.
        if (connections.find(node.connection.name)) await restore()
      })
    )
  }
}

/** The menus offer nothing else, but a selection may have other items, too. */
function isPinnable(node: TreeNode): node is PinnableNode {
  return ['account', 'region', 'cloudConfig', 'machinePool'].includes(node.kind)
}

function offerUndo(
  [first, ...others]: readonly PinnableNode[],
  restores: readonly Restore[],
): void {
  const name = first && 'name' in first ? visible(first.name) : ''
  const text =
    others.length === 0
      ? vscode.l10n.t('“{0}” was unpinned, with everything pinned in it.', name)
      : vscode.l10n.t('The selected items were unpinned, with everything pinned in them.')
  const undo = async () => {
    for (const restore of restores) await restore()
  }
  showMessage('info', text, [{ title: vscode.l10n.t('Undo'), run: undo }])
}
