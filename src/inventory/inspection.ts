import type { ApiError } from '../api/errors.ts'
import type { CloudConfig, MachinePool } from '../api/lookupSchemas.ts'
import type { Machines } from '../api/lookups.ts'
import { dangersOf, type Danger, type PoolFacts } from './deletionGuard.ts'
import { configIdentity, configKey, type MachinePoolRef } from './machinePoolRef.ts'

/** What came of the look at a cloud config just before a deletion. */
export type Look =
  | { readonly kind: 'answered'; readonly config: CloudConfig }
  | { readonly kind: 'failed'; readonly error: ApiError }
  /** The service has never supported it. */
  | { readonly kind: 'unsupported' }

/** What was known before the look. */
export interface Known {
  /** The cloud config as it was read last. */
  readonly config?: CloudConfig | undefined
  /** What the list of clusters tells of the pools; none has to have a name. */
  readonly listed?: readonly PoolFacts[] | undefined
  /** What the list of clusters calls the cluster. */
  readonly cluster?: string | undefined
}

/** What an inspection asks. */
export interface InspectionSources {
  look(pool: MachinePoolRef): Promise<Look>
  /** The machines of a pool; undefined if they can't be listed soon. */
  machines(pool: MachinePoolRef): Promise<Machines | undefined>
  known(pool: MachinePoolRef): Known
  /** The names of the pools of the same cluster whose deletion is pending, in this window or another. */
  going(pool: MachinePoolRef): ReadonlySet<string>
}

/** A machine pool that is to be deleted, with all that is known of it. */
export interface Inspected {
  readonly pool: MachinePoolRef
  readonly look: Look
  /** Only a look that was answered tells `gone`; a `hybrid` one has an operation of its own. */
  readonly status: 'listed' | 'gone' | 'hybrid' | 'unknown'
  /** What the service calls the cloud config. */
  readonly configName?: string | undefined
  /** What the list of clusters calls its cluster. */
  readonly cluster?: string | undefined
  readonly region?: string | undefined
  /** How many nodes it has; missing if its machines couldn't be counted. */
  readonly nodes?: number | undefined
  /** The UIDs of all its machines; missing if these aren't known. */
  readonly machineUids?: readonly string[] | undefined
  /** How many nodes it should have by its configuration. */
  readonly configured?: Pick<MachinePool, 'size' | 'minSize' | 'maxSize'> | undefined
  readonly dangers: readonly Danger[]
  /** The other pools of its cluster that count as gone already. */
  readonly going: ReadonlySet<string>
}

/**
 * Puts together what is known of machine pools that are to be deleted together. Each cloud config is
 * looked at once.
 */
export async function inspect(
  pools: readonly MachinePoolRef[],
  sources: InspectionSources,
): Promise<Inspected[]> {
  const looks = new Map<string, Promise<Look>>()
  // A deletion that ends while it is looked at may be missing after it, but not from what was read.
  const goingBefore = pools.map((pool) => sources.going(pool))
  const seen = await Promise.all(
    pools.map(async (pool) => {
      const key = configKey(pool)
      const looking = looks.get(key) ?? sources.look(pool)
      looks.set(key, looking)
      const [look, machines] = await Promise.all([looking, sources.machines(pool)])
      return { pool, look, machines }
    }),
  )
  // All at one moment: what begins or ends while others are looked at counts for each.
  return seen.map(({ pool, look, machines }, index) => {
    const going = new Set([...(goingBefore[index] ?? []), ...sources.going(pool)])
    return inspected(pool, look, machines, going, pools, sources)
  })
}

function inspected(
  pool: MachinePoolRef,
  look: Look,
  machines: Machines | undefined,
  going: ReadonlySet<string>,
  together: readonly MachinePoolRef[],
  sources: InspectionSources,
): Inspected {
  const { machinePoolName: name, provider } = pool
  const known = sources.known(pool)
  const config = look.kind === 'answered' ? look.config : known.config
  const own = config?.pools.find((one) => one.name === name)
  const all = config?.pools ?? known.listed
  const status = statusOf(look, name)
  return {
    pool,
    look,
    status,
    configName: config?.name,
    cluster: known.cluster,
    region: config?.region,
    nodes: machines?.count,
    machineUids: machines?.isComplete ? machines.machines.map(({ uid }) => uid) : undefined,
    configured: own,
    going,
    dangers: dangersOf({
      provider,
      // What is unreadable of the pool itself is as good as a look that failed.
      look: look.kind === 'answered' && status === 'unknown' ? 'failed' : look.kind,
      pool: merged(name, own, pool.facts),
      pools: all,
      hybridPools: config?.hybridPools.length,
      going: new Set([...going, ...namesIn(together, pool)]),
    }),
  }
}

function statusOf(look: Look, name: string): Inspected['status'] {
  if (look.kind !== 'answered') return 'unknown'
  const { pools, hybridPools, unreadable } = look.config
  if (pools.some((one) => one.name === name)) return 'listed'
  if (hybridPools.includes(name)) return 'hybrid'
  return unreadable > 0 ? 'unknown' : 'gone' // one of those that can't be read may be this one
}

/** Each field from the first source that tells it. */
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
