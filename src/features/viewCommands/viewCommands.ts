import * as vscode from 'vscode'
import { commandIds, viewIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { toCommandError } from '../../ui/commandErrors.ts'
import { showStatus } from '../../ui/messages.ts'
import { withViewProgress } from '../../ui/progress.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import type { TreeNode } from '../../ui/trees/nodes.ts'
import type { RowKind, TopList } from '../../ui/trees/rows.ts'
import { registerRevealInView, type Views } from './revealInView.ts'

/** Registers the commands that rows of both views offer: copying their names and IDs, Refresh, and Reveal in View. */
export function registerViewCommands(parts: Parts, views: Views): void {
  const { commands, connections, clouds, clusters, deletions, deletionMonitor } = parts
  registerRevealInView(parts, views)
  commands.register(commandIds.copyName, (node?: TreeNode, selected?: TreeNode[]) =>
    copyTexts((row) => kindOf(row)?.name?.(row), node, selected),
  )
  commands.register(commandIds.copyId, (node?: TreeNode, selected?: TreeNode[]) =>
    copyTexts((row) => kindOf(row)?.copyId?.(row), node, selected),
  )
  commands.register(commandIds.refreshZones, () => clouds.invalidate())
  commands.register(commandIds.refreshMachinePools, refreshMachinePools)
  // Loads the next page of the list of clusters. After a page has failed, loads that page again.
  commands.register(commandIds.loadMore, async () => {
    const { active } = connections
    if (!active) return
    await withViewProgress(viewIds.machinePools, async () => clusters.loadMore(active))
  })
  // Loads the selected rows again, with everything below them.
  commands.register(commandIds.refresh, async (node?: TreeNode, selected?: TreeNode[]) => {
    // A keyboard shortcut passes no row, nor does VS Code if the view was refreshed between opening the menu and the
    // click.
    if (!node) {
      clouds.invalidate()
      return refreshMachinePools()
    }
    const rows = selectedItems(node, selected)
    for (const row of rows) await kindOf(row)?.reload?.(row)
    // A row’s own data comes from the list that contains the row. Several selected rows may be of one list, which is
    // loaded once.
    const lists = new Map<string, TopList>()
    for (const row of rows) {
      const list = kindOf(row)?.list?.(row)
      if (list) lists.set(`${list.viewId} ${list.connection.name}`, list)
    }
    for (const { viewId, connection, reload } of lists.values()) {
      await withViewProgress(viewId, reload).catch((error: unknown) => {
        throw toCommandError(error, connection)
      })
    }
  })

  async function refreshMachinePools(): Promise<void> {
    await deletions.refresh()
    clusters.invalidate()
    deletionMonitor.pollNow()
  }

  function kindOf<Row extends TreeNode>(row: Row): RowKind<Row> | undefined {
    return views.zonesView.kindOf(row) ?? views.machinePoolsView.kindOf(row)
  }
}

/** Copies a text of each selected row, one text per line. */
async function copyTexts(
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
