import { isUnsupported, type ApiError } from '../../api/errors.ts'
import { fail, notTried, pass, someLookupWorks, type Findings } from './findings.ts'
import type { Blocker, FailDetail, Verdict } from './report.ts'

// The ping decides whether the network works. DNS and TLS diagnostics only add details: a proxy may be in
// between, and VS Code trusts more certificates than they do.

/** The maximum difference between two clocks, in seconds. */
const maxClockSkewSeconds = 60

/** Evaluates the resolution of the host name. */
export function addressVerdict({ resolved, pingResult, proxy }: Findings): Verdict {
  const failed = 'error' in pingResult ? pingResult.error : undefined
  const isProxied = proxy?.kind === 'proxy'
  if (failed && /^(ENOTFOUND|EAI_\w+)$/.test(failed.code ?? '') && !isProxied) {
    return fail({ kind: 'unresolved', error: failed })
  }
  if (!resolved) return notTried({ kind: 'noProbe' })
  if ('value' in resolved) return pass({ kind: 'resolves', addresses: resolved.value })
  if (!failed) return pass({ kind: 'resolvedByProxy' })
  // Any other failure happened later.
  const isElsewhere = isProxied || failed.kind !== 'timeout'
  return isElsewhere
    ? notTried({ kind: 'proxyResolves' })
    : fail({ kind: 'unresolved', error: resolved.error })
}

/** Evaluates the host’s certificate. */
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

/** Evaluates the proxy. */
export function proxyVerdict({ proxy: use }: Findings): Verdict {
  if (!use) return notTried({ kind: 'noProbe' })
  return use.kind === 'unreadable'
    ? fail({ kind: 'proxyUnreadable', use })
    : pass({ kind: 'proxy', use })
}

/** Evaluates whether the API responds. */
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
  // The ping uses one path only. Another lookup that works shows that the rest is fine.
  return fault && !someLookupWorks(findings) ? fail(fault) : pass({ kind: 'answers', status })
}

/** Returns what is wrong with a response. A rejected key or a rate limit isn’t. */
function faultOf(error: ApiError, status: number, isPage: boolean): FailDetail | undefined {
  const { kind } = error
  // The API doesn’t respond with HTML.
  if (isPage && ['invalidResponse', 'notFound', 'rejected'].includes(kind)) {
    return { kind: 'page', status }
  }
  // A 405 is an unsupported lookup; another 4xx may be plain HTTP on a TLS port.
  const isRejected = kind === 'rejected' && !isUnsupported(error)
  const isOdd = isRejected || ['invalidResponse', 'redirected', 'server'].includes(kind)
  return isOdd ? { kind: 'failure', error } : undefined
}

/** Evaluates the clock skew. */
export function clockVerdict(findings: Findings): Verdict {
  const { pingResult, resolved } = findings
  if ('error' in pingResult) return notTried({ kind: 'blocked', by: networkBlocker(findings) })
  const { clockSkewSeconds } = pingResult.value
  // Browsers show this header only if the service allows it.
  if (clockSkewSeconds === undefined) return notTried({ kind: resolved ? 'noDate' : 'noProbe' })
  const isInStep = Math.abs(clockSkewSeconds) <= maxClockSkewSeconds
  return isInStep
    ? pass({ kind: 'inStep', clockSkewSeconds })
    : fail({ kind: 'skewed', clockSkewSeconds })
}

/** Returns what prevents the lookups, known without them. */
export function blockerOf(findings: Findings): Blocker | undefined {
  const { pingResult, keyState } = findings
  if ('error' in pingResult) return networkBlocker(findings)
  const refusal = pingResult.value.error?.kind
  if (refusal === 'redirected') return 'answers'
  return keyState !== 'ready' || refusal === 'unauthorized' ? 'key' : undefined
}

/** Returns the check at which a request without a response has failed. */
function networkBlocker(findings: Findings): 'address' | 'tls' | 'answers' {
  if (addressVerdict(findings).outcome === 'fail') return 'address'
  return tlsVerdict(findings).outcome === 'fail' ? 'tls' : 'answers'
}
