import type { CloudConfig, Cluster, MachinePool } from '../api/lookupSchemas.ts'

/** The bounds of a pool's autoscaling; undefined where there is none. */
export function autoscaling({
  minSize,
  maxSize,
}: Pick<MachinePool, 'minSize' | 'maxSize'>): { min: number; max: number } | undefined {
  const isScaled = minSize !== undefined && maxSize !== undefined && minSize < maxSize
  return isScaled ? { min: minSize, max: maxSize } : undefined
}

/** How many machine pools a cluster has, and how its nodes are doing. */
export interface PoolCounts {
  readonly pools: number
  /** How many nodes are healthy, and of how many; missing where the service does not tell. */
  readonly nodes?: { readonly healthy: number; readonly all: number }
}

/** What the list tells of a cluster's pools; its cloud config, once that was read, knows it better. */
export function poolCounts(
  { poolSummaries }: Pick<Cluster, 'poolSummaries'>,
  config: Pick<CloudConfig, 'pools' | 'hybridPools'> | undefined,
): PoolCounts {
  const listed = poolSummaries.length
  const pools = config ? config.pools.length + config.hybridPools.length : listed
  let healthy = 0
  let all = 0
  for (const one of poolSummaries) {
    if (one.healthy === undefined) return { pools }
    healthy += one.healthy
    // With autoscaling there may be more than the size says.
    all += Math.max(one.size ?? 0, one.healthy)
  }
  // Once a pool has gone, the nodes in the list are those of before.
  return pools === listed && listed > 0 ? { pools, nodes: { healthy, all } } : { pools }
}
