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

/**
 * Returns a cluster and its pools as a part of the tool’s result: those whose names contain a text. Undefined if none does.
 */
export function clusterResult(
  { config, pools, value, at, error }: LoadedPools<KnownConfig>,
  namePart: string | undefined,
  connection: Connection,
  deletionMonitor: DeletionMonitor,
) {
  const { provider, configUid, name, cluster } = config
  const part = namePart?.toLowerCase() ?? ''
  const wanted = pools.filter(({ machinePoolName: one }) => one.toLowerCase().includes(part))
  // One that can’t be read may be wanted.
  if (value?.unreadable === 0 && wanted.length === 0 && part !== '') return undefined
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
