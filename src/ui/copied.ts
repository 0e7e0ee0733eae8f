import * as vscode from 'vscode'
import { joinSentences } from '../texts.ts'
import type { CopyFormat } from './copyFormats.ts'
import { showMessage, showStatus, type Action } from './messages.ts'

/** The names of the formats that things are copied in. */
export const formatTitles: Record<CopyFormat, string> = {
  names: vscode.l10n.t('Names'),
  csv: 'CSV',
  markdown: 'Markdown',
  json: 'JSON',
}

/** Says what was copied. */
export const copied = {
  zones: (count: number, format: CopyFormat) =>
    vscode.l10n.t('Zones copied: {0} ({1})', count, formatTitles[format]),
  machinePools: (count: number, format: CopyFormat) =>
    vscode.l10n.t('Machine pools copied: {0} ({1})', count, formatTitles[format]),
}

/** Reports what was copied, with a warning if something is missing in it; `notes` are sentences about that. */
export function notifyCopied(
  text: string,
  isIncomplete: boolean,
  notes: readonly (string | false | undefined)[] = [],
  actions?: readonly Action[],
): void {
  const reason = joinSentences(...notes)
  if (!isIncomplete && reason === '') return showStatus(text)
  const whole = isIncomplete ? vscode.l10n.t('{0}. The copy is incomplete.', text) : `${text}.`
  showMessage(isIncomplete ? 'warning' : 'info', joinSentences(whole, reason), actions)
}
