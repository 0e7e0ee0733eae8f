import * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import type { Priority } from '../api/rateLimiter.ts'
import { settled, type Known, type Result } from './results.ts'

interface Entry<R, V> {
  readonly ref: R
  result?: Result<V>
  pending?: Promise<Result<V>> | undefined
  /** Aborts what is pending; aborted, the entry has been dropped. */
  readonly controller?: AbortController
}

/** Reads what a cache keeps. */
export type Read<R, V> = (ref: R, signal?: AbortSignal, priority?: Priority) => Promise<V>

/** What is read once and kept, with its date, until it is to be read again. Failures are kept too. */
export class Cached<R, V> implements vscode.Disposable {
  readonly #keyOf: (ref: R) => string
  readonly #read: Read<R, V>
  readonly #entries = new Map<string, Entry<R, V>>()
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #arrived = new vscode.EventEmitter<void>()

  /** Fires when what is known is to be shown anew. */
  readonly onDidChange = this.#changed.event
  /** Fires when something has been read for those who asked for it; others may want it, too. */
  readonly onDidRead = this.#arrived.event

  /** How often everything was dropped. */
  #generation = 0
  #isDisposed = false

  constructor(keyOf: (ref: R) => string, read: Read<R, V>) {
    this.#keyOf = keyOf
    this.#read = read
  }

  /** What is known; reads where nothing is. */
  async get(ref: R, priority?: Priority): Promise<Result<V>> {
    const key = this.#keyOf(ref)
    const known = this.#entries.get(key)
    if (known?.result) return known.result
    const entry = known ?? { ref, controller: new AbortController() }
    this.#entries.set(key, entry)
    entry.pending ??= this.#fill(entry, priority)
    const result = await entry.pending
    // Who still waits when it is dropped gets what is read in its place.
    const isDropped = entry.controller?.signal.aborted === true
    return isDropped && !this.#isDisposed ? this.get(ref, priority) : result
  }

  /** What is known, unless that is a failure; then it is read again. */
  async getOrRetry(ref: R, priority?: Priority): Promise<Result<V>> {
    const known = this.peek(ref)
    if (known && 'error' in known) this.refresh(ref)
    return this.get(ref, priority)
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

  /** What has been asked for, whether it has been read or not. */
  get refs(): readonly R[] {
    return [...this.#entries.values()].map(({ ref }) => ref)
  }

  /** Reads, whatever is known; where that fails, what is known stands. */
  async getAnew(ref: R, signal?: AbortSignal, priority?: Priority): Promise<Result<V>> {
    return settled(this.readNow(ref, signal, priority))
  }

  /** The same, but rejects with {@link ApiError}. */
  async readNow(ref: R, signal?: AbortSignal, priority?: Priority): Promise<V> {
    return this.readBy(ref, () => this.#read(ref, signal, priority))
  }

  /** The same by another way than usual, which also decides how it fails. */
  async readBy<T extends V>(ref: R, read: () => Promise<T>): Promise<T> {
    const generation = this.#generation
    const value = await read()
    // What was read with an earlier API key, say, must not fill what was emptied because of it.
    if (generation === this.#generation) {
      this.#entries.set(this.#keyOf(ref), { ref, result: { value, at: clock.now() } })
      this.#changed.fire()
    }
    return value
  }

  /**
   * Forgets one thing, or all, so that it is read again when it is shown. Requests for it that are
   * under way are aborted: they would take the slots of those that come in their place.
   */
  refresh(ref?: R): void {
    if (ref) this.#drop(this.#keyOf(ref))
    else this.#dropAll()
    this.#changed.fire()
  }

  dispose(): void {
    this.#isDisposed = true
    this.#dropAll()
    this.#changed.dispose()
    this.#arrived.dispose()
  }

  async #fill(entry: Entry<R, V>, priority: Priority | undefined): Promise<Result<V>> {
    try {
      return (entry.result = await settled(
        this.#read(entry.ref, entry.controller?.signal, priority),
      ))
    } finally {
      entry.pending = undefined
      this.#arrived.fire()
    }
  }

  #drop(key: string): void {
    this.#entries.get(key)?.controller?.abort()
    this.#entries.delete(key)
  }

  #dropAll(): void {
    this.#generation += 1
    for (const key of this.#entries.keys()) this.#drop(key)
  }
}
