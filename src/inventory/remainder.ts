import type { CloudConfig, MachinePool } from '../api/poolSchemas.ts'
import type { MachinePoolRef } from './refs.ts'
import { autoscaling, runsWorkloads, tellsControlPlane } from './poolFacts.ts'

/**
 * The rest of a cluster without a machine pool, and what it loses, according to its cloud config. Undefined stands for
 * unknown.
 */
export interface Remainder {
  /** The names of the pools that stay. */
  readonly pools?: readonly string[] | undefined
  /** The configured zones of the pool that no other worker pool uses. */
  readonly zones?: readonly string[] | undefined
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
    labels: knowsMarks ? own('labels') : undefined,
    taints: knowsMarks ? own('taints') : undefined,
  }
}

/** Returns the zones of pools that have nodes, or may get some, in which no other such pool is. */
function lostZones(
  leaving: readonly MachinePool[],
  staying: readonly MachinePool[],
): string[] | undefined {
  const users = staying.filter((one) => runsWorkloads(one) && mayHaveNodes(one))
  const losers = leaving.filter((one) => runsWorkloads(one) && mayHaveNodes(one))
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
function mayHaveNodes(pool: MachinePool): boolean {
  return pool.size !== 0 || autoscaling(pool) !== undefined
}
