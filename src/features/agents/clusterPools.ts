import type { MachinePool } from '../../api/lookupSchemas.ts'
import { limits } from '../../api/rateLimiter.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Clusters } from '../../inventory/clusters.ts'
import type { CloudConfigRef } from '../../inventory/machinePoolRef.ts'
import type { MachinePools } from '../../inventory/machinePools.ts'
import { autoscaling } from '../../inventory/poolFacts.ts'
import { sweep, sweepUnknown } from '../../inventory/sweep.ts'
import { englishText } from './englishErrors.ts'
import { forModel } from './forModels.ts'
import { firstOf } from './modelJson.ts'

/** More would fill a model's memory with what it does not need. */
const maxPools = 1_000

/** A cluster that the service lists, or whose cloud config the user keeps. */
export interface ListedCluster {
  name: string
  provider: string
  configUid: string
  state?: string | undefined
  project?: string | undefined
  /** Those that have names without the cloud config being read. */
  pools: readonly Pick<MachinePool, 'name'>[]
  /** Pools of nodes outside the cloud, which no tool can delete. */
  hybridMachinePools?: readonly string[]
  /** How many others there are, which could not be read. */
  machinePoolsNotShown?: number
}

/** A cluster with the machine pools of its cloud config. */
export interface ReadCluster extends ListedCluster {
  /** When the pools were read, in epoch ms; missing if they could not be. */
  at?: number
  note?: string
}

/** What is said of a cluster whose cloud config could not be read. */
const notRead =
  'The machine pools could not be read. Those that are named here are kept by the user, and may be gone.'

/** The pools of clusters, anew or as they were last read. What cannot be read is said beside it. */
export async function readPools(
  connection: Connection,
  listed: readonly ListedCluster[],
  isAnew: boolean,
  { configs }: Clusters,
  signal: AbortSignal,
): Promise<ReadCluster[]> {
  const places = listed.map((cluster) => {
    const { provider, configUid } = cluster
    return { connection, provider, configUid, cluster }
  })
  const atOnce = limits.clusters.batchSlots
  const { read, failed } = isAnew
    ? await sweep(places, (...of) => configs.getAnew(...of), signal, undefined, atOnce)
    : await sweepUnknown(places, configs, signal, atOnce)
  const [first] = failed
  if (first && isAnew && listed.length === 1) throw forModel(first.error, connection)
  const results = new Map<ListedCluster, ReadCluster>()
  for (const { ref, value, at } of read) {
    const { cluster } = ref
    if (!value) continue
    const { pools, hybridPools, unreadable } = value
    const hybrid = hybridPools.length > 0 && { hybridMachinePools: hybridPools }
    const notShown = unreadable > 0 && { machinePoolsNotShown: unreadable }
    results.set(cluster, { ...cluster, pools, ...hybrid, ...notShown, at })
  }
  for (const { ref, error } of failed) {
    const note = `${notRead} ${englishText(error, connection)}`
    results.set(ref.cluster, { ...ref.cluster, note })
  }
  return listed.map((cluster) => results.get(cluster) ?? { ...cluster, note: notRead })
}

/** What a model is told of clusters and their pools. */
export function poolResults(
  connection: Connection,
  read: readonly ReadCluster[],
  machinePools: MachinePools,
) {
  let left = maxPools
  return read.map(({ pools, at, note, ...facts }) => {
    const { shown, leftOut } = firstOf(pools, left)
    left -= shown.length
    const config = { connection, provider: facts.provider, configUid: facts.configUid }
    return {
      ...facts,
      ...(at !== undefined && { poolsReadAt: new Date(at).toISOString() }),
      ...(note !== undefined && { note }),
      machinePools: shown.map((pool) => poolResult(config, pool, machinePools)),
      ...(leftOut !== undefined && { machinePoolsLeftOut: leftOut }),
    }
  })
}

function poolResult(
  config: CloudConfigRef,
  pool: Partial<MachinePool> & Pick<MachinePool, 'name'>,
  machinePools: MachinePools,
) {
  const { name, size, isControlPlane, isSystemPool, zones, instanceType } = pool
  const scaled = autoscaling(pool)
  const state = machinePools.deletionState({ ...config, machinePoolName: name })
  return {
    name,
    ...(scaled ? { minNodes: scaled.min, maxNodes: scaled.max } : { configuredNodes: size }),
    ...(isControlPlane && { isControlPlane }),
    ...(isSystemPool && { isSystemPool }),
    ...(zones && zones.length > 0 && { zones }),
    instanceType,
    ...(state && { deletion: state }),
  }
}
