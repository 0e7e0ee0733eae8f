import type * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import { createClient, type Client } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import { greet, type Greeting } from '../api/greeting.ts'
import { createLookups, type Lookups } from '../api/lookups.ts'
import {
  createRateLimiter,
  type OriginLimiter,
  type Priority,
  type RateLimiter,
} from '../api/rateLimiter.ts'
import type { ApiRequest } from '../api/requests.ts'
import type { AnswerFacts, Exchange } from '../api/transport.ts'
import type { ApiKeys } from './apiKeys.ts'
import { connectionKey, hostOf, isSameService, type Connection } from './connection.ts'
import type { Connections } from './connections.ts'
import { SentRequests } from './sentRequests.ts'

/** All that a service can be asked. */
export type Service = Client & Lookups

/** How a service is asked. */
export interface ServiceOptions {
  /**
   * Which of its reads come first where they wait (src/api/rateLimiter.ts): `interactive` by default,
   * `batch` for many at once, `urgent` for the look before a deletion, which finds a slot free always.
   */
  priority?: Priority | undefined
  /** In place of the API key that is kept: for a connection that is not in the settings yet. */
  newKey?: string
  /** Whether requests neither wait nor are sent once more, so that each tells of itself alone. */
  isDirect?: boolean
}

/**
 * Makes the service of a connection, with its key as it is now. The key goes to the address that the
 * settings have for the connection's name: rejects `invalidInput` if it was handed in with another one,
 * and `unauthorized` without a key.
 */
export type ServiceFor = (connection: Connection, options?: ServiceOptions) => Promise<Service>

/** Asks a connection's service the first question, as nobody where it has no key. */
export type Greet = (
  connection: Connection,
  signal?: AbortSignal,
  onSuccess?: (greeting: Greeting) => void,
) => Promise<Greeting>

/** What services are made and asked by. */
export interface Services extends vscode.Disposable {
  serviceFor: ServiceFor
  greet: Greet
  sentRequests: SentRequests
}

/** Binds services to where the keys are, and lets them tell the log of every exchange. */
export function servicesFrom(
  connections: Pick<Connections, 'find'>,
  apiKeys: ApiKeys,
  log: vscode.LogOutputChannel,
): Services {
  /** By origin: a service counts by who asks it, whatever the connection is called. */
  const limiters = new Map<string, OriginLimiter>()
  const sentRequests = new SentRequests()
  /** Whether the service of a connection has accepted its key, by {@link connectionKey}. */
  const proofs: Proofs = new Map()
  const subscription = apiKeys.onDidChange(() => proofs.clear())
  return {
    dispose: () => subscription.dispose(),
    sentRequests,

    async serviceFor(connection, { newKey, priority = 'interactive', isDirect = false } = {}) {
      const apiKey = newKey ?? (await keyOf(connection))
      if (apiKey === undefined) throw new ApiError('unauthorized', 'No API key is set')
      const way = isDirect
        ? { retries: false }
        : {
            limiter: limiterOf(connection),
            priority,
            ...proofOf(connection, apiKey, newKey === undefined ? proofs : new Map()),
          }
      const options = { ...optionsOf(connection), ...way, apiKey }
      return { ...createClient(options), ...createLookups(options) }
    },

    greet: async (connection, ...how) => greetAs(await keyOf(connection), connection, ...how),
  }

  function greetAs(apiKey: string | undefined, ...[connection, ...how]: Parameters<Greet>) {
    return greet({ ...optionsOf(connection), retries: false, apiKey }, ...how)
  }

  /** Remembers whether the service has accepted a key; asks it who one is, if nothing tells. */
  function proofOf(connection: Connection, apiKey: string, known: Proofs) {
    // The key alone is meant: a project that it has no access to is refused in the same way.
    const { projectUid: _, ...ofTenant } = connection
    const id = connectionKey(ofTenant)
    return {
      onAnswer: ({ status, isPage }: AnswerFacts) => {
        if (status >= 200 && status < 300 && !isPage) known.set(id, Promise.resolve(true))
      },
      isKeyAccepted: () => {
        const proof = known.get(id) ?? greetAs(apiKey, ofTenant).then(acceptsKey, () => undefined)
        known.set(id, proof)
        return proof.then((isAccepted) => {
          // What proves nothing is asked again with the next 403.
          if (isAccepted === undefined && known.get(id) === proof) known.delete(id)
          return isAccepted ?? true
        })
      },
    }
  }

  /** The key for the address that is asked, whatever a caller hands in. */
  async function keyOf(connection: Connection): Promise<string | undefined> {
    const known = connections.find(connection.name)
    if (known && isSameService(known, connection)) return apiKeys.get(known)
    const code = 'connectionChanged'
    throw new ApiError('invalidInput', 'The connection is not the one in the settings', { code })
  }

  function limiterOf({ baseUrl }: Connection): RateLimiter {
    const { origin } = new URL(baseUrl)
    const limiter = limiters.get(origin) ?? createRateLimiter()
    limiters.set(origin, limiter)
    return limiter.at(baseUrl)
  }

  function optionsOf(connection: Connection) {
    const { baseUrl, projectUid } = connection
    return {
      baseUrl,
      ...(projectUid !== undefined && { projectUid }),
      onRequest: (request: ApiRequest, status: number | undefined) =>
        sentRequests.add({ connection, request, status, at: clock.now() }),
      onExchange: ({ method, path, status, ms }: Exchange) => {
        const outcome = status ?? 'no answer'
        log.debug(`${method} ${hostOf(connection)}${path} ${outcome} (${Math.round(ms)} ms)`)
      },
    }
  }
}

/** Whether the service accepts a key; undefined if the answer doesn't tell. */
type Proofs = Map<string, Promise<boolean | undefined>>

/**
 * Whether an answer shows that the service accepts the key: 401 and 403 show that it doesn't. Undefined
 * for what may come before the key is looked at, such as a redirect, a timeout, or a server error.
 */
function acceptsKey({ error }: Greeting): boolean | undefined {
  if (error?.kind === 'unauthorized' || error?.kind === 'forbidden') return false
  const isOfService = error?.kind === 'notFound' || error?.kind === 'rejected'
  return !error || (isOfService && error.status !== 408) ? true : undefined
}
