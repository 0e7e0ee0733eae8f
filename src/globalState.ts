import type * as vscode from 'vscode'
import { SerialQueue } from './api/serialQueue.ts'

/** What the extension stores, as JSON; never null, because undefined removes a value. */
type Json =
  string | number | boolean | readonly Json[] | { readonly [key: string]: Json | undefined }

/**
 * The extension’s global state in VS Code, which this window writes one value at a time. VS Code reports each change of
 * the state to the extension, including the extension’s own, and the report replaces all values. A value that is
 * written shortly before the report of an earlier one is lost, even though VS Code’s `update` resolves. VS Code doesn’t
 * report changes of the workspace state.
 *
 * Values that two windows write at the same time can still be lost: VS Code stores all values of an extension as one
 * text, so a window overwrites what it hasn’t received a report of, and a report replaces what it hasn’t sent.
 */
export class GlobalState {
  readonly #memento: vscode.Memento
  readonly #queue = new SerialQueue()

  constructor(memento: vscode.Memento) {
    this.#memento = memento
  }

  /** Returns the value under a key; without a default value, undefined if there is none. */
  get(key: string): unknown
  get<T>(key: string, defaultValue: T): T
  get(key: string, defaultValue?: unknown): unknown {
    return this.#memento.get(key, defaultValue)
  }

  /**
   * Stores a value; undefined removes it. Resolves once VS Code has the value; until then, {@link get} may return the
   * earlier value. If VS Code rejects the value, {@link get} returns it all the same until the next report, and VS Code
   * stores it with the next value.
   */
  async update(key: string, value: Json | undefined): Promise<void> {
    await this.change(key, () => value)
  }

  /**
   * Stores the value that `computeValue` returns, as {@link update} does. `computeValue` is called once all earlier
   * values are stored or rejected: a value computed earlier could undo those changes.
   */
  async change(key: string, computeValue: () => Json | undefined): Promise<void> {
    await this.#queue.run(async () => this.#memento.update(key, computeValue()))
  }
}
