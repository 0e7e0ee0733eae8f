import { hiddenByBrowser, host } from './browser.ts'
import type { ApiErrorKind } from './errors.ts'

/** What a failure below HTTP means. */
export interface NetworkFailure {
  kind: ApiErrorKind
  /** The system's or the fetch's own code, such as `ECONNREFUSED`. */
  code?: string
  /** False only where the request surely never left. */
  mayHaveBeenSent: boolean
}

/** No connection was made: the name, the route, the port or the proxy's. */
const notConnected = /^(ENOTFOUND|EAI_\w+|ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT|PROXY_\d+)$/
/** The peer's certificate was refused, or there was no TLS to speak: nothing was sent. */
const noHandshake =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|ERR_SSL_(WRONG_VERSION|SSL\/TLS_ALERT_HANDSHAKE|SSLV3_ALERT_HANDSHAKE|PACKET_LENGTH|UNSUPPORTED_PROTOCOL|TLSV1_ALERT_PROTOCOL|TLSV1_UNRECOGNIZED_NAME))/
/** TLS failed at a time not known: in TLS 1.3 a server can refuse after the request was sent. */
const brokenTls = /^(ERR_SSL_|EPROTO$)/
/** Something answered, but not in HTTP, or not what it announced; undici asserts that of a status. */
const notHttp =
  /^(HPE_|HTTPParserError|ERR_ASSERTION|Z_|ERR__ERROR_FORMAT|UND_ERR_(RES_CONTENT_LENGTH|HEADERS_OVERFLOW))/

/**
 * Reads what a rejected fetch says, wherever in its causes the code stands. Where an answer had begun,
 * the service was reached.
 */
export function readNetworkError(error: unknown, isAnswered: boolean): NetworkFailure {
  for (const { code, connecting } of causes(error)) {
    if (noHandshake.test(code)) return { kind: 'tls', code, mayHaveBeenSent: false }
    if (brokenTls.test(code)) return { kind: 'tls', code, mayHaveBeenSent: true }
    if (notHttp.test(code)) return { kind: 'invalidResponse', code, mayHaveBeenSent: true }
    const mayHaveBeenSent = !(connecting || notConnected.test(code))
    return { kind: 'unreachable', code, mayHaveBeenSent }
  }
  const code = host.isBrowser && !isAnswered ? hiddenByBrowser : undefined
  return { kind: 'unreachable', ...(code !== undefined && { code }), mayHaveBeenSent: true }
}

/** The codes in an error's chain of causes, outermost first; it may be a loop, so only so deep. */
function* causes(error: unknown, depth = 0): Generator<{ code: string; connecting: boolean }> {
  if (typeof error !== 'object' || error === null || depth > 5) return
  const { code, syscall, cause, errors, name, message } = error as Record<string, unknown>
  // What a proxy answers that would not connect us, such as 407 without its password, is in no code.
  const [, proxySaid] = /^Proxy response \((\d+)\)/.exec(String(message)) ?? []
  // Only connecting fails in several ways at once: with each address of a name.
  const connecting = syscall === 'connect' || Array.isArray(errors)
  if (proxySaid !== undefined) yield { code: `PROXY_${proxySaid}`, connecting }
  else if (typeof code === 'string') yield { code, connecting }
  // Two for which undici has no code: what is not HTTP, and a port that the fetch standard forbids.
  else if (name === 'HTTPParserError') yield { code: name, connecting }
  else if (message === 'bad port') yield { code: 'BAD_PORT', connecting: true }
  yield* causes(cause, depth + 1)
  if (Array.isArray(errors)) yield* causes(errors[0], depth + 1)
}
