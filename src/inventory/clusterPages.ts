import { clock } from '../api/clock.ts'
import { ApiError } from '../api/errors.ts'
import type { Page, Pages } from '../api/lookups.ts'
import type { Cluster } from '../api/lookupSchemas.ts'

/** The clusters that have been read so far. */
export interface ClusterList {
  readonly clusters: readonly Cluster[]
  /** Whether there is another page, or one to try again. */
  readonly hasMore: boolean
  /** There may be others: the service's list could not be read to its end. */
  readonly isCut: boolean
  /** How many the service has listed besides, whose cloud configs nothing tells. */
  readonly unreadable: number
  /** Why the last of those is left out, where a request for its cloud config failed. */
  readonly reason?: ApiError | undefined
  /** How many there are, read or not, where the service tells. */
  readonly total?: number | undefined
  /** When its first page was read, in epoch ms. */
  readonly at?: number | undefined
  /** Why the last page could not be read. */
  readonly error?: ApiError | undefined
}

/** A list of clusters that grows a page at a time; two who want the next page share it. */
export class ClusterPages {
  /** Undefined where the service does not offer the list. */
  read: ClusterList | undefined = { clusters: [], hasMore: true, isCut: false, unreadable: 0 }
  isStarted = false
  /** By cloud config, each once: while pages are turned, the service's list may move. */
  readonly #clusters = new Map<string, Cluster>()
  #isOffered = false
  #pages: Pages<Cluster> | undefined
  #pending: Promise<void> | undefined
  readonly #ask: <T>(run: () => Promise<T>) => Promise<T | undefined>
  readonly #start: (signal: AbortSignal) => Promise<Pages<Cluster>>
  readonly #controller = new AbortController()

  constructor(
    ask: <T>(run: () => Promise<T>) => Promise<T | undefined>,
    start: (signal: AbortSignal) => Promise<Pages<Cluster>>,
  ) {
    this.#ask = ask
    this.#start = start
  }

  /** Reads the next page, or again the one that failed. */
  async next(): Promise<void> {
    if (!this.read?.hasMore) return
    this.#pending ??= this.#readPage().finally(() => (this.#pending = undefined))
    await this.#pending
  }

  /** Whether the list is not wanted any more. */
  get isAborted(): boolean {
    return this.#controller.signal.aborted
  }

  /** Aborts the request that is under way; nothing more can be read. */
  abort(): void {
    this.#controller.abort()
  }

  async #readPage(): Promise<void> {
    const turn = async () => {
      this.#pages ??= await this.#start(this.#controller.signal)
      return this.#pages.next()
    }
    try {
      // Once a page has come the list is offered, whatever is wrong with a later one.
      const turned = this.#isOffered ? await turn() : await this.#ask(turn)
      this.read = turned && this.#withPage(turned.value)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error // which leaves the list as it was
      const { clusters = [], unreadable = 0, ...known } = this.read ?? {}
      this.read = { ...known, clusters, hasMore: true, isCut: false, unreadable, error }
    }
    this.isStarted = true
  }

  #withPage({
    items,
    hasMore,
    isTruncated,
    count,
    ...page
  }: Page<Cluster> = endOfList): ClusterList {
    this.#isOffered = true
    for (const cluster of items) this.#clusters.set(clusterKey(cluster), cluster)
    const unreadable = (this.read?.unreadable ?? 0) + page.unreadable
    const reason = page.reason ?? this.read?.reason
    const total = count ?? this.read?.total
    const at = this.read?.at ?? clock.now()
    const clusters = [...this.#clusters.values()]
    return { clusters, hasMore, isCut: isTruncated, unreadable, reason, total, at }
  }
}

const endOfList: Page<Cluster> = { items: [], hasMore: false, isTruncated: false, unreadable: 0 }

function clusterKey({ cloudType, configUid }: Cluster): string {
  return JSON.stringify([cloudType, configUid])
}
