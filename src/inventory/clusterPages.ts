import { clock } from '../api/clock.ts'
import { ApiError } from '../api/errors.ts'
import type { Page, Pages } from '../api/lookups.ts'
import type { Cluster } from '../api/lookupSchemas.ts'

/** The clusters loaded so far. */
export interface ClusterList {
  readonly clusters: readonly Cluster[]
  /** True if there is another page, or a failed one to retry. */
  readonly hasMore: boolean
  /** True if the list is truncated. */
  readonly isCut: boolean
  /** The number of other listed clusters, whose cloud configs are unknown. */
  readonly unreadable: number
  /** The error for the last of those, if a request failed. */
  readonly reason?: ApiError | undefined
  /** The number of clusters, if the service returns it. */
  readonly total?: number | undefined
  /** When the first page was loaded, in epoch ms. */
  readonly at?: number | undefined
  /** The error of the last page. */
  readonly error?: ApiError | undefined
  /** When the clusters were loaded, if a refresh failed and they are those of before. */
  readonly last?: { readonly at: number | undefined } | undefined
}

/** Returns whether a list of clusters is complete. */
export function isWhole(list: ClusterList | undefined): boolean {
  return list !== undefined && !list.hasMore && !list.isCut && list.unreadable === 0
}

const nothing: ClusterList = { clusters: [], hasMore: true, isCut: false, unreadable: 0 }

/** A list of clusters that is loaded page by page. Concurrent requests for a page share it. */
export class ClusterPages {
  /** Undefined if the list isn’t supported. */
  read: ClusterList | undefined = nothing
  isStarted = false
  /** By cloud config, because lists may shift between two pages. */
  readonly #clusters = new Map<string, Cluster>()
  #isOffered = false
  #pages: Pages<Cluster> | undefined
  #pending: Promise<void> | undefined
  readonly #earlier: ClusterList | undefined
  readonly #ask: <T>(run: () => Promise<T>) => Promise<T | undefined>
  readonly #start: (signal: AbortSignal) => Promise<Pages<Cluster>>
  readonly #controller = new AbortController()

  /** If the first page fails, the list is the earlier one, with the error. */
  constructor(
    ask: <T>(run: () => Promise<T>) => Promise<T | undefined>,
    start: (signal: AbortSignal) => Promise<Pages<Cluster>>,
    earlier?: ClusterList,
  ) {
    this.#ask = ask
    this.#start = start
    this.#earlier = earlier && { ...earlier, last: earlier.last ?? { at: earlier.at } }
  }

  /** Loads the next page, or the failed one again. */
  async next(): Promise<void> {
    const { read } = this
    if (!read?.hasMore) return
    this.#pending ??= this.#readPage(read).finally(() => (this.#pending = undefined))
    await this.#pending
  }

  get isAborted(): boolean {
    return this.#controller.signal.aborted
  }

  /** Aborts the request in progress, and all later ones. */
  abort(): void {
    this.#controller.abort()
  }

  async #readPage(read: ClusterList): Promise<void> {
    const turn = async () => {
      this.#pages ??= await this.#start(this.#controller.signal)
      return this.#pages.next()
    }
    try {
      // Once a page was loaded, the list is supported, even if a later page fails.
      const turned = this.#isOffered ? await turn() : await this.#ask(turn)
      this.read = turned && this.#withPage(this.#isOffered ? read : nothing, turned.value)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error // leaves the list unchanged
      const shown = this.#isOffered ? read : (this.#earlier ?? read)
      this.read = { ...shown, hasMore: true, isCut: false, error }
    }
    this.isStarted = true
  }

  #withPage(read: ClusterList, page: Page<Cluster> = endOfList): ClusterList {
    this.#isOffered = true
    for (const cluster of page.items) this.#clusters.set(clusterKey(cluster), cluster)
    return {
      clusters: [...this.#clusters.values()],
      hasMore: page.hasMore,
      isCut: page.isTruncated,
      unreadable: read.unreadable + page.unreadable,
      reason: page.reason ?? read.reason,
      total: page.count ?? read.total,
      at: read.at ?? clock.now(),
    }
  }
}

const endOfList: Page<Cluster> = { items: [], hasMore: false, isTruncated: false, unreadable: 0 }

function clusterKey({ cloudType, configUid }: Cluster): string {
  return JSON.stringify([cloudType, configUid])
}
