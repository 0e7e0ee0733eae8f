import type { ApiError } from '../api/errors.ts'
import type { Cluster } from '../api/clusterSchemas.ts'
import type { CloudConfig } from '../api/poolSchemas.ts'
import { hasConfig } from '../api/providers.ts'
import { limits } from '../api/rateLimiter.ts'
import type { Connection } from '../connections/connection.ts'
import { noClusters, type ClusterList } from './clusterPages.ts'
import type { Clusters } from './clusters.ts'
import { configsOf, type KnownConfig, type PoolSources } from './configs.ts'
import { asTheyCome, refusalIn } from '../cache/fetchAll.ts'
import type { CloudConfigRef } from '../model/refs.ts'
import { valueOf } from '../cache/results.ts'

/** A cluster with what its cloud config says of its machine pools: only that has their names. */
export interface OpenedCluster extends KnownConfig {
  readonly read: CloudConfig
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
 * Loads the clusters of a connection page by page, and yields each with its pools, at the end also those that are pinned
 * or have a pending deletion if the list doesn’t have them. Loads no more clusters than requested.
 */
export async function* searchPools(
  connection: Connection,
  sources: PoolSources,
  /** Returns whether the pools of a cluster are needed. */
  isWanted: (config: KnownConfig) => boolean = () => true,
): AsyncGenerator<FoundPools> {
  const { clusters } = sources
  const seen = new Set<string>()
  let searched = 0
  let failed = 0
  let unreadablePools = 0
  let reason: ApiError | undefined
  for await (const list of clusters.follow(connection)) {
    const { clusters: listed, unreadable, ...rest } = list ?? noClusters
    reason ??= rest.reason
    const fresh = listed.filter(({ configUid }) => !seen.has(configUid))
    const others = configsOf(connection, sources, list && { ...list, clusters: fresh }).filter(
      ({ configUid, cluster }) => (cluster ?? !rest.hasMore) && !seen.has(configUid),
    )
    for (const { configUid } of others) seen.add(configUid)
    const left = new Set(others.filter(isWanted))
    const told = () => ({
      ...rest,
      searched,
      unreadable: unreadable + failed,
      reason,
      unreadablePools,
    })
    do {
      let error = rest.error
      for await (const { ref: config, ...result } of loadPools([...left], clusters)) {
        const refusal = refusalIn(result)
        if (refusal) {
          error = refusal
          break
        }
        left.delete(config)
        searched += 1
        const read = valueOf(result)
        // A pinned one lacks nothing where the service supports no lookups.
        if (!read && ('error' in result || config.cluster)) failed += 1
        unreadablePools += read?.unreadable ?? 0
        if ('error' in result) reason = result.error
        const opened = read && { ...config, read }
        yield { ...told(), opened, isInProgress: true, hasMore: true, error: undefined }
      }
      const hasMore = rest.hasMore || left.size > 0
      yield { ...told(), isInProgress: false, hasMore, error }
    } while (left.size > 0)
  }
}

/**
 * Loads the machine pools of many cloud configs, and yields them as they arrive; by default, what isn’t cached or has
 * failed. Starts no more once the signal aborts, or the service would refuse every request.
 */
export function loadPools<C extends CloudConfigRef>(
  configs: readonly C[],
  { configs: cache }: Pick<Clusters, 'configs'>,
  signal?: AbortSignal,
  load = async (config: C) => cache.get(config, { priority: 'batch', retry: true }),
) {
  return asTheyCome(configs, load, limits.clusters.batchSlots, signal)
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
  const isIt = (cluster: Cluster) => hasConfig(cluster, config)
  const isFound = (list: ClusterList) => list.clusters.some(isIt)
  const list = await loadClusters(clusters, config.connection, signal, isFound)
  signal.throwIfAborted()
  const found = list?.clusters.find(isIt)
  if (!found && list?.error) throw list.error
  return found
}
