import type * as vscode from 'vscode'
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
 * Answers the requests of connections to the sample, and rejects requests to any other origin, so that the sample never
 * answers for a real service. Once the last connection to the sample is removed, its data are as in the beginning.
 */
export class Sample implements vscode.Disposable {
  readonly #subscription: vscode.Disposable
  readonly #createService: () => typeof globalThis.fetch
  #service: typeof globalThis.fetch | undefined

  /** `createService` creates a function like `fetch` that answers requests from fresh sample data. */
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
