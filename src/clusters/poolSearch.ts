import type { ApiError } from '../api/errors.ts'
import type { Cluster } from '../api/clusterSchemas.ts'
import type { CloudConfig } from '../api/poolSchemas.ts'
import { hasConfig } from '../api/providers.ts'
import { limits } from '../api/rateLimiter.ts'
import type { Connection } from '../connections/connection.ts'
import { noClusters, type ClusterList } from './clusterPages.ts'
import type { Clusters } from './clusters.ts'
import { collectConfigs, type KnownConfig, type PoolSources } from './configs.ts'
import { mapConcurrently, fatalError } from '../cache/fetchAll.ts'
import type { CloudConfigRef } from '../model/refs.ts'
import { valueOf } from '../cache/results.ts'

/** A cluster with its cloud config, which has the names of its machine pools. */
export interface OpenedCluster extends KnownConfig {
  readonly cloudConfig: CloudConfig
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
  const found = new Set<string>()
  let searched = 0
  let failed = 0
  let unreadablePools = 0
  let reason: ApiError | undefined
  for await (const list of clusters.followPages(connection)) {
    const { clusters: listed, unreadable, ...rest } = list ?? noClusters
    reason ??= rest.reason
    const newClusters = listed.filter(({ configUid }) => !found.has(configUid))
    const known = collectConfigs(connection, sources, list && { ...list, clusters: newClusters })
    // What no page has is searched at the end.
    const newConfigs = known.filter(({ configUid, cluster }) => {
      return (cluster ?? !rest.hasMore) && !found.has(configUid)
    })
    for (const { configUid } of newConfigs) found.add(configUid)
    const remaining = new Set(newConfigs.filter(isWanted))
    const progressSoFar = () => ({
      ...rest,
      searched,
      unreadable: unreadable + failed,
      reason,
      unreadablePools,
    })
    do {
      let error = rest.error
      for await (const { ref: config, ...result } of loadCloudConfigs([...remaining], clusters)) {
        const refusal = fatalError(result)
        if (refusal) {
          error = refusal
          break
        }
        remaining.delete(config)
        searched += 1
        const cloudConfig = valueOf(result)
        // Where the service supports no lookups, a pinned cluster has no cloud config, and nothing has failed.
        if (!cloudConfig && ('error' in result || config.cluster)) failed += 1
        unreadablePools += cloudConfig?.unreadable ?? 0
        if ('error' in result) reason = result.error
        const opened = cloudConfig && { ...config, cloudConfig }
        yield {
          ...progressSoFar(),
          opened,
          isInProgress: true,
          hasMore: true,
          error: undefined,
        }
      }
      const hasMore = rest.hasMore || remaining.size > 0
      yield { ...progressSoFar(), isInProgress: false, hasMore, error }
    } while (remaining.size > 0)
  }
}

/**
 * Loads the machine pools of many cloud configs, and yields them as they arrive; by default, what isn’t cached or has
 * failed. Starts no more once the signal aborts, or the service would refuse every request.
 */
export function loadCloudConfigs<C extends CloudConfigRef>(
  configs: readonly C[],
  { configs: cache }: Pick<Clusters, 'configs'>,
  signal?: AbortSignal,
  load = async (config: C) => cache.get(config, { priority: 'batch', retry: true }),
) {
  return mapConcurrently(configs, load, limits.clusters.batchSlots, signal)
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
  for await (list of clusters.followPages(connection)) {
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
  const isMatch = (cluster: Cluster) => hasConfig(cluster, config)
  const isFound = (list: ClusterList) => list.clusters.some(isMatch)
  const list = await loadClusters(clusters, config.connection, signal, isFound)
  signal.throwIfAborted()
  const found = list?.clusters.find(isMatch)
  if (!found && list?.error) throw list.error
  return found
}
