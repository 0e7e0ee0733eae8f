import type * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import type { Connection } from './connection.ts'
import type { Connections } from './connections.ts'

/** The base URL of the sample connection. The name is reserved (RFC 2606), so no host can ever have it. */
export const sampleBaseUrl = 'https://sample.invalid'

/** Stands for the API key of sample connections, which have none. It isn’t a secret. */
export const sampleKey = 'no-key-needed'

/** Returns whether a connection is to the sample, which is part of Poolkeeper, not to a service. */
export function isSample({ origin }: Pick<Connection, 'origin'>): boolean {
  return origin === sampleBaseUrl
}

/**
 * Answers the requests of sample connections, and rejects those to any other origin, so that no real request can be
 * answered by it. The sample begins anew once no connection to it is left, until disposed.
 */
export class Sample implements vscode.Disposable {
  readonly #subscription: vscode.Disposable
  #service: typeof globalThis.fetch | undefined
  /** Creates the sample’s service, by epoch ms; set by its feature. */
  create: ((now: () => number) => typeof globalThis.fetch) | undefined

  constructor(connections: Pick<Connections, 'all' | 'onDidChange'>) {
    this.#subscription = connections.onDidChange(() => {
      if (!connections.all.some(isSample)) this.#service = undefined
    })
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    this.#service ??= this.create?.(() => clock.now())
    const { origin } = new URL(input instanceof Request ? input.url : input)
    if (origin !== sampleBaseUrl || !this.#service) throw new TypeError('Not the sample')
    return this.#service(input, init)
  }

  dispose(): void {
    this.#subscription.dispose()
  }
}
