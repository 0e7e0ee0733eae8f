import type { InstanceType } from '../api/accountSchemas.ts'
import type { List } from '../api/list.ts'
import type { Machine } from '../api/clusterSchemas.ts'
import type { Machines } from '../api/lookups.ts'
import type { CloudConfig, MachinePool } from '../api/poolSchemas.ts'
import type { MachinePoolRef } from '../model/refs.ts'
import {
  autoscalingBounds,
  lifecyclePhase,
  runsWorkloads,
  isControlPlaneKnown,
} from '../model/poolFacts.ts'
import { countMachinesByZone } from '../cloud/zoneUse.ts'

/** What a cluster may lose with a pool. */
export const losses = [
  'zones',
  'os',
  'architecture',
  'accelerators',
  'capacityType',
  'taints',
  'labels',
] as const

export type Loss = (typeof losses)[number]

/** What remains of a cluster without a machine pool. Undefined stands for unknown. */
export interface Remainder {
  /** The names of the remaining pools. */
  readonly pools: readonly string[] | undefined
  /**
   * What the cluster loses, as the service writes it: labels (`key=value`) and taints (`key=value:effect`) of no other
   * pool, and the rest of no other worker pool.
   */
  readonly losses: Readonly<Record<Loss, readonly string[] | undefined>>
}

/** The worker nodes of a cluster by zone, before and after a deletion. */
export interface NodesByZone {
  readonly zones: readonly {
    readonly name: string
    readonly before: number
    readonly after: number
  }[]
  /** True if some pools count by their configuration, because their machines aren’t listed. */
  readonly isConfigured: boolean
}

type ConfiguredPools = Pick<CloudConfig, 'pools' | 'hybridPools' | 'unreadable'>

/**
 * Returns what remains of a cluster without a pool, and without others that are being deleted. `instanceTypes` are those
 * of its region, if known. Sends no requests.
 */
