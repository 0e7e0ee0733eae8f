import type { CloudConfig, Cluster, MachinePool } from '../api/lookupSchemas.ts'

/**
 * The bounds of a pool's autoscaling; undefined where there is none. The lower one may be left out:
 * then the size is at it.
 */
export function autoscaling({
  size,
  minSize: min = size,
  maxSize: max,
}: Pick<MachinePool, 'size' | 'minSize' | 'maxSize'>): { min: number; max: number } | undefined {
  return min !== undefined && max !== undefined && min < max ? { min, max } : undefined
}

/** How many machine pools a cluster has, and how its nodes are doing. */
export interface PoolCounts {
  readonly pools: number
  /** How many nodes are healthy, and of how many; missing where the service does not tell. */
  readonly nodes?: { readonly healthy: number; readonly all?: number }
}

/** What the list tells of a cluster's pools; its cloud config, once that was read, knows it better. */
export function poolCounts(
  { poolSummaries }: Pick<Cluster, 'poolSummaries'>,
  config: Pick<CloudConfig, 'pools' | 'hybridPools'> | undefined,
): PoolCounts {
  const listed = poolSummaries.length
  const pools = config ? config.pools.length + config.hybridPools.length : listed
  let healthy = 0
  let all: number | undefined = 0
  for (const one of poolSummaries) {
    if (one.healthy === undefined) return { pools }
    healthy += one.healthy
    // With autoscaling there are more than the size says, and nobody knows how many are not healthy.
    if (one.size === undefined || one.healthy > one.size) all = undefined
    else if (all !== undefined) all += one.size
  }
  // Once a pool has gone, the nodes in the list are those of before.
  if (pools !== listed || listed === 0) return { pools }
  return { pools, nodes: { healthy, ...(all !== undefined && { all }) } }
}
