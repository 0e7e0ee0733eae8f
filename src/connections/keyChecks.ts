import { raceAbort } from '../api/deadline.ts'

/**
 * Asks services whether they accept their keys. Many requests may fail at a time, so they share the request that is in
 * progress.
 */
export class KeyChecks {
  /** The requests in progress, by service URL and key. */
  readonly #pending = new Map<string, Promise<unknown>>()

  /**
   * Resolves to the error with which the service rejects `whoAmI`; to undefined if the service accepts the key, or when
   * the signal aborts. Never rejects.
   */
  async refusalOf(
    { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
    whoAmI: () => Promise<unknown>,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<unknown> {
    const id = JSON.stringify([baseUrl, apiKey])
    const check = this.#pending.get(id) ?? this.#start(id, whoAmI)
    return raceAbort(check, signal).catch(() => undefined)
  }

  async #start(id: string, whoAmI: () => Promise<unknown>): Promise<unknown> {
    const check = whoAmI()
      .then(
        () => undefined,
        (error: unknown) => error,
      )
      .finally(() => this.#pending.delete(id))
    this.#pending.set(id, check)
    return check
  }
}
