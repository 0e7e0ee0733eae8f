import * as vscode from 'vscode'
import type { ApiError } from '../../api/errors.ts'
import type { Connection } from '../../connections/connection.ts'
import { commandIds, contextValues } from '../../contributions.ts'
import { truncatedText, truncatedTitle, visible } from '../../texts.ts'
import { errorText, errorTitle } from '../errorTexts.ts'
import { failureCommand } from './failureCommand.ts'
import type { FailureNode, NoteNode } from './nodes.ts'
import type { PinState } from '../../inventory/names.ts'

// What the items of both trees have in common.

/**
 * Gives a row to a screen reader in words: its label, what its icon or color alone says, and what stands
 * behind the label. Without this, its tooltip would be read.
 */
export function withAccessibleLabel(
  item: vscode.TreeItem,
  ...signs: (string | false)[]
): vscode.TreeItem {
  const behind = String(item.description ?? '').replaceAll(' · ', ', ')
  const name = typeof item.label === 'string' && item.label
  const label = [name, ...signs, behind].filter(Boolean).join(', ')
  item.accessibilityInformation = { label }
  return item
}

/** What the pin of a thing says that the user keeps among those that the service lists. */
export function pinnedText(mark: PinState): string | false {
  return mark === 'pinned' && vscode.l10n.t('pinned')
}

/** The tree item of a note; where it has an action, a click runs it. */
export function noteItem(note: NoteNode): vscode.TreeItem {
  const item = new vscode.TreeItem(note.label)
  item.id = `note/${note.id}`
  if (note.detail) {
    item.description = note.detail
    item.tooltip = `${note.label}: ${note.detail}`
  }
  if (note.action) {
    item.iconPath = noteIcon(note.action)
    item.command = { command: commandIds[note.action], title: note.label }
  }
  if (note.isLoading) item.iconPath = new vscode.ThemeIcon('loading~spin')
  return withAccessibleLabel(item)
}

/**
 * Nodes that are known, with what came of the lookup of the others at their place, whose id is given:
 * above them its failure, below them that it is still under way.
 */
export function withOutcome<N>(
  id: string,
  nodes: readonly N[],
  outcome: { readonly error?: ApiError | undefined } | { readonly value: unknown } | undefined,
  connection: Connection,
  retry: FailureNode['retry'],
): (N | FailureNode | NoteNode)[] {
  if (outcome === undefined) {
    const label = vscode.l10n.t('Loading…')
    return [...nodes, { kind: 'note', id: `${id}/loading`, label, isLoading: true }]
  }
  const error = 'error' in outcome ? outcome.error : undefined
  if (!error) return [...nodes]
  return [{ kind: 'failure', id: `${id}/failure`, error, connection, retry }, ...nodes]
}

/** Says that a list is not whole; `id` is the place's own. */
export function truncatedNote(id: string): NoteNode {
  return { kind: 'note', id: `${id}/cut`, label: truncatedTitle(), detail: truncatedText() }
}

/** The tree item of a failure, which a click may mend. */
export function failureItem(node: FailureNode): vscode.TreeItem {
  const message = errorText(node.error, node.connection)
  const item = new vscode.TreeItem(errorTitle(node.error))
  item.id = `failure/${node.id}` // beside a thing that is called “failure”
  item.contextValue = contextValues.failure
  item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'))
  item.description = message
  item.tooltip = message
  item.command = failureCommand(node)
  return withAccessibleLabel(item, vscode.l10n.t('error'))
}

/** The icon of a thing, or of what it is beside what the service lists. */
export function markIcon(
  mark: PinState,
  usual: string,
  color?: vscode.ThemeColor,
): vscode.ThemeIcon {
  if (mark === 'unlisted') return warningIcon()
  return new vscode.ThemeIcon(mark === 'pinned' ? 'pinned' : usual, color)
}

/** The icon of what needs a look. */
export function warningIcon(): vscode.ThemeIcon {
  return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'))
}

/** What stands behind a pinned thing that the service doesn't list; nobody knows whether it ever did. */
export function unlistedText(mark: PinState): string | false {
  return mark === 'unlisted' && vscode.l10n.t('not listed')
}

/** In what way a thing isn't listed: it may be there in another project. */
export function unlistedReason({
  connection,
  mark,
}: {
  connection: Connection
  mark?: PinState
}): string | false {
  if (mark !== 'unlisted') return false
  return connection.projectUid === undefined
    ? vscode.l10n.t('Not listed by the service.')
    : vscode.l10n.t('Not listed by the service in this project.')
}

/** What stands behind a label. */
export function joinDescription(...parts: (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(' · ')
}

/** A tooltip, each part in a line, fit for people. */
export function tooltipText(...parts: (string | false | undefined)[]): string {
  return parts
    .filter((part) => typeof part === 'string')
    .map(visible)
    .join('\n')
}

function noteIcon(action: NonNullable<NoteNode['action']>): vscode.ThemeIcon {
  switch (action) {
    case 'setApiKey':
      return new vscode.ThemeIcon('key')
    case 'loadMore':
      return new vscode.ThemeIcon('ellipsis')
    case 'editConnections':
      return warningIcon()
  }
}
