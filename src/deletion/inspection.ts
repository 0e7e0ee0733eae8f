import type { ApiError } from '../api/errors.ts'
import type { ClusterStatus, Machine } from '../api/clusterSchemas.ts'
import type { CloudConfig, MachinePool } from '../api/poolSchemas.ts'
import type { Machines } from '../api/lookups.ts'
import { findDangers, type Danger, type GuardedPool } from './guard.ts'
import type { PoolFacts } from '../model/poolFacts.ts'
import type { Clusters, ConfigResult } from '../clusters/clusters.ts'
import type { MachinePoolRef } from '../model/refs.ts'
import { countNodesByZone, hasRunningNode, type NodesByZone } from './nodesByZone.ts'
import { findRemainder, type Remainder } from './remainder.ts'

/**
 * The machines of those of a cluster’s other pools whose machines the view shows, by the names of the pools. Undefined
 * if they couldn’t be listed again.
 */
export type SiblingMachines = ReadonlyMap<string, Machines | undefined>

/** What was loaded of a machine pool and its cluster. */
export interface LoadedPool {
  /** When the first of the requests was sent that have loaded these facts, in epoch ms. */
  readonly loadedAt: number
  readonly configResult: ConfigResult
  /** The machines of the pool; undefined if they couldn’t be listed. */
  readonly machines: Machines | undefined
  readonly siblingMachines: SiblingMachines
  /**
   * The names of the pools that `siblingMachines` has as empty because their machines weren’t listed. There are none in
   * what a dialog shows.
   */
  readonly assumedEmptyPools: readonly string[]
  /** The state of its cluster; undefined if the service doesn’t return it. */
  readonly clusterStatus: ClusterStatus | undefined
  /** What is cached about its cluster. */
  readonly cached: ReturnType<Clusters['cachedFacts']>
}

/** What the service’s cloud config says about a machine pool, as far as it could be loaded. */
export type PoolLookup =
  | {
      readonly kind: 'listed'
      readonly configured: MachinePool
      readonly remainder: Remainder
      /** The worker nodes of the cluster by zone; undefined if they can’t be counted. */
      readonly nodesByZone: NodesByZone | undefined
    }
  /** The cloud config was loaded, doesn’t list the pool, and has no pools that couldn’t be read. */
  | { readonly kind: 'gone' }
  /**
   * The pool is a hybrid pool: its nodes are outside the cloud, and only another operation of the service deletes it.
   */
  | { readonly kind: 'hybrid' }
  /** The cloud config doesn’t list the pool, but has pools that couldn’t be read: it may be one of them. */
  | { readonly kind: 'unreadable' }
  /** The cloud config couldn’t be loaded. */
  | { readonly kind: 'failed'; readonly error: ApiError }
  /** The service has never supported loading cloud configs. */
  | { readonly kind: 'unsupported' }

/** What is known of a machine pool before its deletion. */
export interface Inspection {
  readonly pool: MachinePoolRef
  readonly loaded: LoadedPool
  readonly lookup: PoolLookup
  /** The cloud config as loaded now, else as cached; undefined if it was never loaded. */
  readonly config: CloudConfig | undefined
  /** The UIDs of its machines that aren’t gone; undefined if unknown. */
  readonly liveUids: readonly string[] | undefined
  /** The UIDs of all its machines, with those that are gone but still listed; undefined if unknown. */
  readonly machineUids: readonly string[] | undefined
  /** The UIDs of its machines that are in maintenance; undefined if unknown. */
  readonly maintenanceUids: readonly string[] | undefined
  /** The zones of its machines, or else the zones that are configured for the pool; undefined if neither is known. */
  readonly zones: readonly string[] | undefined
  /** The number of its zones that couldn’t be read. */
  readonly unreadableZones: number
  readonly dangers: readonly Danger[]
  /** The other pools of its cluster that count as gone. */
  readonly poolsBeingDeleted: ReadonlySet<string>
}

/**
 * Inspects a machine pool by what was loaded. `poolsBeingDeleted` are the other pools that count as gone. Sends no
 * requests.
 */
export function assessPool(
  pool: MachinePoolRef,
  loaded: LoadedPool,
  poolsBeingDeleted: ReadonlySet<string>,
): Inspection {
  const { machinePoolName: name, provider } = pool
  const { configResult, machines, cached } = loaded
  const lookup = lookUp(pool, loaded, poolsBeingDeleted)
  const config = configResult.kind === 'answered' ? configResult.config : cached.config
  const loadedFacts = config && findPool(config, name)
  const guardFacts = {
    provider,
    inspection: checkResult(lookup),
    pool: { ...pool.facts, ...definedFacts(loadedFacts), name },
    pools: config ? allPools(config, loaded.siblingMachines) : cached.listed,
    unreadablePools: config ? config.unreadable : cached.unreadablePools,
    poolsBeingDeleted: new Set([...poolsBeingDeleted, name]),
  }
  const liveUids = completeUids(machines)
  const machineZones = zonesOfMachines(machines)
  const configured = configuredPool(lookup)
  return {
    pool,
    loaded,
    lookup,
    config,
    liveUids,
    machineUids: liveUids && [...liveUids, ...(machines?.deleted ?? [])],
    maintenanceUids: completeUids(machines, ({ inMaintenance }) => inMaintenance === true),
    zones: machineZones ?? configured?.zones,
    unreadableZones: machineZones ? 0 : (configured?.unreadableZones ?? 0),
    dangers: findDangers(guardFacts),
    poolsBeingDeleted,
  }
}

/**
 * Returns the pools of a cloud config, with what the lists of their machines say, and its hybrid pools, which run
 * workloads, too. The size of a hybrid pool is unknown: only the list of clusters has it, without the name, from an
 * earlier time.
 */
