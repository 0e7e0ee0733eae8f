import { createFetch } from 'ofetch'
import { clock } from './clock.ts'
import { raceAbort, settlesWithin, withDeadline } from './deadline.ts'
import { ApiError, invalidInput, type ApiErrorDetails, type ApiErrorKind } from './errors.ts'
import { host, readNetworkError } from './networkErrors.ts'
import type { Priority, RateLimiter } from './rateLimiter.ts'
import { createRedact } from './redaction.ts'
import { parseHeaderValue, type ApiRequest } from './requests.ts'
import {
  BodyTooLarge,
  isInconclusive,
  isWebPage,
  parseJson,
  readErrorResponse,
  readText,
} from './response.ts'

/** Options for {@link createTransport}. */
export interface TransportOptions {
  /** Sent in the header `ApiKey`, only to the origin of `baseUrl` (docs/api.md, “Headers”). */
  apiKey: string
  /** Limits every request to a project (docs/api.md, “Headers”). */
  projectUid?: string | undefined
  /** The timeout of the whole exchange, with retry and body, in milliseconds; 30,000 by default. */
  timeoutMs?: number
  /** Replaces the native fetch. */
  fetch?: typeof globalThis.fetch
  /** Limits reads. Deletions never wait. */
  limiter?: RateLimiter
  /** The priority of reads in the limiter; `interactive` by default. */
  priority?: Priority
  /** False to never retry reads; by default, they are retried once if the service is unreachable or busy. */
  retries?: boolean
  /** Called after every exchange. Never receives headers or bodies. */
  onExchange?: (exchange: Exchange) => void
}

/** A request and its outcome, without headers and bodies. */
interface Exchange {
  method: string
  /** The path as sent, without the query. */
  path: string
  /** Undefined without a response. */
  status?: number
  ms: number
}

const defaultTimeoutMs = 30_000
const maxTimerMs = 2 ** 31 - 1
const maxBodyBytes = 8 * 1024 * 1024
const defaultRetryDelayMs = 500
const maxRetryDelayMs = 10_000

/**
 * Creates what sends requests to one service with one API key. Throws `invalidInput` for an unusable key, project, or
 * timeout.
 */
