import * as vscode from 'vscode'
import type { ApiKeys } from '../../connections/apiKeys.ts'
import type { Connection } from '../../connections/connection.ts'
import { connectionState } from '../../connections/connectionState.ts'
import type { Connections } from '../../connections/connections.ts'
import { visible } from '../../texts.ts'
import { connectionProblemText } from '../problemTexts.ts'
import { protectionLook } from '../protectionTexts.ts'
import type { NoteNode } from './nodes.ts'

/** The root nodes of a tree. */
export interface RootSource<N> {
  connections: Connections
  apiKeys: ApiKeys
  /** The root nodes of a usable connection. */
  top(connection: Connection): Promise<N[]>
  /** True for the view that has the note about invalid connections; one of them is enough. */
  hasProblems?: boolean
}

/**
 * Returns the root nodes of a tree. An empty tree shows a welcome view. With a note about invalid
 * connections, the tree isn’t empty, so it also has one with the welcome view’s action.
 */
export async function rootNodes<N>(source: RootSource<N>): Promise<(N | NoteNode)[]> {
  const { connections, apiKeys, hasProblems } = source
  const { state, connection } = await connectionState(connections, apiKeys)
  // The welcome view without a connection would only say how to add one.
  const problems = hasProblems || !connection ? problemNotes(connections) : []
  if (connection && state === 'ready') {
    const nodes = await source.top(connection)
    // Without nodes, the welcome view is more helpful.
    const isShown = nodes.length + problems.length > 0
    return [...problems, ...(isShown ? protectionNotes(connection) : []), ...nodes]
  }
  if (!connection || problems.length === 0) return problems
  const label = vscode.l10n.t('Set the API key for “{0}”', visible(connection.name))
  return [...problems, { kind: 'note', id: 'noKey', label, action: 'setApiKey' }]
}

/** Returns the note about the protection of a connection, if it has one. */
function protectionNotes({ protection }: Connection): NoteNode[] {
  if (protection === 'none') return []
  const { label, detail } = protectionLook(protection)
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
