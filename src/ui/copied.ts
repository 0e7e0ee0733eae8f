import * as vscode from 'vscode'
import { joinSentences } from '../displayTexts.ts'
import type { CopyFormat } from './copyFormats.ts'
import { choose, type Choice } from './prompts/quickInput.ts'
import { showMessage, showStatus, type Action } from './messages.ts'

/** The names of the formats in which zones and machine pools can be copied. */
const formatTitles: Record<CopyFormat, string> = {
  names: vscode.l10n.t('Names'),
  csv: 'CSV',
  markdown: 'Markdown',
  json: 'JSON',
}

export async function askFormat<F extends CopyFormat>(
  title: string,
  formats: readonly F[],
): Promise<F | undefined> {
  const placeholder = vscode.l10n.t('Select a format')
  return choose<F>(title, { placeholder, choices: formats.map(formatChoice) })
}

function formatChoice<F extends CopyFormat>(format: F): Choice<F> {
  const description = format === 'names' ? vscode.l10n.t('one per line') : undefined
  return { label: formatTitles[format], description, value: format }
}

/** Returns what was copied: so many names, or so many rows of a table or list. */
export function copiedText(count: number, format: CopyFormat): string {
  if (format === 'names') return vscode.l10n.t('Names copied: {0}', count)
  return vscode.l10n.t('Rows copied as {1}: {0}', count, formatTitles[format])
}

/**
 * Shows a message about a copy. `notes` are sentences about what the copy lacks; with any of them, the message is a
 * warning.
 */
export function notifyCopied(
  text: string,
  isIncomplete: boolean,
  notes: readonly (string | false | undefined)[] = [],
  actions?: readonly Action[],
): void {
  const reason = joinSentences(...notes)
  if (!isIncomplete && reason === '') return showStatus(text)
  if (!isIncomplete) return showMessage('info', joinSentences(`${text}.`, reason), actions)
  const warning = vscode.l10n.t('{0}. The copy is incomplete.', text)
  showMessage('warning', joinSentences(warning, reason), actions)
}
