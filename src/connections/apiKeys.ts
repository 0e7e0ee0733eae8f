import * as vscode from 'vscode'
import { parseHeaderValue } from '../api/headerValue.ts'
import type { GlobalState } from '../state/globalState.ts'
import { visible } from '../texts.ts'
import type { Connection } from './connection.ts'
import { isSample, sampleKey } from './sample.ts'

const secretPrefix = 'apiKey:'
const originsKey = 'apiKeyOrigins'

/**
 * Stores API keys in secret storage, one per connection name and origin, so that a key is never sent to
 * another service. The origins are also kept in global state: to explain why a key is requested again, and to
 * delete all keys of a connection with it.
 */
export class ApiKeys implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage
  readonly #state: GlobalState
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #subscription: vscode.Disposable

  /** Fires when a key is set or cleared, in any window. */
  readonly onDidChange = this.#changed.event

  constructor(secrets: vscode.SecretStorage, state: GlobalState) {
    this.#secrets = secrets
    this.#state = state
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (key.startsWith(secretPrefix)) this.#changed.fire()
    })
  }

  /** Returns the key for the connection’s current URL. Rejects with a text for people if it can’t be read. */
  async get({ name, origin }: Connection): Promise<string | undefined> {
    if (isSample({ origin })) return sampleKey
    try {
      return await this.#secrets.get(secretId(name, origin))
    } catch (error) {
      const text = vscode.l10n.t(
        'Couldn’t read the API key from secret storage ({0}). Make sure your keychain is unlocked.',
        visible(String(error)),
      )
      throw new Error(text, { cause: error })
    }
  }

  /** Returns whether the connection has keys, but none for its current URL. */
  wasSetForOtherOrigin({ name, origin }: Connection): boolean {
    const origins = this.#originsOf(name)
    return origins.length > 0 && !origins.includes(origin)
  }

  /** Stores the key for the connection’s current URL. Throws `invalidInput`. */
  async set(connection: Connection, apiKey: string): Promise<void> {
    // A real key must have no way to the sample.
    if (isSample(connection)) throw new Error(vscode.l10n.t('The sample data needs no API key.'))
    const key = parseHeaderValue('apiKey', apiKey)
    const { name, origin } = connection
    // Record the origin before the key. After a crash in between, a key without one could never be deleted.
    await this.#changeOrigins(name, (origins) => [...new Set([...origins, origin])])
    await this.#secrets.store(secretId(name, origin), key)
  }

  /**
   * Copies the keys of a connection to another name, each for the same origin. Resolves to the function that
   * undoes it.
   */
  async copy(from: string, to: string): Promise<() => Promise<void>> {
    const origins = this.#originsOf(from)
    const before = this.#originsOf(to)
    const keys = origins.map((origin) => [secretId(from, origin), secretId(to, origin)] as const)
    const replaced = await Promise.all(keys.map(([, id]) => this.#secrets.get(id)))
    const undo = async () => {
      for (const [index, [, id]] of keys.entries()) await this.#restore(id, replaced[index])
      await this.#changeOrigins(to, () => before)
    }
    try {
      await this.#changeOrigins(to, (now) => [...new Set([...now, ...origins])])
      for (const [id, own] of keys) await this.#restore(own, await this.#secrets.get(id))
    } catch (error) {
      await undo().catch(() => {}) // what is left is deleted with other orphaned keys
      throw error
    }
    return undo
  }

  /** Deletes the keys of a connection, for its current URL and all earlier ones. */
  async clear({ name, origin }: Connection): Promise<void> {
    // The current one explicitly: if another window has just set it, its origin may not be recorded here yet.
    await this.#secrets.delete(secretId(name, origin))
    await this.clearAll(name)
  }

  /** The names of all connections with a key. */
  get names(): readonly string[] {
    return [...this.#state.entries(originsKey).keys()]
  }

  /** Deletes all recorded keys of a connection name. */
  async clearAll(name: string): Promise<void> {
    const cleared = this.#originsOf(name)
    for (const origin of cleared) await this.#secrets.delete(secretId(name, origin))
    await this.#changeOrigins(name, (origins) => origins.filter((one) => !cleared.includes(one)))
    this.#changed.fire() // only now {@link wasSetForOtherOrigin} is false
  }

  dispose(): void {
    this.#subscription.dispose()
    this.#changed.dispose()
  }

  async #restore(id: string, key: string | undefined): Promise<void> {
    await (key === undefined ? this.#secrets.delete(id) : this.#secrets.store(id, key))
  }

  #originsOf(name: string): string[] {
    return this.#state.entries<string[]>(originsKey).get(name) ?? []
  }

  async #changeOrigins(name: string, change: (origins: string[]) => string[]): Promise<void> {
    await this.#state.updateEntry<string[]>(originsKey, name, (now = []) => {
      const origins = change(now)
      return origins.length > 0 ? origins : undefined
    })
  }
}

function secretId(name: string, origin: string): string {
  return secretPrefix + JSON.stringify([name, origin])
}
