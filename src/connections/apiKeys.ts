import * as vscode from 'vscode'
import { parseHeaderValue } from '../api/requests.ts'
import { visible } from '../texts.ts'
import type { Connection } from './connection.ts'
import { isSample, sampleKey } from './sample.ts'

const secretPrefix = 'apiKey:'

/** The state of a connection’s key: `ready`, or why there is none for its URL. */
export type KeyState = 'noKey' | 'addressChanged' | 'ready'

/**
 * Stores API keys in secret storage, one per connection name and origin, so that a key is never sent to
 * another service.
 */
export class ApiKeys implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #subscription: vscode.Disposable

  /** Fires when a key is set or cleared, in any window. */
  readonly onDidChange = this.#changed.event

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets
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

  /** Returns whether a connection has a key for its current URL, and if not, why. */
  async stateOf(connection: Connection): Promise<KeyState> {
    if ((await this.get(connection)) !== undefined) return 'ready'
    return (await this.names()).has(connection.name) ? 'addressChanged' : 'noKey'
  }

  /** Stores the key for the connection’s current URL; undefined for none. Throws `invalidInput`. */
  async set({ name, origin }: Connection, apiKey: string | undefined): Promise<void> {
    const id = secretId(name, origin)
    if (apiKey === undefined) return this.#secrets.delete(id)
    // A real key must have no way to the sample.
    if (isSample({ origin })) throw new Error(vscode.l10n.t('The sample data needs no API key.'))
    await this.#secrets.store(id, parseHeaderValue('apiKey', apiKey))
  }

  /** Returns the names of all connections with a key. */
  async names(): Promise<ReadonlySet<string>> {
    const stored = await this.#storedKeys()
    return new Set(stored.map(([name]) => name))
  }

  /** Deletes all keys of a connection, for its current URL and all earlier ones. */
  async clear(name: string): Promise<void> {
    for (const [storedName, origin] of await this.#storedKeys()) {
      if (storedName === name) await this.#secrets.delete(secretId(name, origin))
    }
    // Also without a key: the sample is loaded anew once it is added again.
    this.#changed.fire()
  }

  dispose(): void {
    this.#subscription.dispose()
    this.#changed.dispose()
  }

  /** Returns the connection names and origins that have a key. */
  async #storedKeys(): Promise<[name: string, origin: string][]> {
    const ids = await this.#secrets.keys()
    return ids.filter((id) => id.startsWith(secretPrefix)).map(parseSecretId)
  }
}

function secretId(name: string, origin: string): string {
  return secretPrefix + JSON.stringify([name, origin])
}

function parseSecretId(id: string): [name: string, origin: string] {
  return JSON.parse(id.slice(secretPrefix.length)) as [name: string, origin: string]
}
