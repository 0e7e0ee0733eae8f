import * as vscode from 'vscode'
import { refusesProject, type ApiError } from '../../api/errors.ts'
import type { Connection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import { joinDescription, joinSentences, truncated } from '../../texts.ts'
import { dateText } from '../ageTexts.ts'
import { wayOut } from '../commandErrors.ts'
import { adviceText, errorText, errorTitle } from '../errorTexts.ts'
import { notShown, notShownText, type Unshown } from '../notShownTexts.ts'
import { protectionAppearance } from '../protectionTexts.ts'
import { warningIcon, withAccessibleLabel, withSpokenText } from './items.ts'
import type { FailureNode, MessageNode, NoteNode } from './nodes.ts'
import type { KindOf, RowKinds } from './rows.ts'

// The errors and notes of both trees: their nodes, and their tree items.

/**
 * Adds the outcome of a lookup to nodes that are known without it: an error above them, or “Loading…” below.
 * `id` is that of their parent.
 */
export function withOutcome<N>(
  id: string,
  nodes: readonly N[],
  outcome: Outcome | { readonly value: unknown } | undefined,
  of: FailureNode['of'],
): (N | MessageNode)[] {
  if (outcome === undefined) {
    const label = vscode.l10n.t('Loading…')
    return [...nodes, { kind: 'note', id: `${id}/loading`, label, isLoading: true }]
  }
  if (!('error' in outcome) || !outcome.error) return [...nodes]
  const { error, last } = outcome
  const { connection } = of
  return [
    { kind: 'failure', id: `${id}/failure`, error, connection, of, lastAt: last?.at },
    ...nodes,
  ]
}

/** How a lookup ended; `last` is what is shown if its refresh failed. */
interface Outcome {
  readonly error?: ApiError | undefined
  readonly last?: { readonly at: number | undefined } | undefined
}

/** Creates the note for a truncated list; `id` is that of its parent. */
export function truncatedNote(id: string): NoteNode {
  return { kind: 'note', id: `${id}/cut`, label: truncated.title, detail: truncated.detail }
}

/** Creates the note for entries that can’t be shown, if there are any; `id` is that of their parent. */
export function unshownNotes(
  id: string,
  what: Unshown,
  count: number,
  connection: Connection,
  reason?: ApiError,
): NoteNode[] {
  if (count === 0) return []
  const detail = reason ? errorText(reason, connection) : notShownText
  return [{ kind: 'note', id: `${id}/unshown`, label: notShown[what](count), detail }]
}

/** Creates what a view does with errors and notes. Their tooltips have all of the text, which a narrow side bar cuts off. */
export function messageKinds(kindOf: KindOf): RowKinds<MessageNode> {
  return {
    failure: {
      id: ({ id }) => `failure/${id}`, // distinct from an item named “failure”
      item: failureItem,
      tooltip: failureText,
      abilities: () => ['failure', 'refresh', 'refreshInline'],
      reload: ({ of }) => (kindOf(of)?.retry ?? kindOf(of)?.reload)?.(of),
      name: ({ error, connection }) => errorText(error, connection),
    },
    note: {
      id: ({ id }) => `note/${id}`,
      item: noteItem,
      tooltip: ({ label, detail }) => detail && `${label}: ${detail}`,
      abilities: () => [],
    },
  }
}

function failureItem(node: FailureNode): vscode.TreeItem {
  const item = new vscode.TreeItem(errorTitle(node.error))
  const command = wayOutCommand(node)
  if (command) item.command = command
  item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'))
  const date = node.lastAt !== undefined && dateText(node.lastAt, 'short')
  item.description = joinDescription(
    adviceText(node.error) ?? errorText(node.error, node.connection),
    date && vscode.l10n.t('data from {0}', date),
  )
  return withSpokenText(item, vscode.l10n.t('error'), failureText(node))
}

/** Returns all that is to be said of an error: its row has only what to do about it. */
function failureText({ error, connection, lastAt }: FailureNode): string {
  const date = lastAt !== undefined && dateText(lastAt)
  return joinSentences(
    errorText(error, connection),
    date ? vscode.l10n.t('The data is from {0}.', date) : '',
  )
}

/** Returns the command that a click on an error runs: a prompt for what it needs. A stray click sends nothing. */
function wayOutCommand(node: FailureNode): vscode.Command | undefined {
  const { error, connection } = node
  const args = [{ connection: connection.name }]
  switch (wayOut(error)) {
    case 'key':
      return { command: commandIds.setApiKey, title: vscode.l10n.t('Set API Key'), arguments: args }
    case 'project': {
      const title = vscode.l10n.t('Select Project')
      if (!lacksProject(node)) return undefined
      return { command: commandIds.selectProject, title, arguments: args }
    }
    case 'address':
    case 'check':
    case undefined:
      return undefined
  }
}

/** Returns whether a request without a project was denied, a list, which every project has, or the project. */
function lacksProject({ connection, of, error }: FailureNode): boolean {
  const isList = of.kind === 'accounts' || of.kind === 'clusters'
  if (isList || refusesProject(error)) return true
  const own = 'configUid' in of ? of.project?.uid : undefined
  return (connection.projectUid ?? own) === undefined
}

function noteItem(note: NoteNode): vscode.TreeItem {
  const item = new vscode.TreeItem(note.label)
  if (note.detail) item.description = note.detail
  if (note.action) {
    item.iconPath = noteIcons[note.action]
    item.command = { command: commandIds[note.action], title: note.label }
  }
  if (note.protection) {
    item.iconPath = new vscode.ThemeIcon(protectionAppearance(note.protection).icon)
  }
  if (note.isWarning) item.iconPath = warningIcon()
  if (note.isLoading) item.iconPath = new vscode.ThemeIcon('loading~spin')
  return withAccessibleLabel(item)
}

const noteIcons: Record<NonNullable<NoteNode['action']>, vscode.ThemeIcon> = {
  setApiKey: new vscode.ThemeIcon('key'),
  loadMore: new vscode.ThemeIcon('ellipsis'),
  selectProject: new vscode.ThemeIcon('project'),
  editConnections: warningIcon(),
}
