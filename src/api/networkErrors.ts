import type { ApiErrorKind } from './errors.ts'

/** The `ApiError.code` if a browser gives no reason for a failed request. */
export const hiddenByBrowser = 'HIDDEN_BY_BROWSER'

/** A list of error codes. An asterisk at the end of a code stands for any text, as in `EAI_*`. */
type CodeList = readonly string[]

/** The codes if there was no connection: the host name, the route, the port, or the proxy failed. */
const notConnectedCodes: CodeList = [
  'ENOTFOUND',
  'EAI_*',
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'PROXY_*',
]

/** The codes if the certificate was rejected, or the peer doesn’t use TLS. Nothing was sent then. */
const noHandshakeCodes: CodeList = [
  'CERT_*',
  'DEPTH_ZERO_*',
  'SELF_SIGNED_*',
  'UNABLE_TO_*',
  'ERR_TLS_CERT*',
  'HOSTNAME_MISMATCH*',
  'INVALID_CA*',
  'ERR_SSL_WRONG_VERSION*',
  'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE*',
  'ERR_SSL_SSLV3_ALERT_HANDSHAKE*',
  'ERR_SSL_PACKET_LENGTH*',
  'ERR_SSL_UNSUPPORTED_PROTOCOL*',
  'ERR_SSL_TLSV1_ALERT_PROTOCOL*',
  'ERR_SSL_TLSV1_UNRECOGNIZED_NAME*',
]

/**
 * The codes if TLS failed at an unknown time. In TLS 1.3, a server can end the connection after the request was sent.
 */
const brokenTlsCodes: CodeList = ['ERR_SSL_*', 'EPROTO']

/** The codes if the response isn’t valid HTTP. undici reports an invalid status as a failed assertion. */
const notHttpCodes: CodeList = [
  'HPE_*',
  'HTTPParserError*',
  'ERR_ASSERTION*',
  'Z_*',
  'ERR__ERROR_FORMAT*',
  'UND_ERR_RES_CONTENT_LENGTH*',
  'UND_ERR_HEADERS_OVERFLOW*',
]

/** What is known of a failed request from the error of `fetch`. */
interface NetworkError {
  readonly kind: ApiErrorKind
  readonly code?: string | undefined
  /** False only if the request was certainly not sent. */
  readonly mayHaveBeenSent: boolean
}

/** A code in an error’s chain of causes. */
interface ErrorCode {
  readonly code: string
  /** True if the error happened before there was a connection. */
  readonly isConnecting: boolean
}

/**
 * Classifies the error of a rejected fetch by the first code in its chain of causes, which is that of the system or of
 * fetch, such as `ECONNREFUSED`. If there is no code and `isExplained` is false, the code is {@link hiddenByBrowser}.
 */
export function readNetworkError(error: unknown, isExplained: boolean): NetworkError {
  for (const { code, isConnecting } of errorCodes(error)) {
    if (isListed(code, noHandshakeCodes)) return { kind: 'tls', code, mayHaveBeenSent: false }
    if (isListed(code, brokenTlsCodes)) return { kind: 'tls', code, mayHaveBeenSent: true }
    if (isListed(code, notHttpCodes))
      return { kind: 'invalidResponse', code, mayHaveBeenSent: true }
    const mayHaveBeenSent = !isConnecting && !isListed(code, notConnectedCodes)
    return { kind: 'unreachable', code, mayHaveBeenSent }
  }
  const code = isExplained ? undefined : hiddenByBrowser
  return { kind: 'unreachable', code, mayHaveBeenSent: true }
}

function isListed(code: string, list: CodeList): boolean {
  return list.some((entry) =>
    entry.endsWith('*') ? code.startsWith(entry.slice(0, -1)) : code === entry,
  )
}

/** The maximum depth of a chain of causes, which may be circular. */
const maxDepth = 5

/** Yields the codes in an error’s chain of causes, outermost first. */
function* errorCodes(error: unknown, depth = 0): Generator<ErrorCode> {
  if (typeof error !== 'object' || error === null || depth > maxDepth) return
  const { cause, errors } = error as Record<string, unknown>
  const errorCode = readCode(error)
  if (errorCode) yield errorCode
  yield* errorCodes(cause, depth + 1)
  if (Array.isArray(errors)) yield* errorCodes(errors[0], depth + 1)
}

/** Reads the code of one error, without its causes. */
function readCode(error: object): ErrorCode | undefined {
  const { code, syscall, errors, name, message } = error as Record<string, unknown>
  // Several errors mean that connecting failed: one error for each address of the host.
  const isConnecting = syscall === 'connect' || Array.isArray(errors)
  // The error has no code if a proxy refuses to connect, for example with 407 because it wants a password.
  const proxyStatus = /^Proxy response \((\d+)\)/.exec(String(message))?.[1]
  if (proxyStatus !== undefined) return { code: `PROXY_${proxyStatus}`, isConnecting }
  if (typeof code === 'string') return { code, isConnecting }
  // undici has no code for two cases: not HTTP, and a port that the fetch standard blocks.
  if (name === 'HTTPParserError') return { code: name, isConnecting }
  if (message === 'bad port') return { code: 'BAD_PORT', isConnecting: true }
  return undefined
}
