import type * as vscode from 'vscode'

/** The key in the global state. */
const stateKey = 'storedKeys'

/**
 * The IDs of the API keys that are in secret storage, without the keys: to find out that VS Code has lost a key, and to
 * clear keys in hosts that can’t list their secrets.
 */
export class StoredKeyList {
  readonly #globalState: vscode.Memento
  #lastChange = Promise.resolve()

  constructor(globalState: vscode.Memento) {
    this.#globalState = globalState
  }

  get ids(): readonly string[] {
    return this.#globalState.get<readonly string[]>(stateKey, [])
  }

  has(id: string): boolean {
    return this.ids.includes(id)
  }

  async add(id: string): Promise<void> {
    await this.#change((ids) => (ids.includes(id) ? ids : [...ids, id]))
  }

  async delete(id: string): Promise<void> {
    await this.#change((ids) => ids.filter((storedId) => storedId !== id))
  }

  /**
   * Changes the list after the changes before, and resolves once it is stored. Never rejects: without its place in the
   * list, a key works all the same.
   */
  async #change(change: (ids: readonly string[]) => readonly string[]): Promise<void> {
    const changing = this.#lastChange.then(async () => {
      const ids = change(this.ids)
      if (ids.join('\n') === this.ids.join('\n')) return
      await this.#globalState.update(stateKey, ids.length > 0 ? ids : undefined)
    })
    this.#lastChange = changing.catch(() => {}) // the next change is made anyway
    await this.#lastChange
  }
}
