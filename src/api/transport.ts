import { createFetch } from 'ofetch'
import { readRefusal } from './answers.ts'
import { BodyTooLarge, readText } from './body.ts'
import { host } from './browser.ts'
import { sleep, withDeadline, type Deadline } from './deadline.ts'
import { ApiError, invalidInput, type ApiErrorDetails, type ApiErrorKind } from './errors.ts'
import { parseHeaderValue } from './headerValue.ts'
import { readNetworkError } from './networkErrors.ts'
import type { Priority, RateLimiter } from './rateLimiter.ts'
import { redactionOf } from './redaction.ts'
import { deleting, headersOf, reading, searching, type ApiRequest } from './requests.ts'

/** How a service is spoken to, and as whom. */
export interface TransportOptions {
  /** Sent as the header `ApiKey` to the origin of `baseUrl` and nowhere else (contract.md, 5). */
  apiKey: string
  /** Restricts every request to a project (contract.md, 5). */
  projectUid?: string
  /** Milliseconds for the whole exchange, retry and body included; 30 000 where left out. */
  timeoutMs?: number
  /** Stands in for the native fetch. */
  fetch?: typeof globalThis.fetch
  /** Holds back reads; a deletion never waits. Without it nothing is held back. */
  limiter?: RateLimiter
  /** Which reads the limiter lets through first; `interactive` by default. */
  priority?: Priority
  /** Whether a read is sent once more if the service is unreachable or busy; true by default. */
  retries?: boolean
  /**
   * Asked about a read that is answered 403: whether the service accepts the key. Some answer a wrong
   * key that way. Without it, `ApiError.keyMayBeWrong` is never set.
   */
  isKeyAccepted?: () => Promise<boolean>
  /** Told of every exchange after it; never of headers or bodies. */
  onExchange?: (exchange: Exchange) => void
  /** Told of every answer as soon as its headers are there. */
  onAnswer?: (facts: AnswerFacts) => void
  /** Told of every request after it, with the status of its answer; the key is not in it. */
  onRequest?: (request: ApiRequest, status: number | undefined) => void
}

/** How a service is spoken to as nobody, for what can be known without a key. */
export interface AnonymousOptions extends Omit<TransportOptions, 'apiKey'> {
  anonymous: true
}

/** The little that the headers of an answer may tell outside. */
export interface AnswerFacts {
  status: number
  /** Whether it is a page for people. */
  isPage: boolean
  /** The service's clock (`Date`), in epoch ms; missing where it does not tell. */
  date?: number
}

/** One request and what came of it: never its headers or bodies. */
export interface Exchange {
  method: string
  /** The path on the wire, without the query. */
  path: string
  /** Missing where nothing was answered. */
  status?: number
  /** Milliseconds until the body was read. */
  ms: number
}

/** Sends requests to one service with one key. */
export interface Transport {
  /**
   * What `read` makes of the JSON of any 2xx; what it throws is an `invalidResponse`. Sent once more
   * where the service is unreachable or busy.
   */
  get<T>(
    url: string,
    read: (json: unknown) => T,
    signal?: AbortSignal,
    /** Whether it is asked of the whole tenant: sent without the project. */
    options?: { ofTenant?: boolean },
  ): Promise<T>
  /** Like {@link get}, for a search: a POST of no conditions, which reads only. */
  search<T>(url: string, read: (json: unknown) => T, signal?: AbortSignal): Promise<T>
  /** Resolves on any 2xx but a web page, whose body is never read. Sent once. */
  delete(url: string, signal?: AbortSignal): Promise<void>
}

const defaultTimeoutMs = 30_000
const longestTimer = 2 ** 31 - 1
const largestBody = 8 * 1024 * 1024
const defaultRetryMs = 500
const longestRetryMs = 10_000

