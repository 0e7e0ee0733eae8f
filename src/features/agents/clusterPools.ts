import { limits } from '../../api/rateLimiter.ts'
import type { Connection } from '../../connections/connection.ts'
import {
  poolsOf,
  type KnownConfig,
  type KnownPool,
  type PoolSources,
} from '../../inventory/configs.ts'
import type { CloudConfigRef } from '../../inventory/machinePoolRef.ts'
import type { PoolDeleter } from '../../inventory/poolDeleter.ts'
import { autoscaling } from '../../inventory/poolFacts.ts'
import { fetchAll, fetchUnknown, refusesAll, retrying } from '../../inventory/fetchAll.ts'
import { modelErrorText, toModelError } from './modelErrors.ts'
import { maxListLength, modelJson, shortList } from './modelJson.ts'

/** The note for a cluster whose cloud config couldn’t be loaded. */
const notRead =
  'The machine pools couldn’t be listed. Those returned here are pinned by the user and may no longer exist.'

/** A filter of machine pools, with the start of the result. */
export interface PoolQuery {
  /** A part of the name. */
  readonly machinePool?: string | undefined
  /** Labels as `key=value`, or keys; a pool must have all of them. */
  readonly labels?: readonly string[] | undefined
  /** The number of entries of these clusters that earlier results had: machine pools, and clusters without any. */
  readonly skip: number
  /** When the first of the calls for a list began: what has failed since isn’t asked again. */
  readonly since: number
}

/** Returns the cached config, unless it couldn’t be loaded. */
export function peekConfig(config: CloudConfigRef, { clusters }: Pick<PoolSources, 'clusters'>) {
  const known = clusters.configs.peek(config)
  return known && 'value' in known ? known : undefined
}

/** Loads the pools of cloud configs, again or if missing. What couldn’t be loaded has a note. */
async function readPools(
  connection: Connection,
  configs: readonly KnownConfig[],
  isAnew: boolean,
  { since }: PoolQuery,
  sources: PoolSources,
  signal: AbortSignal,
) {
  const cache = sources.clusters.configs
  const { get, peek } = retrying(cache)
  const peekSince = (config: CloudConfigRef) => {
    const known = cache.peek(config)
    const isOver = known && 'error' in known && known.at > since && !refusesAll(known.error)
    return isOver ? known : peek(config)
  }
  const atOnce = limits.clusters.batchSlots
  const { read, failed } = isAnew
    ? await fetchAll(
        configs,
        (config, _, priority) => cache.refetch(config, signal, priority),
        signal,
        undefined,
        atOnce,
      )
    : await fetchUnknown(configs, { get, peek: peekSince }, signal, atOnce)
  const [first] = failed
  if (first && isAnew && configs.length === 1) throw toModelError(first.error, connection)
  return configs.map((config) => {
    const { value, at } = read.find(({ ref }) => ref === config) ?? {}
    const pools = poolsOf(config, sources, value)
    if (value && at !== undefined) return { config, pools, at, unreadable: value.unreadable }
    const error = failed.find(({ ref }) => ref === config)?.error
    const note = error ? `${notRead} ${modelErrorText(error, connection)}` : notRead
    return { config, pools, note, refusal: error && refusesAll(error) ? error : undefined }
  })
}

type ReadConfig = Awaited<ReturnType<typeof readPools>>[number]

/** A cluster as the tool’s result. */
type ClusterResult = ReturnType<typeof clusterResult> & {
  machinePools: object[]
  machinePoolsLeftOut?: number
}

/**
 * Resolves to the clusters and their pools as the tool’s result, loaded again if `isAnew`, as many as fit; with
 * the numbers of entries that don’t, and of the entries and clusters so far. Only the first cluster may be returned
 * in part, if it alone is too long. Clusters count as refused if the service would refuse any other request, too.
 */
