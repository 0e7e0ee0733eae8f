import type { CloudConfig, MachinePool } from '../api/poolSchemas.ts'
import type { MachinePoolRef } from '../model/refs.ts'
import {
  areZonesConfigured,
  autoscalingBounds,
  runsWorkloads,
  isControlPlaneKnown,
} from '../model/poolFacts.ts'

/** What a cluster may lose with a pool. */
export const losses = ['zones', 'os', 'architecture', 'capacityType', 'taints', 'labels'] as const

export type Loss = (typeof losses)[number]

/** What a cluster keeps and loses when a machine pool is deleted. A field is undefined if unknown. */
export interface Remainder {
  /** The names of the remaining pools. */
  readonly pools: readonly string[] | undefined
  /**
   * What the cluster loses, as the service writes it: labels (`key=value`) and taints (`key=value:effect`) of no other
   * pool, and the rest of no other worker pool.
   */
  readonly losses: Readonly<Record<Loss, readonly string[] | undefined>>
}

/** The machine pools of a cloud config. */
export type ConfiguredPools = Pick<CloudConfig, 'pools' | 'hybridPools' | 'unreadable'>

/** Returns what remains of a cluster without a pool, and without others that are being deleted. Sends no requests. */
export function findRemainder(
  { provider, machinePoolName: deleted }: Pick<MachinePoolRef, 'provider' | 'machinePoolName'>,
  { pools, hybridPools, unreadable }: ConfiguredPools,
  poolsBeingDeleted: ReadonlySet<string>,
): Remainder {
  const leaving = pools.filter(({ name }) => name === deleted)
  const remaining = pools.filter(({ name }) => {
    return name !== deleted && !poolsBeingDeleted.has(name)
  })
  // A pool that can’t be read may have any role, zone, or label.
  const isComplete = unreadable === 0
  const readablePools = pools.filter(({ hasUnreadableRole }) => !hasUnreadableRole)
  const knowsWorkers = isComplete && knowsRoles(provider, readablePools)
  // Of hybrid pools, only the names are known.
  const knowsLabels = isComplete && hybridPools.length === 0

  function lostByAll(valueOf: PoolValue): string[] | undefined {
    return knowsLabels ? onlyIn(leaving, remaining, valueOf) : undefined
  }
  function lostByWorkers(valueOf: PoolValue): string[] | undefined {
    if (!knowsWorkers) return undefined
    const workers = leaving.filter((pool) => mayRunWorkloads(pool) && !pool.hasUnreadableRole)
    const lost = onlyIn(workers, remaining.filter(mayRunWorkloads), valueOf)
    // What a pool whose role can’t be read has may be lost, too.
    const isAllReadable = readablePools.length === pools.length
    return isAllReadable || (lost && lost.length > 0) ? lost : undefined
  }
  function lostByKnownWorkers(valueOf: PoolValue): string[] | undefined {
    return knowsLabels ? lostByWorkers(valueOf) : undefined
  }

  const names = remaining.map(({ name }) => name)
  return {
    pools: isComplete ? [...names, ...hybridPools] : undefined,
    losses: {
      // Hybrid pools are in no zone of the cloud.
      zones: lostByWorkers((pool) => (areZonesConfigured(pool) ? pool.zones : undefined)),
      os: lostByKnownWorkers(({ os }) => os),
      architecture: lostByKnownWorkers(({ architecture }) => architecture),
      capacityType: lostByKnownWorkers(({ capacityType }) => capacityType),
      taints: lostByAll((pool) => (pool.unreadableTaints === undefined ? pool.taints : undefined)),
      labels: lostByAll((pool) => (pool.unreadableLabels === undefined ? pool.labels : undefined)),
    },
  }
}

/** Returns what a pool has of a kind; undefined if that isn’t known. */
type PoolValue = (pool: MachinePool) => string | readonly string[] | undefined

/** Returns the values that no remaining pool has, each once; undefined unless they are known of all pools. */
function onlyIn(
  leaving: readonly MachinePool[],
  remaining: readonly MachinePool[],
  valueOf: PoolValue,
): string[] | undefined {
  const lost = knownValues(leaving, valueOf)
  const remainingValues = knownValues(remaining, valueOf)
  if (!lost || !remainingValues) return undefined
  return [...lost].filter((value) => !remainingValues.has(value))
}

function knownValues(pools: readonly MachinePool[], valueOf: PoolValue): Set<string> | undefined {
  const values = new Set<string>()
  for (const pool of pools) {
    const value = valueOf(pool)
    if (value === undefined) return undefined
    for (const text of typeof value === 'string' ? [value] : value) values.add(text)
  }
  return values
}

/** An autoscaled pool of size 0 may get nodes, because its size is only the minimum. */
function mayRunWorkloads(pool: MachinePool): boolean {
  if (!runsWorkloads(pool)) return false
  return pool.size !== 0 || autoscalingBounds(pool) !== undefined
}

/** Returns whether it is known of all pools whether they are control plane pools. */
export function knowsRoles(provider: string, pools: readonly MachinePool[]): boolean {
  if (pools.some(({ hasUnreadableRole }) => hasUnreadableRole)) return false
  const areAllKnown = pools.every(({ isControlPlane }) => isControlPlane !== undefined)
  return areAllKnown || isControlPlaneKnown(provider, pools)
}
