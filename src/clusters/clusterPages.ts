import { ApiError } from '../api/errors.ts'
import type { Page, Pages } from '../api/pages.ts'
import type { Cluster } from '../api/clusterSchemas.ts'
import type { Result } from '../cache/results.ts'
import { providerForCloudType } from '../api/providers.ts'
import type { CloudConfigPath } from '../api/requests.ts'

/** The pages of a list of clusters that were loaded so far. */
export interface ClusterList {
  readonly clusters: readonly Cluster[]
  /** True if another page can be loaded, or a page has failed and can be requested again. */
  readonly hasMore: boolean
  /** True if the service has more clusters, which can’t be loaded: the list is longer than the limit. */
  readonly isTruncated: boolean
  /** The number of listed clusters that aren’t in `clusters`, because their cloud configs aren’t known. */
  readonly unreadable: number
  /** The error for which the cloud config of the last unreadable cluster isn’t known, if its request failed. */
  readonly reason?: ApiError | undefined
  /** The number of all clusters of the service, if the service returns it. */
  readonly total?: number | undefined
  /** When the first page was loaded, in epoch ms. */
  readonly at?: number | undefined
  /** The error of the page that was requested last, if that failed. */
  readonly error?: ApiError | undefined
  /** Set if a refresh has failed, so that the clusters are those from before; `at` is when those were loaded. */
  readonly previous?: { readonly at: number | undefined } | undefined
}

/** A list of clusters, with the source of its further pages. */
export interface PagedClusters extends ClusterList {
  readonly pages: Pages<Cluster>
  readonly index: ClusterIndex
}

/** Returns what views show of a list: all but the source of its further pages, and the index of its clusters. */
export function contentOfList({
  pages: _pages,
  index: _index,
  ...list
}: PagedClusters): ClusterList {
  return list
}

/** The list of a service that doesn’t support listing clusters. */
export const noClusters: ClusterList = {
  clusters: [],
  hasMore: false,
  isTruncated: false,
  unreadable: 0,
}

/** A list of which no page is loaded. */
const notLoaded: ClusterList = { ...noClusters, hasMore: true }

/** Returns whether a list has all clusters of the connection, and none is unreadable. */
export function isCompleteClusterList(list: ClusterList | undefined): boolean {
  if (!list || list.hasMore || list.isTruncated) return false
  return list.unreadable === 0
}

/**
 * Converts a cached result to a list. If loading has failed, the list has the error, and the clusters from before if
 * there were any. Undefined if the service doesn’t support listing clusters.
 */
export function toClusterList(result: Result<PagedClusters | undefined>): ClusterList | undefined {
  if ('value' in result) return result.value && { ...result.value, at: result.at }
  const { error, previous } = result
  const previousList = previous?.value
  // If the list from before is empty, only the error is shown, and not that there are no clusters.
  if (!previous || !previousList?.clusters.length) return { ...notLoaded, error }
  const { at } = previous
  return { ...previousList, at, previous: { at }, hasMore: true, isTruncated: false, error }
}

/** Loads the first page of a list. */
export async function loadFirstPage(pages: Pages<Cluster>): Promise<PagedClusters> {
  return appendNextPage({ ...notLoaded, pages, index: new ClusterIndex() })
}

/**
 * Loads the next page of a list, or the failed page again. If that fails, resolves to the given list with the error.
 */
export async function loadNextPage(list: PagedClusters): Promise<PagedClusters> {
  return appendNextPage(list).catch((error: unknown) => {
    // Other errors are mistakes in this code, and leave the list unchanged.
    if (!(error instanceof ApiError)) throw error
    return { ...list, hasMore: true, isTruncated: false, error }
  })
}

async function appendNextPage(list: PagedClusters): Promise<PagedClusters> {
  const { value } = await list.pages.next()
  const page = (value as Page<Cluster> | undefined) ?? endOfList
  const index = list.index.withPage(page.items)
  return {
    pages: list.pages,
    index,
    clusters: index.clusters,
    hasMore: page.hasMore,
    isTruncated: page.isTruncated,
    unreadable: list.unreadable + page.unreadable,
    reason: page.reason ?? list.reason,
    total: page.count ?? list.total,
  }
}

const endOfList: Page<Cluster> = {
  items: [],
  hasMore: false,
  isTruncated: false,
  hasContradiction: false,
  unreadable: 0,
}

/**
 * Finds the clusters of a list by their cloud config, and counts those with the same name. The row of each pool looks
 * up its cluster: to search the whole list each time would take too long for thousands of pools.
 */
export class ClusterIndex {
  readonly #byConfig: ReadonlyMap<string, Cluster>
  readonly #countByName: ReadonlyMap<string | undefined, number>

  constructor(byConfig: ReadonlyMap<string, Cluster> = new Map()) {
    this.#byConfig = byConfig
    const countByName = new Map<string | undefined, number>()
    for (const { name } of byConfig.values()) {
      countByName.set(name, (countByName.get(name) ?? 0) + 1)
    }
    this.#countByName = countByName
  }

  /** The clusters in the order of the list. */
  get clusters(): readonly Cluster[] {
    return [...this.#byConfig.values()]
  }

  /** Returns the cluster of a cloud config; undefined if the list doesn’t have it. */
  find({ provider, configUid }: CloudConfigPath): Cluster | undefined {
    return this.#byConfig.get(indexKey(provider, configUid))
  }

  /** Returns the number of clusters with a name; if `name` is undefined, of those without a name. */
  countNamed(name: string | undefined): number {
    return this.#countByName.get(name) ?? 0
  }

  /**
   * Returns an index that also has the clusters of another page. If clusters are created or deleted between two
   * requests, two pages may have the same cluster: then the cluster of the later page is used.
   */
  withPage(page: readonly Cluster[]): ClusterIndex {
    const byConfig = new Map(this.#byConfig)
    for (const cluster of page) {
      const provider = providerForCloudType(cluster.cloudType)
      byConfig.set(indexKey(provider, cluster.configUid), cluster)
    }
    return new ClusterIndex(byConfig)
  }
}

function indexKey(provider: string, configUid: string): string {
  return JSON.stringify([provider, configUid])
}
