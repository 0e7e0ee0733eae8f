import type { Connection } from '../../connections/connection.ts'
import {
  configsOf,
  poolsOf,
  type KnownConfig,
  type KnownPool,
  type PoolSources,
} from '../../clusters/configs.ts'
import type { MachinePoolRef } from '../../model/refs.ts'
import { isCluster, type PoolInCode } from './findPools.ts'

/** A machine pool of the service that a text may describe. */
interface Candidate {
  readonly config: KnownConfig
  readonly ref: MachinePoolRef
  /** Undefined if the pools of the cluster aren’t loaded. */
  readonly known?: KnownPool
  /** When they were loaded, in epoch ms. */
  readonly at?: number
}

/**
 * Returns what is cached about each of some machine pools in a text: those of the clusters with the name or UID, if
 * they have a pool of the name, or if their pools aren’t loaded. Sends no requests.
 */
export function knownPools(
  found: readonly PoolInCode[],
  connection: Connection,
  sources: PoolSources,
): Candidate[][] {
  const { pins, deletions, clusters } = sources
  const list = clusters.peek(connection)
  // An editor asks again with each change of the list, which may be long.
  const wanted = new Set<string | undefined>([
    ...pins.configs(connection.name).map(({ uid }) => uid),
    ...deletions.pendingOver([connection]).map(({ pool }) => pool.configUid),
    ...found.flatMap(({ cluster: { name, uid } }) => [name, uid]),
  ])
  wanted.delete(undefined)
  const some = (list?.clusters ?? []).filter(
    ({ name, uid, configUid }) => wanted.has(name) || wanted.has(uid) || wanted.has(configUid),
  )
  const configs = configsOf(connection, sources, list && { ...list, clusters: some })
  return found.map(({ pool, cluster }) =>
    configs.flatMap((config): Candidate | [] => {
      const { provider, configUid, project, label: configLabel } = config
      if (!isCluster(cluster, [config.name], [config.cluster?.uid, configUid], provider)) return []
      const of = { connection, provider, configUid, configLabel, ...(project && { project }) }
      const ref = { ...of, machinePoolName: pool }
      const result = clusters.configs.peek(config)
      if (!result || !('value' in result) || !result.value) return { config, ref }
      const all = poolsOf(config, sources, result.value)
      const known = all.find(({ machinePoolName }) => machinePoolName === pool)
      return known ? { config, ref, known, at: result.at } : []
    }),
  )
}
