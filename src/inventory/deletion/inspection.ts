import { clock } from '../../api/clock.ts'
import type { ApiError } from '../../api/errors.ts'
import type { CloudConfig, Cluster, MachinePool } from '../../api/lookupSchemas.ts'
import type { Machines } from '../../api/lookups.ts'
import { dangersOf, type Danger, type PoolFacts } from './guard.ts'
import { configIdentity, type MachinePoolRef } from '../machinePoolRef.ts'
import { remainderOf, type Remainder } from './remainder.ts'
import { keyOf } from '../refs.ts'

/** The result of loading a cloud config before or after a deletion. */
export type ConfigResult =
  | { readonly kind: 'answered'; readonly config: CloudConfig }
  | { readonly kind: 'failed'; readonly error: ApiError }
  /** Never supported. */
  | { readonly kind: 'unsupported' }

/** The facts cached before. */
export interface Known {
  /** The cached cloud config. */
  readonly config?: CloudConfig | undefined
  /** The pools in the list of clusters, possibly without names. */
  readonly listed?: readonly PoolFacts[] | undefined
  /** The cluster’s name in the list. */
  readonly cluster?: string | undefined
  /** The cluster’s UID in the list. */
  readonly clusterUid?: string | undefined
  /** The cluster in the list, unless that is from before a failed refresh. */
  readonly listedCluster?: Pick<Cluster, 'repave' | 'virtualClusters' | 'poolSummaries'> | undefined
  /** True if another cluster in the list has the same name, or may have it because the list couldn’t be loaded again. */
  readonly isNameShared?: boolean
}

/** The data sources of an inspection. */
export interface InspectionSources {
  loadConfig(pool: MachinePoolRef): Promise<ConfigResult>
  /** Lists the machines of a pool; undefined if that takes too long. */
  machines(pool: MachinePoolRef): Promise<Machines | undefined>
  known(pool: MachinePoolRef): Known
  /** Returns the names of the cluster’s other pools that count as gone, if it was loaded at a time in epoch ms. */
  poolsBeingDeleted(pool: MachinePoolRef, loadedAt: number): ReadonlySet<string>
}

/** What was loaded of a machine pool. */
interface Loaded {
  readonly pool: MachinePoolRef
  readonly configResult: ConfigResult
  readonly machines: Machines | undefined
  /** When loading began, in epoch ms. */
  readonly loadedAt: number
}

/** A machine pool to delete, with all known facts. */
export interface Inspected extends Omit<Loaded, 'machines'> {
  readonly loaded: Loaded
  /** `gone` only after a successful request; `hybrid` pools need another operation. */
  readonly status: 'listed' | 'gone' | 'hybrid' | 'unknown'
  /** The cloud config’s name. */
  readonly configName?: string | undefined
  /** The cluster’s name in the list. */
  readonly cluster?: string | undefined
  /** The cluster’s UID in the list. */
  readonly clusterUid?: string | undefined
  /** True if another cluster in the list has the same name, or may have it. */
  readonly isNameShared?: boolean | undefined
  readonly region?: string | undefined
  /** The number of nodes; undefined if its machines couldn’t be counted. */
  readonly nodes?: number | undefined
  /** The UIDs of all its machines, with those that are gone but still listed; undefined if unknown. */
  readonly machineUids?: readonly string[] | undefined
  /** The UIDs of those that aren’t gone. */
  readonly liveUids?: readonly string[] | undefined
  /** The zones of its machines, else the configured ones; undefined if unknown. */
  readonly zones?: readonly string[] | undefined
  /** The configured number of nodes, and their type. */
  readonly configured?:
    Pick<MachinePool, 'size' | 'minSize' | 'maxSize' | 'instanceType' | 'hasOverrides'> | undefined
  readonly dangers: readonly Danger[]
  /** The rest of its cluster if the pools are deleted together; undefined if it couldn’t be loaded. */
  readonly remainder?: Remainder | undefined
  /** The other pools of its cluster that count as gone. */
  readonly poolsBeingDeleted: ReadonlySet<string>
}

