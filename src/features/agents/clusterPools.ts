import { limits } from '../../api/rateLimiter.ts'
import type { Connection } from '../../connections/connection.ts'
import {
  poolsOf,
  type KnownConfig,
  type KnownPool,
  type PoolSources,
} from '../../inventory/configs.ts'
import type { PoolDeleter } from '../../inventory/poolDeleter.ts'
import { autoscaling } from '../../inventory/poolFacts.ts'
import { fetchAll, fetchUnknown } from '../../inventory/fetchAll.ts'
import { englishText } from './englishErrors.ts'
import { toModelError } from './modelErrors.ts'
import { firstOf } from './modelJson.ts'

/** A limit for the model’s context. */
const maxPools = 1_000

/** The note for a cluster whose cloud config couldn’t be loaded. */
const notRead =
  'The machine pools couldn’t be listed. Those returned here are pinned by the user and may no longer exist.'

/** Loads the pools of cloud configs, again or if missing. What couldn’t be loaded has a note. */
async function readPools(
  connection: Connection,
  configs: readonly KnownConfig[],
  isAnew: boolean,
  sources: PoolSources,
  signal: AbortSignal,
) {
  const cache = sources.clusters.configs
  const atOnce = limits.clusters.batchSlots
  const { read, failed } = isAnew
    ? await fetchAll(configs, (...of) => cache.refetch(...of), signal, undefined, atOnce)
    : await fetchUnknown(configs, cache, signal, atOnce)
  const [first] = failed
  if (first && isAnew && configs.length === 1) throw toModelError(first.error, connection)
  return configs.map((config) => {
    const { value, at } = read.find(({ ref }) => ref === config) ?? {}
    const pools = poolsOf(config, sources, value)
    if (value && at !== undefined) return { config, pools, at, unreadable: value.unreadable }
    const error = failed.find(({ ref }) => ref === config)?.error
    const note = error ? `${notRead} ${englishText(error, connection)}` : notRead
    return { config, pools, note }
  })
}

/** Resolves to the clusters and their pools as the tool’s result, loaded again if `isAnew`. */
export async function poolResults(
  connection: Connection,
  configs: readonly KnownConfig[],
  isAnew: boolean,
  sources: PoolSources & { poolDeleter: PoolDeleter },
  signal: AbortSignal,
) {
  const read = await readPools(connection, configs, isAnew, sources, signal)
  let left = maxPools
  return read.map(({ config, pools, at, unreadable = 0, note }) => {
    const { provider, configUid, name, names, cluster } = config
    const otherNames = names.filter((one) => one !== name)
    const hybrid = pools.flatMap((one) => (one.isHybrid ? one.machinePoolName : []))
    const { shown, leftOut } = firstOf(
      pools.filter(({ isHybrid }) => !isHybrid),
      left,
    )
    left -= shown.length
    return {
      name,
      ...(otherNames.length > 0 && { otherNames }),
      provider,
      configUid,
      state: cluster?.state,
      project: cluster?.project?.name ?? cluster?.project?.uid,
      ...(hybrid.length > 0 && { hybridMachinePools: hybrid }),
      ...(unreadable > 0 && { machinePoolsNotShown: unreadable }),
      ...(at !== undefined && { poolsReadAt: new Date(at).toISOString() }),
      ...(note !== undefined && { note }),
      machinePools: shown.map((pool) => poolResult(pool, sources.poolDeleter)),
      ...(leftOut !== undefined && { machinePoolsLeftOut: leftOut }),
    }
  })
}

function poolResult(pool: KnownPool, poolDeleter: PoolDeleter) {
  const { machinePoolName: name, facts, mark } = pool
  const scaled = facts && autoscaling(facts)
  const state = poolDeleter.deletionState(pool)
  return {
    name,
    ...(mark === 'unlisted' && { isListed: false }),
    ...(scaled ? { minNodes: scaled.min, maxNodes: scaled.max } : { configuredNodes: facts?.size }),
    ...(facts?.isControlPlane && { isControlPlane: true }),
    ...(facts?.isSystemPool && { isSystemPool: true }),
    ...(facts && facts.zones.length > 0 && { zones: facts.zones }),
    instanceType: facts?.instanceType,
    ...(state && { deletion: state }),
  }
}
