import * as vscode from 'vscode'
import type { ApiKeys } from '../../connections/apiKeys.ts'
import type { Connection } from '../../connections/connection.ts'
import { connectionState } from '../../connections/connectionState.ts'
import type { Connections } from '../../connections/connections.ts'
import type { Result } from '../../inventory/results.ts'
import { visible } from '../../texts.ts'
import { updatedText } from '../ageTexts.ts'
import { reasonOf } from '../messages.ts'
import { connectionProblemText } from '../problemTexts.ts'
import { protectionAppearance } from '../protectionTexts.ts'
import { GracePeriod } from './gracePeriod.ts'
import { messageItem, messageTooltip } from './messageNodes.ts'
import type { MessageNode, NoteNode } from './nodes.ts'
import { renderTooltip, type Tooltip } from './tooltips.ts'

/** The nodes of a tree, and the tree items of its own ones. */
interface TreeSource<Entry> {
  connections: Connections
  apiKeys: ApiKeys
  /** Further data of the nodes. Each change refreshes the tree. */
  changes: readonly { onDidChange(listener: () => void): vscode.Disposable }[]
  /** True for the view that has the note about invalid connections; one of them is enough. */
  hasProblems?: boolean
  /** True for the view whose items can be deleted, which has the note about the protection. */
  hasProtection?: boolean
  /** The root nodes of a usable connection. */
  top(connection: Connection): Promise<(Entry | MessageNode)[]>
  children(node: Entry): Promise<(Entry | MessageNode)[]>
  parent(node: Entry | MessageNode): vscode.ProviderResult<Entry>
  item(node: Entry): vscode.TreeItem
  /** The tooltip of an item; created only when it is shown. */
  tooltip(node: Entry): Tooltip
  /** The cached results whose age a tooltip shows. */
  readings(node: Entry): readonly (Result<unknown> | undefined)[]
}

/** Creates the tree data provider of a view. */
export function createTree<Entry extends { readonly kind: string }>(source: TreeSource<Entry>) {
  type Node = Entry | MessageNode
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

    async getChildren(node?: Node): Promise<Node[]> {
      if (!node) return rootNodes(source, gracePeriod)
      return isMessage(node) ? [] : source.children(node)
    },

    getParent: (node: Node) => source.parent(node),

    getTreeItem: (node: Node) => (isMessage(node) ? messageItem(node) : source.item(node)),

    /** Adds the tooltip, with the age at the time that it is shown. */
    resolveTreeItem(item: vscode.TreeItem, node: Node): vscode.TreeItem {
      item.tooltip = isMessage(node)
        ? messageTooltip(node)
        : renderTooltip(source.tooltip(node), updatedText(source.readings(node)))
      return item
    },
  }
}

function isMessage(node: { readonly kind: string }): node is MessageNode {
  return node.kind === 'failure' || node.kind === 'note'
}

/**
 * Returns the root nodes of a tree. An empty tree shows a welcome view. With a note about invalid
 * connections, the tree isn’t empty, so it also has one with the welcome view’s action.
 */
async function rootNodes<Entry>(
  source: TreeSource<Entry>,
  gracePeriod: GracePeriod,
): Promise<(Entry | MessageNode)[]> {
  const { connections, apiKeys, hasProblems, hasProtection } = source
  // The welcome view without a connection would only say how to add one.
  const problems = hasProblems || !connections.active ? problemNotes(connections) : []
  const known = await connectionState(connections, apiKeys).catch(unreadableKeyNote)
  if ('kind' in known) return [...problems, known]
  const { state, connection } = known
  if (connection && state === 'ready') {
    const nodes = await source.top(connection)
    // Without nodes, the welcome view is more helpful.
    const isShown = nodes.length + problems.length > 0
    return [...problems, ...(isShown && hasProtection ? protectionNotes(connection) : []), ...nodes]
  }
  gracePeriod.forget()
  if (!connection || problems.length === 0) return problems
  const label = vscode.l10n.t('Set the API key for “{0}”', visible(connection.name))
  return [...problems, { kind: 'note', id: 'noKey', label, action: 'setApiKey' }]
}

/** Returns the note about a key that secret storage doesn’t return. */
function unreadableKeyNote(error: unknown): NoteNode {
  const label = vscode.l10n.t('API key not available')
  return { kind: 'note', id: 'unreadableKey', label, detail: reasonOf(error), isWarning: true }
}

/** Returns the note about the protection of a connection, if it has one. */
function protectionNotes({ protection }: Connection): NoteNode[] {
  if (protection === 'none') return []
  const { label, detail } = protectionAppearance(protection)
  return [{ kind: 'note', id: 'protection', label, detail, protection }]
}

/** Returns one note for all invalid entries of the setting, if there are any. */
function problemNotes({ problems }: Connections): NoteNode[] {
  const texts = problems.map(connectionProblemText)
  const [first, ...others] = texts
  if (!first) return []
  const [label, detail] =
    others.length === 0
      ? [vscode.l10n.t('“{0}” can’t be used', first.entry), first.why]
      : [
          vscode.l10n.t('{0} connections can’t be used', texts.length),
          texts.map(({ entry, why }) => `${entry}: ${why}`).join(' · '),
        ]
  return [{ kind: 'note', id: 'problems', label, detail, action: 'editConnections' }]
}
