import * as vscode from 'vscode'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import type { TreeNode } from '../../ui/trees/nodes.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import { showStatus } from '../../ui/messages.ts'
import { copyAsCurlCommands } from './copyAsCurl.ts'
import { kindOf, type Views } from './kindOf.ts'
import { refreshCommands } from './refresh.ts'
import { revealInViewCommands } from './revealInView.ts'

/** What both views offer for their rows: copies, Refresh, and Reveal in View. */
export function viewCommands(views: Parts & Views) {
  return {
    ...refreshCommands(views),
    ...revealInViewCommands(views),
    ...copyAsCurlCommands(views),
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
    showStatus(vscode.l10n.t('There is nothing to copy.'))
    return
  }
  await vscode.env.clipboard.writeText(texts.join('\n'))
}
