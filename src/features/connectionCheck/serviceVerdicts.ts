import * as vscode from 'vscode'
import { isUnsupported, needsProject } from '../../api/errors.ts'
import { isComplete } from '../../api/list.ts'
import type { KeyState } from '../../connections/apiKeys.ts'
import { hostOf } from '../../connections/connection.ts'
import { dateText } from '../../ui/ageTexts.ts'
import { errorTitle, forbiddenText, withServiceMessage } from '../../ui/errorTexts.ts'
import { lacksAccountsText, truncated } from '../../ui/listTexts.ts'
import { hasWorkingLookup, lookupErrors, type Findings } from './findings.ts'
import { findBlocker, failedRequestVerdict } from './networkVerdicts.ts'
import { blocked, failed, passed, pathAdvice, skipped } from './verdict.ts'
import type { Quote, Verdict } from './verdict.ts'
import { joinSentences } from '../../displayTexts.ts'

const dayMs = 24 * 3_600_000

/** Evaluates the API key. If “who am I” isn’t supported, other lookups decide. */
export function keyVerdict(findings: Findings, quote: Quote): Verdict {
  const { connection, keyState, lookups } = findings
  if (keyState !== 'ready') {
    const text = missingKeyText(keyState, quote(connection.name))
    return failed(text, vscode.l10n.t('Set a valid API key.'))
  }
  const blocker = findBlocker(findings)
  if (blocker !== undefined && blocker !== 'key') return blocked(blocker)
  const host = quote(hostOf(connection))
  if (hasWorkingLookup(findings)) {
    const { organization } = 'value' in lookups.whoAmI ? lookups.whoAmI.value : {}
    return passed(
      organization === undefined
        ? vscode.l10n.t('{0} accepted the API key but didn’t report its organization.', host)
        : vscode.l10n.t(
            '{0} accepted the API key for organization {1}.',
            host,
            quote(organization),
          ),
    )
  }
  const errors = lookupErrors(findings)
  const unauthorized = errors.find(({ kind }) => kind === 'unauthorized')
  if (unauthorized) return failedRequestVerdict(unauthorized, findings, quote)
  if (errors.some(({ kind }) => kind === 'forbidden')) return forbiddenVerdict(findings, quote)
  const text = vscode.l10n.t(
    'Couldn’t check the API key because no request that needs it succeeded.',
  )
  return skipped(text, errors.every(isUnsupported) ? pathAdvice : undefined)
}

/** Returns the text about why a connection has no key. */
function missingKeyText(state: Exclude<KeyState, 'ready'>, name: string): string {
  switch (state) {
    case 'noKey':
      return vscode.l10n.t('Connection “{0}” has no API key.', name)
    case 'hostChanged':
      return vscode.l10n.t(
        'The connection’s URL has changed since the API key was set. A key is sent only to the host it was set for.',
      )
    case 'lost':
      return vscode.l10n.t(
        'VS Code no longer has the API key. In a browser, VS Code may keep a key only until you reload the window.',
      )
  }
}

/** Evaluates the API key if all responses were 403: the key, its permissions, or the project may be wrong. */
function forbiddenVerdict({ connection }: Findings, quote: Quote): Verdict {
  const host = quote(hostOf(connection))
  return failed(
    forbiddenText(host),
    joinSentences(
      vscode.l10n.t('Set a valid API key.'),
      connection.projectUid === undefined
        ? vscode.l10n.t('If the current key is valid, ask an administrator for permissions.')
        : vscode.l10n.t(
            'If the current key is valid, check the connection’s project, or ask an administrator for permissions.',
          ),
    ),
  )
}

/** Evaluates when the accepted API key expires, by the list of the user’s keys. */
export function keyExpiryVerdict(findings: Findings, quote: Quote): Verdict {
  const result = findings.lookups.ownApiKeys
  if (!result || 'error' in result) return lookupVerdict('ownApiKeys', findings, quote)
  // A day of tolerance: the key was accepted, so it hasn’t expired, but the computer’s clock may be wrong.
  const usableKeys = result.value.items.filter(
    ({ isActive, expiresAt = Infinity }) => isActive !== false && expiresAt > Date.now() - dayMs,
  )
  const expiryTimes = usableKeys.flatMap(({ expiresAt }) => expiresAt ?? [])
  // Keys or their expiries couldn’t be read.
  if (!isComplete(result.value) || expiryTimes.length < usableKeys.length) return incompleteList()
  if (usableKeys.length === 0) {
    return skipped(vscode.l10n.t('The service doesn’t list any active API keys for you.'))
  }
  const earliestTime = Math.min(...expiryTimes)
  const neverExpires = earliestTime === Infinity
  const earliestExpiry = neverExpires ? vscode.l10n.t('never') : dateText(earliestTime)
  if (usableKeys.length === 1) return passed(earliestExpiry)
  return passed(
    vscode.l10n.t(
      'Active API keys: {0}. Earliest expiry: {1}. The service doesn’t report which key is used here.',
      usableKeys.length,
      earliestExpiry,
    ),
  )
}

/** Evaluates the key’s access to the connection’s project. */
export function projectVerdict(findings: Findings, quote: Quote): Verdict {
  const { projectUid } = findings.connection
  if (projectUid === undefined) {
    return skipped(
      joinSentences(
        vscode.l10n.t('The connection uses all projects that the API key has access to.'),
        lacksAccountsText,
      ),
    )
  }
  const { projects } = findings.lookups
  if (!projects) return blocked(findBlocker(findings) ?? 'key')
  if ('error' in projects) return incompleteList()
  const project = projects.value.items.find(({ uid }) => uid === projectUid)
  if (project) {
    return passed(vscode.l10n.t('The API key has access to project {0}.', quote(project.name)))
  }
  // The project may be one of those that couldn’t be read.
  if (!isComplete(projects.value)) return incompleteList()
  return failed(
    vscode.l10n.t(
      'The API key has no access to project {0}, or the project doesn’t exist.',
      quote(projectUid),
    ),
    vscode.l10n.t('Select a project.'),
  )
}

/** Evaluates whether a lookup is supported. */
export function lookupVerdict(
  id: keyof Findings['lookups'],
  findings: Findings,
  quote: Quote,
): Verdict {
  const blocker = findBlocker(findings)
  const result = findings.lookups[id]
  if (blocker !== undefined || !result) return blocked(blocker ?? 'key')
  if ('value' in result) return passed(vscode.l10n.t('Supported.'))
  const { error } = result
  // A lookup that requires a project is supported.
  if (!isUnsupported(error) || needsProject(error))
    return failedRequestVerdict(error, findings, quote)
  const reason = `${errorTitle(error)} (${error.status ?? error.kind})`
  const text = vscode.l10n.t('{0}. This feature is optional.', reason)
  return { outcome: 'unavailable', text: withServiceMessage(text, error, quote) }
}

function incompleteList(): Verdict {
  return skipped(truncated.detail)
}
