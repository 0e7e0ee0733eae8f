import * as vscode from 'vscode'
import { joinSentences } from '../texts.ts'
import type { CopyFormat } from './copyFormats.ts'
import { choose } from './prompts/quickInput.ts'
import { showMessage, showStatus, type Action } from './messages.ts'

/** The names of the formats that things are copied in. */
const formatTitles: Record<CopyFormat, string> = {
  names: vscode.l10n.t('Names'),
  csv: 'CSV',
  markdown: 'Markdown',
  json: 'JSON',
}

/** Prompts for a format; undefined if canceled. */
export async function askFormat<F extends CopyFormat>(
  title: string,
  formats: readonly F[],
): Promise<F | undefined> {
  return choose<F>(title, {
    placeholder: vscode.l10n.t('Select a format'),
    choices: formats.map((value) => ({
      label: formatTitles[value],
      ...(value === 'names' && { description: vscode.l10n.t('one per line') }),
      value,
    })),
  })
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
