import { withTimeout } from './deadline.ts'
import type { ApiErrorDetails, ApiErrorKind, UnusableCode } from './errors.ts'
import type { Redact } from './redaction.ts'

/** The error for a body that exceeds the size limit. */
export class BodyTooLarge extends Error {}

/** The response is one of this lookup, but nothing can be concluded from it, for the reason in `code`. */
export class UnusableResponse extends Error {
  readonly code: UnusableCode

  constructor(code: UnusableCode) {
    super(code)
    this.code = code
  }
}

/**
 * Reads a body as text, up to `limit` bytes after decompression. Rejects with {@link BodyTooLarge} or the network’s
 * error, and then cancels the rest of the body, as it does if the signal aborts.
 */
export async function readText(
  response: Response,
  limit: number,
  signal?: AbortSignal,
): Promise<string> {
  if (!response.body) return ''
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
  const cancel = () => void reader.cancel().catch(() => {})
  signal?.addEventListener('abort', cancel, { once: true })
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return text + decoder.decode()
      size += value.byteLength
      if (size > limit) throw new BodyTooLarge()
      text += decoder.decode(value, { stream: true })
    }
  } catch (error) {
    cancel()
    throw error
  }
}

/** The maximum size of what is read of a body to find an error in it. */
const maxErrorBodyBytes = 64 * 1024
/** The time limit for the start of a successful response’s body, in milliseconds. The status is known by then. */
const startTimeoutMs = 2_000

/**
 * Reads a body, or its first 64 KB, and cancels the rest. Resolves to undefined if it ends before that without being
 * complete: it breaks, the time limit passes, or the signal aborts. Never rejects.
 */
export async function readStart(
  response: Response,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!response.body) return ''
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
  const decoder = new TextDecoder()
  const read = withTimeout(startTimeoutMs, signal, async () => {
    let text = ''
    let size = 0
    while (size < maxErrorBodyBytes) {
      const { done, value } = await reader.read()
      if (done) return text + decoder.decode()
      text += decoder.decode(value.subarray(0, maxErrorBodyBytes - size), { stream: true })
      size += value.byteLength
    }
    return text
  })
  const start = await read.catch(() => undefined)
  void reader.cancel().catch(() => {})
  return start
}

/** Returns whether a response is an error of the service, whatever its status: no success has a code. */
export function hasErrorCode(json: unknown): boolean {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return false
  const code: unknown = 'code' in json ? json.code : undefined
  return typeof code === 'number' || (typeof code === 'string' && code !== '')
}

/** The maximum number of values in a response: millions of tiny ones would block everything for seconds. */
const maxValues = 250_000

/**
 * Parses JSON of at most 250,000 values; throws for any other text. Each value but the outermost comes after a comma or
 * an opening bracket, so these are counted, in strings, too.
 */
export function parseJson(text: string): unknown {
  let count = 0
  for (const sign of [',', '[', '{']) count += countUpTo(maxValues + 1 - count, sign, text)
  if (count > maxValues) throw new RangeError('Too many values')
  return JSON.parse(text)
}

/** Counts a sign in a text, up to a limit. */
function countUpTo(limit: number, sign: string, text: string): number {
  let count = 0
  let index = text.indexOf(sign)
  while (index >= 0 && count < limit) {
    count += 1
    index = text.indexOf(sign, index + 1)
  }
  return count
}

/** The start of a web page, anywhere in a text. */
const pageStart = /<(!doctype|html|head|body)\b/i

/** The time limit for the body of an error response, in milliseconds. The status is known by then. */
const errorBodyTimeoutMs = 2_000
const maxMessageLength = 300
const maxCodeLength = 60

/** Reads an error response: any but a 2xx. Never rejects: the status decides, whatever the body. */
export async function readErrorResponse(
  response: Response,
  url: string,
  redact: Redact,
  signal: AbortSignal,
): Promise<{ kind: ApiErrorKind; details: ApiErrorDetails }> {
  const kind = errorKindFor(response)
  const status = response.status >= 100 ? response.status : undefined
  if (kind === 'redirected') {
    const target = redirectOrigin(response, url)
    return { kind, details: { status, redirectOrigin: target && redact(target) } }
  }
  // The body has a signal of its own, because that of the request must not abort: a retry may succeed.
  const body = await withTimeout(errorBodyTimeoutMs, signal, (timeoutSignal) =>
    readText(response, maxErrorBodyBytes, timeoutSignal),
  ).catch(() => '')
  const contentType = response.headers.get('content-type') ?? ''
  const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'))
  const isPage = isWebPage(response, body) || undefined
  const bodyDetails = parseErrorBody(body, contentType, redact)
  return { kind, details: { status, retryAfterMs, isPage, ...bodyDetails } }
}

/**
 * Returns whether a response is a web page, by its type or the start of its body: a proxy may call its page anything. A
 * page comes from a sign-in or a proxy, never from the service.
 */
