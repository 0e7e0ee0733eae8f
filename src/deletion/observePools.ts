import type * as vscode from 'vscode'
import { isUnsupported, unusableCode } from '../api/errors.ts'
import type { Machines } from '../api/lookups.ts'
import type { RequestOptions } from '../cache/asyncCache.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import type { Clusters, ConfigResult } from '../clusters/clusters.ts'
import type { ApiKeys } from '../connections/apiKeys.ts'
import type { CloudConfigRef, MachinePoolRef } from '../model/refs.ts'
import type { Deletions } from './deletions.ts'
import type { PendingDeletion } from './pendingDeletion.ts'
import { observeMachines, type Moment, type ObservedMachines } from './observedMachines.ts'
import type { Deletion } from './record.ts'
import type { Observation } from './stage.ts'

/**
 * Whether a cloud config lists a pool; `unsupported` if the service doesn’t support loading cloud configs, and
 * `forbidden` if it may support that, but not for this key.
 */
type Listing = 'listed' | 'unlisted' | 'unsupported' | 'forbidden'

/**
 * Why there is no list of a pool’s machines: the list is empty, the service answers that it doesn’t have the pool
 * (`absent`), it doesn’t support listing machines, or the request failed (undefined).
 */
type NoMachines = 'none' | 'absent' | 'unsupported' | undefined

/** The services that pools are observed with. */
export interface ObserverServices {
  apiKeys: Pick<ApiKeys, 'changedAt'>
  deletions: Deletions
  clusters: Clusters
  capabilities: Capabilities
  log: vscode.LogOutputChannel
}

/** The observation of a request that had no response. */
const failed = { kind: 'failed', isReached: false } as const

/**
 * Observes the pools of pending deletions in a cloud config, and records what happens to their machines. Returns the
 * observations by deletion ID; `lastMachines` has the machines when they were listed last. Never rejects.
 */
export async function observePools(
  config: CloudConfigRef,
  pending: readonly PendingDeletion[],
  lastMachines: ReadonlyMap<string, ObservedMachines>,
  services: ObserverServices,
  options: RequestOptions,
): Promise<ReadonlyMap<string, Observation>> {
  // The time is taken before the requests: if the computer sleeps during them, the responses show an earlier state.
  const moment = { at: Date.now(), elapsed: performance.now() }
  try {
    const result = await services.clusters.loadConfig(config, options)
    const entries = pending.map(async (wanted) => {
      return [wanted.deletion.id, await observePool(wanted)] as const
    })
    return new Map(await Promise.all(entries))

    async function observePool({ pool, deletion }: PendingDeletion): Promise<Observation> {
      const { machinePoolName } = pool
      const listing = await observeConfig(config, result, deletion, machinePoolName, services)
      if (typeof listing === 'object') return listing
      if (listing === 'listed') {
        const list = await services.clusters.machineLists.loadAgain(pool, options)
        return { kind: 'listed', machines: await record(list, deletion) }
      }
      // A cloud config that was loaded just now shows that the service accepts the key.
      const left = await listMachinesLeft(pool, services, options, listing === 'unlisted')
      if (typeof left === 'object') {
        const kind = listing === 'unlisted' ? 'unlisted' : 'listed'
        return { kind, machines: await record(left, deletion) }
      }
      // Only of a listed pool, a failed list of machines is recorded: it shows that the service has listed the pool.
      if (listing === 'unlisted') return observeUnlisted(left)
      const isSupportUnknown = listing === 'forbidden' && left === 'unsupported'
      const isUnproven = left === 'absent' && hasOtherKey({ pool, deletion })
      return observeWithoutConfig(isSupportUnknown || isUnproven ? undefined : left, deletion)
    }

    /**
     * Returns whether the key may be another one than that which has deleted the pool, or has listed its machines
     * since: the pools of somebody else aren’t found with it.
     */
    function hasOtherKey({ pool, deletion }: PendingDeletion): boolean {
      const changedAt = services.apiKeys.changedAt(pool.connection)
      const listedAt = lastMachines.get(deletion.id)?.observedAt ?? 0
      return changedAt !== undefined && changedAt > Math.max(deletion.sentAt, listedAt)
    }

    async function record(list: Machines | undefined, deletion: Deletion) {
      return recordMachines(list, lastMachines.get(deletion.id), deletion, moment, services)
    }
  } catch (error) {
    if (!options.signal?.aborted) services.log.warn(`Couldn’t check a deletion: ${String(error)}`)
    return new Map(pending.map(({ deletion }) => [deletion.id, failed]))
  }
}

