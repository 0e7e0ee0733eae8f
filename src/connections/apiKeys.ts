import * as vscode from 'vscode'
import { ApiError } from '../api/errors.ts'
import { parseHeaderValue } from '../api/requests.ts'
import { displayText } from '../displayTexts.ts'
import type { Connection } from './connection.ts'
import { isSample, sampleKey } from './sample.ts'
import { SerialQueue } from '../api/serialQueue.ts'
import type { GlobalState } from '../globalState.ts'

const secretPrefix = 'apiKey:'

/**
 * The state of a connection’s key: `ready`, or why there is none for its URL. `hostChanged` means
 * that it has a key for an earlier URL, and `lost` that VS Code no longer has the key: a VS Code server, for example,
 * may keep secrets in memory only, until it’s reloaded.
 */
export type KeyState = 'noKey' | 'hostChanged' | 'lost' | 'ready'

/** Waits for secret storage. Rejects with {@link ApiError} `cancelled` if the user doesn’t want to wait any longer. */
export type WaitForSecrets = <T>(request: Promise<T>) => Promise<T>

/** What identifies the key of a connection. */
type KeyOwner = Pick<Connection, 'name' | 'origin'>

/**
 * Stores API keys in secret storage, one per connection name and origin, so that a key is never sent to
 * another service.
 */
export class ApiKeys implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage
  readonly #waitForSecrets: WaitForSecrets
  /** The IDs of the keys that were stored. Not every host can list the secrets that it has. */
  readonly #storedKeys: StoredKeyList
  /**
   * When the keys were last set or cleared since this window was opened, in epoch ms by their IDs: what is missing of
   * them was cleared.
   */
  readonly #changeTimes = new Map<string, number>()
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #subscription: vscode.Disposable

  /** Fires when a key is set or cleared, in any window. */
  readonly onDidChange = this.#changed.event

  constructor(
    secrets: vscode.SecretStorage,
    globalState: GlobalState,
    waitForSecrets: WaitForSecrets = async (request) => request,
  ) {
    this.#secrets = secrets
    this.#waitForSecrets = waitForSecrets
    this.#storedKeys = new StoredKeyList(globalState)
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (!key.startsWith(secretPrefix)) return
      this.#changeTimes.set(key, Date.now())
      void this.#updateStoredKeys(key)
      this.#changed.fire()
    })
  }

  /**
   * Returns the key for the connection’s current URL. Rejects with a text for people if it can’t be read, and with
   * {@link ApiError} `cancelled` if the user stops waiting for secret storage.
   */
  async get({ name, origin }: KeyOwner): Promise<string | undefined> {
    if (isSample({ origin })) return sampleKey
    try {
      return await this.#waitFor(this.#secrets.get(secretId(name, origin)))
    } catch (error) {
      if (error instanceof ApiError) throw error
      const text = vscode.l10n.t(
        'Couldn’t read the API key from secret storage ({0}). Make sure your keychain is unlocked.',
        displayText(String(error)),
      )
      throw new Error(text, { cause: error })
    }
  }

  /** Returns when the key for the current URL was last set or cleared, in epoch ms; undefined if before this window. */
  changedAt({ name, origin }: KeyOwner): number | undefined {
    return this.#changeTimes.get(secretId(name, origin))
  }

  /** Returns whether a connection has a key for its current URL, and if not, why. */
  async stateOf(connection: Connection): Promise<KeyState> {
    const { name, origin } = connection
    if ((await this.get(connection)) !== undefined) return 'ready'
    const id = secretId(name, origin)
    if (this.#storedKeys.has(id) && !this.#changeTimes.has(id)) return 'lost'
    // This key is missing, even if the list of stored keys still has it: in a browser, the list is updated later.
    const otherIds = (await this.#knownIds()).filter((knownId) => knownId !== id)
    const hasOtherKey = otherIds.some((otherId) => parseSecretId(otherId)?.name === name)
    return hasOtherKey ? 'hostChanged' : 'noKey'
  }

  /** Stores the key for the connection’s current URL; undefined for none. Throws `invalidInput`. */
  async set({ name, origin }: KeyOwner, apiKey: string | undefined): Promise<void> {
    const id = secretId(name, origin)
    if (apiKey === undefined) return this.#delete(id)
    // A real key must have no way to the sample.
    if (isSample({ origin })) throw new Error(vscode.l10n.t('The sample data needs no API key.'))
    await this.#waitFor(this.#secrets.store(id, parseHeaderValue('apiKey', apiKey)))
    await this.#storedKeys.add(id)
  }

  /** Returns the names of all connections with a key, for any URL, as far as is known. */
  async names(): Promise<ReadonlySet<string>> {
    const ids = await this.#knownIds()
    return new Set(ids.flatMap((id) => parseSecretId(id)?.name ?? []))
  }

  /** Returns whether a connection has a key, for any URL. True if that can’t be found out. */
  async hasAny(connection: Connection): Promise<boolean> {
    if ((await this.names()).has(connection.name)) return true
    if (isSample(connection)) return false
    try {
      return (await this.get(connection)) !== undefined
    } catch (error) {
      if (error instanceof ApiError) throw error
      return true
    }
  }

  /**
   * Deletes all keys of a connection, for its current URL (`origin`) and all earlier ones. If some can’t be deleted,
   * deletes the others, and rejects.
   */
  async clear(name: string, origin?: string): Promise<void> {
    const ids = (await this.#knownIds()).filter((id) => parseSecretId(id)?.name === name)
    const allIds = new Set(origin === undefined ? ids : [secretId(name, origin), ...ids])
    const deletions = await Promise.allSettled([...allIds].map(async (id) => this.#delete(id)))
    // Also without a key: the sample is loaded anew once it is added again.
    this.#changed.fire()
    const failed = deletions.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }

  dispose(): void {
    this.#subscription.dispose()
    this.#changed.dispose()
  }

  async #delete(id: string): Promise<void> {
    await this.#waitFor(this.#secrets.delete(id))
    await this.#storedKeys.delete(id)
  }

  /** Updates the list of stored keys after a change, which may be that of another window. */
  async #updateStoredKeys(id: string): Promise<void> {
    await this.#storedKeys.update(id, async () => {
      return (await this.#waitFor(this.#secrets.get(id))) !== undefined
    })
  }

  /** Returns the IDs of the keys that secret storage lists, or that were stored. Some hosts can’t list secrets. */
  async #knownIds(): Promise<string[]> {
    const listed = await this.#waitFor(this.#secrets.keys()).catch((error: unknown) => {
      if (error instanceof ApiError) throw error
      return []
    })
    const ids = listed.filter((id) => id.startsWith(secretPrefix))
    return [...new Set([...ids, ...this.#storedKeys.ids])]
  }

  async #waitFor<T>(request: Thenable<T>): Promise<T> {
    return this.#waitForSecrets(Promise.resolve(request))
  }
}

