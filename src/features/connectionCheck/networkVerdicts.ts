import * as vscode from 'vscode'
import { isUnsupported, type ApiError } from '../../api/errors.ts'
import { hostOf } from '../../connections/connection.ts'
import { joinSentences } from '../../displayTexts.ts'
import { adviceText, failureText } from '../../ui/errorTexts.ts'
import { keyExposureAdvice } from '../../ui/problemTexts.ts'
import { hasWorkingLookup, type Findings } from './findings.ts'
import type { Certificate } from './networkProbe.ts'
import { mayBeProxied } from './proxy.ts'
import { blocked, failed, notInBrowser, passed, skipped } from './verdict.ts'
import type { Blocker, Quote, Verdict } from './verdict.ts'

// The first lookup decides whether the network works. The diagnostics of DNS and TLS only add details: requests may go
// through a proxy, and VS Code trusts more certificates than Node.js.

/** Evaluates the resolution of the host name. */
export function dnsVerdict(findings: Findings, quote: Quote): Verdict {
  const { connection, proxy, addresses } = findings
  // The proxy’s settings are known, perhaps as empty, except in browsers.
  const isInBrowser = proxy === undefined
  const hostname = quote(new URL(connection.baseUrl).hostname)
  const error = noResponseError(findings)
  if (error && isUnresolved(error, findings)) {
    const { code, kind } = error
    return failed(
      vscode.l10n.t('Host name {0} doesn’t resolve ({1}).', hostname, quote(code ?? kind)),
      vscode.l10n.t(
        'Check the host name in the connection’s URL, your network, and your VPN. If you’re behind a proxy, configure the http.proxy setting.',
      ),
    )
  }
  if (isInBrowser) return notInBrowser()
  if (addresses) {
    const list = addresses.map(quote).join(', ')
    return passed(vscode.l10n.t('{0} resolves to {1}.', hostname, list))
  }
  const text = vscode.l10n.t(
    'The host name doesn’t resolve on this computer. That’s fine behind a proxy.',
  )
  return error ? skipped(text) : passed(text)
}

/** Returns the error of the first lookup if there was no response: an error of the network, or a missing key. */
function noResponseError({ lookups }: Findings): ApiError | undefined {
  const { whoAmI } = lookups
  const hasResponse = 'value' in whoAmI || whoAmI.error.status !== undefined
  return hasResponse ? undefined : whoAmI.error
}

/** Returns whether a request failed because the host name doesn’t resolve. */
function isUnresolved(
  { kind, code = '' }: ApiError,
  { connection, proxy, addresses }: Findings,
): boolean {
  if (mayBeProxied(connection.baseUrl, proxy)) return false
  if (/^(ENOTFOUND|EAI_\w+)$/.test(code)) return true
  // A failure other than a timeout happened after the host name was resolved.
  return kind === 'timeout' && proxy !== undefined && !addresses
}

/** Evaluates the host’s certificate. */
export function tlsVerdict(findings: Findings, quote: Quote): Verdict {
  const { connection } = findings
  if (connection.baseUrl.startsWith('http:')) {
    return skipped(vscode.l10n.t('The URL uses http, so the connection isn’t encrypted.'))
  }
  const { certificate } = findings
  const details = certificate ? certificateText(certificate, quote) : ''
  const error = noResponseError(findings)
  if (!error) return certificateVerdict(certificate, details)
  if (error.kind !== 'tls') return blocked(findBlocker(findings) ?? 'response')
  return failed(
    joinSentences(failureText(error, connection, quote), details),
    certificateAdvice(error),
  )
}

/**
 * Evaluates the certificate of a service that responded. A certificate that this check has seen must be trusted by
 * itself: another extension may have turned off the validation while the request was sent.
 */
function certificateVerdict(certificate: Certificate | undefined, details: string): Verdict {
  if (certificate?.isTrusted !== false) {
    return passed(joinSentences(vscode.l10n.t('The certificate is trusted.'), details))
  }
  return skipped(
    joinSentences(
      vscode.l10n.t('The service responded, but this check couldn’t verify its certificate.'),
      details,
    ),
  )
}

function certificateText(certificate: Certificate, quote: Quote): string {
  const { subject, issuer, validTo, protocol, chain } = certificate
  const expiryDate = Number.isNaN(validTo) ? '?' : new Date(validTo).toISOString().slice(0, 10)
  return vscode.l10n.t(
    'Certificate subject: {0}. Issuer: {1}. Valid until: {2}. Protocol: {3}.',
    [subject, ...chain].map(quote).join(' ← '),
    quote(issuer),
    expiryDate,
    quote(protocol),
  )
}

