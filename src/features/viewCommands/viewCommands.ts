import * as vscode from 'vscode'
import { commandIds, viewIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import type { TreeNode, AccountsList, ClustersList } from '../../ui/trees/nodes.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import { showStatus } from '../../ui/messages.ts'
import { kindOf, type Views } from './kindOf.ts'
import { revealInViewCommands } from './revealInView.ts'
import { withViewProgress } from '../../ui/progress.ts'
import { toCommandError } from '../../ui/commandErrors.ts'

/** What both views offer for their rows: copies, Refresh, and Reveal in View. */
export function viewCommands(views: Parts & Views) {
  return {
    ...refreshCommands(views),
    ...revealInViewCommands(views),
    [commandIds.copyName]: (node?: TreeNode, selected?: TreeNode[]) =>
      copy((row) => kindOf(row, views)?.name?.(row), node, selected),
    [commandIds.copyId]: (node?: TreeNode, selected?: TreeNode[]) =>
      copy((row) => kindOf(row, views)?.copyId?.(row), node, selected),
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
    showStatus(vscode.l10n.t('Nothing was copied.'))
    return
  }
  await vscode.env.clipboard.writeText(texts.join('\n'))
}

/** Refresh of tree items, which loads them again with what is below them, and of a whole view. */
function refreshCommands(parts: Parts & Views) {
  const { connections, clouds, clusters, deletions, deletionMonitor } = parts
  return {
    [commandIds.refreshZones]: () => clouds.refresh(),
    [commandIds.refreshMachinePools]: async () => {
      await deletions.refresh()
      clusters.refresh()
      deletionMonitor.follow(true)
    },
    /** Loads the next page of clusters, or the failed one again. */
    [commandIds.loadMore]: async () => {
      const { active } = connections
      if (!active) return
      await withViewProgress(viewIds.machinePools, async () => clusters.more(active))
    },
    [commandIds.refresh]: async (node?: TreeNode, selected?: TreeNode[]) => {
      // VS Code passes no node if the view was refreshed under the click.
      if (!node) {
        clouds.refresh()
        return clusters.refresh()
      }
      const rows = selectedItems(node, selected)
      for (const row of rows) await kindOf(row, parts)?.reload?.(row)
      // The items themselves are in lists, which are loaded once for all of them.
      const lists = rows.flatMap((row) => kindOf(row, parts)?.list?.(row) ?? [])
      const unique = new Map(lists.map((list) => [`${list.kind} ${list.connection.name}`, list]))
      for (const list of unique.values()) await reload(list)
    },
  }

  async function reload(list: AccountsList | ClustersList): Promise<void> {
    const viewId = list.kind === 'accounts' ? viewIds.zones : viewIds.machinePools
    try {
      await withViewProgress(viewId, async () => kindOf(list, parts)?.reload?.(list))
    } catch (error) {
      throw toCommandError(error, list.connection)
    }
  }
}
