import * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import type { OwnApiKey } from '../../api/lookupSchemas.ts'
import { omittedFrom } from '../../api/omitted.ts'
import { dateText, relativeDay } from '../../ui/ageTexts.ts'
import { incompleteList, passed, skipped, type Verdict } from './verdict.ts'

const dayMs = 24 * 3_600_000

/** Says when a key expires that the service has just accepted, from the list of the user’s keys. */
export function expiryVerdict(listed: readonly OwnApiKey[]): Verdict {
  // An accepted key hasn’t expired, but the computer’s clock may be wrong.
  const usable = listed.filter(
    ({ isActive, expiresAt = Infinity }) => isActive !== false && expiresAt > clock.now() - dayMs,
  )
  const times = usable.flatMap(({ expiresAt }) => expiresAt ?? [])
  // Keys or their expiries couldn’t be read.
  if (omittedFrom(listed) > 0 || times.length < usable.length) return incompleteList()
  if (usable.length === 0) {
    return skipped(vscode.l10n.t('The service doesn’t list any active API keys for you.'))
  }
  const earliest = Math.min(...times)
  const date = dateText(earliest)
  const when = date === undefined ? vscode.l10n.t('never') : `${date} (${relativeDay(earliest)})`
  if (usable.length === 1) return passed(when)
  return passed(
    vscode.l10n.t(
      'Active API keys: {0}. The service doesn’t report which one is used here. Earliest expiry: {1}',
      usable.length,
      when,
    ),
  )
}
