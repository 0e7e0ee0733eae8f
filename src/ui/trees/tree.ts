import * as vscode from 'vscode'
import type { Result } from '../../inventory/results.ts'
import { updatedText } from '../ageTexts.ts'
import type { NoteNode } from './nodes.ts'
import { GracePeriod } from './gracePeriod.ts'
import { renderTooltip, type Tooltip } from './tooltips.ts'
import { rootNodes, type RootSource } from './rootNodes.ts'

/** The nodes of a tree, and their tree items. */
export interface TreeSource<N> extends RootSource<N> {
  /** Further data of the nodes. Each change refreshes the tree. */
  changes: readonly { onDidChange(listener: () => void): vscode.Disposable }[]
  children(node: N): N[] | Promise<N[]>
  parent(node: N): vscode.ProviderResult<N>
  item(node: N): vscode.TreeItem
  /** The tooltip of an item, a table or plain text; created only when it is shown. */
  tooltip(node: N): Tooltip | string | undefined
  /** The cached results whose age a tooltip shows. */
  readings(node: N): readonly (Result<unknown> | undefined)[]
}

/** Creates the tree data provider of a view. */
export function createTree<N>(source: TreeSource<N | NoteNode>) {
  const { connections, apiKeys, changes } = source
  const changed = new vscode.EventEmitter<undefined>()
  const show = () => changed.fire(undefined)
  const gracePeriod = new GracePeriod(show)
  const subscriptions = vscode.Disposable.from(
    changed,
    ...[connections, apiKeys, ...changes].map((one) => one.onDidChange(show)),
  )
  return {
    show,
    gracePeriod,
    onDidChangeTreeData: changed.event,
    dispose: () => subscriptions.dispose(),

    async getChildren(node?: N | NoteNode): Promise<(N | NoteNode)[]> {
      return node ? source.children(node) : rootNodes(source)
    },

    getParent: (node: N | NoteNode) => source.parent(node),

    getTreeItem: (node: N | NoteNode): vscode.TreeItem => source.item(node),

    /** Adds the tooltip, with the age at the time that it is shown. */
    resolveTreeItem(item: vscode.TreeItem, node: N | NoteNode): vscode.TreeItem {
      const tooltip = source.tooltip(node)
      item.tooltip =
        typeof tooltip === 'object'
          ? renderTooltip(tooltip, updatedText(source.readings(node)))
          : tooltip
      return item
    },
  }
}
