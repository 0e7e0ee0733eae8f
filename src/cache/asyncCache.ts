import { dequal } from 'dequal'
import * as vscode from 'vscode'
import type { Priority } from '../api/rateLimiter.ts'
import { toResult, shownResult, type CacheEntry, type Loaded, type Result } from './results.ts'

interface Entry<R, V> {
  readonly ref: R
  result?: Result<V>
  pending?: Promise<Result<V>> | undefined
  /** The value from before an invalidation, which is shown if the next request fails. */
  readonly previous?: Loaded<V> | undefined
  /** Aborts the pending request when the entry is invalidated. */
  readonly controller: AbortController
  /** The number of the load or invalidation that has made the entry; see `#lastOrder`. */
  order: number
}

/** Options for a request. */
export interface RequestOptions {
  readonly signal?: AbortSignal | undefined
  readonly priority?: Priority | undefined
  /** Called after each request that was sent, even if the request has failed. */
  readonly onRequest?: (() => void) | undefined
}

/** Options for {@link AsyncCache.get}. */
interface GetOptions extends Pick<RequestOptions, 'priority'> {
  /** True to request the value again if the last request for it, or for a part of it, has failed. */
  readonly retry?: boolean
}

/** What a cache must know of its values. */
interface ValueTraits<V> {
  /** Returns whether a part of a value couldn’t be loaded, such as a page of a list. By default, none has failed. */
  readonly hasFailedInPart?: (value: V) => boolean
  /**
   * Returns what views show of a value. Values with equal contents count as the same, even if they have different
   * sources of further pages. By default, the whole value.
   */
  readonly contentOf?: (value: V) => unknown
}

/** Requests the value of an item. `previous` is the value from before an invalidation. */
type Load<R, V> = (
  ref: R,
  options: RequestOptions & { readonly previous?: V | undefined },
) => Promise<V>

/**
 * Caches values that are loaded by requests. Callers that ask for a value at the same time share a request. Failures
 * are cached, too, until the entry is invalidated. A value may be a list that grows by pages ({@link extend}).
 */
export class AsyncCache<R, V> implements vscode.Disposable {
  readonly #keyOf: (ref: R) => string
  readonly #load: Load<R, V>
  readonly #hasFailedInPart: (value: V) => boolean
  readonly #contentOf: (value: V) => unknown
  readonly #entries = new Map<string, Entry<R, V>>()
  /** The value of {@link entries}; undefined if an entry has changed since. */
  #loadedEntries: readonly CacheEntry<R, V>[] | undefined
  readonly #changed = new vscode.EventEmitter<void>()
  readonly #loaded = new vscode.EventEmitter<void>()

  /** Fires when values were replaced or invalidated. */
  readonly onDidChange = this.#changed.event
  /** Fires when a value was loaded by {@link get} or {@link extend}: other users of the cache may show it, too. */
  readonly onDidLoad = this.#loaded.event

  /** Loads and invalidations are numbered, so that an earlier one never replaces the result of a later one. */
  #lastOrder = 0
  /** The number of the last removal of an entry: a value that was requested before it must not be cached any more. */
  #lastRemoval = 0
  #isDisposed = false

  constructor(
    keyOf: (ref: R) => string,
    load: Load<R, V>,
    { hasFailedInPart = () => false, contentOf = (value) => value }: ValueTraits<V> = {},
  ) {
    this.#keyOf = keyOf
    this.#load = load
    this.#hasFailedInPart = hasFailedInPart
    this.#contentOf = contentOf
  }

  /** Returns the cached result, without a request. */
  peek(ref: R): Result<V> | undefined {
    return this.#entryOf(ref)?.result
  }

