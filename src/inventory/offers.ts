import { ApiError, isNotOffered } from '../api/errors.ts'

import { connectionKey, type Connection } from '../connections/connection.ts'

/**
 * Which lookups a service is known not to offer (lookups.md): asked once, then left alone until it is
 * forgotten. That is normal and no failure.
 */
export class Offers {
  readonly #missing = new Set<string>()

  /** Asks, unless it is known to be in vain; undefined where the lookup is not offered. */
  async ask<T>(
    connection: Connection,
    lookup: string,
    run: () => Promise<T>,
  ): Promise<T | undefined> {
    const key = connectionKey(connection, lookup)
    if (this.#missing.has(key)) return undefined
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof ApiError) || !isNotOffered(error)) throw error
      this.#missing.add(key)
      return undefined
    }
  }

  /**
   * The same for a lookup of one thing, whose 404 may be of the thing alone: undefined, but another
   * thing is asked for all the same.
   */
  async askOfOne<T>(
    connection: Connection,
    lookup: string,
    run: () => Promise<T>,
  ): Promise<T | undefined> {
    return this.ask(connection, lookup, () =>
      run().catch((error: unknown) => {
        if (error instanceof ApiError && error.kind === 'notFound') return undefined
        throw error
      }),
    )
  }

  /** Asks again from now on. */
  forget(): void {
    this.#missing.clear()
  }
}
