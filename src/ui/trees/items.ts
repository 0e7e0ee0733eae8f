import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import type { Ability } from '../../contributions.ts'
import { consolePage, consoleTarget } from '../../connections/consoleUrl.ts'
import type { PinnedOrListed, Presence } from '../../pins/presence.ts'
import type { CloudConfigNode, ProjectNode } from './nodes.ts'

// Functions for the appearance of rows that both views use.

/**
 * Returns the icon of an item’s type, such as `globe` for a region. If the item is pinned, but the service doesn’t list
 * it, returns a warning icon instead.
 */
export function typeIcon(
  presence: Presence,
  icon: string,
  { isDim }: { readonly isDim: boolean } = { isDim: false },
): vscode.ThemeIcon {
  if (presence === 'unlisted') return warningIcon()
  const color = isDim ? new vscode.ThemeColor('disabledForeground') : undefined
  return new vscode.ThemeIcon(icon, color)
}

/** Moves the pinned nodes to the top. Otherwise, keeps the order. */
export function pinnedFirst<N extends { readonly isPinned: boolean }>(nodes: readonly N[]): N[] {
  return [...nodes].sort((a, b) => Number(b.isPinned) - Number(a.isPinned))
}

export function pinAbility({ isPinned }: { readonly isPinned: boolean }): Ability {
  return isPinned ? 'unpin' : 'pin'
}

export function warningIcon(): vscode.ThemeIcon {
  return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'))
}

/** Returns the words after a row’s label that say whether the item is pinned, and whether the service lists it. */
export function presenceText({ isPinned, presence }: PinnedOrListed): string | undefined {
  if (presence === 'unlisted') return vscode.l10n.t('not listed')
  return isPinned && presence === 'listed' ? vscode.l10n.t('pinned') : undefined
}

/**
 * Returns the sentence for the tooltip of an item that the service doesn’t list: the item may exist in another project.
 */
export function unlistedReason(node: {
  connection: Connection
  presence: Presence
}): string | false {
  if (node.presence !== 'unlisted') return false
  return node.connection.projectUid === undefined
    ? vscode.l10n.t('Not listed by the service.')
    : vscode.l10n.t('Not listed by the service in this project.')
}

/** Returns the URL of an item’s page in the management console. Undefined if no such page is known. */
export function consoleLink(
  node: ProjectNode | CloudConfigNode,
  { consoleUrl, projectUid }: Connection = node.connection,
): string | undefined {
  const isProject = node.kind === 'project'
  const isReached = consoleTarget(consoleUrl) === (isProject ? 'project' : 'cluster')
  if (consoleUrl === undefined || !isReached) return undefined
  return consolePage(consoleUrl, {
    projectUid: isProject ? node.uid : (projectUid ?? node.project?.uid),
    clusterUid: isProject ? undefined : node.cluster?.uid,
    configUid: isProject ? undefined : node.configUid,
  })
}
