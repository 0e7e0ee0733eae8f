import * as vscode from 'vscode'
import type { ApiKeys } from '../../connections/apiKeys.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Connections } from '../../connections/connections.ts'
import { visible } from '../../texts.ts'
import { reasonOf } from '../messages.ts'
import { connectionProblemText } from '../problemTexts.ts'
import { protectionAppearance } from '../protectionTexts.ts'
import { GracePeriod } from './gracePeriod.ts'
import { messageKinds } from './messageNodes.ts'
import type {
  AccountsList,
  ClustersList,
  MachinePoolsEntry,
  MessageNode,
  NoteNode,
  TreeNode,
  ZonesEntry,
} from './nodes.ts'
import type { RowKind, RowKinds, RowsBelow } from './rows.ts'
import { renderTooltip } from './tooltips.ts'
import type { Result } from '../../inventory/results.ts'
import { ageText } from '../ageTexts.ts'

/** The list at the top of a tree. */
type List = AccountsList | ClustersList

/** The rows of a tree. */
interface TreeSource<Row extends ZonesEntry | MachinePoolsEntry> {
  connections: Connections
  apiKeys: ApiKeys
  /** Further data of the rows. Each change refreshes the tree. */
  changes: readonly { onDidChange(listener: () => void): vscode.Disposable }[]
  /** True for the view that has the note about invalid connections; one of them is enough. */
  hasProblems?: boolean
  /** True for the view whose items can be deleted, which has the note about the protection. */
  hasProtection?: boolean
  list: List['kind']
  /** Creates what the view does with its list and with its rows. */
  kinds(tree: TreeState): RowKinds<Row> & { readonly [K in List['kind']]?: RowsBelow<never> }
}

/** What the rows of a tree need of it. */
export interface TreeState {
  readonly gracePeriod: GracePeriod
  /** Refreshes the tree. */
  readonly show: () => void
}

/** Creates the tree data provider of a view. */
export function createTree<Row extends ZonesEntry | MachinePoolsEntry>(source: TreeSource<Row>) {
  type Node = Row | MessageNode
  const { connections, apiKeys, changes } = source
  const changed = new vscode.EventEmitter<undefined>()
  const show = () => changed.fire(undefined)
  const gracePeriod = new GracePeriod(show)
  const kinds = new Map<string, unknown>(
    Object.entries({ ...messageKinds(kindOf), ...source.kinds({ gracePeriod, show }) }),
  )
  /** The row under which each one was last shown. */
  const parents = new WeakMap<Node, Node>()
  const subscriptions = vscode.Disposable.from(
    changed,
    ...[connections, apiKeys, ...changes].map((one) => one.onDidChange(show)),
  )
  return {
    show,
    kindOf,
    search,
    getChildren,
    onDidChangeTreeData: changed.event,
    dispose: () => subscriptions.dispose(),

    getParent: (node: Node) => parents.get(node),

    getTreeItem(node: Node): vscode.TreeItem {
      const kind = knownKindOf(node)
      const item = kind.item(node)
      item.id = kind.id(node)
      item.contextValue = kind.abilities(node).join(';')
      return item
    },

    /** Adds the tooltip, with the age at the time that it is shown. */
    resolveTreeItem(item: vscode.TreeItem, node: Node): vscode.TreeItem {
      const kind = knownKindOf(node)
      const tooltip = kind.tooltip(node)
      item.tooltip =
        typeof tooltip === 'object'
          ? renderTooltip(tooltip, updatedText(kind.readings?.(node) ?? []))
          : tooltip
      return item
    },
  }

  function kindOf<R extends TreeNode | List>({ kind }: R): RowKind<R> | undefined {
    return kinds.get(kind) as RowKind<R> | undefined
  }

  function knownKindOf(node: Node): RowKind<Node> {
    return kinds.get(node.kind) as RowKind<Node>
  }

  async function getChildren(node?: Node): Promise<Node[]> {
    if (!node) return rootNodes(source, gracePeriod, topRows)
    const rows = ((await knownKindOf(node).children?.(node)) ?? []) as Node[]
    for (const row of rows) parents.set(row, node)
    return rows
  }

  async function topRows(connection: Connection): Promise<Node[]> {
    const list: List = { kind: source.list, connection }
    return ((await kindOf(list)?.children?.(list)) ?? []) as Node[]
  }

  /** Finds a row, and loads those that may have it below them; undefined if there is none. */
  async function search<R extends Node>(
    isIt: (row: Node) => row is R,
    mayHaveIt: (row: Node) => boolean,
    under?: Node,
  ): Promise<R | undefined> {
    for (const row of await getChildren(under)) {
      if (isIt(row)) return row
      const found = mayHaveIt(row) ? await search(isIt, mayHaveIt, row) : undefined
      if (found) return found
    }
    return undefined
  }
}

/**
 * Returns the root nodes of a tree. An empty tree shows a welcome view. With a note about invalid
 * connections, the tree isn’t empty, so it also has one with the welcome view’s action.
 */
async function rootNodes<Node>(
  { connections, apiKeys, hasProblems, hasProtection }: Omit<TreeSource<never>, 'kinds'>,
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
    const isShown = nodes.length + problems.length > 0
    return [...problems, ...(isShown && hasProtection ? protectionNotes(connection) : []), ...nodes]
  }
  gracePeriod.forget()
  if (!connection || problems.length === 0) return problems
  const label = vscode.l10n.t('Set API Key for “{0}”', visible(connection.name))
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

/** Returns the age of the first result with a value, if it is older than a minute. */
function updatedText(read: readonly (Result<unknown> | undefined)[]): string | undefined {
  const told = read.find((one) => one && 'value' in one && one.value !== undefined)
  const age = told && ageText(told.at)
  return age && vscode.l10n.t('Updated {0}', age)
}
