import type { ApiError } from '../api/errors.ts'
import type { CloudConfig, Cluster } from '../api/lookupSchemas.ts'
import { isOfConfig, providerOfCloudType } from '../api/providers.ts'
import { limits } from '../api/rateLimiter.ts'
import type { Connection } from '../connections/connection.ts'
import { valueOf, type Result } from './results.ts'
import type { ClusterList } from './clusterPages.ts'
import type { Clusters } from './clusters.ts'
import type { CloudConfigRef } from './machinePoolRef.ts'
import { refusesAll } from './sweep.ts'

/** A cluster with its machine pools: its cloud config alone tells their names. */
export interface OpenedCluster extends Pick<CloudConfig, 'pools' | 'hybridPools'> {
  readonly cluster: Cluster
}

/** A part of what a search for machine pools finds. */
export interface FoundPools {
  /** The cluster that was opened since the part before. */
  readonly opened?: OpenedCluster | undefined
  /** How many clusters the search is through with. */
  readonly searched: number
  /** How many there are, where the service tells. */
  readonly total?: number | undefined
  /** How many of them could not be opened, or have no cloud config that is told. */
  readonly unreadable: number
  /** Why one of those could not be opened, mostly the last, where that is known. */
  readonly reason?: ApiError | undefined
  /** How many machine pools there are in the others that could not be read. */
  readonly unreadablePools: number
  /** Whether there is more to come of what the service has listed so far. */
  readonly isUnderWay: boolean
  /** Whether there is another part, or one to try again. */
  readonly hasMore: boolean
  /** There may be others: the list of clusters could not be read to its end. */
  readonly isCut: boolean
  /** Why the search stopped here. */
  readonly error?: ApiError | undefined
}

/**
 * Opens the clusters of a connection, page by page, and tells of each as it comes; what is known is
 * not read again, but what failed is. Once no other part is asked for, no other cluster is opened.
 */
export async function* searchPools(
  clusters: Clusters,
  connection: Connection,
): AsyncGenerator<FoundPools> {
  const seen = new Set<Cluster['configUid']>()
  let searched = 0
  let failed = 0
  let unreadablePools = 0
  let reason: ApiError | undefined
  for await (const list of clusters.follow(connection)) {
    const { clusters: listed, unreadable, ...rest } = list ?? nothingListed
    reason ??= rest.reason
    const left = new Set(listed.filter(({ configUid }) => !seen.has(configUid)))
    for (const { configUid } of left) seen.add(configUid)
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
        if (!config) failed += 1
        unreadablePools += config?.unreadable ?? 0
        if ('error' in result) reason = result.error
        const opened = config && { cluster, ...config }
        yield { ...told(), opened, isUnderWay: true, hasMore: true, error: undefined }
      }
      const hasMore = rest.hasMore || left.size > 0
      yield { ...told(), isUnderWay: false, hasMore, error }
    } while (left.size > 0)
  }

  async function open(cluster: Cluster): Promise<[Cluster, Result<CloudConfig | undefined>]> {
    const { cloudType, configUid } = cluster
    const ref = { connection, provider: providerOfCloudType(cloudType), configUid }
    return [cluster, await clusters.configs.getOrRetry(ref, 'batch')]
  }
}

const nothingListed: ClusterList = { clusters: [], hasMore: false, isCut: false, unreadable: 0 }

/** What comes of several things, each as soon as it is there; as many at once as a batch may. */
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
 * The cluster of a cloud config, for which the list may have to be read; undefined if it isn't listed.
 * Rejects with what kept the list from being read.
 */
export async function findCluster(
  config: CloudConfigRef,
  clusters: Clusters,
  signal: AbortSignal,
): Promise<Cluster | undefined> {
  for await (const list of clusters.follow(config.connection)) {
    signal.throwIfAborted()
    if (list?.error) throw list.error
    const found = list?.clusters.find((cluster) => isOfConfig(cluster, config))
    if (found) return found
  }
  return undefined
}
