import * as vscode from 'vscode'
import { isUnsupported, type ApiError } from '../../api/errors.ts'
import { hostOf } from '../../connections/connection.ts'
import { joinSentences } from '../../texts.ts'
import { failureText } from '../../ui/errorTexts.ts'
import { certificateAdvice, failureAdvice } from './advice.ts'
import { someLookupWorks, type Findings } from './findings.ts'
import type { Certificate } from './networkProbe.ts'
import { mayBeProxied } from './proxy.ts'
import { blocked, failed, notInBrowser, passed, skipped } from './verdict.ts'
import type { Blocker, Quote, Verdict } from './verdict.ts'

// The ping decides whether the network works. DNS and TLS diagnostics only add details: a proxy may be in
// between, and VS Code trusts more certificates than they do.

/** The maximum difference between two clocks, in seconds. */
const maxClockSkewSeconds = 60

/** Evaluates the resolution of the host name. */
export function dnsVerdict(findings: Findings, quote: Quote): Verdict {
  const { connection, proxy, addresses, pingResult } = findings
  const name = quote(new URL(connection.baseUrl).hostname)
  if ('error' in pingResult && isUnresolved(findings)) {
    const { code, kind } = pingResult.error
    return failed(
      vscode.l10n.t('Host name {0} doesn’t resolve ({1}).', name, quote(code ?? kind)),
      vscode.l10n.t(
        'Check the host name in the connection’s URL, your network, and your VPN. If you’re behind a proxy, configure the http.proxy setting.',
      ),
    )
  }
  if (!proxy) return notInBrowser()
  if (addresses) {
    return passed(vscode.l10n.t('{0} resolves to {1}.', name, addresses.map(quote).join(', ')))
  }
  const text = vscode.l10n.t(
    'The host name doesn’t resolve on this computer. Behind a proxy, it doesn’t have to.',
  )
  return 'value' in pingResult ? passed(text) : skipped(text)
}

/** Returns whether a request failed because the host name doesn’t resolve. */
function isUnresolved({ connection, proxy, addresses, pingResult }: Findings): boolean {
  if ('value' in pingResult || mayBeProxied(connection.baseUrl, proxy)) return false
  const { kind, code = '' } = pingResult.error
  if (/^(ENOTFOUND|EAI_\w+)$/.test(code)) return true
  // Any other failure than a timeout happened later.
  return kind === 'timeout' && proxy !== undefined && !addresses
}

/** Evaluates the host’s certificate. */
export function tlsVerdict(findings: Findings, quote: Quote): Verdict {
  const { connection, pingResult } = findings
  if (connection.baseUrl.startsWith('http:')) {
    return skipped(vscode.l10n.t('The URL uses http, so the connection isn’t encrypted.'))
  }
  const certificate = findings.certificate ? certificateText(findings.certificate, quote) : ''
  if ('value' in pingResult) {
    return passed(joinSentences(vscode.l10n.t('The certificate is trusted.'), certificate))
  }
  const { error } = pingResult
  if (error.kind !== 'tls') return blocked(networkBlocker(findings))
  const text = joinSentences(failureText(error, connection, quote), certificate)
  return failed(text, certificateAdvice(error))
}

function certificateText(certificate: Certificate, quote: Quote): string {
  const { subject, issuer, validTo, protocol, chain } = certificate
  return vscode.l10n.t(
    'Certificate subject: {0}. Issuer: {1}. Valid until: {2}. Protocol: {3}.',
    [subject, ...chain].map(quote).join(' ← '),
    quote(issuer),
    Number.isNaN(validTo) ? '?' : new Date(validTo).toISOString().slice(0, 10),
    quote(protocol),
  )
}

/** Evaluates whether the API responds. */
export function responseVerdict(findings: Findings, quote: Quote): Verdict {
  const { pingResult, connection } = findings
  if ('error' in pingResult) {
    const by = networkBlocker(findings)
    return by === 'response' ? requestFailed(pingResult.error, findings, quote) : blocked(by)
  }
  const { status, isPage, error } = pingResult.value
  const host = quote(hostOf(connection))
  const answered = passed(vscode.l10n.t('{0} responded ({1}).', host, status))
  // The ping uses one path only. Another lookup that works shows that the rest is fine.
  if (!error || someLookupWorks(findings)) return answered
  // The API doesn’t respond with HTML.
  if (isPage && ['invalidResponse', 'notFound'].includes(error.kind)) {
    return failed(
      vscode.l10n.t('{0} returned a web page ({1}) instead of data.', host, status),
      vscode.l10n.t(
        'Check the path in the connection’s URL, and check whether a sign-in page is in front of the service.',
      ),
    )
  }
  return isFault(error) ? requestFailed(error, findings, quote) : answered
}

/** Returns whether a response is wrong. A rejected key or a rate limit isn’t. */
function isFault(error: ApiError): boolean {
  // A 405 is an unsupported lookup; another 4xx may be plain HTTP on a TLS port.
  if (error.kind === 'rejected') return !isUnsupported(error)
  return ['invalidResponse', 'redirected', 'server'].includes(error.kind)
}

export function requestFailed(error: ApiError, { connection }: Findings, quote: Quote): Verdict {
  return failed(failureText(error, connection, quote), failureAdvice(error))
}

/** Evaluates the clock skew. */
export function clockVerdict(findings: Findings): Verdict {
  const { pingResult, proxy } = findings
  if ('error' in pingResult) return blocked(networkBlocker(findings))
  const { clockSkewSeconds: skew } = pingResult.value
  if (skew === undefined) {
    // Browsers show this header only if the service allows it.
    return proxy ? skipped(vscode.l10n.t('The service doesn’t report its time.')) : notInBrowser()
  }
  const seconds = Math.abs(skew)
  const text = vscode.l10n.t('The service’s clock and your computer’s differ by {0} s.', seconds)
  if (seconds <= maxClockSkewSeconds) return passed(text)
  return failed(
    text,
    vscode.l10n.t('Check your computer’s clock. If it’s right, contact the service administrator.'),
  )
}

/** Returns what prevents the lookups, known without them. */
export function blockerOf(findings: Findings): Blocker | undefined {
  const { pingResult, keyState } = findings
  if ('error' in pingResult) return networkBlocker(findings)
  const refusal = pingResult.value.error?.kind
  if (refusal === 'redirected') return 'response'
  return keyState !== 'ready' || refusal === 'unauthorized' ? 'key' : undefined
}

/** Returns the check at which a request without a response has failed. */
function networkBlocker(findings: Findings): 'dns' | 'tls' | 'response' {
  const { connection, pingResult } = findings
  if (isUnresolved(findings)) return 'dns'
  const isUntrusted = 'error' in pingResult && pingResult.error.kind === 'tls'
  return isUntrusted && connection.baseUrl.startsWith('https:') ? 'tls' : 'response'
}
