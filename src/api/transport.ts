import { createFetch, type $Fetch, type FetchOptions } from 'ofetch'
import { defaultTimeoutMs, isAbortError, raceAbort, withTimeout } from './deadline.ts'
import { ApiError, invalidInputError, type ApiErrorDetails, type ApiErrorKind } from './errors.ts'
import { findKeyExposure, type Environment } from './keyExposure.ts'
import { readNetworkError } from './networkErrors.ts'
import type { Priority, RateLimiter } from './rateLimiter.ts'
import { createRedact, redactJson, type Redact } from './redaction.ts'
import { parseHeaderValue, type ApiRequest } from './requests.ts'
import {
  BodyTooLarge,
  isInconclusive,
  isWebPage,
  parseJson,
  readErrorResponse,
  readStart,
  readText,
  UnusableResponse,
} from './response.ts'
import { delay, retryDelayMs } from './retry.ts'
import { confirmsSuccess } from './successBody.ts'

/** Options for {@link Transport}. */
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
  /**
   * True in a browser, which gives no reason for a failed request, and may send a request again, a deletion too, if a
   * connection breaks before the response. By default, whether `process` is missing.
   */
  isBrowser?: boolean
  /**
   * Returns the present environment variables of the process. Node.js takes a proxy from some of them, and another
   * turns off the validation of certificates. If a request would show the API key to others in this way, it isn’t sent,
   * and is rejected with an error of the kind `tls`. Without this option, no variables count as set.
   */
  environment?: () => Environment
  /** Resolves to the error to reject with instead of that of a request. */
  explainError?: ExplainError
  /** Called after every exchange. Never receives headers or bodies. */
  onExchange?: (exchange: Exchange) => void
}

/** Finds out more about the error of a request. Never rejects. */
export type ExplainError = (
  error: unknown,
  request: ApiRequest,
  caller: AbortSignal | undefined,
) => Promise<unknown>

/** A request and its outcome, without headers and bodies. */
interface Exchange {
  method: string
  /** The path as sent, without the query. */
  path: string
  /** Undefined without a response. */
  status: number | undefined
  ms: number
}

const maxTimerMs = 2 ** 31 - 1
const maxBodyBytes = 8 * 1024 * 1024

/** Sends requests to one service with one API key. */
export class Transport {
  readonly #options: TransportOptions
  readonly #apiKey: string
  readonly #projectUid: string | undefined
  readonly #timeoutMs: number
  readonly #isBrowser: boolean
  readonly #redact: Redact
  readonly #ofetch: $Fetch