export function createTransport(options: TransportOptions) {
  const apiKey = parseHeaderValue('apiKey', options.apiKey)
  const project = options.projectUid?.trim()
  const projectUid = project ? parseHeaderValue('projectUid', project) : undefined
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs
  if (!(timeoutMs > 0 && timeoutMs <= maxTimerMs)) {
    throw invalidInput('timeoutMs', 'timeout')
  }
  const redact = createRedact(apiKey)
  // Looked up on each call, because VS Code replaces the global fetch by one that supports proxies.
  const fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, preventResend(init)))
  const ofetch = createFetch({
    fetch: (input, init) => fetch((input as string).valueOf(), init), // see `send`
    Headers: PassthroughHeaders, // copying the headers would cost as much as everything else that ofetch does
  })

  return { read, delete: sendDeletion }

  /** Resolves on any 2xx except a web page, which comes from a sign-in or a proxy. Never reads the body, never retries. */
  async function sendDeletion(request: ApiRequest, caller?: AbortSignal): Promise<void> {
    const accept = (response: Response) => {
      response.body?.cancel().catch(() => {})
      if (!isWebPage(response)) return
      const { status } = response
      throw apiError('invalidResponse', request, { status, mayHaveTakenEffect: true })
    }
    return withDeadline(timeoutMs, caller, (signal) => exchange(request, signal, accept))
  }

  /**
   * Sends a request that only reads. Resolves to what `parse` returns for the JSON of a 2xx; if it throws, rejects
   * `invalidResponse`. Retried once if the service is unreachable or busy, and holds no slot while it waits.
   */
  async function read<T>(
    request: ApiRequest,
    parse: (json: unknown) => T,
    caller?: AbortSignal,
  ): Promise<T> {
    let release = await slotFor(request, caller)
    // The timeout starts now, because waiting behind other reads isn’t the service’s fault.
    const endsAt = clock.elapsed('deadline') + timeoutMs
    return withDeadline(timeoutMs, caller, async (signal) => {
      const fetchOnce = () =>
        exchange(request, signal, (response) => readJson(request, response, parse))
      try {
        return await fetchOnce()
      } catch (error) {
        const wait = options.retries === false ? undefined : retryDelay(error)
        if (wait === undefined || clock.elapsed('deadline') + wait >= endsAt) throw error
        release?.()
        await settlesWithin(wait, raceAbort(new Promise(() => {}), signal), 'retry')
        release = await slotFor(request, signal).catch((second: unknown) => {
          // If there is no time left for a retry, report the first error.
          throw signal.reason === 'timeout' ? error : second
        })
        return await fetchOnce() // sends nothing if the wait was cut short
      }
    }).finally(() => release?.())
  }

  async function slotFor({ url }: ApiRequest, signal: AbortSignal | undefined) {
    return options.limiter?.waitForSlot(url, options.priority ?? 'interactive', signal)
  }

  /** Sends one request, reads the response, and notifies the observers. */
  async function exchange<T>(
    request: ApiRequest,
    signal: AbortSignal,
    readSuccess: (response: Response) => T | Promise<T>,
  ): Promise<T> {
    const { method, url } = request
    if (signal.aborted) throw apiError(signal.reason as ApiErrorKind, request, {})
    const started = performance.now()
    let status: number | undefined
    const receive = async () => {
      const response = await send(request, signal)
      status = response.status
      return response.ok ? { value: await readSuccess(response) } : { refusal: response }
    }
    try {
      const received = await raceAbort(receive(), signal)
      if ('value' in received) return received.value
      const { refusal } = received
      const { kind, details } = await readErrorResponse(refusal, url, redact, signal)
      const mayHaveTakenEffect = method === 'DELETE' && isInconclusive(kind, refusal.status)
      throw apiError(kind, request, { ...details, mayHaveTakenEffect })
    } catch (error) {
      if (error instanceof ApiError) throw error
      throw failure(request, signal, error, status !== undefined)
    } finally {
      if (options.onExchange) {
        const path = redact(new URL(url).pathname)
        const ms = performance.now() - started
        notify(options.onExchange, { method, path, ...(status !== undefined && { status }), ms })
      }
    }
  }

  /**
   * The only call of ofetch. Everything that it would do by itself is switched off explicitly; the base URL and the query
   * are in the URL already, because the log and the limiter need the one that is sent, to the letter.
   */
  function send(request: ApiRequest, signal: AbortSignal): Promise<Response> {
    const { method, url, body, omitProject } = request
    const headers: Record<string, string> = { Accept: 'application/json', ApiKey: apiKey }
    if (projectUid !== undefined && !omitProject) headers['ProjectUid'] = projectUid
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    // As an object, because ofetch would search a string for its own query parameters and copy all options.
    return ofetch.raw(Object(url) as string, {
      method,
      headers: body === undefined ? headers : new Headers(headers), // ofetch reads these
      body: body as string, // may be undefined, which fetch allows but its type doesn’t
      signal,
      redirect: 'manual', // a redirect would take the ApiKey header to another origin
      credentials: 'omit',
      cache: 'no-store',
      retry: false, // its delay can’t be canceled and ignores Retry-After
      responseType: 'stream', // the body is read here, with a deadline and a size limit
      ignoreResponseError: true, // its error contains the request’s headers
    })
  }

  async function readJson<T>(
    request: ApiRequest,
    response: Response,
    parse: (json: unknown) => T,
  ): Promise<T> {
    const text = await readText(response, maxBodyBytes)
    try {
      return parse(parseJson(text))
    } catch {
      // Without the parser’s message, which quotes the response.
      const { status } = response
      throw apiError('invalidResponse', request, {
        status,
        isPage: isWebPage(response) || undefined,
      })
    }
  }

  /** Converts the rejection of a request that was sent into an {@link ApiError}. */
  function failure(
    request: ApiRequest,
    signal: AbortSignal,
    error: unknown,
    hasResponse: boolean,
  ): ApiError {
    const isDeletion = request.method === 'DELETE'
    if (signal.aborted) {
      return apiError(signal.reason as ApiErrorKind, request, { mayHaveTakenEffect: isDeletion })
    }
    if (error instanceof BodyTooLarge) {
      return apiError('invalidResponse', request, { code: 'tooLarge' })
    }
    const { kind, code, mayHaveBeenSent } = readNetworkError(error, hasResponse)
    return apiError(kind, request, { code, mayHaveTakenEffect: isDeletion && mayHaveBeenSent })
  }

  /** Creates an error whose message is for logs and programs; people see a text made from the kind. */
  function apiError(kind: ApiErrorKind, { method, url }: ApiRequest, details: ApiErrorDetails) {
    const { status, code, serviceMessage, redirectOrigin: target } = details
    const facts = [status, kind, code, target && `to ${target}`].filter(Boolean).join(' ')
    const words = serviceMessage ? `: ${serviceMessage}` : ''
    const path = new URL(url).pathname
    return new ApiError(kind, redact(`${method} ${path}: ${facts}${words}`), details)
  }
}

/** Stand-in for the `Headers` constructor that returns its argument. */
const PassthroughHeaders = function (headers: unknown) {
  return headers
} as unknown as typeof Headers

/** Calls an observer. Its failure, at once or later, must not change what is reported of a deletion. */
function notify<E extends unknown[]>(observer: (...event: E) => void, ...event: E): void {
  try {
    Promise.resolve(observer(...event)).catch(() => {})
  } catch {
    // The observer’s own problem.
  }
}

/**
 * Keeps fetch from resending a deletion after a 421, as its standard requires for bodies that can be read
 * twice. An empty stream can’t, and Node.js sends nothing for it. Browsers support streams over HTTP/2 only;
 * see {@link isInconclusive}.
 */
function preventResend(init: RequestInit = {}): RequestInit {
  if (host.isBrowser || init.method !== 'DELETE') return init
  const body = new ReadableStream({ start: (controller) => controller.close() })
  return Object.assign({}, init, { body, duplex: 'half' })
}

/** Returns the delay before a retry in milliseconds, or undefined if the read must not be retried. */
function retryDelay(error: unknown): number | undefined {
  if (!(error instanceof ApiError)) return undefined
  const busy = [429, 502, 503, 504].includes(error.status ?? 0)
  if (!busy && error.kind !== 'unreachable') return undefined
  const wait = error.retryAfterMs ?? defaultRetryDelayMs
  // Longer waits are reported instead.
  return wait > maxRetryDelayMs ? undefined : wait
}
