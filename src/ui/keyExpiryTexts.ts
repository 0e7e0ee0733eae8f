import * as vscode from 'vscode'
import type { KnownExpiry } from '../connections/keyExpiries.ts'
import type { KeyExpiry } from '../connections/keyExpiry.ts'
import { daysFromToday, relativeDay } from './ageTexts.ts'

/** The number of days before the expiry from which on it is shown. */
const noticeDays = 7

/** Returns when the API key of a connection expires. `keys` must not be 0. */
export function keyExpiryText({ keys, expiresAt }: KeyExpiry): string {
  const when = expiresAt === undefined ? vscode.l10n.t('never') : dateText(expiresAt)
  return keys === 1
    ? vscode.l10n.t('API key expiry: {0}', when)
    : vscode.l10n.t(
        'The service lists {0} active API keys and doesn’t report which one is used here. Earliest expiry: {1}',
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
