import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import type { Ability } from '../../contributions.ts'
import { consolePage, consoleTarget } from '../../connections/consoleUrl.ts'
import type { PinnedOrListed, Presence } from '../../pins/presence.ts'
import type { CloudConfigNode, ProjectNode } from './nodes.ts'

// Building blocks for the rows of both views.

/** Returns the icon of an item’s type, or a warning for a pinned item that the service doesn’t list. */
export function typeIcon(presence: Presence, icon: string, isDim?: boolean): vscode.ThemeIcon {
  if (presence === 'unlisted') return warningIcon()
  const color = isDim ? new vscode.ThemeColor('disabledForeground') : undefined
  return new vscode.ThemeIcon(icon, color)
}

/** Moves the pinned nodes of a level to its top. */
export function pinnedFirst<N extends { readonly isPinned: boolean }>(nodes: readonly N[]): N[] {
  return [...nodes].sort((a, b) => Number(b.isPinned) - Number(a.isPinned))
}

/** Returns what the menu of an item that can be pinned offers for that. */
export function pinning({ isPinned }: { readonly isPinned: boolean }): Ability {
  return isPinned ? 'unpin' : 'pin'
}

/** Returns the icon of a warning. */
export function warningIcon(): vscode.ThemeIcon {
  return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'))
}

/** Returns the note on an item that isn’t listed, whether or not it ever was, or that is pinned. */
export function presenceText({ isPinned, presence }: PinnedOrListed): string | undefined {
  if (presence === 'unlisted') return vscode.l10n.t('not listed')
  return isPinned && presence === 'listed' ? vscode.l10n.t('pinned') : undefined
}

/** Returns the tooltip of an item that isn’t listed: it may exist in another project. */
export function unlistedReason(node: {
  connection: Connection
  presence: Presence
}): string | false {
  if (node.presence !== 'unlisted') return false
  return node.connection.projectUid === undefined
    ? vscode.l10n.t('Not listed by the service.')
    : vscode.l10n.t('Not listed by the service in this project.')
}

/** Returns the page of an item in the management console; undefined if the console URL doesn’t reach it. */
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