  /** Throws `invalidInput` for an unusable key, project, or timeout. */
  constructor(options: TransportOptions) {
    const projectUid = options.projectUid?.trim()
    const timeoutMs = options.timeoutMs ?? defaultTimeoutMs
    this.#options = options
    this.#apiKey = parseHeaderValue('apiKey', options.apiKey)
    this.#projectUid = projectUid ? parseHeaderValue('projectUid', projectUid) : undefined
    if (!(timeoutMs > 0 && timeoutMs <= maxTimerMs)) throw invalidInputError('timeoutMs', 'timeout')
    this.#timeoutMs = timeoutMs
    this.#isBrowser = options.isBrowser ?? !('process' in globalThis)
    this.#redact = createRedact(this.#apiKey)
    // The global fetch is looked up on each call, because VS Code replaces it by one that supports proxies.
    const nativeFetch: typeof globalThis.fetch = (input, init) =>
      globalThis.fetch(input, this.#isBrowser ? init : preventResend(init))
    this.#ofetch = createFetch({ fetch: options.fetch ?? nativeFetch })
  }

  /**
   * Sends a deletion once. Resolves on a 2xx whose body lets the status stand (successBody.ts). If it doesn’t, or can’t
   * be read, the response proves nothing. Reads at most 64 KB of the body.
   */
  async delete(request: ApiRequest, caller?: AbortSignal): Promise<void> {
    return this.#withTimeout(request, caller, async (signal) =>
      this.#exchange(request, signal, async (response) => {
        const start = await readStart(response, signal)
        if (start !== undefined && confirmsSuccess(response, start)) return
        const { status } = response
        throw this.#createError('invalidResponse', request, { status, mayHaveTakenEffect: true })
      }),
    )
  }

  /**
   * Sends a request that only reads. Resolves to what `parse` returns for the JSON of a 2xx, in which the key is
   * redacted. Rejects `invalidResponse` if `parse` throws. Retried once if the service is unreachable or busy; while it
   * waits for that, it leaves its slot of the rate limiter to others.
   */
  async read<T>(
    request: ApiRequest,
    parse: (json: unknown) => T,
    caller?: AbortSignal,
  ): Promise<T> {
    let releaseSlot = await this.#waitForSlot(request, caller)
    // The timeout starts now, because waiting behind other reads isn’t the service’s fault.
    const endsAt = performance.now() + this.#timeoutMs
    return this.#withTimeout(request, caller, async (signal) => {
      const fetchOnce = () =>
        this.#exchange(request, signal, async (response) =>
          raceAbort(this.#readJson(request, response, parse), signal),
        )
      try {
        return await fetchOnce()
      } catch (error) {
        const delayMs = this.#options.retries === false ? undefined : retryDelayMs(error)
        if (delayMs === undefined || performance.now() + delayMs >= endsAt) throw error
        releaseSlot?.()
        await delay(delayMs, signal)
        releaseSlot = await this.#waitForSlot(request, signal).catch((slotError: unknown) => {
          // If there is no time left for a retry, the service’s own error is reported.
          throw signal.reason === 'timeout' ? error : slotError
        })
        return await fetchOnce() // sends nothing if the delay was cut short
      } finally {
        releaseSlot?.()
      }
    })
  }

  /** Runs the exchanges of a request within its timeout. Rejects with their error, or with what explains it. */
  async #withTimeout<T>(
    request: ApiRequest,
    caller: AbortSignal | undefined,
    run: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    try {
      return await withTimeout(this.#timeoutMs, caller, run, { settlesOnAbort: true })
    } catch (error) {
      const { explainError } = this.#options
      throw explainError ? await explainError(error, request, caller) : error
    }
  }

  /** Resolves to the function that releases the slot; to undefined without a limiter. */
  async #waitForSlot(
    { url }: ApiRequest,
    signal: AbortSignal | undefined,
  ): Promise<(() => void) | undefined> {
    const { limiter, priority = 'interactive' } = this.#options
    return limiter?.waitForSlot(url, priority, signal)
  }

  /** Sends one request, reads the response, and notifies the observer. */
  async #exchange<T>(
    request: ApiRequest,
    signal: AbortSignal,
    readSuccess: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { method, url } = request
    if (signal.aborted) throw this.#createError(signal.reason as ApiErrorKind, request, {})
    const keyExposure = findKeyExposure(url, this.#options.environment?.() ?? {})
    if (keyExposure) throw this.#createError('tls', request, { code: keyExposure })
    const startedAt = performance.now()
    let status: number | undefined
    try {
      const response = await raceAbort(this.#send(request, signal), signal)
      status = response.status
      if (response.ok) return await readSuccess(response)
      const { kind, details } = await readErrorResponse(response, url, this.#redact, signal)
      const mayHaveTakenEffect =
        method === 'DELETE' &&
        isInconclusive({ kind, status, isPage: details.isPage }, this.#isBrowser)
      throw this.#createError(kind, request, { ...details, mayHaveTakenEffect })
    } catch (error) {
      if (error instanceof ApiError && !isAbortError(error)) throw error
      throw this.#toApiError(request, signal, error, status !== undefined)
    } finally {
      this.#notifyObserver(request, status, performance.now() - startedAt)
    }
  }

  /**
   * The only call of ofetch. Everything that ofetch would do by itself is switched off. The base URL and the query are
   * in the URL already, because the log and the limiter need exactly the URL that is sent.
   */
  async #send({ method, url, body, omitProject }: ApiRequest, signal: AbortSignal) {
    const headers: Record<string, string> = { Accept: 'application/json', ApiKey: this.#apiKey }
    if (this.#projectUid !== undefined && !omitProject) headers['ProjectUid'] = this.#projectUid
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    const options: FetchOptions<'stream'> = {
      method,
      headers,
      signal,
      redirect: 'manual', // a redirect would take the ApiKey header to another origin
      credentials: 'omit',
      cache: 'no-store',
      retry: false, // its delay can’t be canceled and ignores Retry-After
      responseType: 'stream', // the body is read here, with a deadline and a size limit
      ignoreResponseError: true, // its error contains the request’s headers
    }
    if (body !== undefined) options.body = body
    return this.#ofetch.raw(url, options)
  }

  async #readJson<T>(
    request: ApiRequest,
    response: Response,
    parse: (json: unknown) => T,
  ): Promise<T> {
    const text = await readText(response, maxBodyBytes)
    try {
      return parse(redactJson(parseJson(text), text, this.#redact))
    } catch (error) {
      // Without the parser’s message, which quotes the response.
      const { status } = response
      if (error instanceof UnusableResponse) {
        throw this.#createError('invalidResponse', request, { status, code: error.code })
      }
      const isPage = isWebPage(response, text) || undefined
      throw this.#createError('invalidResponse', request, { status, isPage })
    }
  }

  /** Converts the rejection of a request that was sent into an {@link ApiError}. */
  #toApiError(
    request: ApiRequest,
    signal: AbortSignal,
    error: unknown,
    hasResponse: boolean,
  ): ApiError {
    const isDeletion = request.method === 'DELETE'
    if (signal.aborted) {
      const kind = signal.reason as ApiErrorKind
      return this.#createError(kind, request, { mayHaveTakenEffect: isDeletion })
    }
    if (error instanceof BodyTooLarge) {
      return this.#createError('invalidResponse', request, { code: 'tooLarge' })
    }
    const isExplained = hasResponse || !this.#isBrowser
    const { kind, code, mayHaveBeenSent } = readNetworkError(error, isExplained)
    const mayHaveTakenEffect = isDeletion && mayHaveBeenSent
    return this.#createError(kind, request, { code, mayHaveTakenEffect })
  }

  /** Creates an error whose message is for logs and programs; people see a text made from the kind. */
  #createError(kind: ApiErrorKind, { method, url }: ApiRequest, details: ApiErrorDetails) {
    const { status, code, serviceMessage, redirectOrigin } = details
    const target = redirectOrigin && `to ${redirectOrigin}`
    const facts = [status, kind, code, target].filter(Boolean).join(' ')
    const quoted = serviceMessage ? `: ${serviceMessage}` : ''
    const { pathname } = new URL(url)
    return new ApiError(kind, this.#redact(`${method} ${pathname}: ${facts}${quoted}`), details)
  }

  /** Calls the observer. Its failure, at once or later, must not change what is reported of a deletion. */
  #notifyObserver({ method, url }: ApiRequest, status: number | undefined, ms: number): void {
    const exchange: Exchange = { method, path: this.#redact(new URL(url).pathname), status, ms }
    const notify = async () => this.#options.onExchange?.(exchange)
    notify().catch(() => {})
  }
}

/**
 * Keeps fetch from sending a deletion again after a 421, as its standard requires for a body that can be read twice. An
 * empty stream can’t, and Node.js sends nothing for it. Browsers support streams over HTTP/2 only, so they don’t get
 * one; see {@link isInconclusive}.
 */
function preventResend(init: RequestInit = {}): RequestInit {
  if (init.method !== 'DELETE') return init
  const body = new ReadableStream({ start: (controller) => controller.close() })
  return Object.assign({}, init, { body, duplex: 'half' })
}
