import * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import { ApiError } from '../api/errors.ts'

/** What the service last said, or why it did not; `at` is in epoch ms. */
export type Result<V> =
  { readonly value: V; readonly at: number } | { readonly error: ApiError; readonly at: number }

/** What is known of one thing, and since when, in epoch ms. */
export interface Known<R, V> {
  readonly ref: R
  readonly value: V
  readonly at: number
}

interface Entry<R, V> {
  readonly ref: R
  result?: Result<V>
  pending?: Promise<Result<V>>
}

/** What is read once and kept, with its date, until it is to be read again. Failures are kept too. */
export class Cached<R, V> implements vscode.Disposable {
  readonly #keyOf: (ref: R) => string
  readonly #read: (ref: R, signal?: AbortSignal) => Promise<V>
  readonly #entries = new Map<string, Entry<R, V>>()
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #arrived = new vscode.EventEmitter<void>()

  /** Fires when what is known is to be shown anew. */
  readonly onDidChange = this.#changed.event
  /** Fires when something has been read for those who asked for it; others may want it, too. */
  readonly onDidRead = this.#arrived.event

  constructor(keyOf: (ref: R) => string, read: (ref: R, signal?: AbortSignal) => Promise<V>) {
    this.#keyOf = keyOf
    this.#read = read
  }

  /** What is known; reads where nothing is. */
  async get(ref: R): Promise<Result<V>> {
    const key = this.#keyOf(ref)
    const entry = this.#entries.get(key) ?? { ref }
    this.#entries.set(key, entry)
    if (entry.result) return entry.result
    entry.pending ??= settled(this.#read(ref))
      .then((result) => (entry.result = result))
      .finally(() => {
        delete entry.pending
        this.#arrived.fire()
      })
    return entry.pending
  }

  /** What is known, unless that is a failure; then it is read again. */
  async getOrRetry(ref: R): Promise<Result<V>> {
    const known = this.peek(ref)
    if (known && 'error' in known) this.refresh(ref)
    return this.get(ref)
  }

  /** What is known now. */
  peek(ref: R): Result<V> | undefined {
    return this.#entries.get(this.#keyOf(ref))?.result
  }

  /** All that is known now, failures left out, with what it was asked of. */
  get known(): readonly Known<R, V>[] {
    return [...this.#entries.values()].flatMap(({ ref, result }) =>
      result && 'value' in result ? [{ ref, value: result.value, at: result.at }] : [],
    )
  }

  /** Reads, whatever is known; where that fails, what is known stands. */
  async getAnew(ref: R, signal?: AbortSignal): Promise<Result<V>> {
    const result = await settled(this.#read(ref, signal))
    if ('error' in result) return result
    this.#entries.set(this.#keyOf(ref), { ref, result })
    this.#changed.fire()
    return result
  }

  /** The same, but rejects with {@link ApiError}. */
  async readNow(ref: R, signal?: AbortSignal): Promise<V> {
    const result = await this.getAnew(ref, signal)
    if ('error' in result) throw result.error
    return result.value
  }

  /** Forgets one thing, or all, so that it is read again when it is shown. */
  refresh(ref?: R): void {
    if (ref) this.#entries.delete(this.#keyOf(ref))
    else this.#entries.clear()
    this.#changed.fire()
  }

  dispose(): void {
    this.#changed.dispose()
    this.#arrived.dispose()
  }
}

/** What came of a reading. Rejects with what is no {@link ApiError}. */
export async function settled<V>(reading: Promise<V>): Promise<Result<V>> {
  try {
    return { value: await reading, at: clock.now() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { error, at: clock.now() }
  }
}
