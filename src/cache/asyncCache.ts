import { dequal } from 'dequal'
import * as vscode from 'vscode'
import type { Priority } from '../api/rateLimiter.ts'
import { toResult, shownResult, type CacheEntry, type Loaded, type Result } from './results.ts'

interface Entry<R, V> {
  readonly ref: R
  result?: Result<V>
  pending?: Promise<Result<V>> | undefined
  /** The value before an invalidation, to be shown if the next request fails. */
  readonly last?: Loaded<V> | undefined
  /** Aborts the pending request; if aborted, the entry was invalidated. */
  readonly controller: AbortController
  /** The number of the load or invalidation that the entry comes from. */
  order: number
}

/** Options for a request. */
export interface RequestOptions {
  readonly signal?: AbortSignal | undefined
  readonly priority?: Priority | undefined
  /** Called after each request that was sent, whatever has come of it. */
  readonly onRequest?: (() => void) | undefined
}

/** Options for {@link AsyncCache.get}. */
interface GetOptions extends Pick<RequestOptions, 'priority'> {
  /** True to request again what has failed, also in part. */
  readonly retry?: boolean
}

/** Requests the value of an item. `last` is its value before an invalidation. */
type Load<R, V> = (
  ref: R,
  options: RequestOptions & { readonly last?: V | undefined },
) => Promise<V>

/**
 * An async cache. Deduplicates concurrent requests, timestamps its entries, and also caches failures until the entry is
 * invalidated. A value may grow by pages.
 */
export class AsyncCache<R, V> implements vscode.Disposable {
  readonly #keyOf: (ref: R) => string
  readonly #load: Load<R, V>
  /** Returns whether a part of a value couldn’t be loaded. */
  readonly #hasFailedInPart: (value: V) => boolean
  readonly #entries = new Map<string, Entry<R, V>>()
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #loaded = new vscode.EventEmitter<void>()

  /** Fires when values were replaced or invalidated. */
  readonly onDidChange = this.#changed.event
  /** Fires when a value was loaded by {@link get} or {@link extend}: other callers may want it, too. */
  readonly onDidLoad = this.#loaded.event

  /** The number of loads and invalidations so far, which puts them in order. */
  #lastOrder = 0
  /** The number of the last removal of an entry: what was requested before must not fill the cache again. */
  #lastRemoval = 0
  #isDisposed = false

  constructor(
    keyOf: (ref: R) => string,
    load: Load<R, V>,
    hasFailedInPart: (value: V) => boolean = () => false,
  ) {
    this.#keyOf = keyOf
    this.#load = load
    this.#hasFailedInPart = hasFailedInPart
  }

  /** Returns the cached result. */
  peek(ref: R): Result<V> | undefined {
    return this.#entryOf(ref)?.result
  }

  /** All cached values, without failures. */
  get entries(): readonly CacheEntry<R, V>[] {
    const entries: CacheEntry<R, V>[] = []
    for (const { ref, result } of this.#entries.values()) {
      if (result && 'value' in result) entries.push({ ...result, ref })
    }
    return entries
  }

  /** The items that were requested, whether or not they are loaded by now. */
  get refs(): readonly R[] {
    return [...this.#entries.values()].flatMap(({ ref, result, pending }) =>
      result || pending ? [ref] : [],
    )
  }

  /** Returns the cached result, or loads it. */
  async get(ref: R, { priority, retry = false }: GetOptions = {}): Promise<Result<V>> {
    // No event: once the value has been loaded, onDidLoad fires.
    if (retry && this.#hasFailed(ref)) this.#invalidateEntry(ref)
    const entry = this.#entryOf(ref) ?? this.#replaceEntry(ref, this.#lastRemoval)
    if (entry.result) return entry.result
    const { last } = entry
    entry.pending ??= this.#fill(entry, (signal) =>
      this.#load(ref, { signal, priority, last: last?.value }),
    )
    const result = await entry.pending
    // A caller that still waits after an invalidation gets the new result.
    const isInvalidated = this.#entryOf(ref) !== entry
    return isInvalidated && !this.#isDisposed ? this.get(ref, { priority }) : result
  }

