import type { Machine } from '../api/lookupSchemas.ts'
import type { Machines } from '../api/lookups.ts'

/** The observed machines of a pool whose deletion was sent. */
export interface MachineWatch {
  /** The number of remaining machines. */
  readonly count: number
  readonly uids: ReadonlySet<string>
  /** When they were listed last, in epoch ms. */
  readonly seenAt: number
  /** True if any of them is being deleted. */
  readonly isLeaving: boolean
  /** True if a machine has disappeared since the observation before. */
  readonly hasFallen: boolean
  /** Since when they are unchanged and all running, in epoch ms. */
  readonly sameSince?: number | undefined
  /** The duration of that in ms, by a monotonic clock. */
  readonly steadyFor: number
  /** The start of that, by a monotonic clock. */
  readonly steadyFrom?: number | undefined
  /** True if original machines were seen together with later ones. */
  readonly isMixed: boolean
  /** True if there are machines, but no original ones. */
  readonly isOther: boolean
}

/**
 * Updates the observation by a list of machines; `originals` existed before the deletion. `now` is in epoch
 * ms, `elapsed` by a monotonic clock.
 */
export function watchMachines(
  before: MachineWatch | undefined,
  { machines, deleted = [], count, isComplete }: Machines,
  originals: readonly string[] = [],
  now: number,
  elapsed: number,
): MachineWatch {
  const uids = new Set([...machines.map(({ uid }) => uid), ...deleted])
  const isMissing = (uid: string) => isComplete && !uids.has(uid)
  const hasFallen =
    before !== undefined && (count < before.count || [...before.uids].some(isMissing))
  const isSame = before && !hasFallen && uids.size === before.uids.size
  const isRunning = (one: Machine) => !isLeaving(one) && isIn(one, 'running')
  // Nothing can be observed of a pool without machines.
  const isSteady = isComplete && uids.size > 0 && !deleted.length && machines.every(isRunning)
  const steadyFrom = isSteady ? (isSame ? (before.steadyFrom ?? elapsed) : elapsed) : undefined
  const old = originals.filter((uid) => uids.has(uid)).length
  return {
    count,
    uids,
    seenAt: now,
    isLeaving: deleted.length > 0 || machines.some(isLeaving),
    hasFallen,
    sameSince: isSteady ? (isSame && before.sameSince) || now : undefined,
    steadyFor: elapsed - (steadyFrom ?? elapsed),
    steadyFrom,
    isMixed: before?.isMixed || (old > 0 && old < uids.size),
    isOther: isComplete && uids.size > 0 && originals.length > 0 && old === 0,
  }
}

function isLeaving(machine: Machine): boolean {
  return machine.deletionTimestamp !== undefined || isIn(machine, 'deleting')
}

function isIn({ state }: Machine, wanted: string): boolean {
  return state?.toLowerCase() === wanted
}
