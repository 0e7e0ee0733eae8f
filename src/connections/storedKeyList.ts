import type * as vscode from 'vscode'
import { SerialQueue } from '../api/serialQueue.ts'

/** The key in the global state. */
const stateKey = 'storedKeys'

/**
 * The IDs of the API keys that are in secret storage, without the keys: to find out that VS Code has lost a key, and to
 * clear keys in hosts that can’t list their secrets.
 */
export class StoredKeyList {
  readonly #globalState: vscode.Memento
  readonly #changes = new SerialQueue()

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
      const otherIds = this.ids.filter((storedId) => storedId !== id)
      const ids = isListed ? [...otherIds, id] : otherIds
      await this.#globalState.update(stateKey, ids.length > 0 ? ids : undefined)
    })
    await changing.catch(() => {})
  }
}
