import * as vscode from 'vscode'
import type { ApiKeys } from '../../connections/apiKeys.ts'
import type { Connection } from '../../connections/connection.ts'
import { connectionState } from '../../connections/connectionState.ts'
import type { Connections } from '../../connections/connections.ts'
import { visible } from '../../texts.ts'
import { connectionProblemText } from '../problemTexts.ts'
import type { NoteNode } from './nodes.ts'

/**
 * Returns the root nodes of a tree. An empty tree shows a welcome view. With invalid connections, the tree
 * isn’t empty, so it also has a note with the welcome view’s action.
 */
export async function rootNodes<N>(
  connections: Connections,
  apiKeys: ApiKeys,
  nodesOf: (connection: Connection) => Promise<N[]> | N[],
): Promise<(N | NoteNode)[]> {
  const { state, connection } = await connectionState(connections, apiKeys)
  const problems = problemNodes(connections)
  if (connection && state === 'ready') return [...problems, ...(await nodesOf(connection))]
  if (!connection || problems.length === 0) return problems
  const label = vscode.l10n.t('Set the API key for “{0}”', visible(connection.name))
  return [...problems, { kind: 'note', id: 'noKey', label, action: 'setApiKey' }]
}

function problemNodes(connections: Connections): NoteNode[] {
  return connections.problems.map((problem): NoteNode => {
    const { entry, why } = connectionProblemText(problem)
    const id = `problem/${problem.position}`
    return { kind: 'note', id, label: entry, detail: why, action: 'editConnections' }
  })
}
