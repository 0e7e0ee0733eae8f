import { isNotOffered, type ApiError } from '../../api/errors.ts'
import { fail, notTried, pass, someLookupWorks, type Findings } from './findings.ts'
import type { Blocker, Fault, Verdict } from './report.ts'

// The request itself is the judge of the network. The looks below HTTP only say more of it: a proxy
// may be in between, and VS Code trusts more certificates than they do.

/** The longest that two clocks may be apart, in seconds. */
const mostSkewS = 60

/** Whether the host's name is known. */
export function addressVerdict({ resolved, pingResult, proxy }: Findings): Verdict {
  const failed = 'error' in pingResult ? pingResult.error : undefined
  const isProxied = proxy?.kind === 'proxy'
  if (failed && /^(ENOTFOUND|EAI_\w+)$/.test(failed.code ?? '') && !isProxied) {
    return fail({ kind: 'unresolved', error: failed })
  }
  if (!resolved) return notTried({ kind: 'noProbe' })
  if ('value' in resolved) return pass({ kind: 'resolves', addresses: resolved.value })
  if (!failed) return pass({ kind: 'resolvedByProxy' })
  // Whatever else failed, failed later.
  const isElsewhere = isProxied || failed.kind !== 'timeout'
  return isElsewhere
    ? notTried({ kind: 'proxyResolves' })
    : fail({ kind: 'unresolved', error: resolved.error })
}

/** Whether the host's certificate is trusted. */
export function tlsVerdict(findings: Findings): Verdict {
  const { connection, handshake, pingResult } = findings
  if (connection.baseUrl.startsWith('http:')) return notTried({ kind: 'plainHttp' })
  const certificate = handshake && 'value' in handshake ? handshake.value : undefined
  if ('value' in pingResult) return pass({ kind: 'trusted', certificate })
  const { error } = pingResult
  if (error.kind === 'tls') return fail({ kind: 'untrusted', error, certificate })
  const isUnresolved = addressVerdict(findings).outcome === 'fail'
  return notTried({ kind: 'blocked', by: isUnresolved ? 'address' : 'answers' })
}

/** Which proxy there is. */
export function proxyVerdict({ proxy: use }: Findings): Verdict {
  if (!use) return notTried({ kind: 'noProbe' })
  return use.kind === 'unreadable'
    ? fail({ kind: 'proxyUnreadable', use })
    : pass({ kind: 'proxy', use })
}

/** Whether it is the API that answers. */
export function answersVerdict(findings: Findings): Verdict {
  const { pingResult } = findings
  if ('error' in pingResult) {
    const by = networkBlocker(findings)
    return by === 'answers'
      ? fail({ kind: 'failure', error: pingResult.error })
      : notTried({ kind: 'blocked', by })
  }
  const { status, isPage, error } = pingResult.value
  const fault = error && faultOf(error, status, isPage)
  // Only one path was asked: another lookup that works shows that the rest is as it should be.
  return fault && !someLookupWorks(findings) ? fail(fault) : pass({ kind: 'answers', status })
}

/** What is wrong with an answer. Nothing with one that refuses a key, or that gets too much. */
function faultOf(error: ApiError, status: number, isPage: boolean): Fault | undefined {
  const { kind } = error
  // A page is not the API's way to say so.
  if (isPage && ['invalidResponse', 'notFound', 'rejected'].includes(kind)) {
    return { kind: 'page', status }
  }
  // A 405 is a lookup that is not there; another 4xx may be plain http on a TLS port.
  const isRejected = kind === 'rejected' && !isNotOffered(error)
  const isOdd = isRejected || ['invalidResponse', 'redirected', 'server'].includes(kind)
  return isOdd ? { kind: 'failure', error } : undefined
}

/** Whether the service's clock and ours agree. */
export function clockVerdict(findings: Findings): Verdict {
  const { pingResult, resolved } = findings
  if ('error' in pingResult) return notTried({ kind: 'blocked', by: networkBlocker(findings) })
  const { clockSkewSeconds } = pingResult.value
  // A browser shows this header only where the service says that it may.
  if (clockSkewSeconds === undefined) return notTried({ kind: resolved ? 'noDate' : 'noProbe' })
  const isInStep = Math.abs(clockSkewSeconds) <= mostSkewS
  return isInStep
    ? pass({ kind: 'inStep', clockSkewSeconds })
    : fail({ kind: 'skewed', clockSkewSeconds })
}

/** What keeps the lookups from being asked, by what is known without them. */
export function blockerOf(findings: Findings): Blocker | undefined {
  const { pingResult, keyState } = findings
  if ('error' in pingResult) return networkBlocker(findings)
  const refusal = pingResult.value.error?.kind
  if (refusal === 'redirected') return 'answers'
  return keyState !== 'ready' || refusal === 'unauthorized' ? 'key' : undefined
}

/** The check at which a request that got no answer has failed. */
function networkBlocker(findings: Findings): 'address' | 'tls' | 'answers' {
  if (addressVerdict(findings).outcome === 'fail') return 'address'
  return tlsVerdict(findings).outcome === 'fail' ? 'tls' : 'answers'
}
