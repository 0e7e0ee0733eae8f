import { isUnsupported, needsProject, type ApiError } from '../../api/errors.ts'
import { omittedFrom } from '../../api/omitted.ts'
import { keyExpiryOf } from './keyExpiry.ts'
import {
  fail,
  lookupErrors,
  notTried,
  pass,
  someLookupWorks,
  type LookupResults,
  type Findings,
} from './findings.ts'
import { blockerOf } from './networkVerdicts.ts'
import type { SkipDetail, Verdict } from './report.ts'

/** Evaluates the API key. If “who am I” isn’t supported, other lookups decide. */
export function keyVerdict(findings: Findings): Verdict {
  const { pingResult, keyState, lookupResults } = findings
  if (keyState !== 'ready') return fail({ kind: keyState })
  const by = blockerOf(findings)
  if (by !== undefined && by !== 'key') return notTried({ kind: 'blocked', by })
  if (lookupResults && 'value' in lookupResults.whoAmI) {
    return pass({ kind: 'accepted', organization: lookupResults.whoAmI.value.organization })
  }
  if (someLookupWorks(findings)) return pass({ kind: 'accepted' })
  const first = 'value' in pingResult ? pingResult.value.error : undefined
  const errors = [...(first ? [first] : []), ...lookupErrors(findings)]
  const refused = errors.find(({ kind }) => kind === 'unauthorized')
  if (refused) return fail({ kind: 'failure', error: refused })
  const forbidden = errors.find(({ kind }) => kind === 'forbidden')
  if (forbidden) {
    const hasProject = findings.connection.projectUid !== undefined
    return fail({ kind: 'keyForbidden', error: forbidden, hasProject })
  }
  return notTried(whyUnknown(errors))
}

/** Evaluates when the key expires. */
export function keyExpiryVerdict(findings: Findings, now: number): Verdict {
  const listed = findings.lookupResults?.ownApiKeys
  if (!listed || 'error' in listed) return lookupVerdict(findings, 'ownApiKeys')
  const expiry = keyExpiryOf(listed.value, now)
  if (!expiry) return notTried({ kind: 'incompleteList' })
  return expiry.keys > 0 ? pass({ kind: 'keyExpiry', expiry }) : notTried({ kind: 'noListedKey' })
}

/** Evaluates the key’s access to the connection’s project. */
export function projectVerdict(findings: Findings): Verdict {
  const { projectUid } = findings.connection
  if (projectUid === undefined) return notTried({ kind: 'noProject' })
  const projects = findings.lookupResults?.projects
  if (!projects) return notTried(blocked(findings))
  if ('error' in projects) {
    return notTried(whyUnknown([projects.error]))
  }
  const project = projects.value.find(({ uid }) => uid === projectUid)
  if (project) return pass({ kind: 'project', name: project.name })
  // It may be one of those that couldn’t be read.
  return omittedFrom(projects.value) > 0
    ? notTried({ kind: 'incompleteList' })
    : fail({ kind: 'projectMissing', projectUid })
}

/** Evaluates whether a lookup is supported. */
export function lookupVerdict(findings: Findings, name: keyof LookupResults): Verdict {
  const attempt = findings.lookupResults?.[name]
  if (!attempt) return notTried(blocked(findings))
  if ('value' in attempt) return pass({ kind: 'offered' })
  const { error } = attempt
  // A lookup that requires a project is supported.
  return isUnsupported(error) && !needsProject(error)
    ? pass({ kind: 'notOffered', error })
    : fail({ kind: 'failure', error })
}

/** Returns why lookups were skipped. */
function blocked(findings: Findings): SkipDetail {
  return { kind: 'blocked', by: blockerOf(findings) ?? 'key' }
}

/** Returns why failed lookups are inconclusive. */
function whyUnknown(errors: readonly ApiError[]): SkipDetail {
  if (!errors.every(isUnsupported)) return { kind: 'noAnswer' }
  return { kind: 'noLookup', isAllNotFound: errors.every(({ kind }) => kind === 'notFound') }
}
