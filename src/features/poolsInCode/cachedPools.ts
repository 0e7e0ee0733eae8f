import {
  collectConfigs,
  collectPools,
  type KnownConfig,
  type KnownPool,
  type PoolSources,
} from '../../clusters/configs.ts'
import type { Connection } from '../../connections/connection.ts'
import type { MachinePoolRef } from '../../model/refs.ts'
import { firstByKey } from '../../pins/presence.ts'
import { memoize } from '../../cache/memoize.ts'
import { isSameCluster, type ClusterInCode, type PoolInCode } from './poolMatching.ts'

/** A machine pool of the service that a pool in a text may be. */
export interface PoolCandidate {
  readonly config: KnownConfig
  readonly ref: MachinePoolRef
  /** What is cached about the pool, with the time in epoch ms; undefined if the pools of the cluster aren’t loaded. */
  readonly cached: { readonly pool: KnownPool; readonly at: number } | undefined
}

/**
 * Returns the candidates for each machine pool in a text, but at most `maxCandidates` for a pool. The candidate’s
 * cluster must have the name or UID in the text, and a pool of the name; if the pools of the cluster aren’t cached, it
 * may have one. Sends no requests.
 *
 * A text may name thousands of pools, and a connection may have thousands of clusters: the time grows with the sum of
 * both, not with their product.
 */
export function findCachedPools(
  pools: readonly PoolInCode[],
  connection: Connection,
  sources: PoolSources,
  maxCandidates: number,
): PoolCandidate[][] {
  const configs = new ConfigIndex(configsFor(pools, connection, sources))
  const cachedPools = memoize((config: KnownConfig) => cachedPoolsIn(config, sources))
  return pools.map(({ pool, cluster }) => {
    const candidates: PoolCandidate[] = []
    for (const config of configs.find(cluster)) {
      if (candidates.length === maxCandidates) break
      const candidate = candidateIn(config, pool, connection, cachedPools(config))
      if (candidate) candidates.push(candidate)
    }
    return candidates
  })
}

/** Finds the cloud configs of the clusters that a text names. */
class ConfigIndex {
  readonly #configs: readonly KnownConfig[]
  /** The positions of the cloud configs whose cluster has a text as its name, or as one of its UIDs. */
  readonly #positions = new Map<string, number[]>()
  /** Most pools of a text are in the same few clusters. */
  readonly #find = memoize(
    (cluster: ClusterInCode) => this.#search(cluster),
    ({ name, uid, cloud }) => JSON.stringify([name, uid, cloud]),
  )

  constructor(configs: readonly KnownConfig[]) {
    this.#configs = configs
    for (const [position, { name, cluster, configUid }] of configs.entries()) {
      for (const text of new Set([name, cluster?.uid, configUid])) {
        if (text !== undefined) this.#add(text, position)
      }
    }
  }

  /** Returns the cloud configs of a cluster in a text, in their order. */
  find(cluster: ClusterInCode): readonly KnownConfig[] {
    return this.#find(cluster)
  }

  #add(text: string, position: number): void {
    const positions = this.#positions.get(text)
    if (positions) positions.push(position)
    else this.#positions.set(text, [position])
  }

  #search(cluster: ClusterInCode): KnownConfig[] {
    const texts = [cluster.name, cluster.uid].filter((text) => text !== undefined)
    const positions = new Set(texts.flatMap((text) => this.#positions.get(text) ?? []))
    const inOrder = [...positions].sort((a, b) => a - b)
    const configs = inOrder.flatMap((position) => this.#configs[position] ?? [])
    return configs.filter((config) => isClusterOf(config, cluster))
  }
}

/** Returns whether the cluster in a text is that of a cloud config. */
function isClusterOf(config: KnownConfig, cluster: ClusterInCode): boolean {
  const uids = [config.cluster?.uid, config.configUid]
  return isSameCluster(cluster, [config.name], uids, config.provider)
}

/**
 * Returns the cloud configs that pools may belong to. Only clusters that are pinned, named in the text, or have
 * deletions are looked at: an editor asks again with each change of the list of clusters, which may be long.
 */
function configsFor(
  pools: readonly PoolInCode[],
  connection: Connection,
  sources: PoolSources,
): KnownConfig[] {
  const { pins, deletions, clusters } = sources
  const names = new Set<string | undefined>()
  for (const { uid } of pins.configs(connection.name)) names.add(uid)
  for (const { pool } of deletions.pendingOver([connection])) names.add(pool.configUid)
  for (const { cluster } of pools) names.add(cluster.name).add(cluster.uid)
  names.delete(undefined)
  const list = clusters.peekList(connection)
  if (!list) return collectConfigs(connection, sources, undefined)
  const ofNames = list.clusters.filter(
    ({ name, uid, configUid }) => names.has(name) || names.has(uid) || names.has(configUid),
  )
  return collectConfigs(connection, sources, { ...list, clusters: ofNames })
}

/** The cached pools of a cloud config by name, with the time in epoch ms at which they were loaded. */
interface CachedPools {
  readonly byName: ReadonlyMap<string, KnownPool>
  readonly at: number
}

/** Returns the pools of a cloud config; undefined if they aren’t cached. */
function cachedPoolsIn(config: KnownConfig, sources: PoolSources): CachedPools | undefined {
  const result = sources.clusters.configs.peek(config)
  if (!result || !('value' in result) || !result.value) return undefined
  const pools = collectPools(config, sources, result.value)
  return { byName: firstByKey(pools, ({ machinePoolName }) => machinePoolName), at: result.at }
}

/**
 * Returns the candidate in a cloud config; undefined if the pools of the cloud config are cached, and none has the
 * name.
 */
function candidateIn(
  config: KnownConfig,
  machinePoolName: string,
  connection: Connection,
  cachedPools: CachedPools | undefined,
): PoolCandidate | undefined {
  const pool = cachedPools?.byName.get(machinePoolName)
  if (cachedPools && !pool) return undefined
  const ref = poolRefIn(config, machinePoolName, connection)
  return { config, ref, cached: cachedPools && pool && { pool, at: cachedPools.at } }
}

function poolRefIn(
  { provider, configUid, label: configLabel, project }: KnownConfig,
  machinePoolName: string,
  connection: Connection,
): MachinePoolRef {
  const ref = { connection, provider, configUid, configLabel, machinePoolName }
  return project ? { ...ref, project } : ref
}
