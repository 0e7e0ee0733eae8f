import { ApiError } from '../api/errors.ts'
import type { Page, Pages } from '../api/pages.ts'
import type { Cluster } from '../api/clusterSchemas.ts'
import type { Result } from '../cache/results.ts'
import { ClusterIndex } from './clusterIndex.ts'

/** The clusters loaded so far. */
export interface ClusterList {
  readonly clusters: readonly Cluster[]
  /** True if there is another page, or a failed one to retry. */
  readonly hasMore: boolean
  /** True if the list is truncated. */
  readonly isTruncated: boolean
  /** The number of other listed clusters, whose cloud configs are unknown. */
  readonly unreadable: number
  /** The error of the last failed request for a cluster’s cloud config. */
  readonly reason?: ApiError | undefined
  /** The number of clusters, if the service returns it. */
  readonly total?: number | undefined
  /** When the first page was loaded, in epoch ms. */
  readonly at?: number | undefined
  /** The error of the last page. */
  readonly error?: ApiError | undefined
  /** When the clusters were loaded, if they are from before a refresh that failed. */
  readonly last?: { readonly at: number | undefined } | undefined
}

/** A list of clusters with its pages, which load the rest of it. */
export interface PagedClusters extends ClusterList {
  readonly pages: Pages<Cluster>
  readonly index: ClusterIndex
}

/** Stands for a list that isn’t supported. */
export const noClusters: ClusterList = {
  clusters: [],
  hasMore: false,
  isTruncated: false,
  unreadable: 0,
}

/** Stands for a list of which nothing is loaded. */
const notLoaded: ClusterList = { ...noClusters, hasMore: true }

/** Returns whether a list of clusters is complete. */
export function isCompleteClusterList(list: ClusterList | undefined): boolean {
  if (!list || list.hasMore || list.isTruncated) return false
  return list.unreadable === 0
}

/** Returns a cached list, with the error if it couldn’t be loaded; undefined if it isn’t supported. */
export function toClusterList(result: Result<PagedClusters | undefined>): ClusterList | undefined {
  if ('value' in result) return result.value && { ...result.value, at: result.at }
  const { error, last } = result
  const lastList = last?.value
  // An empty list from before isn’t worth showing: the service has said that its clusters are gone.
  if (!last || !lastList?.clusters.length) return { ...notLoaded, error }
  const { at } = last
  return { ...lastList, at, last: { at }, hasMore: true, isTruncated: false, error }
}

/** Loads the first page of a list. */
export async function loadFirstPage(pages: Pages<Cluster>): Promise<PagedClusters> {
  return appendNextPage({ ...notLoaded, pages, index: new ClusterIndex() })
}

/** Loads the next page of a list, or the failed page again. If that fails, resolves to the same clusters with the error. */
export async function loadNextPage(list: PagedClusters): Promise<PagedClusters> {
  return appendNextPage(list).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error // leaves the list unchanged
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

const endOfList: Page<Cluster> = { items: [], hasMore: false, isTruncated: false, unreadable: 0 }
