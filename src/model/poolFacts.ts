import type { Cluster, Machine } from '../api/clusterSchemas.ts'
import type { CloudConfig, MachinePool } from '../api/poolSchemas.ts'
import { isManagedKubernetes } from '../api/providers.ts'

type GuardedFields = 'name' | 'isControlPlane' | 'isSystemPool' | 'useControlPlaneAsWorker' | 'size'

/** The known facts about a machine pool. Missing fields are unknown; the list of clusters has no names. */
export type PoolFacts = Readonly<Partial<Pick<MachinePool, GuardedFields>>>

/** The states of clusters and machines (docs/api.md), which services write in any case; gone ones aren’t listed. */
const phases = new Map<string, 'arriving' | 'running' | 'failed' | 'leaving'>([
  ['pending', 'arriving'],
  ['provisioning', 'arriving'],
  ['provisioned', 'arriving'],
  ['importing', 'arriving'],
  ['running', 'running'],
  ['failed', 'failed'],
  ['deleting', 'leaving'],
])

/** Returns how far a cluster or machine is by its state; undefined if that is missing or says nothing. */
export function phaseOf({ state = '', deletionTimestamp }: Partial<Machine>) {
  // A machine keeps its state for a while after its deletion was requested.
  if (deletionTimestamp !== undefined) return 'leaving'
  return phases.get(state.toLowerCase())
}

/** Returns whether a machine needs attention: it has failed, or its state or health isn’t one of a machine that works. */
export function isAiling(machine: Machine): boolean {
  const { state, health = 'healthy' } = machine
  const isOdd = state !== undefined && [undefined, 'failed'].includes(phaseOf(machine))
  return isOdd || health.toLowerCase() !== 'healthy'
}

/** Returns whether it is known where the control plane is: a pool without the field is none. */
export function tellsControlPlane(provider: string, pools: readonly PoolFacts[]): boolean {
  return (
    isManagedKubernetes(provider) || pools.some(({ isControlPlane }) => isControlPlane === true)
  )
}

/** Returns whether a pool runs workloads: any but a control plane without them. */
export function runsWorkloads({ isControlPlane, useControlPlaneAsWorker }: PoolFacts): boolean {
  return isControlPlane !== true || useControlPlaneAsWorker === true
}

/** Returns the bounds of a pool’s autoscaling; undefined without. A missing minimum is the size. */
export function autoscaling({
  size,
  minSize: min = size,
  maxSize: max,
}: Pick<MachinePool, 'size' | 'minSize' | 'maxSize'>): { min: number; max: number } | undefined {
  return min !== undefined && max !== undefined && min < max ? { min, max } : undefined
}

/** The number of a cluster’s machine pools, and the health of its nodes. */
export interface PoolCounts {
  /** Undefined if the list doesn’t speak of pools: every cluster has at least one. */
  readonly pools: number | undefined
  /** The number of healthy nodes and of all, `isWhole` if these are not just at least so many; undefined if unknown. */
  readonly nodes?: { readonly healthy: number; readonly all: number; readonly isWhole: boolean }
}

/** Counts a cluster’s pools and nodes, from its cloud config if cached, else from the list. */
export function poolCounts(
  { poolSummaries }: Pick<Cluster, 'poolSummaries'>,
  config: Pick<CloudConfig, 'pools' | 'hybridPools'> | undefined,
): PoolCounts {
  const listed = poolSummaries.length
  const pools = config ? config.pools.length + config.hybridPools.length : listed || undefined
  let [healthy, all, isWhole] = [0, 0, true]
  for (const one of poolSummaries) {
    if (one.healthy === undefined) return { pools }
    healthy += one.healthy
    all += Math.max(one.size ?? 0, one.healthy)
    // With autoscaling, there are more nodes than the size, and the number of unhealthy ones is unknown.
    if (one.size === undefined || one.healthy > one.size) isWhole = false
  }
  // After a pool is gone, the nodes in the list are outdated.
  if (pools !== listed || listed === 0) return { pools }
  return { pools, nodes: { healthy, all, isWhole } }
}
