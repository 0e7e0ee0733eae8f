import * as vscode from 'vscode'
import type { ApiKeys } from '../../connections/apiKeys.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Connections } from '../../connections/connections.ts'
import { visible } from '../../texts.ts'
import { errorMessage } from '../messages.ts'
import { connectionProblemText } from '../problemTexts.ts'
import { protectionAppearances } from '../protectionTexts.ts'
import { createGracePeriod, type GracePeriod } from './gracePeriod.ts'
import { warningIcon } from './items.ts'
import { messageKinds } from './messageNodes.ts'
import type { MessageNode, NoteNode, TreeNode } from './nodes.ts'
import type { RowItem, RowKind, RowKinds } from './rows.ts'
import { renderTooltip } from './tooltips.ts'

/** The rows of a tree. */
interface TreeSource<Node extends TreeNode> {
  connections: Connections
  apiKeys: ApiKeys
  /** Further data of the rows. Each change refreshes the tree. */
  changes: readonly { onDidChange(listener: () => void): vscode.Disposable }[]
  /** True for the view that has the note about invalid connections; one of them is enough. */
  hasProblems?: boolean
  /** True for the view whose items can be deleted, which has the note about the protection. */
  hasProtection?: boolean
  /** Creates what the view has at its top, and what it does with its rows. */
  rows(tree: TreeState): {
    readonly topRows: (connection: Connection) => Promise<Node[]>
    readonly kinds: RowKinds<Exclude<Node, MessageNode>>
  }
}

/** What the rows of a tree need of it. */
export interface TreeState {
  readonly gracePeriod: GracePeriod
  readonly refreshTree: () => void
}

/** Creates the tree data provider of a view. */
export function createTree<Node extends TreeNode>(source: TreeSource<Node | MessageNode>) {
  type Row = Node | MessageNode
  const { connections, apiKeys, changes } = source
  const changed = new vscode.EventEmitter<undefined>()
  const refreshTree = () => changed.fire(undefined)
  const gracePeriod = createGracePeriod(refreshTree)
  const { topRows, kinds: viewKinds } = source.rows({ gracePeriod, refreshTree })
  const kinds = new Map<string, unknown>(Object.entries({ ...messageKinds, ...viewKinds }))
  /** The parent under which each row was last shown. */
  const parents = new WeakMap<Row, Row>()
  const subscriptions = vscode.Disposable.from(
    changed,
    ...[connections, apiKeys, ...changes].map((data) => data.onDidChange(refreshTree)),
  )
  return {
    refreshTree,
    kindOf,
    search,
    getChildren,
    onDidChangeTreeData: changed.event,
    dispose: () => subscriptions.dispose(),

    getParent: (row: Row) => parents.get(row),

    getTreeItem(row: Row): vscode.TreeItem {
      const kind = kindOf(row)!
      const item = treeItem(kind.item(row))
      item.id = kind.id(row)
      item.contextValue = kind.abilities(row).join(';')
      return item
    },

    /** Adds the tooltip, with the age at the time that it is shown. */
    resolveTreeItem(item: vscode.TreeItem, row: Row): vscode.TreeItem {
      const tooltip = kindOf(row)?.tooltip(row)
      item.tooltip = typeof tooltip === 'object' ? renderTooltip(tooltip) : tooltip
      return item
    },
  }

  /** Returns what the view does with a row; undefined for a row of another view. Other code may have made up the row. */
  function kindOf<R extends TreeNode>({ kind }: R): RowKind<R> | undefined {
    return kinds.get(kind) as RowKind<R> | undefined
  }

  async function getChildren(row?: Row): Promise<Row[]> {
    if (!row) return rootNodes(source, gracePeriod, topRows)
    const rows = ((await kindOf(row)?.children?.(row)) ?? []) as Row[]
    for (const child of rows) parents.set(child, row)
    return rows
  }

  /** Finds a row, and loads the rows that may contain it; undefined if there is none. */
  async function search<R extends Row>(
    isWanted: (row: Row) => row is R,
    mayContainIt: (row: Row) => boolean,
    parent?: Row,
  ): Promise<R | undefined> {
    for (const row of await getChildren(parent)) {
      if (isWanted(row)) return row
      const found = mayContainIt(row) ? await search(isWanted, mayContainIt, row) : undefined
      if (found) return found
    }
    return undefined
  }
}

function treeItem({ label, state, icon, command, ...texts }: RowItem): vscode.TreeItem {
  const { description, spoken = [description] } = texts
  const item = new vscode.TreeItem(label, state ?? vscode.TreeItemCollapsibleState.None)
  if (description !== undefined) item.description = description
  if (icon) item.iconPath = icon
  if (command) item.command = command
  const spokenLabel = [label, ...spoken].filter(Boolean).join(', ').replaceAll(' · ', ', ')
  item.accessibilityInformation = { label: spokenLabel }
  return item
}

/**
 * Returns the root nodes of a tree. An empty tree shows a welcome view. With a note about invalid
 * connections, the tree isn’t empty, so it also has one with the welcome view’s action.
 */
async function rootNodes<Node>(
  { connections, apiKeys, hasProblems, hasProtection }: Omit<TreeSource<never>, 'rows'>,
  gracePeriod: GracePeriod,
  topRows: (connection: Connection) => Promise<Node[]>,
): Promise<(Node | MessageNode)[]> {
  const connection = connections.active
  // The welcome view without a connection would only say how to add one.
  const problems = hasProblems || !connection ? problemNotes(connections) : []
  const state = connection && (await apiKeys.stateOf(connection).catch(unreadableKeyNote))
  if (typeof state === 'object') return [...problems, state]
  if (connection && state === 'ready') {
    const nodes = await topRows(connection)
    // Without nodes, the welcome view is more helpful.
    if (nodes.length + problems.length === 0) return []
    const notes = hasProtection ? protectionNotes(connection) : []
    return [...problems, ...notes, ...nodes]
  }
  gracePeriod.forget()
  if (!connection || problems.length === 0) return problems
  const label = vscode.l10n.t('Set API Key for “{0}”', visible(connection.name))
  return [...problems, { kind: 'note', id: 'noKey', label, action: 'setApiKey' }]
}

/** Returns the note about a key that secret storage doesn’t return. */
function unreadableKeyNote(error: unknown): NoteNode {
  const label = vscode.l10n.t('API key not available')
  return {
    kind: 'note',
    id: 'unreadableKey',
    label,
    detail: errorMessage(error),
    icon: warningIcon(),
  }
}

/** Returns the note about the protection of a connection, if it has one. */
function protectionNotes({ protection }: Connection): NoteNode[] {
  if (protection === 'none') return []
  const { label, detail, icon } = protectionAppearances[protection]
  return [{ kind: 'note', id: 'protection', label, detail, icon: new vscode.ThemeIcon(icon) }]
}

/** Returns one note for all invalid entries of the setting, if there are any. */
function problemNotes({ problems }: Connections): NoteNode[] {
  const texts = problems.map(connectionProblemText)
  const [first] = texts
  if (!first) return []
  const isSingle = texts.length === 1
  const label = isSingle
    ? vscode.l10n.t('“{0}” can’t be used', first.entry)
    : vscode.l10n.t('{0} connections can’t be used', texts.length)
  const detail = isSingle
    ? first.reason
    : texts.map(({ entry, reason }) => `${entry}: ${reason}`).join(' · ')
  return [{ kind: 'note', id: 'problems', label, detail, action: 'editConnections' }]
}
