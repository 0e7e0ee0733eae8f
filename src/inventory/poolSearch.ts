import type { ApiError } from '../api/errors.ts'
import type { Cluster } from '../api/clusterSchemas.ts'
import type { CloudConfig } from '../api/poolSchemas.ts'
import { isOfConfig } from '../api/providers.ts'
import { limits } from '../api/rateLimiter.ts'
import type { Connection } from '../connections/connection.ts'
import { valueOf, type Result } from './results.ts'
import { noClusters, type ClusterList } from './clusterPages.ts'
import type { Clusters } from './clusters.ts'
import { configsOf, refOf, type PoolSources } from './configs.ts'
import type { CloudConfigRef } from './refs.ts'
import { refusesAll } from './fetchAll.ts'

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
      for await (const [cluster, result] of asTheyCome([...left], open)) {
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

  async function open(
    cluster: SearchedCluster,
  ): Promise<[SearchedCluster, Result<CloudConfig | undefined>]> {
    // In its project, which the list may no longer tell when the request is sent.
    return [cluster, await clusters.configs.getOrRetry(refOf(connection, cluster), 'batch')]
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

/** Yields results as they arrive, with the concurrency of a batch. */
async function* asTheyCome<T, R>(
  things: readonly T[],
  run: (thing: T) => Promise<R>,
): AsyncGenerator<R> {
  const running = new Map<T, Promise<readonly [T, R]>>()
  for (const thing of things) {
    running.set(
      thing,
      run(thing).then((result) => [thing, result] as const),
    )
    if (running.size >= limits.clusters.batchSlots) yield await first(running)
  }
  while (running.size > 0) yield await first(running)
}

async function first<T, R>(running: Map<T, Promise<readonly [T, R]>>): Promise<R> {
  const [thing, result] = await Promise.race(running.values())
  running.delete(thing)
  return result
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
  for await (const list of clusters.follow(config.connection)) {
    signal.throwIfAborted()
    const found = list?.clusters.find((cluster) => isOfConfig(cluster, config))
    if (found) return found
    if (list?.error) throw list.error
  }
  return undefined
}
