import type { Machine } from '../api/clusterSchemas.ts'
import type { Machines } from '../api/lookups.ts'
import { lifecyclePhase } from '../model/poolFacts.ts'
import type { Deletion } from './record.ts'

/** What was observed of the machines of a pool whose deletion was sent. */
export interface ObservedMachines {
  /** The number of remaining machines. */
  readonly count: number
  readonly uids: ReadonlySet<string>
  /** True if the list had all machines of the pool. */
  readonly isComplete: boolean
  /** When they were listed last, in epoch ms. */
  readonly observedAt: number
  /**
   * True if all machines of the pool are listed, and each is known to run as before the request. Also true if it has
   * none.
   */
  readonly areAllRunning: boolean
  /** True if any of them is being deleted. */
  readonly hasLeavingMachine: boolean
  /** When a machine was added that wasn’t there before, in epoch ms; undefined if none was seen. */
  readonly addedAt: number | undefined
  /** True if a machine has been lost since the observation before, which may be an earlier window’s. */
  readonly hasLostMachine: boolean
  /** For how long the machines have been the same, all of them running, in ms by a monotonic clock. */
  readonly unchangedMs: number
  /** Since when they have been the same and running, in ms by a monotonic clock; undefined if they aren’t. */
  readonly unchangedSince?: number | undefined
}

/** A moment, by the clock of the computer, which may be set, and by a monotonic clock, which can’t. */
export interface Moment {
  /** The time of the computer’s clock, in epoch ms. */
  readonly at: number
  /** The time of the monotonic clock, in ms. */
  readonly elapsed: number
}

/**
 * Updates the observation by a list of machines, requested at a moment. Nothing but a smaller number can be concluded
 * from an incomplete list.
 */
export function observeMachines(
  before: ObservedMachines | undefined,
  list: Machines,
  { nodes = 0, drain, maintenanceUids = [] }: Pick<Deletion, 'nodes' | 'drain' | 'maintenanceUids'>,
  { at, elapsed }: Moment,
): ObservedMachines {
  const { machines, deleted = [], count } = list
  const uids = new Set([...machines.map(({ uid }) => uid), ...deleted])
  const hasLostMachine = before ? hasLost(before, list, uids) : count < (drain?.left ?? nodes) // as an earlier window has recorded
  const isUnchanged = before !== undefined && !hasLostMachine && uids.size === before.uids.size
  const isRunning = areAllRunning(list, new Set(maintenanceUids))
  const unchangedSince = isRunning
    ? ((isUnchanged ? before.unchangedSince : undefined) ?? elapsed)
    : undefined
  return {
    count,
    uids,
    isComplete: list.isComplete,
    observedAt: at,
    addedAt: before && hasNewMachine(before, list, uids) ? at : before?.addedAt,
    areAllRunning: isRunning,
    hasLeavingMachine:
      deleted.length > 0 || machines.some((machine) => lifecyclePhase(machine) === 'leaving'),
    hasLostMachine,
    unchangedMs: elapsed - (unchangedSince ?? elapsed),
    unchangedSince,
  }
}

/** An autoscaler may add machines for the pods of those that drain. An incomplete list may only show others. */
function hasNewMachine(
  before: ObservedMachines,
  { count, isComplete }: Machines,
  uids: ReadonlySet<string>,
): boolean {
  if (count > before.count) return true
  return isComplete && before.isComplete && [...uids].some((uid) => !before.uids.has(uid))
}

function hasLost(
  before: ObservedMachines,
  { count, isComplete }: Machines,
  uids: ReadonlySet<string>,
): boolean {
  if (count < before.count) return true
  return isComplete && [...before.uids].some((uid) => !uids.has(uid))
}

function areAllRunning(
  { machines, deleted = [], isComplete }: Machines,
  maintenanceUids: ReadonlySet<string>,
): boolean {
  if (!isComplete || deleted.length > 0) return false
  return machines.every((machine) => keepsRunning(machine, maintenanceUids.has(machine.uid)))
}

/**
 * Returns whether a machine is running, and nothing says that its deletion has begun or is held up: it isn’t paused,
 * which holds up a deletion, and no pods are kept off it, as when it is drained, unless they were kept off before the
 * request.
 */
function keepsRunning(machine: Machine, wasInMaintenance: boolean): boolean {
  const { pausedMessage, inMaintenance, hasDeletionCondition } = machine
  if (pausedMessage !== undefined || hasDeletionCondition) return false
  if (inMaintenance && !wasInMaintenance) return false
  return lifecyclePhase(machine) === 'running'
}