/** Evaluates whether the API responds. */
export function responseVerdict(findings: Findings, quote: Quote): Verdict {
  const { lookups, connection } = findings
  const host = quote(hostOf(connection))
  const answered = passed(vscode.l10n.t('{0} responded.', host))
  // “Who am I” may fail because of its path alone. If any other lookup works, the API responds.
  if ('value' in lookups.whoAmI || hasWorkingLookup(findings)) return answered
  const { error } = lookups.whoAmI
  const blocker = findBlocker(findings)
  if (blocker !== undefined && blocker !== 'response') {
    return error.status === undefined ? blocked(blocker) : answered
  }
  // The API never responds with HTML.
  if (error.isPage && ['invalidResponse', 'notFound'].includes(error.kind)) {
    return failed(
      vscode.l10n.t('{0} returned a web page ({1}) instead of data.', host, error.status ?? ''),
      vscode.l10n.t(
        'Check the path in the connection’s URL, and check whether a sign-in page is in front of the service.',
      ),
    )
  }
  return blocker === 'response' || isServiceFault(error)
    ? failedRequestVerdict(error, findings, quote)
    : answered
}

/** Returns whether an error response is the service’s fault. A rejected key or a rate limit isn’t. */
function isServiceFault(error: ApiError): boolean {
  // A 405 only means that a lookup isn’t supported. Any other 4xx may mean that plain HTTP was sent to a TLS port.
  if (error.kind === 'rejected') return !isUnsupported(error)
  return error.kind === 'invalidResponse' || error.kind === 'server'
}

/** Evaluates a check whose request failed. */
export function failedRequestVerdict(
  error: ApiError,
  { connection }: Findings,
  quote: Quote,
): Verdict {
  return failed(failureText(error, connection, quote), failureAdvice(error))
}

/** Returns the check whose failure prevents the others, by the result of “who am I”; undefined if nothing does. */
export function findBlocker(findings: Findings): Blocker | undefined {
  const { connection, lookups, keyState } = findings
  if ('value' in lookups.whoAmI) return undefined
  const { error } = lookups.whoAmI
  if (keyState !== 'ready' || error.kind === 'unauthorized') return 'key'
  if (error.status !== undefined) return error.kind === 'redirected' ? 'response' : undefined
  if (isUnresolved(error, findings)) return 'dns'
  return error.kind === 'tls' && connection.baseUrl.startsWith('https:') ? 'tls' : 'response'
}

/** Returns what to do about a certificate that isn’t trusted. */
export function certificateAdvice(error: ApiError): string {
  const { code = '' } = error
  const exposureAdvice = keyExposureAdvice(error.code)
  if (exposureAdvice !== undefined) return exposureAdvice
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    return vscode.l10n.t(
      'Check your computer’s clock. If it’s right, contact the service administrator.',
    )
  }
  if (/ALTNAME|HOSTNAME/.test(code)) {
    return vscode.l10n.t(
      'The certificate was issued for a different host. Correct the connection’s URL.',
    )
  }
  if (/SELF_SIGNED|UNABLE_TO|CERT_UNTRUSTED|INVALID_CA/.test(code)) {
    return vscode.l10n.t(
      'If you trust the issuer, add its certificate to your operating system’s trust store, and then restart VS Code.',
    )
  }
  // The certificate may have been revoked, for example. Trusting its issuer wouldn’t help.
  return code.startsWith('CERT_')
    ? vscode.l10n.t('Ask the service administrator to replace the certificate.')
    : vscode.l10n.t(
        'Check the port in the connection’s URL. The service may not use TLS on this port.',
      )
}

/** Returns what to do about a failed request. */
function failureAdvice(error: ApiError): string {
  const { kind, code = '' } = error
  if (code === 'ECONNREFUSED' || code === 'BAD_PORT') {
    return vscode.l10n.t(
      'Check the port in the connection’s URL, and check whether the service is running.',
    )
  }
  if (kind === 'timeout') return vscode.l10n.t('Check your network, VPN, firewall, and proxy.')
  // Waiting wouldn’t help, because the same request would be rejected again.
  if (kind === 'rejected') {
    return vscode.l10n.t(
      'Check the connection’s URL, including its path and whether it starts with https://. If the URL is right, contact the service administrator.',
    )
  }
  const isTemporary = kind === 'server' || kind === 'rateLimited' || kind === 'conflict'
  const advice = isTemporary ? undefined : adviceText(error)
  return (
    advice ??
    vscode.l10n.t('Try again later. If the problem persists, contact the service administrator.')
  )
}
