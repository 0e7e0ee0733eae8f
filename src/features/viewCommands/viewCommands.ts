import * as vscode from 'vscode'
import { commandIds, viewIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import type { FailureNode, ProjectNode, TreeNode } from '../../ui/trees/nodes.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { showStatus } from '../../ui/messages.ts'
import { withViewProgress } from '../../ui/progress.ts'

/** The commands in the views’ menus: refresh, retry, select a project, and copy. */
export function viewCommands(parts: Parts) {
  const { connections, clouds, clusters, deletions, deletionMonitor } = parts
  return {
    [commandIds.refreshZones]: () => clouds.refresh(),
    [commandIds.retry]: (node?: FailureNode) => {
      if (node) return again(node.retry)
      // VS Code passes no node if the view was refreshed under the click; retry everything that failed.
      clouds.refresh()
      clusters.refresh()
    },
    [commandIds.refreshMachinePools]: async () => {
      await deletions.refresh()
      clusters.refresh()
      deletionMonitor.refresh()
    },
    [commandIds.loadMore]: moreClusters,
    [commandIds.selectThisProject]: ({ connection, uid }: ProjectNode) =>
      vscode.commands.executeCommand(commandIds.selectProject, {
        connection: connection.name,
        projectUid: uid,
      }),
    [commandIds.copyName]: (node?: TreeNode, selected?: TreeNode[]) => copy(nameOf, node, selected),
    [commandIds.copyId]: (node?: TreeNode, selected?: TreeNode[]) => copy(idOf, node, selected),
    [commandIds.copyMessage]: (node?: TreeNode, selected?: TreeNode[]) =>
      copy(messageOf, node, selected),
  }

  /** Loads the next page of clusters, or the failed one again. */
  async function moreClusters(): Promise<void> {
    const { active } = connections
    if (active) await withViewProgress(viewIds.machinePools, async () => clusters.more(active))
  }

  function again(node: FailureNode['retry']): void | Promise<void> {
    if (node === 'accounts') return clouds.accounts.invalidate()
    if (node === 'clusters') return moreClusters()
    if (node.kind === 'cloudConfig') return clusters.configs.invalidate(node)
    if (node.kind === 'machinePool') return clusters.machineLists.invalidate(node)
    if (node.kind === 'region') return clouds.zones.invalidate(node)
    clouds.projects.invalidate(node)
    clouds.regions.invalidate(node)
  }
}

/** Copies a text for each selected item, one per line. */
async function copy(
  textOf: (node: TreeNode) => string | undefined,
  node: TreeNode | undefined,
  selected: TreeNode[] | undefined,
): Promise<void> {
  const texts = selectedItems(node, selected)
    .map(textOf)
    .filter((text) => text !== undefined)
  if (texts.length === 0) {
    showStatus(vscode.l10n.t('There is nothing to copy'))
    return
  }
  await vscode.env.clipboard.writeText(texts.join('\n'))
}

function nameOf(node: TreeNode): string | undefined {
  if ('name' in node) return node.name
  if (node.kind === 'region') return node.account?.name ?? node.region
  return node.kind === 'machinePool' ? node.machinePoolName : undefined
}

function messageOf(node: TreeNode): string | undefined {
  return node.kind === 'failure' ? errorText(node.error, node.connection) : undefined
}

function idOf(node: TreeNode): string | undefined {
  switch (node.kind) {
    case 'account':
      return node.cloudAccountUid
    case 'cloudProject':
      return node.project
    case 'project':
    case 'machine':
      return node.uid
    case 'cloudConfig':
      return node.configUid
    case 'zone':
      return node.zoneId
    case 'region':
    case 'machinePool':
    case 'failure':
    case 'note':
      return undefined
  }
}