  /** Loads a value again, cached or not. Rejects with {@link ApiError}, and then keeps the cached value. */
  async refresh(ref: R, options: RequestOptions = {}): Promise<V> {
    return this.refreshWith(ref, () => this.#load(ref, options))
  }

  /** Like {@link refresh}, by another function, which also decides how to fail. */
  async refreshWith<T extends V>(ref: R, load: () => Promise<T>): Promise<T> {
    const order = ++this.#lastOrder
    const value = await load()
    // A value loaded with an earlier API key, say, must not fill the cache after an invalidation, nor replace
    // one that was requested later but arrived earlier.
    if (order > (this.#entryOf(ref)?.order ?? this.#lastRemoval)) {
      const earlier = this.peek(ref)
      this.#replaceEntry(ref, order).result = { value, at: Date.now() }
      // Polls mostly find what is known, and an event updates all views.
      if (!earlier || 'error' in earlier || !dequal(earlier.value, value)) this.#changed.fire()
    }
    return value
  }

  /**
   * Loads the next part of a value that grows, or again what has failed, and keeps what is cached until then. Concurrent
   * callers share the request. Fires no event, so that many parts don’t update the views as often; see
   * {@link notifyChange}.
   */
  async extend(ref: R, loadNext: (value: V) => Promise<V>): Promise<void> {
    const entry = this.#entryOf(ref)
    const result = entry?.result
    if (!result) {
      await this.get(ref)
      return
    }
    entry.pending ??= this.#fill(entry, (signal) =>
      'value' in result ? loadNext(result.value) : this.#load(ref, { signal }),
    )
    await entry.pending
  }

  /** Fires {@link onDidChange}, once values have grown. */
  notifyChange(): void {
    this.#changed.fire()
  }

  /**
   * Lets an item, all matching items, or all items be loaded again when they are needed. Keeps the values, to be shown
   * if that fails. Aborts pending requests, which would take the slots of the next ones.
   */
  invalidate(items?: R | ((ref: R) => boolean)): void {
    for (const ref of this.#refsOf(items)) this.#invalidateEntry(ref)
    this.#changed.fire()
  }

  /** Like {@link invalidate}, for the matching items or all, but keeps no values. */
  clear(isMatch: (ref: R) => boolean = () => true): void {
    for (const ref of this.#refsOf(isMatch)) this.#removeEntry(ref)
    // What is being refreshed has no entry if it wasn’t cached.
    this.#lastRemoval = ++this.#lastOrder
    this.#changed.fire()
  }

  /** Frees the matching items that were invalidated and not requested again, with the values of before. */
  prune(isMatch: (ref: R) => boolean): void {
    for (const { ref, result, pending } of this.#entries.values()) {
      if (!result && !pending && isMatch(ref)) this.#removeEntry(ref)
    }
  }

  dispose(): void {
    this.#isDisposed = true
    for (const { controller } of this.#entries.values()) controller.abort()
    this.#entries.clear()
    this.#changed.dispose()
    this.#loaded.dispose()
  }

  #entryOf(ref: R): Entry<R, V> | undefined {
    return this.#entries.get(this.#keyOf(ref))
  }

  /** Returns the given item, whether or not it is cached; else the cached items, all or the matching ones. */
  #refsOf(items?: R | ((ref: R) => boolean)): readonly R[] {
    const refs = () => Array.from(this.#entries.values(), ({ ref }) => ref)
    if (items === undefined) return refs()
    return isPredicate(items) ? refs().filter((ref) => items(ref)) : [items]
  }

  #hasFailed(ref: R): boolean {
    const result = this.peek(ref)
    return result !== undefined && ('error' in result || this.#hasFailedInPart(result.value))
  }

  #replaceEntry(ref: R, order: number, last?: Loaded<V>): Entry<R, V> {
    const entry = { ref, order, last, controller: new AbortController() }
    this.#entries.set(this.#keyOf(ref), entry)
    return entry
  }

  async #fill(entry: Entry<R, V>, load: (signal: AbortSignal) => Promise<V>): Promise<Result<V>> {
    const order = ++this.#lastOrder
    const firstPart = entry.result && 'value' in entry.result ? entry.result : undefined
    try {
      const found = await toResult(load(entry.controller.signal))
      if ('error' in found) return (entry.result = { ...found, last: entry.last })
      // A value that has grown is as old as its first part, and is replaced by one that was requested since.
      if (!firstPart) entry.order = order
      return (entry.result = { ...found, at: firstPart?.at ?? found.at })
    } finally {
      entry.pending = undefined
      this.#loaded.fire()
    }
  }

  /** Replaces an entry by one without a result, so that what was requested before doesn’t fill it. */
  #invalidateEntry(ref: R): void {
    const { result, last, controller } = this.#entryOf(ref) ?? {}
    controller?.abort()
    // What is already being loaded again has no result yet.
    this.#replaceEntry(ref, ++this.#lastOrder, result ? shownResult(result) : last)
  }

  #removeEntry(ref: R): void {
    this.#entryOf(ref)?.controller.abort()
    this.#entries.delete(this.#keyOf(ref))
    this.#lastRemoval = ++this.#lastOrder
  }
}

function isPredicate<R>(items: R | ((ref: R) => boolean)): items is (ref: R) => boolean {
  return typeof items === 'function'
}
