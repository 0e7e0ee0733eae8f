import type * as vscode from 'vscode'
import { isUnsupported, unusableCode } from '../api/errors.ts'
import type { Machines } from '../api/lookups.ts'
import type { RequestOptions } from '../cache/asyncCache.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import type { Clusters, ConfigResult } from '../clusters/clusters.ts'
import type { CloudConfigRef, MachinePoolRef } from '../model/refs.ts'
import type { Deletions } from './deletions.ts'
import type { PendingDeletion } from './pendingDeletion.ts'
import { observeMachines, type Moment, type ObservedMachines } from './observedMachines.ts'
import type { Deletion } from './record.ts'
import type { Observation } from './stage.ts'

/** The services that pools are observed with. */
export interface ObserverServices {
  deletions: Deletions
  clusters: Clusters
  capabilities: Capabilities
  log: vscode.LogOutputChannel
}

/** The observation of a request that had no response. */
const failed: Observation = { kind: 'failed', isReached: false }

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
      const list = await listMachines(pool, listing, services, options)
      if (list === 'none') return { kind: 'gone' }
      // Only of a listed pool, a failed list of machines is recorded: it shows that the service has listed the pool.
      if (!list && listing === 'unlisted') return { kind: 'unlisted', machines: undefined }
      const before = lastMachines.get(deletion.id)
      const machines = await recordMachines(list, before, deletion, moment, services)
      return { kind: listing, machines }
    }
  } catch (error) {
    if (!options.signal?.aborted) services.log.warn(`Couldn’t check a deletion: ${String(error)}`)
    return new Map(pending.map(({ deletion }) => [deletion.id, failed]))
  }
}

/** Returns whether the cloud config lists a pool, or what its failure says about the pool. */
async function observeConfig(
  config: CloudConfigRef,
  result: ConfigResult,
  deletion: Deletion,
  poolName: string,
  services: ObserverServices,
): Promise<Observation | 'listed' | 'unlisted'> {
  if (result.kind === 'answered') {
    const { pools, unreadable } = result.config
    if (pools.some(({ name }) => name === poolName)) return 'listed'
    // One of the pools that couldn’t be read may be this pool.
    return unreadable > 0 ? { kind: 'failed', isReached: true } : 'unlisted'
  }
  if (mayBeEmptied(result, deletion)) return 'unlisted'
  const isUnsupportedService =
    !deletion.wasListed && (await supportsNoLookups(config, result, services))
  if (isUnsupportedService) return { kind: 'unsupported' }
  if (result.kind === 'unsupported') return failed
  const { status, retryAfterMs = 0 } = result.error
  return { kind: 'failed', isReached: status !== undefined, retryAfterMs }
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

/**
 * Lists the machines of a pool. Resolves to undefined if they can’t be listed, and to `none` if the pool isn’t listed any more
 * and has no machines left: only then is it gone.
 */
async function listMachines(
  pool: MachinePoolRef,
  listing: 'listed' | 'unlisted',
  { clusters }: ObserverServices,
  options: RequestOptions,
): Promise<Machines | 'none' | undefined> {
  if (listing === 'listed') return clusters.machineLists.loadAgain(pool, options)
  const list = await clusters.machineLists.loadLeft(pool, options)
  if (list === 'none') return list
  return list?.isComplete && list.count === 0 ? 'none' : list
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
    await deletions.recordObservation(deletion, {
      at: moment.at,
      lostAt: machines?.hasLostMachine ? moment.at : drain?.lostAt,
      left: machines?.count,
    })
  }
  return machines
}

/** Resolves to whether the service supports no lookups at all; loads the list of clusters if it isn’t loaded. */
async function supportsNoLookups(
  { connection }: CloudConfigRef,
  result: Exclude<ConfigResult, { kind: 'answered' }>,
  { capabilities, clusters }: ObserverServices,
): Promise<boolean> {
  if (result.kind === 'unsupported') return true
  // A denied request concerns this config only, and a proxy’s page nothing.
  if (!isUnsupported(result.error) || result.error.kind === 'invalidResponse') return false
  if (capabilities.hasWorkedAnywhere(connection)) return false
  const list = await clusters.getList(connection)
  return list === undefined && !capabilities.hasWorkedAnywhere(connection)
}
