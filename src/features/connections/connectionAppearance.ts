import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { isSample } from '../../connections/sample.ts'
import { joinDescription } from '../../displayTexts.ts'
import { protectionAppearances } from '../../ui/protectionTexts.ts'

/** The maximum length of a connection’s name in the status bar and in lists, which must leave room for other texts. */
export const maxNameLength = 40

/** Returns the codicon for a connection. */
export function connectionIcon(connection: Connection, hasKey: boolean): string {
  const { protection } = connection
  if (!hasKey) return 'key'
  if (protection !== 'none') return protectionAppearances[protection].icon
  return isSample(connection) ? 'beaker' : 'cloud'
}

/** Returns what needs attention at a connection; empty if nothing does. */
export function noticesOf(connection: Connection, hasKey: boolean): string {
  const { protection } = connection
  return joinDescription(
    isSample(connection) && vscode.l10n.t('Not a real service'),
    !hasKey && vscode.l10n.t('No API key'),
    protection !== 'none' && protectionAppearances[protection].label,
  )
}
