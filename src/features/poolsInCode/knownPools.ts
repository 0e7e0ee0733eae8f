import type { Connection } from '../../connections/connection.ts'
import { configsOf, poolsOf, type KnownConfig } from '../../inventory/configs.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import type { Parts } from '../../parts.ts'
import type { MachinePoolNode } from '../../ui/trees/nodes.ts'
import { poolNode } from '../machinePools/machinePoolsItems.ts'
import { isCluster, type PoolInCode } from './findPools.ts'

/** A machine pool of the service that a text may describe. */
export interface Candidate {
  readonly config: KnownConfig
  readonly ref: MachinePoolRef
  /** Undefined if the pools of the cluster aren’t loaded. */
  readonly node?: MachinePoolNode | undefined
  /** When they were loaded, in epoch ms. */
  readonly at?: number | undefined
}

/** The sources of machine pools. */
export type PoolParts = Pick<
  Parts,
  'connections' | 'apiKeys' | 'tracked' | 'deletions' | 'clusters' | 'poolDeleter'
>

/**
 * Returns what is cached about machine pools in a text, in their order: those of the clusters with the name or
 * UID, if they have a pool of the name, or if their pools aren’t loaded. Sends no requests.
 */
export function knownPools(
  found: readonly PoolInCode[],
  connection: Connection,
  parts: PoolParts,
): Candidate[][] {
  const configs = found.length > 0 ? configsOf(connection, parts) : []
  return found.map(({ pool: machinePoolName, cluster }) =>
    configs.flatMap((config): Candidate[] => {
      const uids = [config.cluster?.uid, config.configUid]
      if (!isCluster(cluster, config.names, uids)) return []
      const { provider, configUid, project, label: configLabel } = config
      const of = { connection, provider, configUid, configLabel, ...(project && { project }) }
      const ref: MachinePoolRef = { ...of, machinePoolName }
      const result = parts.clusters.configs.peek(config)
      if (!result || !('value' in result) || !result.value) return [{ config, ref }]
      const pools = poolsOf(config, parts, result.value)
      const known = pools.find((one) => one.machinePoolName === machinePoolName)
      if (!known) return []
      return [{ config, ref, node: poolNode(known, parts.clusters), at: result.at }]
    }),
  )
}
