import {
  collectConfigs,
  collectPools,
  type KnownConfig,
  type KnownPool,
  type PoolSources,
} from '../../clusters/configs.ts'
import type { Connection } from '../../connections/connection.ts'
import type { MachinePoolRef } from '../../model/refs.ts'
import { isSameCluster, type PoolInCode } from './poolMatching.ts'

/** A machine pool of the service that a pool in a text may be. */
export interface PoolCandidate {
  readonly config: KnownConfig
  readonly ref: MachinePoolRef
  /** What is cached about the pool, with the time in epoch ms; undefined if the pools of the cluster aren’t loaded. */
  readonly cached: { readonly pool: KnownPool; readonly at: number } | undefined
}

/**
 * Returns the candidates for each machine pool in a text. The candidate’s cluster must have the name or UID in the
 * text, and a pool of the name; if the pools of the cluster aren’t cached, it may have one. Sends no requests.
 */
export function findCachedPools(
  pools: readonly PoolInCode[],
  connection: Connection,
  sources: PoolSources,
): PoolCandidate[][] {
  const configs = configsFor(pools, connection, sources)
  return pools.map(({ pool, cluster }) => {
    const ofCluster = configs.filter((config) => {
      const uids = [config.cluster?.uid, config.configUid]
      return isSameCluster(cluster, [config.name], uids, config.provider)
    })
    const candidates = ofCluster.map((config) => candidateIn(config, pool, connection, sources))
    return candidates.filter((candidate) => candidate !== undefined)
  })
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

/**
 * Returns the candidate in a cloud config; undefined if the pools of the cloud config are cached, and none has the
 * name.
 */
function candidateIn(
  config: KnownConfig,
  machinePoolName: string,
  connection: Connection,
  sources: PoolSources,
): PoolCandidate | undefined {
  const ref = poolRefIn(config, machinePoolName, connection)
  const result = sources.clusters.configs.peek(config)
  if (!result || !('value' in result) || !result.value) return { config, ref, cached: undefined }
  const pools = collectPools(config, sources, result.value)
  const pool = pools.find((candidate) => candidate.machinePoolName === machinePoolName)
  return pool && { config, ref, cached: { pool, at: result.at } }
}

function poolRefIn(
  { provider, configUid, label: configLabel, project }: KnownConfig,
  machinePoolName: string,
  connection: Connection,
): MachinePoolRef {
  const ref = { connection, provider, configUid, configLabel, machinePoolName }
  return project ? { ...ref, project } : ref
}
