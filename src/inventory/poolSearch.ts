import type { ApiError } from '../api/errors.ts'
import type { Cluster } from '../api/clusterSchemas.ts'
import type { CloudConfig } from '../api/poolSchemas.ts'
import { isOfConfig } from '../api/providers.ts'
import { limits } from '../api/rateLimiter.ts'
import type { Connection } from '../connections/connection.ts'
import { valueOf } from './results.ts'
import { noClusters, type ClusterList } from './clusterPages.ts'
import type { Clusters } from './clusters.ts'
import { configsOf, poolsOf, refOf, type KnownPool, type PoolSources } from './configs.ts'
import type { CloudConfigRef } from './refs.ts'
import { asTheyCome, fetchAll, refusesAll } from './fetchAll.ts'

/** A cluster that is searched: a listed one, or what is known of another one. */
type SearchedCluster = Pick<
  Cluster,
  'name' | 'cloudType' | 'configUid' | 'account' | 'project' | 'poolSummaries'
>

/** A cluster with its machine pools, whose names only the cloud config has. */
export interface OpenedCluster extends CloudConfig {
  readonly cluster: SearchedCluster
}

/** A partial result of a search for machine pools: of its list of clusters, and of the clusters themselves. */
export interface FoundPools extends Omit<ClusterList, 'clusters' | 'at'> {
  /** The cluster loaded since the last result. */
  readonly opened?: OpenedCluster | undefined
  /** The number of clusters searched. */
  readonly searched: number
  /** The number of clusters without a readable cloud config. */
  readonly unreadable: number
  /** The number of unreadable pools in the other clusters. */
  readonly unreadablePools: number
  /** True if listed clusters are still being searched. */
  readonly isInProgress: boolean
}

/**
 * Loads the clusters of a connection page by page, and yields each with its pools. Cached data isn’t loaded
 * again, but failures are retried. Loads no more clusters than requested.
 */
export async function* searchPools(
  clusters: Clusters,
  connection: Connection,
  /** Returns whether the pools of a cluster are needed. */
  isWanted: (cluster: SearchedCluster) => boolean = () => true,
  /** Further clusters, searched at the end if the list doesn’t have them. */
  further: readonly SearchedCluster[] = [],
): AsyncGenerator<FoundPools> {
  const seen = new Set<Cluster['configUid']>()
  let searched = 0
  let failed = 0
  let unreadablePools = 0
  let reason: ApiError | undefined
  // In its project, which the list may no longer tell when the request is sent.
  const open = async (cluster: SearchedCluster) =>
    clusters.configs.getOrRetry(refOf(connection, cluster), 'batch')
  for await (const list of clusters.follow(connection)) {
    const { clusters: listed, unreadable, ...rest } = list ?? noClusters
    reason ??= rest.reason
    const all = rest.hasMore ? listed : [...listed, ...further]
    const others = all.filter(({ configUid }) => !seen.has(configUid) && seen.add(configUid))
    const left = new Set(others.filter(isWanted))
    const isListed = (one: SearchedCluster) => listed.some((cluster) => cluster === one)
    const told = () => ({
      ...rest,
      searched,
      unreadable: unreadable + failed,
      reason,
      unreadablePools,
    })
    do {
      let error = rest.error
      const found = asTheyCome([...left], open, limits.clusters.batchSlots)
      for await (const [cluster, result] of found) {
        if ('error' in result && refusesAll(result.error)) {
          error = result.error
          break
        }
        left.delete(cluster)
        searched += 1
        const config = valueOf(result)
        // A pinned one lacks nothing where the service supports no lookups.
        if (!config && ('error' in result || isListed(cluster))) failed += 1
        unreadablePools += config?.unreadable ?? 0
        if ('error' in result) reason = result.error
        const opened = config && { cluster, ...config }
        yield { ...told(), opened, isInProgress: true, hasMore: true, error: undefined }
      }
      const hasMore = rest.hasMore || left.size > 0
      yield { ...told(), isInProgress: false, hasMore, error }
    } while (left.size > 0)
  }
}

/** Returns what is pinned or has a pending deletion, of which the list of clusters may lack some. */
export function trackedClusters(connection: Connection, sources: PoolSources): SearchedCluster[] {
  return configsOf(connection, sources)
    .filter(({ isTracked }) => isTracked)
    .map(({ name, provider, configUid, project, cluster }) => {
      const cloudType = provider.replace('cloudTypes/', '')
      return cluster ?? { name, cloudType, configUid, project, poolSummaries: [] }
    })
}

/**
 * Loads clusters page by page, until `isEnough`, a page fails, or the signal aborts. Resolves to those loaded by then;
 * undefined if listing them isn’t supported.
 */
export async function loadClusters(
  clusters: Clusters,
  connection: Connection,
  signal: AbortSignal,
  isEnough: (list: ClusterList) => boolean,
): Promise<ClusterList | undefined> {
  let list: ClusterList | undefined
  for await (list of clusters.follow(connection)) {
    if (signal.aborted || list?.error || (list && isEnough(list))) break
  }
  return list
}

/**
 * Finds the cluster of a cloud config, loading the list if needed; undefined if it isn’t listed. Rejects if
 * the list can’t be loaded.
 */
export async function findCluster(
  config: CloudConfigRef,
  clusters: Clusters,
  signal: AbortSignal,
): Promise<Cluster | undefined> {
  const isIt = (cluster: Cluster) => isOfConfig(cluster, config)
  const isFound = (list: ClusterList) => list.clusters.some(isIt)
  const list = await loadClusters(clusters, config.connection, signal, isFound)
  signal.throwIfAborted()
  const found = list?.clusters.find(isIt)
  if (!found && list?.error) throw list.error
  return found
}

/** The known pools of a cloud config, with what the service reports of it, or the error instead. */
export interface LoadedPools<C extends CloudConfigRef> {
  readonly config: C
  readonly pools: readonly KnownPool[]
  /** Undefined if the config couldn’t be loaded. */
  readonly value?: CloudConfig | undefined
  /** When it was loaded, or failed, in epoch ms; undefined after a cancellation. */
  readonly at?: number | undefined
  readonly error?: ApiError | undefined
}

/** Loads the machine pools of many cloud configs, in their order; by default, what isn’t cached or has failed. */
export async function loadPools<C extends CloudConfigRef & { readonly label?: string | undefined }>(
  configs: readonly C[],
  sources: PoolSources,
  signal: AbortSignal,
  {
    read = (config, _, priority) => sources.clusters.configs.getOrRetry(config, priority),
    onProgress,
  }: {
    read?: Parameters<typeof fetchAll<CloudConfigRef, CloudConfig | undefined>>[1]
    onProgress?: (ended: number) => void
  },
): Promise<LoadedPools<C>[]> {
  const atOnce = limits.clusters.batchSlots
  const batch = await fetchAll(configs, read, signal, onProgress, atOnce)
  const results = new Map([...batch.read, ...batch.failed].map(({ ref, ...one }) => [ref, one]))
  return configs.map((config) => {
    const result = results.get(config)
    const value = result && 'value' in result ? result.value : undefined
    return { config, pools: poolsOf(config, sources, value), ...result }
  })
}
