import type { Machines } from '../api/lookups.ts'
import { lifecyclePhase } from '../model/poolFacts.ts'
import type { Deletion } from './record.ts'

/** What was observed of the machines of a pool whose deletion was sent. */
export interface ObservedMachines {
  /** The number of the pool’s machines that are left. */
  readonly count: number
  readonly uids: ReadonlySet<string>
  /** True if the service has listed all machines. */
  readonly isComplete: boolean
  /** When the machines were listed last, in epoch ms. */
  readonly observedAt: number
  /** True if a machine is being deleted. */
  readonly hasLeavingMachine: boolean
  /** When a new machine was observed last, in epoch ms; undefined if no machine was added. */
  readonly addedAt: number | undefined
  /** True if a machine is gone that was there at the previous observation, by this or an earlier window. */
  readonly hasLostMachine: boolean
  /** For how long the same machines have all been running, in ms by a monotonic clock. */
  readonly unchangedMs: number
  /** The time on a monotonic clock since which the same machines have all been running; undefined if they haven’t. */
  readonly unchangedSince?: number | undefined
}

/**
 * The time of an observation, on two clocks: the epoch time may be changed, and the monotonic one stops during sleep.
 */
export interface Moment {
  /** In epoch ms. */
  readonly at: number
  /** In ms by a monotonic clock. */
  readonly elapsed: number
}

/**
 * Updates an observation by a newer list of machines. From an incomplete list, only the loss of machines can be
 * concluded, and only if their number has become smaller.
 */
export function observeMachines(
  before: ObservedMachines | undefined,
  list: Machines,
  { nodes = 0, drain }: Pick<Deletion, 'nodes' | 'drain'>,
  { at, elapsed }: Moment,
): ObservedMachines {
  const { machines, deleted = [], count } = list
  const uids = new Set([...machines.map(({ uid }) => uid), ...deleted])
  const hasLostMachine = before ? hasLost(before, list, uids) : count < (drain?.left ?? nodes) // as an earlier window has recorded
  const isUnchanged = before !== undefined && !hasLostMachine && uids.size === before.uids.size
  const unchangedSince = areAllRunning(list)
    ? ((isUnchanged ? before.unchangedSince : undefined) ?? elapsed)
    : undefined
  return {
    count,
    uids,
    isComplete: list.isComplete,
    observedAt: at,
    addedAt: before && hasNewMachine(before, list, uids) ? at : before?.addedAt,
    hasLeavingMachine:
      deleted.length > 0 || machines.some((machine) => lifecyclePhase(machine) === 'leaving'),
    hasLostMachine,
    unchangedMs: elapsed - (unchangedSince ?? elapsed),
    unchangedSince,
  }
}

/**
 * Returns whether a machine was added: an autoscaler may add machines for the pods of draining machines. False for an
 * incomplete list, which may only show other machines than the previous one.
 */
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

/** Returns whether all machines of a pool are listed and running. False for a pool without machines. */
function areAllRunning({ machines, deleted = [], isComplete }: Machines): boolean {
  if (!isComplete || machines.length === 0 || deleted.length > 0) return false
  return machines.every((machine) => lifecyclePhase(machine) === 'running')
}