function allPools(
  { pools, hybridPools }: CloudConfig,
  siblingMachines: SiblingMachines,
): GuardedPool[] {
  const guardedPools = pools.map((pool) => withMachines(pool, siblingMachines))
  const guardedHybridPools = hybridPools.map((name): GuardedPool => {
    return { name, isControlPlane: false }
  })
  return [...guardedPools, ...guardedHybridPools]
}

/** Returns a pool with what the list of its machines proves. */
export function withMachines(
  pool: MachinePool,
  siblingMachines: SiblingMachines,
): MachinePool & GuardedPool {
  const isShown = siblingMachines.has(pool.name)
  const list = siblingMachines.get(pool.name)
  return { ...pool, hasRunningNode: isShown ? hasRunningNode(list) : undefined }
}

/** Returns the pools that remain after a deletion, as far as they are known. */
export function remainingPools({ pool, config, poolsBeingDeleted }: Inspection): MachinePool[] {
  const pools = config?.pools ?? []
  return pools.filter(({ name }) => name !== pool.machinePoolName && !poolsBeingDeleted.has(name))
}

/**
 * Returns the configuration of a pool; undefined unless it was loaded by this inspection: a cached one may be outdated.
 */
export function configuredPool(lookup: PoolLookup): MachinePool | undefined {
  return lookup.kind === 'listed' ? lookup.configured : undefined
}

/**
 * Returns the name of the cloud config as loaded now, if the list of clusters has another one for its cluster: the list
 * is older, and the cluster may have been renamed, or be another one. Undefined if they are the same, or either isn’t
 * known.
 */
export function otherConfigName({ loaded }: Inspection): string | undefined {
  const { configResult } = loaded
  const name = configResult.kind === 'answered' ? configResult.config.name : undefined
  const listedName = listedClusterName(loaded)
  return listedName === undefined || name === listedName ? undefined : name
}

/** Returns the name of a pool’s cluster in the list of clusters; undefined if that has none, or isn’t loaded. */
export function listedClusterName({ cached }: LoadedPool): string | undefined {
  // The list has the UID in place of a missing name.
  return cached.cluster === cached.clusterUid ? undefined : cached.cluster
}

/** Returns whether the service lists the machines of a pool, and lists none. */
export function hasNoMachines({ machines }: LoadedPool): boolean {
  return machines?.isComplete === true && machines.count === 0
}

/** Returns the state of the cluster of a pool, else its state in the cached list of clusters; undefined if unknown. */
export function clusterState({ clusterStatus, cached }: LoadedPool): string | undefined {
  return clusterStatus?.state ?? cached.clusterState
}

/**
 * Returns whether it is known that the service has provisioned the cluster of a pool, so that it removes the machines.
 * Only the cluster itself says whether it is imported, and a response without its state may lack that, too.
 */
export function isKnownAsProvisioned({ clusterStatus }: LoadedPool): boolean {
  return clusterStatus?.state !== undefined && clusterStatus.isImported === false
}

/** Returns whether a pool exists, as far as is known: whether there is something to delete here. */
export function mayExist({ kind }: PoolLookup): boolean {
  return kind !== 'gone' && kind !== 'hybrid'
}

function lookUp(
  pool: MachinePoolRef,
  { configResult, machines, siblingMachines }: LoadedPool,
  poolsBeingDeleted: ReadonlySet<string>,
): PoolLookup {
  if (configResult.kind !== 'answered') return configResult
  const { config } = configResult
  const { machinePoolName: name } = pool
  const configured = findPool(config, name)
  if (configured) {
    const machinesOf = (poolName: string) => {
      return poolName === name ? machines : siblingMachines.get(poolName)
    }
    return {
      kind: 'listed',
      configured,
      remainder: findRemainder(pool, config, poolsBeingDeleted),
      nodesByZone: countNodesByZone(pool, config, poolsBeingDeleted, machinesOf),
    }
  }
  if (config.hybridPools.includes(name)) return { kind: 'hybrid' }
  return config.unreadable > 0 ? { kind: 'unreadable' } : { kind: 'gone' }
}

/** Returns whether the cloud config could be checked for dangers. */
function checkResult({ kind }: PoolLookup): 'answered' | 'failed' | 'unsupported' {
  if (kind === 'unsupported') return 'unsupported'
  return kind === 'failed' || kind === 'unreadable' ? 'failed' : 'answered'
}

function findPool({ pools }: CloudConfig, wanted: string): MachinePool | undefined {
  return pools.find(({ name }) => name === wanted)
}

/** Returns the UIDs of the machines that are wanted; undefined unless all are listed. */
function completeUids(
  list: Machines | undefined,
  isWanted: (machine: Machine) => boolean = () => true,
): string[] | undefined {
  return list?.isComplete ? list.machines.filter(isWanted).map(({ uid }) => uid) : undefined
}

/** Returns the zones of machines; undefined unless all are known. */
function zonesOfMachines(list: Machines | undefined): string[] | undefined {
  if (!list?.isComplete || list.machines.length === 0) return undefined
  const zones = new Set<string>()
  for (const { zone } of list.machines) {
    if (zone === undefined) return undefined
    zones.add(zone)
  }
  return [...zones].sort((a, b) => a.localeCompare(b))
}

/**
 * Returns the fields that aren’t undefined, so that what a response omits doesn’t hide what is known from elsewhere.
 */
function definedFacts(facts: PoolFacts = {}): PoolFacts {
  const defined = Object.entries(facts).filter(([, value]) => value !== undefined)
  return Object.fromEntries(defined)
}