  /** All cached values, without failures. It is the same array until a value changes. */
  get entries(): readonly CacheEntry<R, V>[] {
    this.#loadedEntries ??= [...this.#entries.values()].flatMap(({ ref, result }) =>
      result && 'value' in result ? [{ ...result, ref }] : [],
    )
    return this.#loadedEntries
  }

  /** The items that were requested, whether or not the responses have arrived. */
  get refs(): readonly R[] {
    return [...this.#entries.values()].flatMap(({ ref, result, pending }) =>
      result || pending ? [ref] : [],
    )
  }

  /** Returns the cached result; loads the value if there is none. */
  async get(ref: R, { priority, retry = false }: GetOptions = {}): Promise<Result<V>> {
    // This fires no event, because onDidLoad fires when the value is loaded.
    if (retry && this.#hasFailed(ref)) this.#invalidateEntry(ref)
    const entry = this.#entryOf(ref) ?? this.#replaceEntry(ref, this.#lastRemoval)
    if (entry.result) return entry.result
    const { previous } = entry
    entry.pending ??= this.#loadIntoEntry(entry, (signal) =>
      this.#load(ref, { signal, priority, previous: previous?.value }),
    )
    const result = await entry.pending
    // If the entry was invalidated during the request, the caller gets the result of the next request.
    const isInvalidated = this.#entryOf(ref) !== entry
    return isInvalidated && !this.#isDisposed ? this.get(ref, { priority }) : result
  }

  /** Loads a value even if it is cached. Rejects with {@link ApiError}, and then keeps the cached value. */
  async refresh(ref: R, options: RequestOptions = {}): Promise<V> {
    return this.refreshWith(ref, () => this.#load(ref, options))
  }

  /** Like {@link refresh}, but loads the value by a given function; rejects with its error. */
  async refreshWith<T extends V>(ref: R, load: () => Promise<T>): Promise<T> {
    const order = ++this.#lastOrder
    const value = await load()
    // A value that was requested before an invalidation may have been loaded with an earlier API key, and must not be
    // cached after it. Nor may it replace a value that was requested later but has arrived earlier.
    if (order > (this.#entryOf(ref)?.order ?? this.#lastRemoval)) {
      const earlier = this.peek(ref)
      this.#setResult(this.#replaceEntry(ref, order), { value, at: Date.now() })
      // The event updates all views, so it isn’t fired for the same value, which most polls find.
      if (!earlier || 'error' in earlier || !this.#hasSameContent(earlier.value, value)) {
        this.#changed.fire()
      }
    }
    return value
  }

  /**
   * Loads the next part of a value, such as the next page of a list, or loads a failed value again. The cached result
   * stays until then. Callers that ask at the same time share the request. Doesn’t fire {@link onDidChange}, so that
   * the views aren’t updated for each of many parts; see {@link notifyChange}.
   */
  async extend(ref: R, loadNext: (value: V) => Promise<V>): Promise<void> {
    const entry = this.#entryOf(ref)
    const result = entry?.result
    if (!result) {
      await this.get(ref)
      return
    }
    entry.pending ??= this.#loadIntoEntry(entry, (signal) =>
      'value' in result ? loadNext(result.value) : this.#load(ref, { signal }),
    )
    await entry.pending
  }

  /** Fires {@link onDidChange}, for a caller that has extended values. */
  notifyChange(): void {
    this.#changed.fire()
  }

  /**
   * Lets a given item, all matching items, or all items be loaded again when they are needed. Their values are kept,
   * and shown if that fails. Pending requests are aborted: they would only delay the next requests.
   */
  invalidate(items?: R | ((ref: R) => boolean)): void {
    for (const ref of this.#refsToInvalidate(items)) this.#invalidateEntry(ref)
    this.#changed.fire()
  }

  /** Like {@link invalidate} for the matching items or all items, but removes their values. */
  clear(isMatch: (ref: R) => boolean = () => true): void {
    for (const ref of this.#refsToInvalidate(isMatch)) this.#removeEntry(ref)
    // A removal also counts if no entry was removed: {@link refresh} may be loading the first value of an item, which
    // has no entry yet, and this value must not be cached after the removal.
    this.#lastRemoval = ++this.#lastOrder
    this.#changed.fire()
  }

  /** Removes the matching items that were invalidated and not requested again, with their values from before. */
  prune(isMatch: (ref: R) => boolean): void {
    for (const { ref, result, pending } of this.#entries.values()) {
      if (!result && !pending && isMatch(ref)) this.#removeEntry(ref)
    }
  }

  dispose(): void {
    this.#isDisposed = true
    for (const { controller } of this.#entries.values()) controller.abort()
    this.#entries.clear()
    this.#loadedEntries = undefined
    this.#changed.dispose()
    this.#loaded.dispose()
  }

  #entryOf(ref: R): Entry<R, V> | undefined {
    // Views look for each of thousands of rows, and some caches are mostly empty.
    return this.#entries.size === 0 ? undefined : this.#entries.get(this.#keyOf(ref))
  }

  /**
   * Returns the items to invalidate: the given item, cached or not; or the cached items that match; or all cached
   * items.
   */
  #refsToInvalidate(items?: R | ((ref: R) => boolean)): readonly R[] {
    const refs = () => Array.from(this.#entries.values(), ({ ref }) => ref)
    if (items === undefined) return refs()
    return isPredicate(items) ? refs().filter((ref) => items(ref)) : [items]
  }

  #hasSameContent(earlier: V, value: V): boolean {
    return dequal(this.#contentOf(earlier), this.#contentOf(value))
  }

  #hasFailed(ref: R): boolean {
    const result = this.peek(ref)
    return result !== undefined && ('error' in result || this.#hasFailedInPart(result.value))
  }

  #replaceEntry(ref: R, order: number, previous?: Loaded<V>): Entry<R, V> {
    const entry = { ref, order, previous, controller: new AbortController() }
    this.#entries.set(this.#keyOf(ref), entry)
    this.#loadedEntries = undefined
    return entry
  }

  #setResult(entry: Entry<R, V>, result: Result<V>): Result<V> {
    entry.result = result
    this.#loadedEntries = undefined
    return result
  }

  async #loadIntoEntry(
    entry: Entry<R, V>,
    load: (signal: AbortSignal) => Promise<V>,
  ): Promise<Result<V>> {
    const order = ++this.#lastOrder
    const firstPart = entry.result && 'value' in entry.result ? entry.result : undefined
    try {
      const found = await toResult(load(entry.controller.signal))
      if ('error' in found) return this.#setResult(entry, { ...found, previous: entry.previous })
      // A list that has grown by a page is as old as its first page, and a list that was requested
      // since then replaces it.
      if (!firstPart) entry.order = order
      return this.#setResult(entry, { ...found, at: firstPart?.at ?? found.at })
    } finally {
      entry.pending = undefined
      this.#loaded.fire()
    }
  }

  /**
   * Replaces an entry by an entry without a result. The response to a pending request isn’t stored in the new entry.
   */
  #invalidateEntry(ref: R): void {
    const { result, previous, controller } = this.#entryOf(ref) ?? {}
    controller?.abort()
    // An entry that is already being loaded again has no result, but still the value from before.
    this.#replaceEntry(ref, ++this.#lastOrder, result ? shownResult(result) : previous)
  }

  #removeEntry(ref: R): void {
    this.#entryOf(ref)?.controller.abort()
    this.#entries.delete(this.#keyOf(ref))
    this.#loadedEntries = undefined
    this.#lastRemoval = ++this.#lastOrder
  }
}

function isPredicate<R>(items: R | ((ref: R) => boolean)): items is (ref: R) => boolean {
  return typeof items === 'function'
}
