import type * as vscode from 'vscode'
import type { Connection } from './connection.ts'
import type { Connections } from './connections.ts'

/** The base URL of the sample connection. The name is reserved (RFC 2606), so no host can ever have it. */
export const sampleBaseUrl = 'https://sample.invalid'

/** Used as the API key of the sample connection, which needs none. It isn’t a secret. */
export const sampleKey = 'no-key-needed'

/** Returns whether a connection is to the sample, which is part of Poolkeeper, not to a service. */
export function isSample({ origin }: Pick<Connection, 'origin'>): boolean {
  return origin === sampleBaseUrl
}

/**
 * Answers the requests of the sample connection from memory, and rejects requests to any other origin. When the last
 * connection to the sample is removed, its data are reset.
 */
export class Sample implements vscode.Disposable {
  readonly #subscription: vscode.Disposable
  readonly #createService: () => typeof globalThis.fetch
  #service: typeof globalThis.fetch | undefined

  /** `createService` creates a stand-in for `fetch` that answers from data as they are in the beginning. */
  constructor(
    connections: Pick<Connections, 'all' | 'onDidChange'>,
    createService: () => typeof globalThis.fetch,
  ) {
    this.#createService = createService
    this.#subscription = connections.onDidChange(() => {
      if (!connections.all.some(isSample)) this.#service = undefined
    })
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const { origin } = new URL(input instanceof Request ? input.url : input)
    if (origin !== sampleBaseUrl) throw new TypeError('Not the sample')
    this.#service ??= this.#createService()
    return this.#service(input, init)
  }

  dispose(): void {
    this.#subscription.dispose()
  }
}
