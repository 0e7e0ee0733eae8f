import * as vscode from 'vscode'
import { commandIds, viewIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { toCommandError } from '../../ui/commandErrors.ts'
import { showStatus } from '../../ui/messages.ts'
import { withViewProgress } from '../../ui/progress.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import type { TreeNode } from '../../ui/trees/nodes.ts'
import type { RowKind } from '../../ui/trees/rows.ts'
import { registerRevealInView, type Views } from './revealInView.ts'

/** What both views offer for their rows: copies, Refresh, and Reveal in View. */
export function registerViewCommands(parts: Parts, views: Views): void {
  const { commands, connections, clouds, clusters, deletions, deletionMonitor } = parts
  registerRevealInView(parts, views)
  commands.register(commandIds.copyName, (node?: TreeNode, selected?: TreeNode[]) =>
    copy((row) => kindOf(row)?.name?.(row), node, selected),
  )
  commands.register(commandIds.copyId, (node?: TreeNode, selected?: TreeNode[]) =>
    copy((row) => kindOf(row)?.copyId?.(row), node, selected),
  )
  commands.register(commandIds.refreshZones, () => clouds.invalidate())
  commands.register(commandIds.refreshMachinePools, async () => {
    await deletions.refresh()
    clusters.invalidate()
    deletionMonitor.pollNow()
  })
  // Loads the next page of clusters, or the failed one again.
  commands.register(commandIds.loadMore, async () => {
    const { active } = connections
    if (!active) return
    await withViewProgress(viewIds.machinePools, async () => clusters.more(active))
  })
  // Loads tree items again with what is below them.
  commands.register(commandIds.refresh, async (node?: TreeNode, selected?: TreeNode[]) => {
    // VS Code passes no node if the view was refreshed under the click.
    if (!node) {
      clouds.invalidate()
      return clusters.invalidate()
    }
    const rows = selectedItems(node, selected)
    for (const row of rows) await kindOf(row)?.reload?.(row)
    // The items themselves are in lists, which are loaded once for all of them.
    const lists = rows.flatMap((row) => kindOf(row)?.list?.(row) ?? [])
    const unique = new Map(lists.map((list) => [`${list.viewId} ${list.connection.name}`, list]))
    for (const { viewId, connection, reload } of unique.values()) {
      await withViewProgress(viewId, reload).catch((error: unknown) => {
        throw toCommandError(error, connection)
      })
    }
  })

  function kindOf<R extends TreeNode>(row: R): RowKind<R> | undefined {
    return views.zonesView.kindOf(row) ?? views.machinePoolsView.kindOf(row)
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
  if (texts.length === 0) return showStatus(vscode.l10n.t('Nothing was copied.'))
  await vscode.env.clipboard.writeText(texts.join('\n'))
}
