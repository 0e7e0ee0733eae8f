import type * as vscode from 'vscode'
import { SerialQueue } from './api/serialQueue.ts'

/**
 * The extension’s global state in VS Code, which this window writes one value at a time. VS Code reports each change of
 * the state to the extension, including the extension’s own, and the report replaces all values. A value that is
 * written shortly before the report of an earlier one is lost, even though VS Code’s `update` resolves.
 */
export class GlobalState {
  readonly #memento: vscode.Memento
  readonly #changes = new SerialQueue()

  constructor(memento: vscode.Memento) {
    this.#memento = memento
  }

  /** Returns the value under a key, which another version of the extension may have stored. */
  get(key: string): unknown
  get<T>(key: string, defaultValue: T): T
  get(key: string, defaultValue?: unknown): unknown {
    return this.#memento.get(key, defaultValue)
  }

  /** Stores a value; undefined removes it. Resolves once it is stored, and rejects if VS Code can’t store it. */
  async update(key: string, value: unknown): Promise<void> {
    await this.change(key, () => value)
  }

  /**
   * Stores the value that `change` returns; undefined removes it. `change` is called once all earlier values are
   * stored: a value computed before could undo their changes. Rejects if VS Code can’t store the value.
   */
  async change(key: string, change: () => unknown): Promise<void> {
    await this.#changes.run(async () => this.#memento.update(key, change()))
  }
}
