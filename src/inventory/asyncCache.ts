import * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import type { Priority } from '../api/rateLimiter.ts'
import type { Connection } from '../connections/connection.ts'
import type { Capabilities } from './capabilities.ts'
import { settled, type CacheEntry, type Result } from './results.ts'

interface Entry<R, V> {
  readonly ref: R
  result?: Result<V>
  pending?: Promise<Result<V>> | undefined
  /** Aborts the pending request; if aborted, the entry was invalidated. */
  readonly controller: AbortController
}

/** Loads a value of a cache. */
type Read<R, V> = (ref: R, signal?: AbortSignal, priority?: Priority) => Promise<V>

/** Options for {@link AsyncCache}. */
interface CacheOptions<V> {
  /** Returns whether the rest of a value couldn’t be loaded. */
  isPart?(value: V): boolean
}

/**
 * An async cache. Deduplicates concurrent loads, timestamps its entries, and also caches failures until the
 * entry is invalidated. A value may grow by pages.
 */
export class AsyncCache<R, V> implements vscode.Disposable {
  readonly #keyOf: (ref: R) => string
  readonly #read: Read<R, V>
  readonly #options: CacheOptions<V>
  readonly #cached = new Map<string, Entry<R, V>>()
  /** What is refreshed, to be shown if that fails. */
  readonly #last = new Map<string, CacheEntry<R, V>>()
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #arrived = new vscode.EventEmitter<void>()

  /** Fires when entries have changed. */
  readonly onDidChange = this.#changed.event
  /** Fires when a value was loaded for one caller, because others may want it, too. */
  readonly onDidLoad = this.#arrived.event

  /** The number of loads and invalidations so far, which puts them in order. */
  #order = 0
  /** When everything was invalidated last, and by key, when what is cached was requested or invalidated. */
  #invalidated = 0
  readonly #latest = new Map<string, number>()
  #isDisposed = false

  constructor(keyOf: (ref: R) => string, read: Read<R, V>, options: CacheOptions<V> = {}) {
    this.#keyOf = keyOf
    this.#read = read
    this.#options = options
  }

  /** Returns the cached result, or loads it. */
  async get(ref: R, priority?: Priority): Promise<Result<V>> {
    const key = this.#keyOf(ref)
    const known = this.#cached.get(key)
    if (known?.result) return known.result
    const entry = known ?? { ref, controller: new AbortController() }
    this.#cached.set(key, entry)
    entry.pending ??= this.#fill(key, entry, (signal) => this.#read(ref, signal, priority))
    const result = await entry.pending
    // A caller that still waits after an invalidation gets the new result.
    const isDropped = this.#cached.get(key) !== entry
    return isDropped && !this.#isDisposed ? this.get(ref, priority) : result
  }