/**
 * Returns whether the cloud config lists a pool, or what its failure says about the pool; `unsupported` if the service
 * doesn’t support loading cloud configs, so that only the pool’s machines can tell.
 */
async function observeConfig(
  config: CloudConfigRef,
  result: ConfigResult,
  deletion: Deletion,
  poolName: string,
  services: ObserverServices,
): Promise<Observation | Listing> {
  if (result.kind === 'answered') {
    const { pools, unreadable } = result.config
    if (pools.some(({ name }) => name === poolName)) return 'listed'
    // One of the pools that couldn’t be read may be this pool.
    return unreadable > 0 ? { kind: 'failed', isReached: true } : 'unlisted'
  }
  if (mayBeEmptied(result, deletion)) return 'unlisted'
  if (result.kind === 'unsupported') return result.isForbidden ? 'forbidden' : 'unsupported'
  if (!deletion.wasListed && (await supportsNoLookups(config, result, services)))
    return 'unsupported'
  const { status, retryAfterMs = 0 } = result.error
  return { kind: 'failed', isReached: status !== undefined, retryAfterMs }
}

/** Returns what is known of a pool that the cloud config doesn’t list, if no machine of it is listed either. */
function observeUnlisted(list: NoMachines): Observation {
  return list === 'none' || list === 'absent'
    ? { kind: 'gone' }
    : { kind: 'unlisted', machines: undefined }
}

/**
 * Returns what is known of a pool if the service doesn’t support loading cloud configs, and no machine of the pool is
 * listed. A pool without machines may still be there: it counts as gone only after the service has accepted its
 * deletion.
 */
function observeWithoutConfig(list: NoMachines, deletion: Deletion): Observation {
  if (list === 'unsupported' && !deletion.wasListed) return { kind: 'unsupported' }
  const isNoneLeft = list === 'none' || list === 'absent'
  if (isNoneLeft && deletion.isAccepted) return { kind: 'gone' }
  // The service has answered that it doesn’t support loading cloud configs.
  return { kind: 'failed', isReached: true }
}

/**
 * Returns whether a cloud config without any pool may be what an accepted deletion has left of it. By itself it proves
 * nothing, because it may also be incomplete: whether the pool is gone follows from its machines.
 */
function mayBeEmptied(
  result: Exclude<ConfigResult, { kind: 'answered' }>,
  { isAccepted, wasListed }: Deletion,
): boolean {
  const isWithoutPools = result.kind === 'failed' && unusableCode(result.error) === 'incomplete'
  return isWithoutPools && isAccepted === true && wasListed === true
}

/** Lists the machines that are left of a pool that no loaded cloud config lists. */
async function listMachinesLeft(
  pool: MachinePoolRef,
  { clusters }: ObserverServices,
  options: RequestOptions,
  isKeyAccepted: boolean,
): Promise<Machines | NoMachines> {
  const list = await clusters.machineLists.loadLeft(pool, options, isKeyAccepted)
  return typeof list === 'object' && list.isComplete && list.count === 0 ? 'none' : list
}

/** Updates the observation of a pool’s machines by a list of them, and records the first observation and every loss. */
async function recordMachines(
  list: Machines | undefined,
  before: ObservedMachines | undefined,
  deletion: Deletion,
  moment: Moment,
  { deletions }: ObserverServices,
): Promise<ObservedMachines | undefined> {
  const machines = list && observeMachines(before, list, deletion, moment)
  const { drain } = deletion
  if (machines?.hasLostMachine || !drain) {
    // A loss is known from now on: it takes back a dismissal during the request.
    const lostAt = machines?.hasLostMachine ? Date.now() : drain?.lostAt
    await deletions.recordObservation(deletion, {
      at: moment.at,
      lostAt,
      left: machines?.count,
    })
  }
  return machines
}

/** Resolves to whether no lookup but that of machines can work; loads the list of clusters if it isn’t loaded. */
async function supportsNoLookups(
  { connection }: CloudConfigRef,
  result: Extract<ConfigResult, { kind: 'failed' }>,
  { capabilities, clusters }: ObserverServices,
): Promise<boolean> {
  // A denied request concerns this cloud config and this key only, and a proxy’s page nothing.
  const { error } = result
  if (!isUnsupported(error) || ['forbidden', 'invalidResponse'].includes(error.kind)) return false
  if (capabilities.hasWorkedAnywhere(connection)) return false
  const list = await clusters.getList(connection)
  if (list !== undefined || capabilities.isForbidden(connection, 'clusterSearch')) return false
  return !capabilities.hasWorkedAnywhere(connection)
}
