import type { ApiErrorKind } from './errors.ts'

/** The `ApiError.code` of a request whose failure the browser does not explain. */
export const hiddenByBrowser = 'HIDDEN_BY_BROWSER'

/** Codes of errors. An asterisk at the end stands for any rest. */
type CodeList = readonly string[]

/** No connection: the name, the route, the port, or the proxy failed. */
const notConnectedCodes: CodeList = [
  'ENOTFOUND',
  'EAI_*',
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'PROXY_*',
]

/** The certificate was rejected, or the peer doesn’t use TLS: nothing was sent. */
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

/** TLS failed at an unknown time: in TLS 1.3, a server can reject after the request was sent. */
const brokenTlsCodes: CodeList = ['ERR_SSL_*', 'EPROTO']

/** The peer responded, but not in valid HTTP. undici asserts the status. */
const notHttpCodes: CodeList = [
  'HPE_*',
  'HTTPParserError*',
  'ERR_ASSERTION*',
  'Z_*',
  'ERR__ERROR_FORMAT*',
  'UND_ERR_RES_CONTENT_LENGTH*',
  'UND_ERR_HEADERS_OVERFLOW*',
]

/** What the rejection of a fetch says. */
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
  // Only a connect has several errors: one for each address of the host.
  const isConnecting = syscall === 'connect' || Array.isArray(errors)
  // A proxy’s refusal to connect, such as 407 without its password, has no code.
  const proxyStatus = /^Proxy response \((\d+)\)/.exec(String(message))?.[1]
  if (proxyStatus !== undefined) return { code: `PROXY_${proxyStatus}`, isConnecting }
  if (typeof code === 'string') return { code, isConnecting }
  // undici has no code for two cases: not HTTP, and a port that the fetch standard blocks.
  if (name === 'HTTPParserError') return { code: name, isConnecting }
  if (message === 'bad port') return { code: 'BAD_PORT', isConnecting: true }
  return undefined
}
