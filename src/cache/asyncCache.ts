import * as vscode from 'vscode'
import type { Priority } from '../api/rateLimiter.ts'
import type { Connection } from '../connections/connection.ts'
import type { Capabilities } from './capabilities.ts'
import { settled, type CacheEntry, type Loaded, type Result } from './results.ts'

interface Entry<R, V> {
  readonly ref: R
  result?: Result<V>
  pending?: Promise<Result<V>> | undefined
  /** What a refresh replaces, to be shown if that fails. */
  readonly last?: Loaded<V> | undefined
  /** Aborts the pending request; if aborted, the entry was invalidated. */
  readonly controller: AbortController
  /** Of all loads and invalidations, the number of the one that it comes from. */
  order: number
}

/** Loads a value of a cache. */
type Read<R, V> = (ref: R, signal?: AbortSignal, priority?: Priority) => Promise<V>

/**
 * An async cache. Deduplicates concurrent loads, timestamps its entries, and also caches failures until the
 * entry is invalidated. A value may grow by pages.
 */
export class AsyncCache<R, V> implements vscode.Disposable {
  readonly #keyOf: (ref: R) => string
  readonly #read: Read<R, V>
  /** Returns whether the rest of a value couldn’t be loaded. */
  readonly #options: { isPart?(value: V): boolean }
  /** What is requested, loaded, or was invalidated, by key. */
  readonly #entries = new Map<string, Entry<R, V>>()
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #arrived = new vscode.EventEmitter<void>()

  /** Fires when entries have changed. */
  readonly onDidChange = this.#changed.event
  /** Fires when a value was loaded for one caller, because others may want it, too. */
  readonly onDidLoad = this.#arrived.event

  /** The number of loads and invalidations so far, which puts them in order. */
  #order = 0
  /** That of the last invalidation of everything. */
  #invalidated = 0
  #isDisposed = false

  constructor(
    keyOf: (ref: R) => string,
    read: Read<R, V>,
    options: { isPart?(value: V): boolean } = {},
  ) {
    this.#keyOf = keyOf
    this.#read = read
    this.#options = options
  }

  /** Returns the cached result, or loads it. */
  async get(ref: R, priority?: Priority): Promise<Result<V>> {
    const key = this.#keyOf(ref)
    const entry = this.#entries.get(key) ?? this.#enter(ref, this.#invalidated)
    if (entry.result) return entry.result
    entry.pending ??= this.#fill(entry, (signal) => this.#read(ref, signal, priority))
    const result = await entry.pending
    // A caller that still waits after an invalidation gets the new result.
    const isDropped = this.#entries.get(key) !== entry
    return isDropped && !this.#isDisposed ? this.get(ref, priority) : result
  }

  /**
   * Loads the next part of a value that grows, or again what has failed, and keeps what is cached until then. Concurrent
   * callers share the request. Fires no event; see {@link tell}.
   */
  async extend(ref: R, next: (value: V) => Promise<V>): Promise<void> {
    const entry = this.#entries.get(this.#keyOf(ref))
    const result = entry?.result
    if (!result) return void (await this.get(ref))
    entry.pending ??= this.#fill(entry, (signal) =>
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
    return this.#entries.get(this.#keyOf(ref))?.result
  }

  /** Returns the value that a refresh under way replaces. */
  before(ref: R): V | undefined {
    return this.#entries.get(this.#keyOf(ref))?.last?.value
  }

  /** All cached values, without failures. */
  get entries(): readonly CacheEntry<R, V>[] {
    return [...this.#entries.values()].flatMap(({ ref, result }) =>
      result && 'value' in result ? [{ ref, value: result.value, at: result.at }] : [],
    )
  }

  /** Everything requested, loaded or not. */
  get refs(): readonly R[] {
    return [...this.#entries.values()].flatMap(({ ref, result, pending }) =>
      result || pending ? [ref] : [],
    )
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
  async refetchBy<T extends V>(ref: R, read: () => Promise<T>): Promise<T> {
    const order = ++this.#order
    const value = await read()
    // A value loaded with an earlier API key, say, must not fill the cache after an invalidation, nor replace
    // one that was requested later but arrived earlier.
    if (order > (this.#entries.get(this.#keyOf(ref))?.order ?? this.#invalidated)) {
      this.#enter(ref, order).result = { value, at: Date.now() }
      this.#changed.fire()
    }
    return value
  }

  /**
   * Invalidates one entry or all. Aborts their pending requests, which would take the slots of the next ones.
   */
  invalidate(ref?: R): void {
    if (ref) this.#drop(ref)
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
    for (const { ref, result, last } of this.#entries.values()) {
      if (!isMeant(ref)) continue
      // What is already being refreshed has no result yet.
      this.#drop(ref, result ? ('error' in result ? result.last : result) : last)
    }
    this.#changed.fire()
  }

  dispose(): void {
    this.#isDisposed = true
    this.#dropAll()
    this.#changed.dispose()
    this.#arrived.dispose()
  }

  /** Replaces what is known of an item. */
  #enter(ref: R, order: number, last?: Loaded<V>): Entry<R, V> {
    const entry = { ref, order, last, controller: new AbortController() }
    this.#entries.set(this.#keyOf(ref), entry)
    return entry
  }

  async #fill(entry: Entry<R, V>, read: (signal: AbortSignal) => Promise<V>): Promise<Result<V>> {
    const order = ++this.#order
    const before = entry.result && 'value' in entry.result ? entry.result : undefined
    try {
      const found = await settled(read(entry.controller.signal))
      if ('error' in found) return (entry.result = { ...found, last: entry.last })
      // A value that has grown is as old as its first part, and is replaced by one that was requested since.
      if (!before) entry.order = order
      return (entry.result = { ...found, at: before?.at ?? found.at })
    } finally {
      entry.pending = undefined
      this.#arrived.fire()
    }
  }

  #drop(ref: R, last?: Loaded<V>): void {
    this.#entries.get(this.#keyOf(ref))?.controller.abort()
    this.#enter(ref, ++this.#order, last)
  }

  #dropAll(): void {
    for (const { controller } of this.#entries.values()) controller.abort()
    this.#entries.clear()
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

/** Caches that are refreshed together, with the lookups that weren’t supported. */
export abstract class Caches implements vscode.Disposable {
  readonly #capabilities: Capabilities

  constructor(capabilities: Capabilities) {
    this.#capabilities = capabilities
  }

  protected abstract get all(): readonly Pick<
    AsyncCache<never, unknown>,
    'onDidChange' | 'onDidLoad' | 'refresh' | 'invalidate' | 'dispose'
  >[]

  /** Fires when any of the caches has changed. */
  onDidChange(listener: () => void): vscode.Disposable {
    return vscode.Disposable.from(...this.all.map((part) => part.onDidChange(listener)))
  }

  /** Fires when something was loaded for one caller, because others may want it, too. */
  onDidLoad(listener: () => void): vscode.Disposable {
    return vscode.Disposable.from(...this.all.map((part) => part.onDidLoad(listener)))
  }

  /** Loads everything again when it is needed. If that fails, views show what there was before. */
  refresh(): void {
    this.#capabilities.forgetUnsupported()
    for (const part of this.all) part.refresh()
  }

  /** Like {@link refresh}, but keeps nothing: what was loaded with another API key isn’t shown any more. */
  forget(): void {
    for (const part of this.all) part.invalidate()
    this.refresh()
  }

  dispose(): void {
    for (const part of this.all) part.dispose()
  }
}
