import type { Machine } from '../api/clusterSchemas.ts'
import type { Machines } from '../api/lookups.ts'
import type { MachinePool } from '../api/poolSchemas.ts'
import { countMachinesByZone } from '../cloud/zoneUse.ts'
import { autoscalingBounds, lifecyclePhase, runsWorkloads } from '../model/poolFacts.ts'
import type { MachinePoolRef } from '../model/refs.ts'
import { knowsRoles, type ConfiguredPools } from './remainder.ts'

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

/**
 * Counts the nodes that run workloads in the zones of a cluster, before and after the deletion of a pool and of others;
 * undefined unless all can be counted. `machinesOf` returns the listed machines of a pool.
 */
export function countNodesByZone(
  { provider, machinePoolName: deleted }: Pick<MachinePoolRef, 'provider' | 'machinePoolName'>,
  config: ConfiguredPools,
  poolsBeingDeleted: ReadonlySet<string>,
  machinesOf: (pool: string) => Machines | undefined,
): NodesByZone | undefined {
  const workers = workersIn(provider, config)
  if (!workers) return undefined
  const counts = new Map<string, { before: number; after: number }>()
  let isConfigured = false
  for (const pool of workers) {
    const placed = placeNodes(pool, machinesOf(pool.name))
    if (!placed) return undefined
    isConfigured ||= placed.isConfigured
    const isLeaving = pool.name === deleted || poolsBeingDeleted.has(pool.name)
    for (const [zone, nodes] of placed.byZone) {
      const { before, after } = counts.get(zone) ?? { before: 0, after: 0 }
      const remaining = isLeaving ? 0 : nodes
      counts.set(zone, { before: before + nodes, after: after + remaining })
    }
  }
  const zones = [...counts].map(([name, count]) => ({ name, ...count }))
  return { zones: zones.sort((a, b) => a.name.localeCompare(b.name)), isConfigured }
}

/** Returns the pools that run workloads; undefined unless all are known. */
function workersIn(
  provider: string,
  { pools, hybridPools, unreadable }: ConfiguredPools,
): MachinePool[] | undefined {
  const isComplete = unreadable === 0 && hybridPools.length === 0
  return isComplete && knowsRoles(provider, pools) ? pools.filter(runsWorkloads) : undefined
}

/** Counts the nodes of a pool by zone, by its machines or else as configured; undefined if they can’t be counted. */
export function placeNodes(
  pool: MachinePool,
  list: Machines | undefined,
): { byZone: ReadonlyMap<string, number>; isConfigured: boolean } | undefined {
  // The configured size says nothing of the nodes of a list that isn’t known as a whole.
  if (list && !areNodesKnown(list)) return undefined
  const nodes = list && { ...list, machines: list.machines.filter(isNode) }
  const byMachines = countMachinesByZone(nodes)
  if (byMachines) return { byZone: byMachines, isConfigured: false }
  const byConfiguration = configuredByZone(pool, nodes)
  return byConfiguration && { byZone: byConfiguration, isConfigured: true }
}

/** Returns the zones in which a pool is known to have a node, whatever is unknown of its other machines. */
export function zonesWithNodes(pool: MachinePool, list: Machines | undefined): readonly string[] {
  const byConfiguration = configuredByZone(pool, undefined)
  if (!list) return [...(byConfiguration?.keys() ?? [])]
  const [onlyZone] = isInOneZone(pool) ? pool.zones : []
  const nodes = list.machines.filter((machine) => isNode(machine) === true)
  return nodes.flatMap(({ zone = onlyZone }) => zone ?? [])
}

/** Returns whether a machine in a list is known to be a node. A list that couldn’t be loaded proves none. */
export function hasRunningNode(list: Machines | undefined): boolean {
  return list?.machines.some((machine) => isNode(machine) === true) ?? false
}

/** Returns whether all machines of a pool are listed, and of each it is known whether it is a node. */
export function areNodesKnown(list: Machines | undefined): boolean {
  if (!list?.isComplete) return false
  return list.machines.every((machine) => isNode(machine) !== undefined)
}

/** Returns whether a machine is a node: it runs, stays, and is schedulable. Undefined if its state says nothing. */
function isNode(machine: Machine): boolean | undefined {
  if (machine.inMaintenance === true) return false
  const phase = lifecyclePhase(machine)
  return phase && phase === 'running'
}

/**
 * Returns the nodes of a pool in the only zone that is configured; undefined if there are several, or if overrides win
 * over the configuration. Their number is that of the list, else the configured size.
 */
function configuredByZone(
  pool: MachinePool,
  nodes: Machines | undefined,
): Map<string, number> | undefined {
  const count = nodes ? nodes.machines.length : fixedSize(pool)
  if (!isInOneZone(pool) || count === undefined) return undefined
  const [zone] = pool.zones
  if (count === 0) return new Map()
  return zone === undefined ? undefined : new Map([[zone, count]])
}

/** Returns whether no more than one zone is configured for a pool. Overrides win over the configuration. */
function isInOneZone({ zones, unreadableZones = 0, hasOverrides }: MachinePool): boolean {
  return zones.length + unreadableZones <= 1 && !hasOverrides
}

/** Returns the configured size of a pool; undefined if it is autoscaled. */
function fixedSize(pool: MachinePool): number | undefined {
  return autoscalingBounds(pool) ? undefined : pool.size
}
