import type * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import { createClient, type Client, type ClientOptions } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import { createLookups, type Lookups } from '../api/lookups.ts'
import { RateLimiter, type Priority } from '../api/rateLimiter.ts'
import type { ApiRequest } from '../api/requests.ts'
import type { ApiKeys } from './apiKeys.ts'
import { connectionKey, hostOf, type Connection } from './connection.ts'
import type { Connections } from './connections.ts'
import { isSample, sampleKey } from './sample.ts'

/** All operations of a service. */
export type Service = Client & Lookups

/** Options for {@link ServiceFor}. */
export interface ServiceOptions {
  /** The priority of its reads (src/api/rateLimiter.ts); `interactive` by default. */
  priority?: Priority | undefined
  /** Replaces the stored API key, for a connection that isn’t in the settings yet. */
  newKey?: string
  /** True for requests without rate limiting and retries, so that each reports its own outcome. */
  isDirect?: boolean
}

/**
 * Creates the service of a connection, with its current key. Rejects `invalidInput` if the settings have
 * another service URL for the connection’s name, and `unauthorized` without a key.
 */
export type ServiceFor = (connection: Connection, options?: ServiceOptions) => Promise<Service>

/** A request and the status of its response; the key isn’t in it. */
export interface SentRequest {
  readonly connection: Connection
  readonly request: ApiRequest
  /** Undefined without a response. */
  readonly status: number | undefined
  /** When it ended, in epoch ms. */
  readonly at: number
}

const maxSentRequests = 50

/** Creates services with the stored API keys, logs every exchange, and remembers the latest requests. */
export function createServices(
  connections: Pick<Connections, 'current'>,
  apiKeys: Pick<ApiKeys, 'get'>,
  log: Pick<vscode.LogOutputChannel, 'debug'>,
  sampleFetch: typeof globalThis.fetch,
) {
  /** By origin, because a service limits requests by address, whatever the connection is called. */
  const limiters = new Map<string, RateLimiter>()
  /** Without duplicates, the latest one last. The log has more of them, but not their full URLs. */
  const sent = new Map<string, SentRequest>()

  const serviceFor: ServiceFor = async (given, options = {}) => {
    const { newKey, priority = 'interactive', isDirect = false } = options
    const isUnsaved = isSample(given) || newKey !== undefined
    const connection = isUnsaved ? given : connections.current(given)
    const apiKey = isSample(given) ? sampleKey : (newKey ?? (await apiKeys.get(connection)))
    if (apiKey === undefined) throw new ApiError('unauthorized', 'No API key is set')
    const { baseUrl, projectUid, origin } = connection
    const clientOptions: ClientOptions = {
      baseUrl,
      projectUid,
      apiKey,
      ...(isSample(connection) && { fetch: sampleFetch }),
      ...(isDirect ? { retries: false } : { limiter: limiterOf(origin), priority }),
      onRequest: (request, status) => remember({ connection, request, status, at: clock.now() }),
      onExchange: ({ method, path, status, ms }) => {
        const outcome = status ?? 'no answer'
        log.debug(`${method} ${hostOf(connection)}${path} ${outcome} (${Math.round(ms)} ms)`)
      },
    }
    return { ...createClient(clientOptions), ...createLookups(clientOptions) }
  }
  return { serviceFor, sentRequests: () => [...sent.values()].toReversed() }

  function limiterOf(origin: string): RateLimiter {
    const limiter = limiters.get(origin) ?? new RateLimiter()
    limiters.set(origin, limiter)
    return limiter
  }

  function remember(request: SentRequest): void {
    const { method, url } = request.request
    const key = connectionKey(request.connection, method, url)
    sent.delete(key) // moves it to the end
    sent.set(key, request)
    const [oldest] = sent.keys()
    if (sent.size > maxSentRequests && oldest !== undefined) sent.delete(oldest)
  }
}
