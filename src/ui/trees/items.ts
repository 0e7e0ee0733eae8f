import * as vscode from 'vscode'
import type { ApiError } from '../../api/errors.ts'
import type { Connection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import { truncated } from '../../texts.ts'
import { protectionLook } from '../protectionTexts.ts'
import { errorText, errorTitle } from '../errorTexts.ts'
import { failureContext } from './failureContext.ts'
import type { FailureNode, NoteNode } from './nodes.ts'
import type { PinState } from '../../inventory/names.ts'

// Building blocks for the tree items of both views.

/**
 * Sets an item’s accessibility label: its label, what its icon or color means, and its description. By
 * default, screen readers read the tooltip.
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

/** Returns the description of a pinned item that the service lists. */
export function pinnedText(mark: PinState): string | false {
  return mark === 'pinned' && vscode.l10n.t('pinned')
}

/** Creates the tree item of a note. */
export function noteItem(note: NoteNode): vscode.TreeItem {
  const item = new vscode.TreeItem(note.label)
  item.id = `note/${note.id}`
  if (note.detail) {
    item.description = note.detail
  }
  if (note.action) {
    item.iconPath = noteIcon(note.action)
    item.command = { command: commandIds[note.action], title: note.label }
  }
  if (note.protection) {
    // Unlike the warning color of lists, it is a color in every theme.
    const color = new vscode.ThemeColor('problemsWarningIcon.foreground')
    item.iconPath = new vscode.ThemeIcon(protectionLook(note.protection).icon, color)
  }
  if (note.isLoading) item.iconPath = new vscode.ThemeIcon('loading~spin')
  return withAccessibleLabel(item)
}

/**
 * Adds the outcome of a lookup to nodes that are known without it: an error above them, or “Loading…” below.
 * `id` is that of their parent.
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

/** Creates the note for a truncated list; `id` is that of its parent. */
export function truncatedNote(id: string): NoteNode {
  return { kind: 'note', id: `${id}/cut`, label: truncated.title, detail: truncated.detail }
}

/** Creates the tree item of an error. */
export function failureItem(node: FailureNode): vscode.TreeItem {
  const message = errorText(node.error, node.connection)
  const item = new vscode.TreeItem(errorTitle(node.error))
  item.id = `failure/${node.id}` // distinct from an item named “failure”
  item.contextValue = failureContext(node)
  item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'))
  item.description = message
  return withAccessibleLabel(item, vscode.l10n.t('error'))
}

/** Returns the icon of an item’s type, or a warning for a pinned item that the service doesn’t list. */
export function typeIcon(
  mark: PinState,
  icon: string,
  color?: vscode.ThemeColor,
): vscode.ThemeIcon {
  return mark === 'unlisted' ? warningIcon() : new vscode.ThemeIcon(icon, color)
}

/** Moves the pinned nodes of a level to its top. */
export function pinnedFirst<N>(nodes: readonly N[], isPinned: (node: N) => boolean): N[] {
  return [...nodes].sort((a, b) => Number(isPinned(b)) - Number(isPinned(a)))
}

/** Returns the icon of a warning. */
export function warningIcon(): vscode.ThemeIcon {
  return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'))
}

/** Returns the description of a pinned item that the service doesn’t list, whether or not it ever did. */
export function unlistedText(mark: PinState): string | false {
  return mark === 'unlisted' && vscode.l10n.t('not listed')
}

/** Returns the tooltip of an item that isn’t listed: it may exist in another project. */
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

/** Returns the tooltip of a note or an error: all of its text, which a narrow side bar cuts off. */
export function messageTooltip(node: FailureNode | NoteNode): string | undefined {
  if (node.kind === 'failure') return errorText(node.error, node.connection)
  return node.detail && `${node.label}: ${node.detail}`
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