export async function poolResults(
  connection: Connection,
  configs: readonly KnownConfig[],
  isAnew: boolean,
  query: PoolQuery,
  sources: PoolSources & { poolDeleter: PoolDeleter },
  signal: AbortSignal,
) {
  const read = await readPools(connection, configs, isAnew, query, sources, signal)
  const entries = read.flatMap((one): { one: ReadConfig; pool?: KnownPool }[] => {
    const pools = one.pools.filter((pool) => fits(pool, query))
    const own = pools.filter(({ isHybrid }) => !isHybrid)
    if (own.length > 0) return own.map((pool) => ({ one, pool }))
    if (one.refusal) return []
    const isFiltered = query.machinePool !== undefined || query.labels !== undefined
    return pools.length === 0 && isFiltered && one.note === undefined ? [] : [{ one }]
  })
  const clusters = new Map<ReadConfig, ClusterResult>()
  let room = maxListLength
  let next = Math.min(query.skip, entries.length)
  for (const { one, pool } of entries.slice(next)) {
    const known = clusters.get(one)
    const cluster = known ?? { ...clusterResult(one, query), machinePools: [] }
    const result = pool && poolResult(pool, sources.poolDeleter)
    room -= modelJson([!known && cluster, result]).length
    if (room < 0 && clusters.size > 0) break // the first one is returned whatever its length
    if (result) cluster.machinePools.push(result)
    clusters.set(one, cluster)
    next += 1
  }
  const cut = entries[next]?.one
  if (cut && clusters.size > 1 && clusters.delete(cut)) {
    next = entries.findIndex(({ one }) => one === cut)
  }
  const part = cut && clusters.get(cut)
  if (part) {
    part.machinePoolsLeftOut = entries.slice(next).filter(({ one }) => one === cut).length
  }
  const returned = cut ? read.indexOf(cut) + (part ? 1 : 0) : read.length
  const unlabeled = query.labels
    ? read.flatMap(({ pools }) => pools).filter((pool) => isUnlabeled(pool, query)).length
    : 0
  const searched = isAnew ? read : read.slice(0, returned)
  const refusals = searched.flatMap(({ refusal }) => refusal ?? [])
  const leftOut = entries.length - next
  const all = [...clusters.values()]
  return { clusters: all, leftOut, next, searched: searched.length, unlabeled, refusals }
}

/** Returns whether a pool may be wanted, but its labels aren’t known. */
function isUnlabeled(pool: KnownPool, { machinePool }: PoolQuery): boolean {
  return pool.facts?.labels === undefined && fits(pool, { machinePool })
}

/** Returns whether a pool is wanted. Of a pool that isn’t listed, and of a hybrid one, only the name is known. */
function fits(
  { machinePoolName, facts }: KnownPool,
  { machinePool = '', labels = [] }: Partial<PoolQuery>,
) {
  if (!machinePoolName.toLowerCase().includes(machinePool.toLowerCase())) return false
  const own = facts?.labels ?? []
  return labels.every((wanted) =>
    own.some((label) => label === wanted || label.startsWith(`${wanted}=`)),
  )
}

/** Returns a cluster without its pools, but with the names of hybrid ones. */
function clusterResult({ config, pools, at, unreadable = 0, note }: ReadConfig, query: PoolQuery) {
  const { provider, configUid, name, names, cluster } = config
  const hybrid = pools.filter((one) => one.isHybrid && fits(one, query))
  return {
    name,
    otherNames: shortList(names.filter((one) => one !== name)),
    provider,
    configUid,
    clusterUid: cluster?.uid,
    state: cluster?.state,
    project: cluster?.project?.name ?? cluster?.project?.uid,
    hybridMachinePools: shortList(hybrid.map(({ machinePoolName }) => machinePoolName)),
    ...(unreadable > 0 && { machinePoolsNotShown: unreadable }),
    ...(at !== undefined && { poolsReadAt: new Date(at).toISOString() }),
    ...(note !== undefined && { note }),
  }
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
    zones: shortList(facts?.zones),
    instanceType: facts?.instanceType,
    labels: shortList(facts?.labels),
    taints: shortList(facts?.taints),
    ...(state && { deletion: state }),
  }
}
