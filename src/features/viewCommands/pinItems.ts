import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { showMessage } from '../../ui/messages.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import type {
  AccountNode,
  CloudConfigNode,
  MachinePoolNode,
  RegionNode,
  TreeNode,
} from '../../ui/trees/nodes.ts'

type PinnableNode = AccountNode | RegionNode | CloudConfigNode | MachinePoolNode
type Restore = () => Promise<void>

/** Pin and Unpin on tree items. */
export function pinItemsCommands({ tracked, clouds, clusters, deletions, deletionWriter }: Parts) {
  return {
    [commandIds.pin]: async (node?: TreeNode, selected?: TreeNode[]) => {
      for (const one of selectedItems(node, selected).filter(isPinnable)) await pin(one)
    },

    [commandIds.removeFromView]: async (node?: TreeNode, selected?: TreeNode[]) => {
      const nodes = selectedItems(node, selected).filter(isPinnable)
      const restores: Restore[] = []
      for (const one of nodes) {
        const restore = await unpin(one)
        if (restore) restores.push(restore)
      }
      if (restores.length > 0) offerUndo(nodes, restores)
    },
  }

  async function pin(node: PinnableNode): Promise<void> {
    switch (node.kind) {
      case 'account':
      case 'region':
        return tracked.add(node, { name: clouds.accountName(node) })
      case 'cloudConfig':
      case 'machinePool':
        return tracked.add(node, { name: clusters.clusterName(node) })
    }
  }

  /** Resolves to the function that pins it again, if there were pins below it. */
  async function unpin(node: PinnableNode): Promise<Restore | undefined> {
    switch (node.kind) {
      case 'account':
        return unpinAccount(node)
      case 'region':
        await tracked.remove(node)
        return undefined
      case 'cloudConfig':
        return unpinConfig(node)
      case 'machinePool':
        await deletionWriter.dismiss(node)
        await tracked.remove(node)
        return undefined
    }
  }

  async function unpinAccount(node: AccountNode): Promise<Restore | undefined> {
    const { regions = [], label, lastName: name } = tracked.account(node) ?? {}
    await tracked.remove(node)
    if (regions.length === 0) return undefined
    return async () => {
      for (const { name: region, project } of regions.toReversed()) {
        await tracked.add({ ...node, region, project }, { label, name })
      }
    }
  }

  async function unpinConfig(node: CloudConfigNode): Promise<Restore | undefined> {
    const { pools = [], label, lastName: name } = tracked.config(node) ?? {}
    for (const { pool } of deletions.in(node)) await deletionWriter.dismiss(pool)
    await tracked.remove(node)
    if (pools.length === 0) return undefined
    return async () => {
      for (const { name: machinePoolName } of pools.toReversed()) {
        await tracked.add({ ...node, machinePoolName }, { label, name })
      }
    }
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
