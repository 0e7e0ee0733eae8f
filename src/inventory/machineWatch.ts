import type { Machine } from '../api/lookupSchemas.ts'
import type { Machines } from '../api/lookups.ts'

/** What the looks in this window have shown of the machines of a pool whose deletion was sent. */
export interface MachineWatch {
  /** How many are left. */
  readonly count: number
  readonly uids: ReadonlySet<string>
  /** Whether any of them is being deleted. */
  readonly isLeaving: boolean
  /** When one of them was last seen to be gone, in epoch ms. */
  readonly fellAt?: number | undefined
  /** Since when they are the same, and all of them running, in epoch ms. */
  readonly sameSince?: number | undefined
  /** For how long, in ms, that is so, whatever time of day it was made meanwhile. */
  readonly steadyFor: number
  /** When that began, in ms since some fixed moment. */
  readonly steadyFrom?: number | undefined
  /** Whether any that were there once are gone, as far as is known. */
  readonly hasLost: boolean
  /** Whether some that the deletion was sent for were ever seen together with later ones. */
  readonly isMixed: boolean
  /** Whether there are machines, of which the deletion was sent for none. */
  readonly isOther: boolean
}

/**
 * What a list of machines adds to what was seen before; `originals` were there before the deletion.
 * `now` is in epoch ms, `elapsed` in ms since some fixed moment.
 */
export function watchMachines(
  before: MachineWatch | undefined,
  { machines, count, isComplete }: Machines,
  originals: readonly string[] = [],
  now: number,
  elapsed: number,
): MachineWatch {
  const uids = new Set(machines.map(({ uid }) => uid))
  const isMissing = (uid: string) => isComplete && !uids.has(uid)
  const left = count - machines.filter((one) => isIn(one, 'deleted')).length
  const hasFallen = before && (left < before.count || [...before.uids].some(isMissing))
  const isSame = before && !hasFallen && uids.size === before.uids.size
  const isRunning = (one: Machine) => !isLeaving(one) && isIn(one, 'running')
  // Of a pool that has none, nothing can be seen.
  const isSteady = isComplete && machines.length > 0 && machines.every(isRunning)
  const steadyFrom = isSteady ? (isSame ? (before.steadyFrom ?? elapsed) : elapsed) : undefined
  const old = originals.filter((uid) => uids.has(uid)).length
  return {
    count: left,
    uids,
    isLeaving: machines.some(isLeaving),
    fellAt: hasFallen ? now : before?.fellAt,
    sameSince: isSteady ? (isSame && before.sameSince) || now : undefined,
    steadyFor: elapsed - (steadyFrom ?? elapsed),
    steadyFrom,
    hasLost: before?.hasLost || hasFallen || originals.some(isMissing),
    isMixed: before?.isMixed || (old > 0 && old < uids.size),
    isOther: isComplete && uids.size > 0 && originals.length > 0 && old === 0,
  }
}

function isLeaving(machine: Machine): boolean {
  return machine.deletionTimestamp !== undefined || isIn(machine, 'deleting', 'deleted')
}

function isIn({ state }: Machine, ...states: string[]): boolean {
  return states.includes(state?.toLowerCase() ?? '')
}
