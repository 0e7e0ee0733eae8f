import * as vscode from 'vscode'
import { parseHeaderValue } from '../api/headerValue.ts'
import type { GlobalState } from '../state/globalState.ts'
import { visible } from '../texts.ts'
import type { Connection } from './connection.ts'

const secretPrefix = 'apiKey:'
const originsKey = 'apiKeyOrigins'
/** The key of global state that tells since when connections are missing in the setting, in epoch ms. */
export const missingKey = 'missingConnections'

/**
 * The API keys, in secret storage: one per connection name and origin, so that a key never goes to
 * an address that it was not given for. Which origins have had a key is remembered beside it, to
 * say why one is asked for again and to remove them all with the connection.
 */
export class ApiKeys implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage
  readonly #state: GlobalState
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #subscription: vscode.Disposable

  /** Fires when a key is set or cleared, in another window too. */
  readonly onDidChange = this.#changed.event

  constructor(secrets: vscode.SecretStorage, state: GlobalState) {
    this.#secrets = secrets
    this.#state = state
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (key.startsWith(secretPrefix)) this.#changed.fire()
    })
  }

  /** The key of a connection, for its present address. Rejects, in words for people, if it can't be read. */
  async get({ name, origin }: Connection): Promise<string | undefined> {
    try {
      return await this.#secrets.get(secretId(name, origin))
    } catch (error) {
      const text = vscode.l10n.t(
        'Couldn’t read the API key from secret storage. Make sure your keychain is unlocked. ({0})',
        visible(String(error)),
      )
      throw new Error(text, { cause: error })
    }
  }

  /** Whether the connection's key was set for another address than its present one. */
  wasSetElsewhere({ name, origin }: Connection): boolean {
    const origins = this.#originsOf(name)
    return origins.length > 0 && !origins.includes(origin)
  }

  /** Keeps a key for the connection's present address. Throws `invalidInput`. */
  async set(connection: Connection, apiKey: string): Promise<void> {
    const key = parseHeaderValue('apiKey', apiKey)
    const { name, origin } = connection
    // The origin first: a key that nothing remembers could never be removed with its connection.
    await this.#changeOrigins(name, (origins) => [...new Set([...origins, origin])])
    await this.#secrets.store(secretId(name, origin), key)
  }

  /** Removes the key of a connection, and those that were set for its earlier addresses. */
  async clear({ name, origin }: Connection): Promise<void> {
    // The present one by itself: where it was set in another window, nothing is remembered of it.
    await this.#secrets.delete(secretId(name, origin))
    await this.clearAll(name)
  }

  /** The names of all connections that a key was set for. */
  get names(): readonly string[] {
    return Object.keys(entriesOf(this.#state.get(originsKey)))
  }

  /** Whether any of them is missing in the setting, or was when it was last looked at. */
  isSweepDue(isInSetting: (name: string) => boolean): boolean {
    return !this.names.every(isInSetting) || this.#state.get(missingKey) !== undefined
  }

  /** Removes all keys that are remembered for a name. */
  async clearAll(name: string): Promise<void> {
    const cleared = this.#originsOf(name)
    for (const origin of cleared) await this.#secrets.delete(secretId(name, origin))
    await this.#changeOrigins(name, (origins) => origins.filter((one) => !cleared.includes(one)))
    this.#changed.fire() // only now it is no key of another address that is missing
  }

  dispose(): void {
    this.#subscription.dispose()
    this.#changed.dispose()
  }

  #originsOf(name: string): string[] {
    return entriesOf<string[]>(this.#state.get(originsKey))[name] ?? []
  }

  async #changeOrigins(name: string, change: (origins: string[]) => string[]): Promise<void> {
    await this.#state.update(originsKey, (now) => {
      const all = entriesOf<string[]>(now)
      const origins = change(all[name] ?? [])
      const others = Object.entries(all).filter(([known]) => known !== name)
      return Object.fromEntries(origins.length > 0 ? [...others, [name, origins]] : others)
    })
  }
}

/** What is stored by the names of connections, of which any may be called `constructor`. */
function entriesOf<T>(stored: unknown): Record<string, T | undefined> {
  return Object.assign(Object.create(null), stored) as Record<string, T | undefined>
}

function secretId(name: string, origin: string): string {
  return secretPrefix + JSON.stringify([name, origin])
}
