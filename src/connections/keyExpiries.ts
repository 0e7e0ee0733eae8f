import * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import { ApiError } from '../api/errors.ts'
import type { GlobalState } from '../state/globalState.ts'
import type { Connection } from './connection.ts'
import { keyExpiryOf, type KeyExpiry } from './keyExpiry.ts'
import type { ServiceFor } from './services.ts'

const stateKey = 'apiKeyExpiries'
const requestIntervalMs = 24 * 3_600_000

/** The expiry of a connection’s key as it is stored, by the connection’s name. */
interface StoredExpiry extends Partial<KeyExpiry> {
  readonly baseUrl: string
  /** When the service was last asked, in epoch ms. */
  readonly at: number
  /** True if it rejected the key (401). */
  readonly isRejected?: boolean
}

/** The known expiry of the key that a connection uses. */
export interface KnownExpiry extends KeyExpiry {
  /** True if the service has rejected the key since it expired. */
  readonly hasExpired: boolean
}

/**
 * The expiries of connections’ API keys, as the service last returned it: requested once a day for a
 * connection at most, in any window. Everything is forgotten if any API key changes.
 */
export class KeyExpiries implements vscode.Disposable {
  readonly #state: GlobalState
  readonly #serviceFor: ServiceFor
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #asking = new Set<string>()
  /** The number of times that everything was forgotten. */
  #generation = 0

  readonly onDidChange = this.#changed.event

  constructor(state: GlobalState, serviceFor: ServiceFor) {
    this.#state = state
    this.#serviceFor = serviceFor
  }

  /** Returns what is known of a connection’s key; undefined if nothing is. */
  of(connection: Connection): KnownExpiry | undefined {
    const { keys = 0, expiresAt = Infinity, at, isRejected } = this.#storedOf(connection) ?? {}
    if (keys === 0) return undefined
    const hasExpired = keys === 1 && isRejected === true && at !== undefined && at >= expiresAt
    return { keys, ...(expiresAt !== Infinity && { expiresAt }), hasExpired }
  }

  /** Requests the expiry, unless that was done within a day. Never rejects. */
  async update(connection: Connection): Promise<void> {
    const { name, baseUrl } = connection
    const age = clock.now() - (this.#storedOf(connection)?.at ?? -Infinity)
    if (this.#asking.has(name) || (age >= 0 && age < requestIntervalMs)) return
    this.#asking.add(name)
    try {
      const record = this.recorder(connection)
      // Before the request, so that no other window sends one, too, and a failing one isn’t repeated.
      await this.#store(name, (now) => ({ ...now, baseUrl, at: clock.now() }))
      const service = await this.#serviceFor(connection, { priority: 'batch' })
      await service.ownApiKeys().then(
        (keys) => record(keyExpiryOf(keys, clock.now())),
        (error: unknown) => record(error instanceof ApiError && error.status === 401),
      )
    } catch {
      // The views show why nothing can be requested or stored.
    } finally {
      this.#asking.delete(name)
    }
  }

  /**
   * Returns a function that records an expiry that is about to be requested, or whether the key was rejected. It
   * does nothing if a key changes in the meantime, and never rejects.
   */
  recorder({
    name,
    baseUrl,
  }: Connection): (found: KeyExpiry | boolean | undefined) => Promise<void> {
    const generation = this.#generation
    return async (found) => {
      if (generation !== this.#generation) return
      const at = clock.now()
      await this.#store(name, (now) =>
        typeof found === 'boolean'
          ? { ...now, baseUrl, at, isRejected: found }
          : { ...found, baseUrl, at },
      ).catch(() => {}) // only shown a day later
    }
  }

  /** Forgets everything: another key has another expiry. */
  refresh(): void {
    this.#generation += 1
    const forget = async () => {
      if (this.#state.get(stateKey) === undefined) return
      await this.#state.update(stateKey, () => undefined)
    }
    forget().then(
      () => this.#changed.fire(),
      () => {}, // an expiry that is shown for a day too long does no harm
    )
  }

  dispose(): void {
    this.#changed.dispose()
  }

  #storedOf({ name, baseUrl }: Connection): StoredExpiry | undefined {
    const stored = this.#state.entries<StoredExpiry>(stateKey).get(name)
    return stored?.baseUrl === baseUrl ? stored : undefined
  }

  async #store(
    name: string,
    change: (now: StoredExpiry | undefined) => StoredExpiry,
  ): Promise<void> {
    await this.#state.updateEntry(stateKey, name, change)
    this.#changed.fire()
  }
}
