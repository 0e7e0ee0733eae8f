import * as vscode from 'vscode'
import { parseHeaderValue } from '../api/headerValue.ts'
import type { Connection } from './connection.ts'

const secretPrefix = 'apiKey:'
const originsKey = 'apiKeyOrigins'

/**
 * The API keys, in secret storage: one per connection name and origin, so that a key never goes to
 * an address that it was not given for. Which origins have had a key is remembered beside it, to
 * say why one is asked for again and to remove them all with the connection.
 */
export class ApiKeys implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage
  readonly #state: vscode.Memento
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #subscription: vscode.Disposable

  /** Fires when a key is set or cleared, in another window too. */
  readonly onDidChange = this.#changed.event

  constructor(secrets: vscode.SecretStorage, globalState: vscode.Memento) {
    this.#secrets = secrets
    this.#state = globalState
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (key.startsWith(secretPrefix)) this.#changed.fire()
    })
  }

  /** The key of a connection, for its present address. */
  async get(connection: Connection): Promise<string | undefined> {
    return this.#secrets.get(secretId(connection.name, connection.origin))
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
    await this.#setOrigins(name, [...new Set([...this.#originsOf(name), origin])])
    await this.#secrets.store(secretId(name, origin), key)
  }

  /** Removes the key of a connection, and those that were set for its earlier addresses. */
  async clear({ name, origin }: Connection): Promise<void> {
    // The present one by itself: where it was set in another window, nothing is remembered of it.
    await this.#secrets.delete(secretId(name, origin))
    await this.#clearRemembered(name)
  }

  /** Removes the keys of connections that are not in the setting any more. */
  async sweep(isKept: (name: string) => boolean): Promise<void> {
    for (const name of Object.keys(this.#origins())) {
      if (!isKept(name)) await this.#clearRemembered(name)
    }
  }

  dispose(): void {
    this.#subscription.dispose()
    this.#changed.dispose()
  }

  async #clearRemembered(name: string): Promise<void> {
    for (const origin of this.#originsOf(name)) await this.#secrets.delete(secretId(name, origin))
    await this.#setOrigins(name, [])
  }

  #origins(): Record<string, string[]> {
    return this.#state.get<Record<string, string[]>>(originsKey, {})
  }

  #originsOf(name: string): string[] {
    return Object.entries(this.#origins()).find(([known]) => known === name)?.[1] ?? []
  }

  async #setOrigins(name: string, origins: string[]): Promise<void> {
    const others = Object.entries(this.#origins()).filter(([known]) => known !== name)
    const own: [string, string[]][] = origins.length > 0 ? [[name, origins]] : []
    await this.#state.update(originsKey, Object.fromEntries([...others, ...own]))
  }
}

function secretId(name: string, origin: string): string {
  return secretPrefix + JSON.stringify([name, origin])
}