export function isWebPage({ headers }: Response, body: string): boolean {
  return isHtmlType(headers.get('content-type')) || isMarkup(body)
}

function isHtmlType(contentType: string | null): boolean {
  return /html/i.test(contentType ?? '')
}

/** The number of characters at the start of a text by which markup is told from data. */
const maxMarkupStart = 1024

/** Returns whether a text is HTML or XML. The service sends neither. */
function isMarkup(text: string): boolean {
  return /^\s*</.test(withoutInvisible(text.slice(0, maxMarkupStart)))
}

/**
 * Removes from a text the characters that aren’t seen, such as a zero-width space, and what UTF-16 becomes if
 * it’s read as UTF-8: replacement characters for its byte order mark, and a NUL beside each ASCII character.
 */
export function withoutInvisible(text: string): string {
  return text.replace(/[\0\ufffd\p{Cf}]+/gu, '')
}

/**
 * Parses the body of an error response (docs/api.md, “Errors and limits”): `{code, message, details}` or plain
 * text. HTML is ignored, because it isn’t from the service itself.
 */
function parseErrorBody(
  body: string,
  contentType: string,
  redact: Redact,
): Pick<ApiErrorDetails, 'serviceMessage' | 'code'> {
  const { message, details, code } = parseErrorFields(body, contentType)
  return {
    serviceMessage:
      cleanText(message, maxMessageLength, redact) ?? cleanText(details, maxMessageLength, redact),
    code: cleanText(code, maxCodeLength, redact),
  }
}

/**
 * Puts a value on one line, without control and bidirectional characters and without the key. Returns undefined for
 * what isn’t text, for an HTML page, and for the message of a gateway that quotes a page.
 */
function cleanText(value: unknown, maxLength: number, redact: Redact): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const line = redact(String(value)).replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
  // Replacing such characters by spaces may have completed a key that they had split.
  const redactedLine = redact(line).trim()
  const isPage = pageStart.test(redactedLine)
  return isPage ? undefined : shorten(redactedLine, maxLength) || undefined
}

/** Shortens a text at its end to `maxLength` characters, without splitting a surrogate pair. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** The fields of an error’s body, of any type. */
interface ErrorFields {
  readonly message?: unknown
  readonly details?: unknown
  readonly code?: unknown
}

/** Reads the fields of a JSON object. Any other text is the message, unless it should have been JSON or is markup. */
function parseErrorFields(body: string, contentType: string): ErrorFields {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null ? parsed : { message: parsed }
  } catch {
    const isPage = isHtmlType(contentType) || isMarkup(body)
    const isJson = /json/i.test(contentType) || /^\s*[[{]/.test(body)
    return isPage || isJson ? {} : { message: body }
  }
}

/** The redirects that ask to send the same request elsewhere: the service did nothing. */
const resendRedirects: readonly number[] = [301, 302, 307, 308]

/** The statuses of a gateway that has stopped waiting for the service, or for a client that has left. */
const gatewayTimeouts: readonly number[] = [408, 460, 499]

/**
 * Returns whether an error response leaves open what became of a deletion. A web page does, because it comes from a
 * sign-in or a proxy, and so do {@link gatewayTimeouts}. Redirects other than {@link resendRedirects} may report what
 * was done, as a 303 does (RFC 9110), and a browser hides which redirect it was. If a reused connection breaks, a
 * browser sends the request again, and reports only the second response: a 409 or 410 may then be the result of the
 * first request.
 */
export function isInconclusive(
  { kind, status, isPage }: { kind: ApiErrorKind; status: number; isPage: boolean | undefined },
  isBrowser: boolean,
): boolean {
  if (isPage) return true
  if (kind === 'redirected') return !resendRedirects.includes(status)
  if (isBrowser && (status === 409 || status === 410)) return true
  return kind === 'server' || kind === 'invalidResponse' || gatewayTimeouts.includes(status)
}

function errorKindFor(response: Response): ApiErrorKind {
  const { status, type } = response
  // A browser hides the status of a redirect that it was told not to follow.
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) return 'redirected'
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'notFound'
  if (status === 409) return 'conflict'
  if (status === 429) return 'rateLimited'
  if (status >= 400 && status < 500) return 'rejected'
  return status >= 500 ? 'server' : 'invalidResponse'
}

function redirectOrigin(response: Response, url: string): string | undefined {
  const location = response.headers.get('location')
  if (!location || !URL.canParse(location, url)) return undefined
  const { origin } = new URL(location, url)
  return origin === 'null' ? undefined : origin
}

/** Parses `Retry-After`, in seconds or as a date, into milliseconds; undefined if it is neither. */
function parseRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER)
  // A date starts with its weekday, such as `Sun`. `Date.parse` would also accept `-5` and `1.5`.
  const dateMs = /^[A-Z][a-z]/.test(value) ? Date.parse(value) : NaN
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - Date.now())
}