function secretId(name: string, origin: string): string {
  return secretPrefix + JSON.stringify([name, origin])
}

/** Returns the owner of a key; undefined for what isn’t the ID of a key. */
function parseSecretId(id: string): KeyOwner | undefined {
  try {
    const [name, origin] = JSON.parse(id.slice(secretPrefix.length)) as unknown[]
    return typeof name === 'string' && typeof origin === 'string' ? { name, origin } : undefined
  } catch {
    return undefined
  }
}

/** The key in the global state. */
const stateKey = 'storedKeys'

/**
 * The IDs of the API keys that are in secret storage, without the keys: to find out that VS Code has lost a key, and to
 * clear keys in hosts that can’t list their secrets.
 */
export class StoredKeyList {
  readonly #globalState: GlobalState
  readonly #changes = new SerialQueue()

  constructor(globalState: GlobalState) {
    this.#globalState = globalState
  }

  get ids(): readonly string[] {
    return this.#globalState.get<readonly string[]>(stateKey, [])
  }

  has(id: string): boolean {
    return this.ids.includes(id)
  }

  async add(id: string): Promise<void> {
    await this.#change(id, () => true)
  }

  async delete(id: string): Promise<void> {
    await this.#change(id, () => false)
  }

  /**
   * Adds or deletes an ID by whether its key is in secret storage. `isStored` is called after the changes before, and
   * later changes wait for it, so that none of them is undone by an answer that is older. If it rejects, the list stays
   * as it is.
   */
  async update(id: string, isStored: () => Promise<boolean>): Promise<void> {
    await this.#change(id, isStored)
  }

  /**
   * Changes the list after the changes before, and resolves once it is stored. Never rejects: without its place in the
   * list, a key works all the same.
   */
  async #change(id: string, isStored: () => boolean | Promise<boolean>): Promise<void> {
    const changing = this.#changes.run(async () => {
      const isListed = await isStored()
      if (isListed === this.has(id)) return
      await this.#globalState.change(stateKey, () => {
        const otherIds = this.ids.filter((storedId) => storedId !== id)
        const ids = isListed ? [...otherIds, id] : otherIds
        return ids.length > 0 ? ids : undefined
      })
    })
    await changing.catch(() => {})
  }
}
