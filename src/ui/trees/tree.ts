import * as vscode from 'vscode'
import type { ApiError } from '../../api/errors.ts'
import type { ApiKeys } from '../../connections/apiKeys.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Connections } from '../../connections/connections.ts'
import { displayText } from '../../displayTexts.ts'
import { errorMessage } from '../messages.ts'
import { connectionProblemText } from '../problemTexts.ts'
import { modeAppearances } from '../deletionModes.ts'
import { createGracePeriod, type GracePeriod } from './gracePeriod.ts'
import { warningIcon } from './items.ts'
import { isFailure, messageKinds, withoutRepeatedError } from './messageNodes.ts'
import type { FailureNode, MessageNode, NoteNode, TreeNode } from './nodes.ts'
import type { RowItem, RowKind, RowKinds } from './rows.ts'
import { renderTooltip } from './tooltips.ts'

/** What a view shows: the rows at its top, and the definitions of its rows. */
interface TreeSource<Node extends TreeNode> {
  connections: Connections
  apiKeys: ApiKeys
  /** Further objects whose data the rows show. After each of their changes, the tree is refreshed. */
  changes: readonly { onDidChange(listener: () => void): vscode.Disposable }[]
  /** True if the view shows the note about invalid connections. Only one of the two views does. */
  hasProblems?: boolean
  /** True if the view shows the note about an unusual deletion mode. Only the view whose items can be deleted does. */
  hasDeletions?: boolean
  /** Creates the function that loads the rows at the top, and the definitions of the rows. */
  rows(tree: TreeState): {
    readonly topRows: (connection: Connection) => Promise<Node[]>
    readonly kinds: RowKinds<Exclude<Node, MessageNode>>
  }
}

/** What the definitions of rows use of their tree. */
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
  /** The row above each row when the row was last shown. */
  const parents = new WeakMap<Row, Row>()
  /** The error that the view shows at its top. */
  let topError: ApiError | undefined
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

    /** Adds the tooltip when the user points at a row, so that the age in it is current. */
    resolveTreeItem(item: vscode.TreeItem, row: Row): vscode.TreeItem {
      const tooltip = kindOf(row)?.tooltip(row)
      item.tooltip = typeof tooltip === 'object' ? renderTooltip(tooltip) : tooltip
      return item
    },
  }

  /**
   * Returns the definition of a row’s kind. Undefined if this view has no such rows: other extensions can pass on any
   * row.
   */
  function kindOf<R extends TreeNode>({ kind }: R): RowKind<R> | undefined {
    return kinds.get(kind) as RowKind<R> | undefined
  }

  async function getChildren(row?: Row): Promise<Row[]> {
    if (!row) {
      const roots = await rootNodes(source, gracePeriod, topRows)
      topError = roots.find((root): root is FailureNode => isFailure(root))?.error
      return roots
    }
    const children = ((await kindOf(row)?.children?.(row)) ?? []) as Row[]
    const rows = withoutRepeatedError(children, topError)
    for (const child of rows) parents.set(child, row)
    return rows
  }

  /** Finds a row. Loads the rows below those that may contain it. Undefined if no row is found. */
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
  const { description, fullLabel = label, spoken = [] } = texts
  const item = new vscode.TreeItem(label, state ?? vscode.TreeItemCollapsibleState.None)
  if (description !== undefined) item.description = description
  if (icon) item.iconPath = icon
  if (command) item.command = command
  // Without a label of its own, screen readers would read the tooltip.
  const spokenLabel = [fullLabel, description, ...spoken]
    .filter(Boolean)
    .join(', ')
    .replaceAll(' · ', ', ')
  item.accessibilityInformation = { label: spokenLabel }
  return item
}

/**
 * Returns the rows at the top of a tree. An empty tree shows a welcome view. If there is only a note about invalid
 * connections, the tree isn’t empty, so a note with the welcome view’s action is added.
 */
async function rootNodes<Node>(
  { connections, apiKeys, hasProblems, hasDeletions }: Omit<TreeSource<never>, 'rows'>,
  gracePeriod: GracePeriod,
  topRows: (connection: Connection) => Promise<Node[]>,
): Promise<(Node | MessageNode)[]> {
  const connection = connections.active
  // Without a connection, the view has only this note. The welcome view, which says how to add a connection, wouldn’t
  // mention the invalid ones.
  const problems = hasProblems || !connection ? problemNotes(connections) : []
  const state = connection && (await apiKeys.stateOf(connection).catch(unreadableKeyNote))
  if (typeof state === 'object') return [...problems, state]
  if (connection && state === 'ready') {
    const nodes = await topRows(connection)
    // If no rows and no problems are to be shown, the view stays empty, so that VS Code shows the more helpful welcome
    // view.
    if (nodes.length + problems.length === 0) return []
    const notes = hasDeletions ? modeNotes(connection) : []
    return [...problems, ...notes, ...nodes]
  }
  gracePeriod.reset()
  if (!connection || problems.length === 0) return problems
  const label = vscode.l10n.t('Set API Key for “{0}”', displayText(connection.name))
  return [...problems, { kind: 'note', id: 'noKey', label, action: 'setApiKey' }]
}

/** Returns the note that secret storage couldn’t return the API key. */
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

/** Returns the note that deletions must be typed, or are blocked. Empty if a button confirms them. */
function modeNotes({ deletion }: Connection): NoteNode[] {
  const { label, detail, icon } = modeAppearances[deletion]
  if (icon === undefined) return []
  return [{ kind: 'note', id: 'deletionMode', label, detail, icon: new vscode.ThemeIcon(icon) }]
}

/** Returns a single note about all invalid connections in the setting. Empty if there are none. */
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
