import type { CloudConfig, Cluster, MachinePool } from '../../api/lookupSchemas.ts'
import { nodesTest, runsWorkloads, tellsControlPlane } from './guard.ts'
import { autoscaling } from '../poolFacts.ts'

/** A number that autoscaling moves between its bounds; else both are the same. */
export interface Range {
  readonly min: number
  readonly max: number
}

/** The worker pools that stay. */
export interface RemainingWorkers {
  /** The number of pools, without those configured for no nodes; with hybrid ones. */
  readonly pools: number
  /** The number of pools that are configured for no nodes, or with autoscaling for no nodes at least. */
  readonly empty: number
  readonly hybrid: number
  /** The configured number of their nodes; undefined unless known of every pool. */
  readonly nodes?: Range | undefined
}

/**
 * The rest of a cluster if machine pools are deleted together, and what it loses, according to its cloud config
 * and the list of clusters. Undefined stands for unknown.
 */
export interface Remainder {
  readonly workers?: RemainingWorkers | undefined
  /** True if a control plane pool that stays also runs workloads. */
  readonly controlPlaneRunsWorkloads: boolean
  /** The configured zones of the deleted pools that no other worker pool uses. */
  readonly zones?: readonly string[] | undefined
  /** The labels of the deleted pools as `key=value` that the service lists for no other pool. */
  readonly labels?: readonly string[] | undefined
  /** The taints of the deleted pools as `key=value:effect` that the service lists for no other pool. */
  readonly taints?: readonly string[] | undefined
  /** The names of the virtual clusters that the list of clusters has on this cluster. */
  readonly virtualClusters?: readonly string[] | undefined
  /** The number of the cluster’s machines in maintenance, in whichever of its pools, according to that list. */
  readonly maintenance?: number | undefined
}

/** The input of {@link remainderOf}. */
export interface RemainderFacts {
  readonly provider: string
  readonly config: Pick<CloudConfig, 'pools' | 'hybridPools' | 'unreadable'>
  /** The names of the pools that are deleted together. */
  readonly deleted: ReadonlySet<string>
  /** The names of all pools that go, with those whose deletion is pending. */
  readonly poolsBeingDeleted: ReadonlySet<string>
  readonly cluster?: Pick<Cluster, 'virtualClusters' | 'poolSummaries'> | undefined
}

/** Returns what remains of a cluster. Sends no requests. */
export function remainderOf({
  provider,
  config: { pools, hybridPools, unreadable },
  deleted,
  poolsBeingDeleted,
  cluster,
}: RemainderFacts): Remainder {
  const leaving = pools.filter(({ name }) => deleted.has(name))
  const staying = pools.filter(({ name }) => !deleted.has(name) && !poolsBeingDeleted.has(name))
  const isWhole = unreadable === 0 // a pool that can’t be read may be anything
  const isTold = tellsControlPlane(provider, pools)
  const knowsRoles = isWhole && [...leaving, ...staying].every((one) => isTold || isToldOf(one))
  const knowsMarks = isWhole && hybridPools.length === 0 // of hybrid pools, only the names are known
  const own = (key: 'labels' | 'taints') => ownMarks(leaving, staying, key)
  return {
    workers: knowsRoles ? workersOf(staying, pools, hybridPools.length) : undefined,
    controlPlaneRunsWorkloads: staying.some((one) => isControlPlane(one) && runsWorkloads(one)),
    zones: knowsRoles ? lostZones(leaving, staying) : undefined,
    labels: knowsMarks ? own('labels') : undefined,
    taints: knowsMarks ? own('taints') : undefined,
    virtualClusters: cluster && (cluster.virtualClusters ?? []),
    maintenance: cluster?.poolSummaries.reduce(
      (count, { maintenanceMode = 0 }) => count + maintenanceMode,
      0,
    ),
  }
}

function workersOf(
  staying: readonly MachinePool[],
  all: readonly MachinePool[],
  hybrid: number,
): RemainingWorkers | undefined {
  const workers = staying.filter((one) => !isControlPlane(one))
  const tellsSizes = all.some(({ size }) => size !== undefined)
  // A missing size may be zero, and then it decides what remains.
  if (tellsSizes && workers.some(({ size }) => size === undefined)) return undefined
  const pools = workers.filter(nodesTest(all)).length
  const empty = workers.length - pools
  const counts = { pools: pools + hybrid, empty, hybrid }
  if (hybrid > 0) return counts // their nodes aren’t in the cloud config
  return { ...counts, nodes: sum(workers.map(nodesOf)) }
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

function isControlPlane(pool: MachinePool): boolean {
  return pool.isControlPlane === true
}

function isToldOf(pool: MachinePool): boolean {
  return pool.isControlPlane !== undefined
}

/** With autoscaling, the size is only the minimum. */
function mayHaveNodes(pool: MachinePool): boolean {
  return pool.size !== 0 || autoscaling(pool) !== undefined
}

function nodesOf(pool: MachinePool): Range | undefined {
  const { size } = pool
  return autoscaling(pool) ?? (size === undefined ? undefined : { min: size, max: size })
}

/** Returns a sum; undefined unless every part is known, or if there is none. */
function sum(ranges: readonly (Range | undefined)[]): Range | undefined {
  if (ranges.length === 0) return undefined
  return ranges.reduce((all, one) => {
    return all && one && { min: all.min + one.min, max: all.max + one.max }
  })
}
