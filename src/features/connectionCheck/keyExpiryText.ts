import * as vscode from 'vscode'
import { daysFromToday, relativeDay } from '../../ui/ageTexts.ts'
import type { KeyExpiry } from './keyExpiry.ts'

/** The number of days before the expiry from which on they are counted. */
const noticeDays = 7

/** Returns when the API key of a connection expires. `keys` must not be 0. */
export function keyExpiryText({ keys, expiresAt }: KeyExpiry): string {
  const when = expiresAt === undefined ? vscode.l10n.t('never') : dateText(expiresAt)
  if (keys === 1) return when
  return vscode.l10n.t(
    'Active API keys: {0}. The service doesn’t report which one is used here. Earliest expiry: {1}',
    keys,
    when,
  )
}

function dateText(at: number): string {
  const format = { dateStyle: 'medium', timeStyle: 'short' } as const
  const date = new Intl.DateTimeFormat(vscode.env.language, format).format(at)
  return daysFromToday(at) <= noticeDays ? `${date} (${relativeDay(at)})` : date
}
