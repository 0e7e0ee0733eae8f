import { raceAbort } from '../api/deadline.ts'
import type { KeyCheck } from '../api/keyRefusal.ts'

/**
 * Asks services whether they accept their keys. Many requests may fail at a time, so they share the request that is in
 * progress.
 */
export class KeyChecks {
  /** The requests in progress, by service URL and key. */
  readonly #pending = new Map<string, Promise<KeyCheck>>()

  /**
   * Resolves to whether the service accepts the key: `proveKey` resolves then. When the signal aborts, the key doesn’t count as accepted.
   * Never rejects.
   */
  async check(
    { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
    proveKey: () => Promise<unknown>,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<KeyCheck> {
    const id = JSON.stringify([baseUrl, apiKey])
    const check = this.#pending.get(id) ?? this.#start(id, proveKey)
    return raceAbort(check, signal).catch((error: unknown) => ({ isAccepted: false, error }))
  }

  async #start(id: string, proveKey: () => Promise<unknown>): Promise<KeyCheck> {
    const check = proveKey()
      .then(
        (): KeyCheck => ({ isAccepted: true }),
        (error: unknown): KeyCheck => ({ isAccepted: false, error }),
      )
      .finally(() => this.#pending.delete(id))
    this.#pending.set(id, check)
    return check
  }
}