/** Inspects machine pools that are to be deleted together. Loads each cloud config once. */
export async function inspect(
  pools: readonly MachinePoolRef[],
  sources: InspectionSources,
): Promise<Inspected[]> {
  const loadedAt = clock.now()
  const configResults = new Map<string, Promise<ConfigResult>>()
  const loaded = await Promise.all(
    pools.map(async (pool) => {
      const key = keyOf('cloudConfig', pool)
      const loading = configResults.get(key) ?? sources.loadConfig(pool)
      configResults.set(key, loading)
      const [configResult, machines] = await Promise.all([loading, sources.machines(pool)])
      return { pool, configResult, machines, loadedAt }
    }),
  )
  return assess(loaded, sources)
}

/** Inspects pools again by what was loaded, and what is being deleted now. Sends no requests. */
export function assess(loaded: readonly Loaded[], sources: InspectionSources): Inspected[] {
  const together = loaded.map(({ pool }) => pool)
  return loaded.map((one) => inspected(one, together, sources))
}

function inspected(
  loaded: Loaded,
  together: readonly MachinePoolRef[],
  sources: InspectionSources,
): Inspected {
  const { pool, configResult, machines, loadedAt } = loaded
  const { machinePoolName: name, provider } = pool
  const known = sources.known(pool)
  const config = configResult.kind === 'answered' ? configResult.config : known.config
  const own = config?.pools.find((one) => one.name === name)
  const all = config?.pools ?? known.listed
  const status = statusOf(configResult, name)
  const deleted = new Set(namesIn(together, pool))
  const beingDeleted = sources.poolsBeingDeleted(pool, loadedAt)
  const poolsBeingDeleted = new Set([...beingDeleted].filter((other) => !deleted.has(other)))
  const liveUids = machines?.isComplete ? machines.machines.map(({ uid }) => uid) : undefined
  return {
    pool,
    configResult,
    loadedAt,
    loaded,
    status,
    configName: config?.name,
    cluster: known.cluster,
    clusterUid: known.clusterUid,
    isNameShared: known.isNameShared,
    region: config?.region,
    nodes: machines?.count,
    machineUids: liveUids && [...liveUids, ...(machines?.deleted ?? [])],
    liveUids,
    zones: zonesOf(machines) ?? own?.zones,
    configured: own,
    poolsBeingDeleted,
    dangers: dangersOf({
      provider,
      // If the pool itself is unreadable, the inspection has failed.
      inspection:
        configResult.kind === 'answered' && status === 'unknown' ? 'failed' : configResult.kind,
      pool: merged(name, own, pool.facts),
      pools: all,
      hybridPools: config?.hybridPools.length,
      poolsBeingDeleted: new Set([...poolsBeingDeleted, ...deleted]),
    }),
    remainder:
      configResult.kind === 'answered'
        ? remainderOf({
            provider,
            config: configResult.config,
            deleted,
            poolsBeingDeleted,
            cluster: known.listedCluster,
          })
        : undefined,
  }
}

/** Returns the zones of machines; undefined unless all are known. */
function zonesOf(all: Machines | undefined): string[] | undefined {
  const zones = all?.machines.flatMap(({ zone }) => zone ?? []) ?? []
  const isKnown = all?.isComplete && zones.length > 0 && zones.length === all.machines.length
  return isKnown ? [...new Set(zones)].sort((a, b) => a.localeCompare(b)) : undefined
}

function statusOf(configResult: ConfigResult, name: string): Inspected['status'] {
  if (configResult.kind !== 'answered') return 'unknown'
  const { pools, hybridPools, unreadable } = configResult.config
  if (pools.some((one) => one.name === name)) return 'listed'
  if (hybridPools.includes(name)) return 'hybrid'
  return unreadable > 0 ? 'unknown' : 'gone' // it may be an unreadable one
}

/** Returns each field from the first source that has it. */
function merged(name: string, ...sources: (Partial<PoolFacts> | undefined)[]) {
  const first = <K extends keyof PoolFacts>(key: K) =>
    sources.map((one) => one?.[key]).find((value) => value !== undefined)
  return {
    name,
    isControlPlane: first('isControlPlane'),
    isSystemPool: first('isSystemPool'),
    useControlPlaneAsWorker: first('useControlPlaneAsWorker'),
    size: first('size'),
  }
}

function namesIn(pools: readonly MachinePoolRef[], of: MachinePoolRef): string[] {
  const identity = configIdentity(of)
  return pools
    .filter((one) => configIdentity(one) === identity)
    .map(({ machinePoolName }) => machinePoolName)
}
