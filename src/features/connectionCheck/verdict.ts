import * as vscode from 'vscode'

/** The result of a check, for people. */
export interface Verdict {
  readonly outcome: 'passed' | 'failed' | 'unavailable' | 'skipped'
  /** One or two sentences that say what was found. */
  readonly text: string
  /** What to do. */
  readonly advice?: string | undefined
}

/** Escapes external text for Markdown, and redacts the API key in it. */
export type Quote = (text: string) => string

export function passed(text: string): Verdict {
  return { outcome: 'passed', text }
}

export function failed(text: string, advice: string): Verdict {
  return { outcome: 'failed', text, advice }
}

export function skipped(text: string, advice?: string): Verdict {
  return { outcome: 'skipped', text, advice }
}

/** The names of the checks whose failure prevents others. */
export const blockerNames = {
  dns: 'DNS',
  tls: 'TLS',
  response: vscode.l10n.t('Response'),
  key: vscode.l10n.t('API key'),
}

/** A check whose failure prevents others. */
export type Blocker = keyof typeof blockerNames

export function blocked(blocker: Blocker): Verdict {
  const name = `**${blockerNames[blocker]}**`
  return skipped(vscode.l10n.t('Not checked because {0} failed.', name))
}

export function notInBrowser(): Verdict {
  return skipped(vscode.l10n.t('Browsers don’t allow this check.'))
}

/** The advice if none of the lookups is supported. */
export const pathAdvice = vscode.l10n.t(
  'Check the path in the connection’s URL. If “List Zones…” works, the path is correct and the service doesn’t support lists.',
)
