import type * as vscode from 'vscode'
import { createClient, type Client, type ClientOptions } from '../api/client.ts'
import { optionalTimeoutMs } from '../api/deadline.ts'
import { ApiError } from '../api/errors.ts'
import type { Environment } from '../api/keyExposure.ts'
import { explainNotFound, KeyChecks } from '../api/keyRefusal.ts'
import { createLookups, type Lookups } from '../api/lookups.ts'
import { RateLimiter, type PollShare, type Priority } from '../api/rateLimiter.ts'
import type { ExplainError } from '../api/transport.ts'
import type { ApiKeys } from './apiKeys.ts'
import { hostOf, type Connection } from './connection.ts'
import type { Connections } from './connections.ts'
import { isSample, sampleKey } from './sample.ts'

/**
 * All operations of a service. Zones are listed by the lookup `zones`, which also counts entries that couldn’t be read.
 */
export type Service = Pick<Client, 'deleteMachinePool'> & Lookups

/** Options for {@link ServiceFor}. */
interface ServiceOptions {
  /** The priority of reads (src/api/rateLimiter.ts); `interactive` by default. */
  priority?: Priority | undefined
  /** Called after each request that was sent, whatever has come of it. */
  onRequest?: (() => void) | undefined
  /** Replaces the stored API key, for a connection that isn’t in the settings yet. */
  newKey?: string
  /** True for background reads: they time out early, to free their slots, and aren’t retried. */
  isOptional?: boolean
  /**
   * True for requests that are neither delayed nor retried nor explained by another request, for checks of a
   * connection.
   */
  isDirect?: boolean
}

/**
 * Creates the service of a connection, with its current key. Rejects `invalidInput` if the settings have
 * another service URL for the connection’s name, and `unauthorized` without a key.
 */
export type ServiceFor = (connection: Connection, options?: ServiceOptions) => Promise<Service>

/** What {@link createServiceFor} needs. */
interface ServiceSources {
  readonly connections: Pick<Connections, 'current'>
  readonly apiKeys: Pick<ApiKeys, 'get'>
  readonly log: Pick<vscode.LogOutputChannel, 'debug'>
  /** Answers requests to the sample. */
  readonly sampleFetch: typeof globalThis.fetch
  /** True in a browser’s extension host. */
  readonly isBrowser: boolean
  /** Returns the environment variables of the extension host. */
  readonly environment: () => Environment
  readonly pollShare?: PollShare
}

/** Creates the function that creates services with the stored API keys, and logs every exchange. */
export function createServiceFor(sources: ServiceSources): ServiceFor {
  const { connections, apiKeys, log, sampleFetch, isBrowser, environment, pollShare } = sources
  /** The rate limiters by origin: a service limits requests by address, whatever the connection is called. */
  const limiters = new Map<string, RateLimiter>()
  /**
   * The checks of keys by the reads that need them. Those of polls and batches wait for the rate limiter; no other
   * request must wait for them.
   */
  const keyChecks = { poll: new KeyChecks(), batch: new KeyChecks(), other: new KeyChecks() }

  return async (requested, options = {}) => {
    const { newKey, priority = 'interactive', isDirect, isOptional, onRequest } = options
    const isInSettings = !isSample(requested) && newKey === undefined
    const connection = isInSettings ? connections.current(requested) : requested
    const apiKey = isSample(connection) ? sampleKey : (newKey ?? (await apiKeys.get(connection)))
    if (apiKey === undefined) throw new ApiError('unauthorized', 'No API key is set')
    const { baseUrl, projectUid, origin } = connection
    const clientOptions: ClientOptions = {
      baseUrl,
      projectUid,
      apiKey,
      isBrowser,
      priority,
      retries: !isDirect && !isOptional,
      onExchange: ({ method, path, status, ms }) => {
        const outcome = status ?? 'no answer'
        log.debug(`${method} ${hostOf(connection)}${path} ${outcome} (${Math.round(ms)} ms)`)
        onRequest?.()
      },
    }
    if (!isDirect) clientOptions.limiter = limiterFor(origin)
    if (isOptional) clientOptions.timeoutMs = optionalTimeoutMs
    if (isSample(connection)) clientOptions.fetch = sampleFetch
    else clientOptions.environment = environment
    if (!isDirect) clientOptions.explainError = explainErrorsWith(clientOptions)
    return { ...createClient(clientOptions), ...createLookups(clientOptions) }
  }

  /** Returns the function that tells a 404 about a thing from one that the service sends for a wrong or revoked key. */
  function explainErrorsWith(clientOptions: ClientOptions): ExplainError {
    const { baseUrl, apiKey, priority } = clientOptions
    // Many polls, or reads of a batch, may fail one after the other. Nothing else waits for the limiter, because a
    // deletion never waits for reads.
    const limited = priority === 'poll' || priority === 'batch' ? priority : undefined
    const { limiter: _, ...unlimitedOptions } = clientOptions
    const options = limited ? clientOptions : unlimitedOptions
    const checkOptions = { ...options, timeoutMs: optionalTimeoutMs, retries: false }
    const checks = keyChecks[limited ?? 'other']
    const proveKey = async () => createLookups(checkOptions).proveKey()
    return async (error, request, caller) =>
      explainNotFound(error, request, () => checks.check({ baseUrl, apiKey }, proveKey, caller))
  }

  function limiterFor(origin: string): RateLimiter {
    const limiter = limiters.get(origin) ?? new RateLimiter(pollShare)
    limiters.set(origin, limiter)
    return limiter
  }
}
