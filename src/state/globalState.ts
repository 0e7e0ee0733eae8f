import type * as vscode from 'vscode'
import type { Change, StateWriter } from './stateWriter.ts'

/**
 * The global state, with one writer for the whole window. VS Code keeps all of it as one object, sends
 * that as a whole, and replaces it by the echo of what was stored, here and in every other window: a
 * value that was read before its turn would undo the writes of others, and an echo may undo ours.
 */
export class GlobalState {
  readonly #memento: vscode.Memento
  readonly #writer: () => Promise<StateWriter>

  constructor(
    memento: vscode.Memento,
    /** The same each time: who only reads does without. */
    writer: () => Promise<StateWriter>,
  ) {
    this.#memento = memento
    this.#writer = writer
  }

  /** The value as it is known now: the same object until it changes. */
  get(key: string): unknown {
    return this.#memento.get(key)
  }

  /** Changes a value when its turn has come; ends when it is stored. Rejects where it cannot be. */
  async update(key: string, change: Change): Promise<void> {
    await (await this.#writer()).update(key, change)
  }
}