export function remainderOf(
  { provider, machinePoolName: deleted }: Pick<MachinePoolRef, 'provider' | 'machinePoolName'>,
  { pools, hybridPools, unreadable }: ConfiguredPools,
  poolsBeingDeleted: ReadonlySet<string>,
  instanceTypes?: List<InstanceType>,
): Remainder {
  const isRemaining = ({ name }: MachinePool) => name !== deleted && !poolsBeingDeleted.has(name)
  const remaining = pools.filter(isRemaining)
  const leaving = pools.filter(({ name }) => name === deleted)
  const isComplete = unreadable === 0 // a pool that can’t be read may be anything
  const knowsWorkers = isComplete && knowsRoles(provider, pools)
  const knowsLabels = isComplete && hybridPools.length === 0 // of hybrid pools, only the names are known

  function lostByAll(valueOf: PoolValue): string[] | undefined {
    return knowsLabels ? onlyIn(leaving, remaining, valueOf) : undefined
  }
  function lostByWorkers(valueOf: PoolValue): string[] | undefined {
    if (!knowsWorkers) return undefined
    const workers = leaving.filter(mayRunWorkloads)
    return onlyIn(workers, remaining.filter(mayRunWorkloads), valueOf)
  }
  function lostByKnownWorkers(valueOf: PoolValue): string[] | undefined {
    return knowsLabels ? lostByWorkers(valueOf) : undefined
  }

  return {
    pools: isComplete ? [...remaining.map(({ name }) => name), ...hybridPools] : undefined,
    losses: {
      // Hybrid pools are in no zone of the cloud.
      zones: lostByWorkers(({ zones }) => (zones.length > 0 ? zones : undefined)),
      os: lostByKnownWorkers(({ os }) => os),
      architecture: lostByKnownWorkers(({ architecture }) => architecture),
      accelerators: lostByKnownWorkers((pool) => acceleratorsOf(pool, instanceTypes?.items ?? [])),
      capacityType: lostByKnownWorkers(({ capacityType }) => capacityType),
      taints: lostByAll(({ taints }) => taints),
      labels: lostByAll(({ labels }) => labels),
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
  const kept = knownValues(remaining, valueOf)
  if (!lost || !kept) return undefined
  return [...lost].filter((value) => !kept.has(value))
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

/** Returns whether nodes have GPUs: a list of types leaves out a number that is 0, so one without any says nothing. */
function acceleratorsOf(
  { instanceType, hasOverrides }: MachinePool,
  instanceTypes: readonly InstanceType[],
): string[] | undefined {
  const type = hasOverrides ? undefined : instanceTypes.find(({ name }) => name === instanceType)
  if (!type || !instanceTypes.some(({ gpus }) => gpus)) return undefined
  return type.gpus ? ['GPU'] : []
}

/** With autoscaling, the size is only the minimum. */
function mayRunWorkloads(pool: MachinePool): boolean {
  return runsWorkloads(pool) && (pool.size !== 0 || autoscalingBounds(pool) !== undefined)
}

function knowsRoles(provider: string, pools: readonly MachinePool[]): boolean {
  const isTold = pools.every(({ isControlPlane }) => isControlPlane !== undefined)
  return isTold || isControlPlaneKnown(provider, pools)
}

/**
 * Counts the nodes that run workloads in the zones of a cluster, before and after the deletion of a pool and of others;
 * undefined unless all can be counted. `machinesOf` returns the listed machines of a pool.
 */
export function nodesByZone(
  { provider, machinePoolName: deleted }: Pick<MachinePoolRef, 'provider' | 'machinePoolName'>,
  config: ConfiguredPools,
  poolsBeingDeleted: ReadonlySet<string>,
  machinesOf: (pool: string) => Machines | undefined,
): NodesByZone | undefined {
  const pools = workersIn(provider, config)
  if (!pools) return undefined
  const counts = new Map<string, { before: number; after: number }>()
  let isConfigured = false
  for (const pool of pools) {
    const list = machinesOf(pool.name)
    if (list?.machines.some((one) => isNode(one) === undefined)) return undefined
    const running = list && { ...list, machines: list.machines.filter(isNode) }
    const placed = countMachinesByZone(running)
    const own = placed ?? configuredByZone(pool, running)
    if (!own) return undefined
    isConfigured ||= !placed
    const isLeaving = pool.name === deleted || poolsBeingDeleted.has(pool.name)
    for (const [zone, nodes] of own) {
      const { before, after } = counts.get(zone) ?? { before: 0, after: 0 }
      counts.set(zone, { before: before + nodes, after: after + (isLeaving ? 0 : nodes) })
    }
  }
  const zones = [...counts].map(([name, count]) => ({ name, ...count }))
  return { zones: zones.sort((a, b) => a.name.localeCompare(b.name)), isConfigured }
}

/** Returns the pools that run workloads; undefined unless all are known. */
export function workersIn(provider: string, { pools, hybridPools, unreadable }: ConfiguredPools) {
  const isWhole = unreadable === 0 && hybridPools.length === 0
  return isWhole && knowsRoles(provider, pools) ? pools.filter(runsWorkloads) : undefined
}

/** Returns whether a machine is a node: it runs, stays, and nobody keeps pods off it. Undefined if its state says nothing. */
function isNode(machine: Machine): boolean | undefined {
  if (machine.inMaintenance === true) return false
  const phase = lifecyclePhase(machine)
  return phase && phase === 'running'
}

/**
 * Only the nodes of a pool in one zone are where its configuration has them, unless overrides win over it. How many
 * a whole list tells, and without one the fixed size.
 */
function configuredByZone(pool: MachinePool, running?: Machines): Map<string, number> | undefined {
  const { zones, hasOverrides } = pool
  const size = running?.isComplete
    ? running.machines.length
    : autoscalingBounds(pool)
      ? undefined
      : pool.size
  if (zones.length > 1 || size === undefined || hasOverrides) return undefined
  const [zone] = zones
  if (size === 0) return new Map()
  return zone === undefined ? undefined : new Map([[zone, size]])
}
