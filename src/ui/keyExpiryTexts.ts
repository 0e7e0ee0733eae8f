import * as vscode from 'vscode'
import type { KnownExpiry } from '../connections/keyExpiries.ts'
import type { KeyExpiry } from '../connections/keyExpiry.ts'
import { daysFromToday, relativeDay } from './ageTexts.ts'

/** The number of days before the expiry from which on it is shown. */
const noticeDays = 7

/** Returns when the API key of a connection expires, with a label. */
export function keyExpiryText(expiry: KeyExpiry): string {
  const text = unlabeledExpiryText(expiry)
  return expiry.keys === 1 ? vscode.l10n.t('API key expiry: {0}', text) : text
}

/** Returns the same for where a label is. `keys` must not be 0. */
export function unlabeledExpiryText({ keys, expiresAt }: KeyExpiry): string {
  const when = expiresAt === undefined ? vscode.l10n.t('never') : dateText(expiresAt)
  if (keys === 1) return when
  return vscode.l10n.t(
    'Active API keys: {0}. The service doesn’t report which one is used here. Earliest expiry: {1}',
    keys,
    when,
  )
}

/** Returns the same in a few words, for an expiry that is near. */
export function shortExpiryText({ expiresAt = 0, hasExpired }: KnownExpiry): string {
  return hasExpired
    ? vscode.l10n.t('API key expired')
    : vscode.l10n.t('API key expiry: {0}', relativeDay(expiresAt))
}

/** Returns whether an expiry is near enough to be shown. */
export function isExpirySoon({ expiresAt = Infinity }: KeyExpiry): boolean {
  return daysFromToday(expiresAt) <= noticeDays
}

function dateText(at: number): string {
  const format = { dateStyle: 'medium', timeStyle: 'short' } as const
  const date = new Intl.DateTimeFormat(vscode.env.language, format).format(at)
  return isExpirySoon({ keys: 1, expiresAt: at }) ? `${date} (${relativeDay(at)})` : date
}
