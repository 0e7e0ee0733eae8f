import type { Machines } from '../api/lookups.ts'
import type { CloudConfig, MachinePool } from '../api/poolSchemas.ts'
import type { MachinePoolRef } from './refs.ts'
import { autoscaling, runsWorkloads, tellsControlPlane } from './poolFacts.ts'
import { machinesByZone } from './zoneUse.ts'

/**
 * The rest of a cluster without a machine pool, and what it loses, according to its cloud config. Undefined stands for
 * unknown.
 */
export interface Remainder {
  /** The names of the pools that stay. */
  readonly pools?: readonly string[] | undefined
  /** The configured zones of the pool that no other worker pool uses. */
  readonly zones?: readonly string[] | undefined
  /** What no other worker pool is, as the service writes it. */
  readonly kinds?: readonly LostKind[] | undefined
  /** The labels of the pool as `key=value` that the service lists for no other pool. */
  readonly labels?: readonly string[] | undefined
  /** The taints of the pool as `key=value:effect` that the service lists for no other pool. */
  readonly taints?: readonly string[] | undefined
}

/** Returns what remains of a cluster without a pool, and without others that are being deleted. Sends no requests. */
export function remainderOf(
  { provider, machinePoolName: deleted }: Pick<MachinePoolRef, 'provider' | 'machinePoolName'>,
  { pools, hybridPools, unreadable }: Pick<CloudConfig, 'pools' | 'hybridPools' | 'unreadable'>,
  poolsBeingDeleted: ReadonlySet<string>,
): Remainder {
  const leaving = pools.filter(({ name }) => name === deleted)
  const staying = pools.filter(({ name }) => name !== deleted && !poolsBeingDeleted.has(name))
  const isWhole = unreadable === 0 // a pool that can’t be read may be anything
  const isTold = tellsControlPlane(provider, pools)
  const knowsRoles =
    isWhole && [...leaving, ...staying].every((one) => isTold || one.isControlPlane !== undefined)
  const knowsMarks = isWhole && hybridPools.length === 0 // of hybrid pools, only the names are known
  const own = (key: 'labels' | 'taints') => ownMarks(leaving, staying, key)
  return {
    pools: isWhole ? [...staying.map(({ name }) => name), ...hybridPools] : undefined,
    zones: knowsRoles ? lostZones(leaving, staying) : undefined,
    kinds: knowsRoles ? lostKinds(leaving, staying) : undefined,
    labels: knowsMarks ? own('labels') : undefined,
    taints: knowsMarks ? own('taints') : undefined,
  }
}

/** What nodes are that nobody labels, as the service writes it. */
export interface LostKind {
  readonly kind: 'os' | 'architecture' | 'capacityType'
  readonly value: string
}

/** Returns of what kind a pool is in which no other worker pool is, as far as the service tells that of all. */
function lostKinds(leaving: readonly MachinePool[], staying: readonly MachinePool[]): LostKind[] {
  const users = staying.filter(mayRunWorkloads)
  const [loser] = leaving.filter(mayRunWorkloads)
  return (['os', 'architecture', 'capacityType'] as const).flatMap((kind) => {
    const left = users.map((one) => one[kind]?.toLowerCase())
    const value = loser?.[kind]
    if (value === undefined || left.includes(undefined)) return []
    return left.includes(value.toLowerCase()) ? [] : { kind, value }
  })
}

/** Returns the zones of pools that have nodes, or may get some, in which no other such pool is. */
function lostZones(
  leaving: readonly MachinePool[],
  staying: readonly MachinePool[],
): string[] | undefined {
  const users = staying.filter(mayRunWorkloads)
  const losers = leaving.filter(mayRunWorkloads)
  if (users.some(({ zones }) => zones.length === 0)) return undefined
  return only(
    losers.flatMap(({ zones }) => zones),
    users.flatMap(({ zones }) => zones),
  )
}

function ownMarks(
  leaving: readonly MachinePool[],
  staying: readonly MachinePool[],
  key: 'labels' | 'taints',
): string[] | undefined {
  const marksOf = (pools: readonly MachinePool[]) => pools.flatMap((one) => one[key] ?? [])
  const isKnown = [...leaving, ...staying].every((one) => one[key] !== undefined)
  return isKnown ? only(marksOf(leaving), marksOf(staying)) : undefined
}

/** Returns the texts that aren’t among others, each once. */
function only(texts: readonly string[], others: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => !others.includes(text))
}

/** With autoscaling, the size is only the minimum. */
function mayRunWorkloads(pool: MachinePool): boolean {
  return runsWorkloads(pool) && (pool.size !== 0 || autoscaling(pool) !== undefined)
}

/**
 * Counts the nodes that run workloads in the zones of a cluster, before and after the deletion of a pool; undefined unless
 * all can be counted. `machinesOf` returns what is cached. With `isConfigured`, some pools count by their configuration,
 * because their machines aren’t listed.
 */
export function nodesByZone(
  deleted: string,
  { pools, hybridPools, unreadable }: Pick<CloudConfig, 'pools' | 'hybridPools' | 'unreadable'>,
  machinesOf: (pool: string) => Machines | undefined,
) {
  if (unreadable > 0 || hybridPools.length > 0) return undefined
  const counts = new Map<string, { before: number; after: number }>()
  let isConfigured = false
  for (const pool of pools.filter(runsWorkloads)) {
    const placed = machinesByZone(machinesOf(pool.name))
    const own = placed ?? configuredByZone(pool)
    if (!own) return undefined
    isConfigured ||= !placed
    for (const [zone, nodes] of own) {
      const { before, after } = counts.get(zone) ?? { before: 0, after: 0 }
      const left = pool.name === deleted ? 0 : nodes
      counts.set(zone, { before: before + nodes, after: after + left })
    }
  }
  const zones = [...counts].map(([name, count]) => ({ name, ...count }))
  return { zones: zones.sort((a, b) => a.name.localeCompare(b.name)), isConfigured }
}

/** Only the nodes of a pool of a fixed size in one zone are known by its configuration. */
function configuredByZone(pool: MachinePool): Map<string, number> | undefined {
  const [zone, ...others] = pool.zones
  const isKnown = others.length === 0 && autoscaling(pool) === undefined
  if (pool.size === 0 && isKnown) return new Map()
  return zone !== undefined && isKnown && pool.size !== undefined
    ? new Map([[zone, pool.size]])
    : undefined
}
