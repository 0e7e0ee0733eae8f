import type { Cluster, ClusterStatus, Machine } from '../api/clusterSchemas.ts'
import { completeList } from '../api/list.ts'
import type { CloudConfig, MachinePool } from '../api/poolSchemas.ts'
import { isManagedKubernetes } from '../api/providers.ts'

type GuardedFields =
  | 'name'
  | 'isControlPlane'
  | 'isSystemPool'
  | 'useControlPlaneAsWorker'
  | 'hasUnreadableRole'
  | 'size'
  | 'minSize'
  | 'maxSize'
  | 'hasUnreadableBounds'
  | 'hasOverrides'

/** The known facts about a machine pool. A missing field isn’t known: a pool in the list of clusters has no name. */
export type PoolFacts = Readonly<Partial<Pick<MachinePool, GuardedFields>>>

/**
 * The phase for each state of a cluster or machine (docs/responses.md). Services write states in any case, here they
 * are in lowercase.
 */
const phases = new Map<string, 'arriving' | 'running' | 'failed' | 'leaving'>([
  ['pending', 'arriving'],
  ['provisioning', 'arriving'],
  ['provisioned', 'arriving'],
  ['importing', 'arriving'],
  ['running', 'running'],
  ['failed', 'failed'],
  ['deleting', 'leaving'],
])

/** Returns the phase of a cluster or machine by its state; undefined if the state is missing or unknown. */
export function lifecyclePhase({ state = '', deletionTimestamp }: Partial<Machine>) {
  // A machine keeps its state for a while after its deletion was requested.
  if (deletionTimestamp !== undefined) return 'leaving'
  return phases.get(state.toLowerCase())
}

/** Returns whether a repave, which replaces the nodes of a cluster, is pending or approved. */
export function isBeingRepaved(status: ClusterStatus | undefined): boolean {
  return ['pending', 'approved'].includes(status?.repave?.toLowerCase() ?? '')
}

/** Returns whether a machine needs attention: its state is `failed` or unknown, or its health isn’t `healthy`. */
export function isUnhealthy(machine: Machine): boolean {
  const { state, health = 'healthy' } = machine
  const phase = lifecyclePhase(machine)
  const hasOddState = state !== undefined && (phase === undefined || phase === 'failed')
  return hasOddState || health.toLowerCase() !== 'healthy'
}

/** Returns whether a machine is running and healthy. False also if its state or health isn’t known. */
export function isKnownToBeWell(machine: Machine): boolean {
  return lifecyclePhase(machine) === 'running' && machine.health?.toLowerCase() === 'healthy'
}

/**
 * Returns whether it is known which of a cluster’s pools is the control plane: the cloud runs it, or a pool is marked
 * as control plane. Then a pool without the field `isControlPlane` is none.
 */
export function isControlPlaneKnown(provider: string, pools: readonly PoolFacts[]): boolean {
  return (
    isManagedKubernetes(provider) || pools.some(({ isControlPlane }) => isControlPlane === true)
  )
}

/** Returns whether a pool runs workloads: every worker pool does, and a control plane that is also used as a worker. */
export function runsWorkloads({ isControlPlane, useControlPlaneAsWorker }: PoolFacts): boolean {
  return isControlPlane !== true || useControlPlaneAsWorker === true
}

/** Returns whether a pool runs workloads, or may run them because its role can’t be read. */
export function isPossibleWorker(pool: PoolFacts): boolean {
  return pool.hasUnreadableRole === true || runsWorkloads(pool)
}

/**
 * Returns whether a pool’s configuration says which zones the pool is in. A pool without configured zones may be in
 * any.
 */
export function areZonesConfigured({
  zones,
  unreadableZones = 0,
}: Pick<MachinePool, 'zones' | 'unreadableZones'>): boolean {
  return zones.length > 0 && unreadableZones === 0
}

/** The bounds of a pool’s autoscaling, in nodes. */
interface AutoscalingBounds {
  readonly min: number
  readonly max: number
}

/** Returns the bounds of a pool’s autoscaling; undefined for a pool without autoscaling. */
export function autoscalingBounds(
  pool: Pick<MachinePool, 'minSize' | 'maxSize'>,
): AutoscalingBounds | undefined {
  const { minSize: min, maxSize: max } = pool
  if (min === undefined || max === undefined || min >= max) return undefined
  return { min, max }
}

/** The number of a cluster’s nodes, and how many of them are healthy. */
interface NodeCounts {
  readonly healthy: number
  readonly all: number
  /** False if the cluster may have more nodes than `all`, because autoscaling has added some. */
  readonly isExact: boolean
}

/** The number of a cluster’s machine pools, and the health of its nodes. */
export interface PoolCounts {
  /**
   * Undefined if the list has no pools: as every cluster has at least one pool, this service leaves pools out.
   * Undefined, too, if not all of them could be read.
   */
  readonly pools: number | undefined
  /** Undefined if the number of nodes isn’t known. */
  readonly nodes?: NodeCounts
}

/**
 * Counts a cluster’s pools and nodes. The pools are counted in its cloud config if that is cached, else in the list of
 * clusters. Only the list has the nodes.
 */
export function countPoolsAndNodes(
  { poolSummaries, unreadablePools }: Pick<Cluster, 'poolSummaries' | 'unreadablePools'>,
  config: Pick<CloudConfig, 'pools' | 'hybridPools'> | undefined,
): PoolCounts {
  const listed = unreadablePools === 0 ? poolSummaries.length : 0
  const pools = config ? config.pools.length + config.hybridPools.length : listed || undefined
  let healthy = 0
  let all = 0
  let isExact = true
  for (const pool of poolSummaries) {
    if (pool.healthy === undefined) return { pools }
    healthy += pool.healthy
    all += Math.max(pool.size ?? 0, pool.healthy)
    // If autoscaling has added nodes, the list’s size is too small, and the number of unhealthy nodes isn’t known.
    if (pool.size === undefined || pool.healthy > pool.size) isExact = false
  }
  // If a pool was deleted since the list was loaded, the list’s nodes are outdated.
  if (pools !== listed || listed === 0) return { pools }
  return { pools, nodes: { healthy, all, isExact } }
}

/** Returns the names of a cluster’s virtual clusters; undefined if it has virtual clusters, but none could be read. */
export function knownVirtualClusters({
  virtualClusters,
}: Pick<Cluster, 'virtualClusters'>): readonly string[] | undefined {
  const { items, unreadable } = virtualClusters ?? completeList([])
  return items.length === 0 && unreadable > 0 ? undefined : items
}
