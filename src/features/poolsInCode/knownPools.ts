import type { Cluster, MachinePool } from '../../api/lookupSchemas.ts'
import type { Connection } from '../../connections/connection.ts'
import { isWhole } from '../../inventory/clusterPages.ts'
import {
  configsOf,
  poolsOf,
  type KnownConfig,
  type KnownPool,
  type PoolSources,
} from '../../inventory/configs.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { isCluster, type PoolInCode } from './findPools.ts'

/** A machine pool of the service that a text may describe. */
export interface Candidate {
  readonly config: KnownConfig
  readonly ref: MachinePoolRef
  /** Undefined if the pools of the cluster aren’t loaded. */
  readonly known?: KnownPool
  /** When they were loaded, in epoch ms. */
  readonly at?: number
}

/** The cached facts about a machine pool in a text. */
export interface KnownPools {
  readonly candidates: readonly Candidate[]
  /** True if the text may mean a cluster of the same name that isn’t loaded. */
  readonly mayBeOther: boolean
}

/**
 * Returns what is cached about machine pools in a text, in their order: those of the clusters with the name or
 * UID, if they have a pool of the name, or if their pools aren’t loaded. Sends no requests. Takes time in
 * proportion to what is found, not to the lists: an editor asks again with each change of them.
 */
export function knownPools(
  found: readonly PoolInCode[],
  connection: Connection,
  sources: PoolSources,
): KnownPools[] {
  const { tracked, deletions, clusters } = sources
  const list = clusters.peek(connection)
  const open = deletions.pendingOver([connection]).map(({ pool }) => pool.configUid)
  const pinned = tracked.configs(connection.name).map(({ uid }) => uid)
  const named = found.flatMap(({ cluster: { name, uid } }) => [name, uid])
  const keys = new Set([...pinned, ...open, ...named])
  const wanted = [...keys].flatMap((key) => clustersBy(list?.clusters ?? [], key))
  const configs = configsOf(
    connection,
    sources,
    list && { ...list, clusters: [...new Set(wanted)] },
  )
  return found.map(({ pool: machinePoolName, cluster }) => {
    const candidates = configs.flatMap((config): Candidate[] => {
      const { provider, configUid, project, label: configLabel } = config
      const uids = [config.cluster?.uid, configUid]
      if (!isCluster(cluster, config.names, uids, provider)) return []
      const of = { connection, provider, configUid, configLabel, ...(project && { project }) }
      const ref: MachinePoolRef = { ...of, machinePoolName }
      const result = clusters.configs.peek(config)
      if (!result || !('value' in result) || !result.value) return [{ config, ref }]
      const { pools, hybridPools } = result.value
      const known = poolsOf(config, sources, {
        ...result.value,
        pools: [...poolsBy(pools, machinePoolName)],
        hybridPools: hybridPools.filter((name) => name === machinePoolName),
      }).find((one) => one.machinePoolName === machinePoolName)
      if (!known) return []
      return [{ config, ref, known, at: result.at }]
    })
    const isSure = candidates.every(({ config }) => {
      return cluster.uid === config.configUid || cluster.uid === config.cluster?.uid
    })
    return { candidates, mayBeOther: !isWhole(list) && (cluster.uid === undefined || !isSure) }
  })
}

const clustersBy = indexBy(({ name, uid, configUid }: Cluster) => [name, uid, configUid])
const poolsBy = indexBy(({ name }: MachinePool) => [name])

/** Returns a function for the items of a list that have a key. A list, which never changes, is indexed once. */
function indexBy<T>(keysOf: (item: T) => readonly (string | undefined)[]) {
  const indexes = new WeakMap<readonly T[], Map<string | undefined, T[]>>()
  return (list: readonly T[], key: string | undefined): readonly T[] => {
    let index = indexes.get(list)
    if (!index) {
      indexes.set(list, (index = new Map()))
      for (const item of list) {
        for (const one of new Set(keysOf(item))) {
          const same = index.get(one)
          if (same) same.push(item)
          else index.set(one, [item])
        }
      }
    }
    return key === undefined ? [] : (index.get(key) ?? [])
  }
}