/** The transport of a client. Throws `invalidInput` for a key, project or timeout it cannot use. */
export function createTransport(options: TransportOptions | AnonymousOptions): Transport {
  const apiKey = 'anonymous' in options ? undefined : parseHeaderValue('apiKey', options.apiKey)
  const sender = { apiKey, projectUid: options.projectUid }
  headersOf({}, sender) // what no header can carry is refused before anything is asked
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs
  if (!(timeoutMs > 0 && timeoutMs <= longestTimer)) {
    throw invalidInput('timeoutMs', 'timeout', `is not between 1 and ${longestTimer} milliseconds`)
  }
  const redact = apiKey === undefined ? (text: string) => text : redactionOf(apiKey)
  // Looked up at each call: VS Code puts a fetch that knows proxies in the global's place.
  const fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, sentOnce(init)))
  const ofetch = createFetch({
    fetch: (input, init) => fetch((input as string).valueOf(), init), // see `send`
    Headers: AsGiven, // to make them anew would cost as much as the rest of what ofetch does
  })

  return {
    get: (url, read, signal, of) => fetchWithRetry(reading(url, of), read, signal),
    search: (url, read, signal) => fetchWithRetry(searching(url), read, signal),
    delete: (url, signal) =>
      withDeadline(timeoutMs, signal, (deadline) => {
        const request = deleting(url)
        return exchange(request, deadline, (response) => acceptDeletion(request, response))
      }),
  }

  /** A body is never parsed; but a page is a sign-in or a proxy’s, and tells nothing of the service. */
  function acceptDeletion(request: ApiRequest, response: Response): void {
    hangUp(response)
    const { status, isPage } = answerFacts(response)
    if (isPage) throw apiError('invalidResponse', request, { status, mayHaveTakenEffect: true })
  }

  /** Reads, and once more if the service is unreachable or busy. A read that waits holds no slot. */
  async function fetchWithRetry<T>(
    request: ApiRequest,
    read: (json: unknown) => T,
    caller: AbortSignal | undefined,
  ): Promise<T> {
    let release = await slotFor(request, caller)
    // The clock starts now: to wait behind other reads is no fault of the service.
    return withDeadline(timeoutMs, caller, async (deadline) => {
      const fetchOnce = () =>
        exchange(request, deadline, (response) => readJson(request, response, read, deadline))
      try {
        return await fetchOnce()
      } catch (error) {
        const wait = options.retries === false ? undefined : retryDelay(error)
        if (wait === undefined || wait >= deadline.leftMs) throw error
        release?.()
        await sleep(wait, 'retry', deadline.signal).catch(() => {})
        release = await slotFor(request, deadline.signal).catch((second: unknown) => {
          // If it is too late to ask again, what the service answered at first is told.
          throw deadline.endedBy === 'timeout' ? error : second
        })
        return await fetchOnce() // which sends nothing after a wait that was cut short
      }
    })
      .finally(() => release?.())
      .catch(rethrowWithKeyDoubt)
  }

  /** Notes with a 403 whether the key itself may be what the service refuses. */
  async function rethrowWithKeyDoubt(error: unknown): Promise<never> {
    const isForbidden = error instanceof ApiError && error.kind === 'forbidden'
    const mayBeWrong = isForbidden && (await options.isKeyAccepted?.()) === false
    throw mayBeWrong ? Object.assign(error, { keyMayBeWrong: true }) : error
  }

  async function slotFor(
    { url }: ApiRequest,
    signal: AbortSignal | undefined,
  ): Promise<(() => void) | undefined> {
    return options.limiter?.waitForSlot(url, options.priority ?? 'interactive', signal)
  }

  /** Sends one request, reads its answer, and tells the observer. */
  async function exchange<T>(
    request: ApiRequest,
    deadline: Deadline,
    readSuccess: (response: Response) => T | Promise<T>,
  ): Promise<T> {
    const { method, url } = request
    const { signal } = deadline
    if (signal.aborted) throw failure(request, deadline, undefined, false, false)
    const started = performance.now()
    let status: number | undefined
    try {
      const response = await deadline.orEnd(send(request, signal))
      status = response.status
      if (options.onAnswer) tell(options.onAnswer, answerFacts(response))
      if (response.ok) return await readSuccess(response)
      const { kind, details } = await readRefusal(response, url, redact, signal)
      // Such an answer is no word on what became of the deletion; a proxy may send a 408, too.
      const isNoWord = kind === 'server' || kind === 'invalidResponse' || response.status === 408
      const unsure = isNoWord || isOfSecond(response)
      details.mayHaveTakenEffect = method === 'DELETE' && unsure
      throw apiError(kind, request, details)
    } catch (error) {
      throw error instanceof ApiError
        ? error
        : failure(request, deadline, error, true, status !== undefined)
    } finally {
      if (options.onExchange) {
        const path = redact(new URL(url).pathname)
        const ms = performance.now() - started
        tell(options.onExchange, { method, path, ...(status !== undefined && { status }), ms })
      }
      if (options.onRequest) tell(options.onRequest, { ...request, url: redact(url) }, status)
    }
  }

  /** The one call of ofetch. What it would do by itself is switched off, and stated here. */
  function send(request: ApiRequest, signal: AbortSignal): Promise<Response> {
    const { method, url, body } = request
    const headers = headersOf(request, sender)
    // As an object: a string it would look through for its own query, and copy all of this for that.
    return ofetch.raw(Object(url) as string, {
      method,
      headers: body === undefined ? headers : new Headers(headers), // ofetch looks at these
      body: body as string, // or undefined, which fetch knows and its type does not
      signal,
      redirect: 'manual', // a custom header such as ApiKey would follow to another origin
      credentials: 'omit',
      cache: 'no-store',
      retry: false, // its wait cannot be cancelled, and it knows nothing of Retry-After
      responseType: 'stream', // the body is read here: within the deadline, and only so much of it
      ignoreResponseError: true, // its error carries the request's headers
    })
  }

  async function readJson<T>(
    request: ApiRequest,
    response: Response,
    read: (json: unknown) => T,
    deadline: Deadline,
  ): Promise<T> {
    const text = await readText(response, largestBody, deadline)
    try {
      return read(JSON.parse(text))
    } catch {
      // Without the parser's own words: they quote what was received.
      throw apiError('invalidResponse', request, { status: response.status })
    }
  }

  /** Turns what a request rejected with into the one error, by what is known of it. */
  function failure(
    request: ApiRequest,
    deadline: Deadline,
    error: unknown,
    sent: boolean,
    isAnswered: boolean,
  ): ApiError {
    const mayHaveTakenEffect = request.method === 'DELETE' && sent
    const ended = deadline.endedBy
    if (ended) return apiError(ended, request, { mayHaveTakenEffect })
    if (error instanceof BodyTooLarge) {
      return apiError('invalidResponse', request, { code: 'tooLarge' })
    }
    const { kind, code, mayHaveBeenSent } = readNetworkError(error, isAnswered)
    return apiError(kind, request, {
      ...(code !== undefined && { code }),
      mayHaveTakenEffect: mayHaveTakenEffect && mayHaveBeenSent,
    })
  }

  /** The words are for a log or another program; a person is shown a text made from the kind. */
  function apiError(kind: ApiErrorKind, { method, url }: ApiRequest, details: ApiErrorDetails) {
    const { status, code, serviceMessage, redirectOrigin: target } = details
    const facts = [status, kind, code, target && `to ${target}`].filter(Boolean).join(' ')
    const words = serviceMessage ? `: ${serviceMessage}` : ''
    const path = new URL(url).pathname
    return new ApiError(kind, redact(`${method} ${path}: ${facts}${words}`), details)
  }
}

