import * as vscode from 'vscode'

/** A line of the report without its name. */
export interface Verdict {
  readonly outcome: 'passed' | 'failed' | 'unavailable' | 'skipped'
  /** One or two sentences. */
  readonly text: string
  /** What to do. */
  readonly advice?: string | undefined
}

/** Escapes external text for Markdown, and removes the key from it. */
export type Quote = (text: string) => string

export const passed = (text: string): Verdict => ({ outcome: 'passed', text })

export const failed = (text: string, advice: string): Verdict => {
  return { outcome: 'failed', text, advice }
}

export const skipped = (text: string, advice?: string): Verdict => {
  return { outcome: 'skipped', text, advice }
}

/** The names of checks whose failure prevents others. */
export const blockerNames = {
  dns: 'DNS',
  tls: 'TLS',
  response: vscode.l10n.t('Response'),
  key: vscode.l10n.t('API key'),
}

export function blocked(by: keyof typeof blockerNames): Verdict {
  return skipped(vscode.l10n.t('Not checked because {0} failed.', `**${blockerNames[by]}**`))
}

export function notInBrowser(): Verdict {
  return skipped(vscode.l10n.t('Browsers don’t allow this check.'))
}

/** What to do if all lookups aren’t supported. */
export const pathAdvice = vscode.l10n.t(
  'Check the path in the connection’s URL. If “List Zones…” works, the path is correct and the service doesn’t support lists.',
)
