import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { isSample } from '../../connections/sample.ts'
import { joinDescription } from '../../displayTexts.ts'
import { modeAppearances } from '../../ui/deletionModes.ts'

/** The maximum length of a connection’s name in the status bar and in lists, which must leave room for other texts. */
export const maxNameLength = 40

/** Returns the codicon for a connection. */
export function connectionIcon(connection: Connection, hasKey: boolean): string {
  if (!hasKey) return 'key'
  const { icon } = modeAppearances[connection.deletion]
  if (icon !== undefined) return icon
  return isSample(connection) ? 'beaker' : 'cloud'
}

/** Returns what needs attention at a connection; empty if nothing does. */
export function noticesOf(connection: Connection, hasKey: boolean): string {
  return joinDescription(
    isSample(connection) && vscode.l10n.t('Sample data, not a real service'),
    !hasKey && vscode.l10n.t('No API key'),
    connection.deletion !== 'confirm' && modeAppearances[connection.deletion].label,
  )
}