  /**
   * Loads the next part of a value that grows, or again what has failed, and keeps what is cached until then. Concurrent
   * callers share the request. Fires no event; see {@link tell}.
   */
  async extend(ref: R, next: (value: V) => Promise<V>): Promise<void> {
    const key = this.#keyOf(ref)
    const entry = this.#cached.get(key)
    const result = entry?.result
    if (!result) return void (await this.get(ref))
    entry.pending ??= this.#fill(key, entry, (signal) =>
      'value' in result ? next(result.value) : this.#read(ref, signal),
    )
    await entry.pending
  }

  /** Fires {@link onDidChange}, once values have grown. */
  tell(): void {
    this.#changed.fire()
  }

  /** Like {@link get}, but loads again after a failure, also of a part. */
  async getOrRetry(ref: R, priority?: Priority): Promise<Result<V>> {
    const known = this.peek(ref)
    if (known && ('error' in known || this.#options.isPart?.(known.value))) this.refresh(ref)
    return this.get(ref, priority)
  }

  /** Returns the cached result. */
  peek(ref: R): Result<V> | undefined {
    return this.#cached.get(this.#keyOf(ref))?.result
  }

  /** Returns the value that a refresh under way replaces. */
  before(ref: R): V | undefined {
    return this.#last.get(this.#keyOf(ref))?.value
  }

  /** All cached values, without failures. */
  get entries(): readonly CacheEntry<R, V>[] {
    return [...this.#cached.values()].flatMap(({ ref, result }) =>
      result && 'value' in result ? [{ ref, value: result.value, at: result.at }] : [],
    )
  }

  /** Everything requested, loaded or not. */
  get refs(): readonly R[] {
    return [...this.#cached.values()].map(({ ref }) => ref)
  }

  /** Loads, cached or not. A failure doesn’t replace a cached value. */
  async refetch(ref: R, signal?: AbortSignal, priority?: Priority): Promise<Result<V>> {
    return settled(this.refetchOrThrow(ref, signal, priority))
  }

  /** Like {@link refetch}, but rejects with {@link ApiError}. */
  async refetchOrThrow(ref: R, signal?: AbortSignal, priority?: Priority): Promise<V> {
    return this.refetchBy(ref, () => this.#read(ref, signal, priority))
  }

  /** Loads by another function, which also decides how to fail. */
  async refetchBy<T extends V>(ref: R, read: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const order = ++this.#order
    const controller = new AbortController()
    const value = await read(controller.signal)
    const key = this.#keyOf(ref)
    // A value loaded with an earlier API key, say, must not fill the cache after an invalidation, nor replace
    // one that was requested later but arrived earlier.
    if (order > (this.#latest.get(key) ?? this.#invalidated)) {
      this.#latest.set(key, order)
      this.#cached.set(key, { ref, controller, result: { value, at: clock.now() } })
      this.#changed.fire()
    }
    return value
  }

  /**
   * Invalidates one entry or all. Aborts their pending requests, which would take the slots of the next ones.
   */
  invalidate(ref?: R): void {
    if (ref) this.#drop(this.#keyOf(ref))
    else this.#dropAll()
    this.#changed.fire()
  }

  /** Invalidates one entry or all, like {@link invalidate}, but an error will come with the value of before. */
  refresh(ref?: R): void {
    const wanted = ref && this.#keyOf(ref)
    this.refreshIf((one) => wanted === undefined || this.#keyOf(one) === wanted)
  }

  /** Invalidates some entries, like {@link refresh}. */
  refreshIf(isMeant: (ref: R) => boolean): void {
    for (const [key, { ref, result }] of this.#cached) {
      if (!isMeant(ref)) continue
      // What is already being refreshed has no result yet.
      const last = result ? ('error' in result ? result.last : result) : this.#last.get(key)
      this.#drop(key)
      if (last) this.#last.set(key, { ref, ...last })
    }
    this.#changed.fire()
  }

  dispose(): void {
    this.#isDisposed = true
    this.#dropAll()
    this.#changed.dispose()
    this.#arrived.dispose()
  }

  async #fill(
    key: string,
    entry: Entry<R, V>,
    read: (signal: AbortSignal) => Promise<V>,
  ): Promise<Result<V>> {
    const order = ++this.#order
    const before = entry.result && 'value' in entry.result ? entry.result : undefined
    try {
      const found = await settled(read(entry.controller.signal))
      if ('error' in found) return (entry.result = { ...found, last: this.#last.get(key) })
      this.#last.delete(key)
      // A value that has grown is as old as its first part, and is replaced by one that was requested since.
      if (!before && this.#cached.get(key) === entry) this.#latest.set(key, order)
      const at = before?.at ?? found.at
      return (entry.result = { value: found.value, at })
    } finally {
      entry.pending = undefined
      this.#arrived.fire()
    }
  }

  #drop(key: string): void {
    this.#cached.get(key)?.controller.abort()
    this.#cached.delete(key)
    this.#last.delete(key)
    this.#latest.set(key, ++this.#order)
  }

  #dropAll(): void {
    for (const key of this.#cached.keys()) this.#drop(key)
    this.#latest.clear()
    this.#last.clear()
    this.#invalidated = ++this.#order
  }
}

/**
 * Creates a cache of an optional lookup for items; undefined stands for an unsupported lookup. `lookup` returns its name,
 * or undefined for an item that has none.
 */
export function optionalCache<R extends { readonly connection: Connection }, V>(
  capabilities: Capabilities,
  keyOf: (ref: R) => string,
  lookup: (ref: R) => string | undefined,
  read: Read<R, V>,
): AsyncCache<R, V | undefined> {
  return new AsyncCache<R, V | undefined>(keyOf, async (ref, signal, priority) => {
    const name = lookup(ref)
    const run = async () => read(ref, signal, priority)
    if (name === undefined) return undefined
    return capabilities.tryForItem(ref.connection, name, keyOf(ref), run)
  })
}
