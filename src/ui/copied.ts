import * as vscode from 'vscode'
import type { CopyFormat } from './copyFormats.ts'
import { joinSentences } from '../texts.ts'
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

interface Outcome {
  isIncomplete: boolean
  /** Sentences about what is missing, or not. */
  notes?: readonly string[]
  actions?: readonly Action[]
}

/** Reports what was copied, with a warning if something is missing in it. */
export function notifyCopied(text: string, { isIncomplete, notes = [], actions }: Outcome): void {
  const reason = joinSentences(...notes)
  if (!isIncomplete && reason === '') return showStatus(text)
  const whole = isIncomplete ? vscode.l10n.t('{0}. The copy is incomplete.', text) : `${text}.`
  showMessage(isIncomplete ? 'warning' : 'info', joinSentences(whole, reason), actions)
}
