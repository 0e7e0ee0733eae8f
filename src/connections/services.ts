import type * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import { createClient, type Client } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import { greet, type Greeting } from '../api/greeting.ts'
import { createLimit, type Limit } from '../api/limit.ts'
import { createLookups, type Lookups } from '../api/lookups.ts'
import type { ApiRequest } from '../api/requests.ts'
import type { Exchange } from '../api/transport.ts'
import type { ApiKeys } from './apiKeys.ts'
import { connectionKey, hostOf, type Connection } from './connection.ts'
import { SentRequests } from './sentRequests.ts'

/** All that a service can be asked. */
export type Service = Client & Lookups

/**
 * Makes the service of a connection, with its key as it is now, or with one that is not kept yet.
 * Rejects `unauthorized` without one.
 */
export type ServiceFor = (connection: Connection, newKey?: string) => Promise<Service>

/** Asks a connection's service the first question, as nobody where it has no key. */
export type Greet = (connection: Connection, signal?: AbortSignal) => Promise<Greeting>

/** What services are made and asked by. */
export interface Services {
  serviceFor: ServiceFor
  greet: Greet
  sentRequests: SentRequests
}

/** Binds services to where the keys are, and lets them tell the log of every exchange. */
export function servicesFrom(apiKeys: ApiKeys, log: vscode.LogOutputChannel): Services {
  const limits = new Map<string, Limit>()
  const sentRequests = new SentRequests()
  return {
    sentRequests,

    async serviceFor(connection, newKey) {
      const apiKey = newKey ?? (await apiKeys.get(connection))
      if (apiKey === undefined) throw new ApiError('unauthorized', 'No API key is set')
      const options = { ...optionsOf(connection), apiKey }
      return { ...createClient(options), ...createLookups(options) }
    },

    async greet(connection, signal) {
      return greet({ ...optionsOf(connection), apiKey: await apiKeys.get(connection) }, signal)
    },
  }

  function optionsOf(connection: Connection) {
    const key = connectionKey(connection)
    const limit = limits.get(key) ?? createLimit()
    limits.set(key, limit)
    return {
      ...connection,
      limit,
      onRequest: (request: ApiRequest, status: number | undefined) =>
        sentRequests.add({ connection, request, status, at: clock.now() }),
      onExchange: ({ method, path, status, ms }: Exchange) => {
        const outcome = status ?? 'no answer'
        log.debug(`${method} ${hostOf(connection)}${path} ${outcome} (${Math.round(ms)} ms)`)
      },
    }
  }
}
