import type { ApiErrorKind } from './errors.ts'

/** The `ApiError.code` of a request whose failure the browser does not explain. */
export const hiddenByBrowser = 'HIDDEN_BY_BROWSER'

/** No connection: the name, the route, the port, or the proxy failed. */
const notConnected = /^(ENOTFOUND|EAI_\w+|ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT|PROXY_\d+)$/
/** The certificate was rejected, or the peer doesn’t use TLS: nothing was sent. */
const noHandshake =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|ERR_SSL_(WRONG_VERSION|SSL\/TLS_ALERT_HANDSHAKE|SSLV3_ALERT_HANDSHAKE|PACKET_LENGTH|UNSUPPORTED_PROTOCOL|TLSV1_ALERT_PROTOCOL|TLSV1_UNRECOGNIZED_NAME))/
/** TLS failed at an unknown time: in TLS 1.3, a server can reject after the request was sent. */
const brokenTls = /^(ERR_SSL_|EPROTO$)/
/** The peer responded, but not in valid HTTP. undici asserts the status. */
const notHttp =
  /^(HPE_|HTTPParserError|ERR_ASSERTION|Z_|ERR__ERROR_FORMAT|UND_ERR_(RES_CONTENT_LENGTH|HEADERS_OVERFLOW))/

/**
 * Classifies the error of a rejected fetch by the first code in its chain of causes, that of the system or of fetch, such
 * as `ECONNREFUSED`. Without any, the code is {@link hiddenByBrowser} unless the host explains failures.
 * `mayHaveBeenSent` is false only if the request was certainly not sent.
 */
export function readNetworkError(
  error: unknown,
  isExplained: boolean,
): { kind: ApiErrorKind; code?: string | undefined; mayHaveBeenSent: boolean } {
  for (const { code, connecting } of causes(error)) {
    if (noHandshake.test(code)) return { kind: 'tls', code, mayHaveBeenSent: false }
    if (brokenTls.test(code)) return { kind: 'tls', code, mayHaveBeenSent: true }
    if (notHttp.test(code)) return { kind: 'invalidResponse', code, mayHaveBeenSent: true }
    const mayHaveBeenSent = !(connecting || notConnected.test(code))
    return { kind: 'unreachable', code, mayHaveBeenSent }
  }
  const code = isExplained ? undefined : hiddenByBrowser
  return { kind: 'unreachable', code, mayHaveBeenSent: true }
}

/**
 * Yields the codes in an error’s chain of causes, outermost first. Limited in depth, because the chain may be
 * circular.
 */
function* causes(error: unknown, depth = 0): Generator<{ code: string; connecting: boolean }> {
  if (typeof error !== 'object' || error === null || depth > 5) return
  const { code, syscall, cause, errors, name, message } = error as Record<string, unknown>
  // A proxy’s refusal to connect, such as 407 without its password, has no code.
  const [, proxySaid] = /^Proxy response \((\d+)\)/.exec(String(message)) ?? []
  // Only a connect has several errors: one for each address of the host.
  const connecting = syscall === 'connect' || Array.isArray(errors)
  if (proxySaid !== undefined) yield { code: `PROXY_${proxySaid}`, connecting }
  else if (typeof code === 'string') yield { code, connecting }
  // undici has no code for two cases: not HTTP, and a port that the fetch standard blocks.
  else if (name === 'HTTPParserError') yield { code: name, connecting }
  else if (message === 'bad port') yield { code: 'BAD_PORT', connecting: true }
  yield* causes(cause, depth + 1)
  if (Array.isArray(errors)) yield* causes(errors[0], depth + 1)
}
