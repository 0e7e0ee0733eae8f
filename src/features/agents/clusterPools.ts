import type { Connection } from '../../connections/connection.ts'
import type { KnownConfig, KnownPool } from '../../inventory/configs.ts'
import type { LoadedPools } from '../../inventory/loadPools.ts'
import type { DeletionMonitor } from '../../inventory/deletion/monitor.ts'
import { autoscaling } from '../../inventory/poolFacts.ts'
import { modelErrorText } from './modelErrors.ts'
import { firstOf, shortList } from './modelJson.ts'

/** The note for a cluster whose cloud config couldn’t be loaded. */
const notRead =
  'The machine pools couldn’t be listed. Those returned here are pinned by the user and may no longer exist.'

/** A filter of machine pools. */
interface PoolQuery {
  /** A part of the name. */
  readonly machinePool?: string | undefined
  /** Labels as `key=value`, or keys; a pool must have all of them. */
  readonly labels?: readonly string[] | undefined
}

/** Returns a cluster and its pools as a part of the tool’s result; undefined if the filter leaves nothing of it. */
export function clusterResult(
  { config, pools, value, at, error }: LoadedPools<KnownConfig>,
  query: PoolQuery,
  connection: Connection,
  deletionMonitor: DeletionMonitor,
) {
  const { provider, configUid, name, cluster } = config
  const wanted = pools.filter((pool) => fits(pool, query))
  const isFiltered = query.machinePool !== undefined || query.labels !== undefined
  // One that can’t be read may be wanted.
  if (value?.unreadable === 0 && wanted.length === 0 && isFiltered) return undefined
  const hybrid = wanted.filter(({ isHybrid }) => isHybrid)
  const own = wanted.filter(({ isHybrid }) => !isHybrid)
  const { shown, leftOut } = firstOf(
    own.map((pool) => poolResult(pool, deletionMonitor)),
    own.length,
  )
  return {
    name,
    provider,
    configUid,
    clusterUid: cluster?.uid,
    state: cluster?.state,
    project: cluster?.project?.name ?? cluster?.project?.uid,
    hybridMachinePools: shortList(hybrid.map(({ machinePoolName }) => machinePoolName)),
    ...(value && value.unreadable > 0 && { machinePoolsNotShown: value.unreadable }),
    ...(value && at !== undefined && { poolsReadAt: new Date(at).toISOString() }),
    ...(!value && { note: error ? `${notRead} ${modelErrorText(error, connection)}` : notRead }),
    machinePools: shown,
    ...(leftOut !== undefined && { machinePoolsLeftOut: leftOut }),
  }
}

/** Returns the number of pools that may be wanted, but whose labels aren’t known. */
export function countUnlabeled({ pools }: LoadedPools<KnownConfig>, query: PoolQuery): number {
  if (!query.labels) return 0
  const { machinePool } = query
  return pools.filter((pool) => pool.facts?.labels === undefined && fits(pool, { machinePool }))
    .length
}

/** Returns whether a pool is wanted. Of a pool that isn’t listed, and of a hybrid one, only the name is known. */
function fits(
  { machinePoolName, facts }: KnownPool,
  { machinePool = '', labels = [] }: PoolQuery,
): boolean {
  if (!machinePoolName.toLowerCase().includes(machinePool.toLowerCase())) return false
  const own = facts?.labels ?? []
  return labels.every((wanted) =>
    own.some((label) => label === wanted || label.startsWith(`${wanted}=`)),
  )
}

function poolResult(pool: KnownPool, deletionMonitor: DeletionMonitor) {
  const { machinePoolName: name, facts, mark } = pool
  const scaled = facts && autoscaling(facts)
  const deletion = deletionMonitor.stageOf(pool)
  return {
    name,
    ...(mark === 'unlisted' && { isListed: false }),
    ...(scaled ? { minNodes: scaled.min, maxNodes: scaled.max } : { configuredNodes: facts?.size }),
    ...(facts?.isControlPlane && { isControlPlane: true }),
    ...(facts?.isSystemPool && { isSystemPool: true }),
    zones: shortList(facts?.zones),
    instanceType: facts?.instanceType,
    labels: shortList(facts?.labels),
    taints: shortList(facts?.taints),
    ...(deletion && { deletion }),
  }
}