/** In the place of `Headers`: leaves them as they are given. */
const AsGiven = function (headers: unknown) {
  return headers
} as unknown as typeof Headers

/** An observer that fails, at once or later, must not change what is reported of a deletion. */
function tell<E extends unknown[]>(observer: (...event: E) => void, ...event: E): void {
  try {
    Promise.resolve(observer(...event)).catch(() => {})
  } catch {
    // Its own business.
  }
}

/** Leaves a body unread. */
function hangUp({ body }: Response): void {
  body?.cancel().catch(() => {})
}

function answerFacts({ status, headers }: Response): AnswerFacts {
  const isPage = /html/i.test(headers.get('content-type') ?? '')
  const date = Date.parse(headers.get('date') ?? '')
  return { status, isPage, ...(!Number.isNaN(date) && { date }) }
}

/**
 * Keeps fetch from sending a deletion once more by itself: its standard says so for a 421, unless
 * the body cannot be read twice. An empty stream is such a body, and Node.js puts nothing on the
 * wire for it. A browser takes streams over HTTP/2 only: see {@link isOfSecond}.
 */
function sentOnce(init: RequestInit = {}): RequestInit {
  if (host.isBrowser || init.method !== 'DELETE') return init
  const body = new ReadableStream({ start: (controller) => controller.close() })
  return Object.assign({}, init, { body, duplex: 'half' })
}

/**
 * Whether a deletion may have been refused because it arrived twice: a browser sends it once more
 * where a connection that was in use before breaks, and tells only what the second one came to.
 */
function isOfSecond({ status }: Response): boolean {
  return host.isBrowser && (status === 409 || status === 410)
}

/** Milliseconds to wait before a read may be sent once more; missing where it may not. */
function retryDelay(error: unknown): number | undefined {
  if (!(error instanceof ApiError)) return undefined
  const busy = [429, 502, 503, 504].includes(error.status ?? 0)
  if (!busy && error.kind !== 'unreachable') return undefined
  const wait = error.retryAfterMs ?? defaultRetryMs
  // A service that asks for more is not asked again: the wait is told instead.
  return wait > longestRetryMs ? undefined : wait
}
