import type * as vscode from 'vscode'
import { createClient, type Client, type ClientOptions } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import { ping, type PingResult } from '../api/ping.ts'
import { createLookups, type Lookups } from '../api/lookups.ts'
import { createRateLimiter, type Priority, type RateLimiter } from '../api/rateLimiter.ts'
import type { ApiKeys } from './apiKeys.ts'
import { connectionKey, hostOf, withProject, type Connection } from './connection.ts'
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

/** Pings a connection’s service, unauthenticated if it has no key. */
type Ping = (
  connection: Connection,
  signal?: AbortSignal,
  onSuccess?: (result: PingResult) => void,
) => Promise<PingResult>

/** Creates and pings services. */
export interface Services extends vscode.Disposable {
  serviceFor: ServiceFor
  ping: Ping
}

/** Creates services with the stored API keys, and logs every exchange. */
export function servicesFrom(
  connections: Pick<Connections, 'current'>,
  apiKeys: ApiKeys,
  log: vscode.LogOutputChannel,
  sampleFetch: typeof globalThis.fetch,
): Services {
  /** By origin, because a service limits requests by address, whatever the connection is called. */
  const limiters = new Map<string, ReturnType<typeof createRateLimiter>>()
  /** The key checks of connections, by {@link connectionKey}: true once the service has accepted the key. */
  let keyChecks: KeyChecks = new Map()
  // Anew, because a response to a request with the earlier key may still arrive.
  const subscription = apiKeys.onDidChange(() => (keyChecks = new Map()))
  return {
    dispose: () => subscription.dispose(),

    async serviceFor(given, { newKey, priority = 'interactive', isDirect = false } = {}) {
      const isUnsaved = isSample(given) || newKey !== undefined
      const connection = isUnsaved ? given : connections.current(given)
      const apiKey = isSample(given) ? sampleKey : (newKey ?? (await apiKeys.get(connection)))
      if (apiKey === undefined) throw new ApiError('unauthorized', 'No API key is set')
      const way: Partial<ClientOptions> = isDirect
        ? { retries: false }
        : {
            limiter: limiterOf(connection),
            priority,
            ...keyCheckOptions(connection, apiKey, newKey === undefined ? keyChecks : new Map()),
          }
      const options = { ...optionsOf(connection), ...way, apiKey }
      return { ...createClient(options), ...createLookups(options) }
    },

    ping: async (given, signal, onSuccess) => {
      const connection = connections.current(given)
      return pingAs(await apiKeys.get(connection), connection, signal, onSuccess)
    },
  }

  function pingAs(
    apiKey: string | undefined,
    connection: Connection,
    signal?: AbortSignal,
    onSuccess?: (result: PingResult) => void,
  ): Promise<PingResult> {
    return ping({ ...optionsOf(connection), retries: false, apiKey }, signal, onSuccess)
  }

  /** Remembers whether the service has accepted a key; pings it if unknown. */
  function keyCheckOptions(
    connection: Connection,
    apiKey: string,
    known: KeyChecks,
  ): Pick<ClientOptions, 'onResponse' | 'isKeyAccepted'> {
    // Without the project, because access to a project can be denied with a valid key.
    const tenantWide = withProject(connection, undefined)
    const id = connectionKey(tenantWide)
    return {
      onResponse: ({ status, isPage }) => {
        if (status < 200 || status >= 300 || isPage) return // it may be a proxy’s
        known.set(id, Promise.resolve(true))
      },
      isKeyAccepted: () => {
        const check = known.get(id) ?? pingAs(apiKey, tenantWide).then(acceptsKey, () => undefined)
        known.set(id, check)
        return check.then((isAccepted) => {
          // An inconclusive check is repeated with the next 403.
          if (isAccepted === undefined && known.get(id) === check) known.delete(id)
          return isAccepted ?? true
        })
      },
    }
  }

  function limiterOf({ origin, baseUrl }: Connection): RateLimiter {
    const limiter = limiters.get(origin) ?? createRateLimiter()
    limiters.set(origin, limiter)
    return limiter.at(baseUrl)
  }

  function optionsOf(connection: Connection): Omit<ClientOptions, 'apiKey'> {
    const { baseUrl, projectUid } = connection
    return {
      baseUrl,
      projectUid,
      ...(isSample(connection) && { fetch: sampleFetch }),
      onExchange: ({ method, path, status, ms }) => {
        const outcome = status ?? 'no answer'
        log.debug(`${method} ${hostOf(connection)}${path} ${outcome} (${Math.round(ms)} ms)`)
      },
    }
  }
}

/** Key checks in progress or done; undefined if the response doesn’t tell. */
type KeyChecks = Map<string, Promise<boolean | undefined>>

/**
 * Returns whether the service accepts the key, which 401 and 403 deny. Undefined for whatever may come before
 * the key is checked, such as a redirect, a timeout, or a server error.
 */
function acceptsKey({ error }: PingResult): boolean | undefined {
  if (error?.kind === 'unauthorized' || error?.kind === 'forbidden') return false
  const isOfService = error?.kind === 'notFound' || error?.kind === 'rejected'
  return !error || (isOfService && error.status !== 408) ? true : undefined
}
