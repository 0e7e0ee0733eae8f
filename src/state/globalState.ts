import type * as vscode from 'vscode'
import { StateWriter, type Change } from './stateWriter.ts'

/**
 * The global state, with one writer per window. VS Code stores all of it as one object and replaces it with
 * what another window has stored. A value computed from an outdated one would undo other writes.
 */
export class GlobalState implements vscode.Disposable {
  readonly #memento: vscode.Memento
  readonly #writer: StateWriter

  constructor(memento: vscode.Memento) {
    this.#memento = memento
    this.#writer = new StateWriter(memento)
  }

  /** Returns the current value, the same object until it changes. */
  get(key: string): unknown {
    return this.#memento.get(key)
  }

  /** Applies a change in turn; resolves when it is stored, rejects if it can’t be. */
  async update(key: string, change: Change): Promise<void> {
    await this.#writer.update(key, change)
  }

  dispose(): void {
    this.#writer.dispose()
  }
}
