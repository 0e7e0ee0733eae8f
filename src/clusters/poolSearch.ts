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

/** The progress of a search for machine pools, with the clusters that were loaded last. */
export interface FoundPools extends Omit<ClusterList, 'clusters' | 'at'> {
  /** The clusters that were loaded since the last result. Those that are cached come together. */
  readonly opened: readonly OpenedCluster[]
  /** The number of clusters whose cloud configs were loaded so far, or couldn’t be loaded. */
  readonly searched: number
  /** The number of clusters without a readable cloud config. */
  readonly unreadable: number
  /** The number of unreadable pools in the clusters that could be loaded. */
  readonly unreadablePools: number
  /** True if clusters of the pages loaded so far are still being loaded. */
  readonly isInProgress: boolean
}

/**
 * Loads the cloud configs of a connection’s clusters page by page, and yields each when it is loaded, and those that
 * are cached at once. At the end, loads those that are pinned or have a pending deletion although the list lacks them.
 * Loads the next page only when the caller asks for a further result.
 */
export async function* searchPools(
  connection: Connection,
  sources: PoolSources,
  /** Returns whether a cluster is to be searched. */
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
    // Pinned clusters that aren’t in the list are searched after the last page, as any page may have them.
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
    const opened = takeCached(remaining, clusters)
    if (opened.length > 0) {
      searched += opened.length
      for (const { cloudConfig } of opened) unreadablePools += cloudConfig.unreadable
      yield { ...progressSoFar(), opened, isInProgress: true, hasMore: true, error: undefined }
    }
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
        yield {
          ...progressSoFar(),
          opened: cloudConfig ? [{ ...config, cloudConfig }] : [],
          isInProgress: true,
          hasMore: true,
          error: undefined,
        }
      }
      const hasMore = rest.hasMore || remaining.size > 0
      yield { ...progressSoFar(), opened: [], isInProgress: false, hasMore, error }
    } while (remaining.size > 0)
  }
}

/** Removes the clusters whose cloud configs are cached from a set, and returns them. */
function takeCached(remaining: Set<KnownConfig>, { configs }: Clusters): OpenedCluster[] {
  const opened: OpenedCluster[] = []
  for (const config of remaining) {
    const cloudConfig = valueOf(configs.peek(config))
    if (!cloudConfig) continue
    remaining.delete(config)
    opened.push({ ...config, cloudConfig })
  }
  return opened
}

/**
 * Loads many cloud configs concurrently, and yields each result when it arrives. By default, cached cloud configs
 * aren’t requested again, unless they have failed. Sends no further requests once the signal aborts, or after an error
 * with which the service would answer every request.
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
 * Loads the list of clusters page by page, until `isEnough` returns true for it, a page fails, or the signal aborts.
 * Resolves to the list as far as it is loaded then; undefined if the service doesn’t support listing clusters.
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
 * Finds the cluster of a cloud config in the list of clusters, which is loaded page by page until the cluster is found.
 * Undefined if the list doesn’t have it. Rejects if a page can’t be loaded, or the signal aborts.
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
