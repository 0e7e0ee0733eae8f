import * as vscode from 'vscode'
import { refusesProject, type ApiError } from '../../api/errors.ts'
import type { Connection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import { joinDescription, joinSentences, withEllipsis } from '../../displayTexts.ts'
import { notShown, notShownText, truncated, type Unshown } from '../listTexts.ts'
import { briefTimeText, dateText } from '../ageTexts.ts'
import { recoveryKind } from '../commandErrors.ts'
import { adviceText, errorText, errorTitle, failureText } from '../errorTexts.ts'
import { warningIcon } from './items.ts'
import type { FailureNode, MessageNode, NoteNode } from './nodes.ts'
import type { RowItem, RowKinds } from './rows.ts'

// The rows with errors and notes that both trees have.

/**
 * Adds the outcome of a lookup to rows that are known without it. While the lookup isn’t finished, “Loading…” is added
 * below the rows; after a failure, the error is added above them. `id` is the ID of the row above.
 */
export function withOutcome<N>(
  id: string,
  nodes: readonly N[],
  outcome: Outcome | { readonly value: unknown } | undefined,
  lookup: Lookup,
): (N | MessageNode)[] {
  if (outcome === undefined) {
    const label = vscode.l10n.t('Loading…')
    const icon = new vscode.ThemeIcon('loading~spin')
    return [...nodes, { kind: 'note', id: `${id}/loading`, label, icon }]
  }
  if (!('error' in outcome) || !outcome.error) return [...nodes]
  const { error, previous } = outcome
  const { connection, retry } = lookup
  const failure: FailureNode = {
    kind: 'failure',
    id: `${id}/failure`,
    error,
    connection,
    lastLoadedAt: previous?.at,
    lacksProject: mayLackProject(error, lookup),
    retry,
  }
  return [failure, ...nodes]
}

/** The kinds of errors whose cause is the connection as a whole: every request over it fails in the same way. */
const connectionErrors: readonly ApiError['kind'][] = [
  'unauthorized',
  'redirected',
  'tls',
  'unreachable',
]

/**
 * Leaves out the error among rows if the view shows an error of the same cause at its top, `topError`. If no other row
 * is left, a note says that nothing is loaded.
 */
export function withoutRepeatedError<N extends { readonly kind: string }>(
  rows: readonly (N | MessageNode)[],
  topError: ApiError | undefined,
): (N | MessageNode)[] {
  if (!topError || !connectionErrors.includes(topError.kind)) return [...rows]
  return rows.flatMap((row) => {
    if (!isFailure(row) || row.error.kind !== topError.kind) return row
    if (rows.length > 1) return []
    const label = vscode.l10n.t('Not loaded yet')
    return { kind: 'note', id: row.id, label }
  })
}

export function isFailure(row: { readonly kind: string }): row is FailureNode {
  return row.kind === 'failure'
}

/** Returns whether a request may have failed because it named no project of the service, or the wrong project. */
function mayLackProject(error: ApiError, { connection, projectUid, isTopList }: Lookup): boolean {
  const hasProject = (connection.projectUid ?? projectUid) !== undefined
  return isTopList === true || refusesProject(error) || !hasProject
}

/** A lookup that may fail, for the row that shows its error. */
interface Lookup extends Pick<FailureNode, 'connection' | 'retry'> {
  /** The UID of the project that the request was for, if it isn’t the connection’s project. */
  readonly projectUid?: string | undefined
  /**
   * True for a list that every project has, such as the list of clusters: if the service refuses such a list, the
   * request may have named no project, or the wrong project.
   */
  readonly isTopList?: boolean
}

/** The outcome of a lookup. `previous` is the earlier result that is still shown if loading it again has failed. */
interface Outcome {
  readonly error?: ApiError | undefined
  readonly previous?: { readonly at: number | undefined } | undefined
}

/** Creates the note that a list is truncated. `id` is the ID of the row above. */
export function truncatedNote(id: string): NoteNode {
  return { kind: 'note', id: `${id}/cut`, label: truncated.title, detail: truncated.detail }
}

/** Creates the note that some entries can’t be shown. Empty if `count` is 0. `id` is the ID of the row above. */
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

/**
 * Defines the rows of errors and notes: their appearance and menus. The tooltips have the whole text, because a narrow
 * side bar cuts off the labels.
 */
export const messageKinds: RowKinds<MessageNode> = {
  failure: {
    // Distinct from the ID of an item named “failure”.
    id: ({ id }) => `failure/${id}`,
    item: failureItem,
    tooltip: failureTooltip,
    abilities: () => ['failure', 'refresh', 'refreshInline'],
    reload: ({ connection, retry }) => retry(connection),
    name: ({ error, connection }) => errorText(error, connection),
  },
  note: {
    id: ({ id }) => `note/${id}`,
    item: noteItem,
    tooltip: ({ label, detail }) => detail && `${label}: ${detail}`,
    abilities: () => [],
  },
}

function failureItem(node: FailureNode): RowItem {
  const { error, connection, lastLoadedAt } = node
  const command = recoveryCommand(node)
  const time = lastLoadedAt !== undefined && briefTimeText(lastLoadedAt)
  const title = errorTitle(error)
  const advice = adviceText(error)?.replace(/[.。]$/, '') ?? errorText(error, connection)
  return {
    // What a click does stands first: a narrow side bar cuts off the rest.
    label: command ? withEllipsis(command.title) : title,
    command,
    icon: new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground')),
    description: joinDescription(
      time && vscode.l10n.t('data from {0}', time),
      command ? title : advice,
    ),
    spoken: [vscode.l10n.t('error'), failureText(error, connection)],
  }
}

/** Returns the whole text about an error. The row’s label only says what to do about the error. */
function failureTooltip({ error, connection, lastLoadedAt }: FailureNode): string {
  const date = lastLoadedAt !== undefined && dateText(lastLoadedAt)
  return joinSentences(
    errorText(error, connection),
    date ? vscode.l10n.t('The data is from {0}.', date) : '',
  )
}

/**
 * Returns the command that a click on an error’s row runs: a prompt for what is missing, such as the API key. No click
 * repeats the request, because a click may be accidental.
 */
function recoveryCommand({ error, connection, lacksProject }: FailureNode) {
  const kind = recoveryKind(error)
  const args = [{ connection: connection.name }]
  if (kind === 'key') {
    const title = vscode.l10n.t('Set API Key')
    return { command: commandIds.setApiKey, title, arguments: args }
  }
  if (kind !== 'project' || !lacksProject) return undefined
  const title = vscode.l10n.t('Select Project')
  return { command: commandIds.selectProject, title, arguments: args }
}

function noteItem({ label, detail, action, icon }: NoteNode): RowItem {
  return {
    label,
    description: detail,
    icon: icon ?? (action && noteIcons[action]),
    command: action && { command: commandIds[action], title: label },
  }
}

const noteIcons: Record<NonNullable<NoteNode['action']>, vscode.ThemeIcon> = {
  setApiKey: new vscode.ThemeIcon('key'),
  loadMore: new vscode.ThemeIcon('ellipsis'),
  selectProject: new vscode.ThemeIcon('project'),
  editConnections: warningIcon(),
}
