import type { Machine } from '../../api/lookupSchemas.ts'
import type { Machines } from '../../api/lookups.ts'
import type { Deletion, Drain } from './record.ts'

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
  /** For how long they are unchanged and all running, in ms by a monotonic clock. */
  readonly steadyFor: number
  /** The start of that, by a monotonic clock. */
  readonly steadyFrom?: number | undefined
  /** True if original machines were seen together with later ones. */
  readonly isMixed: boolean
  /** True if there are machines, but no original ones. */
  readonly isOther: boolean
}

/** When machines were listed: in epoch ms, and by a monotonic clock. */
export interface Moment {
  readonly at: number
  readonly elapsed: number
}

/** Updates the observation by a list of machines; `originals` existed before the deletion. */
export function watchMachines(
  before: MachineWatch | undefined,
  { machines, deleted = [], count, isComplete }: Machines,
  originals: readonly string[] = [],
  { at, elapsed }: Moment,
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
    seenAt: at,
    isLeaving: deleted.length > 0 || machines.some(isLeaving),
    hasFallen,
    steadyFor: elapsed - (steadyFrom ?? elapsed),
    steadyFrom,
    isMixed: before?.isMixed || (old > 0 && old < uids.size),
    isOther: isComplete && uids.size > 0 && originals.length > 0 && old === 0,
  }
}

/**
 * Returns what a list of machines changes in what is recorded of a drain: fewer machines, another state, or another
 * machine that is being deleted. Undefined without a change. Nothing but a smaller number can be concluded from an
 * incomplete list.
 */
export function drainSeen(
  { drain, nodes = 0 }: Pick<Deletion, 'drain' | 'nodes'>,
  { machines, isComplete }: Machines,
  { count: left, seenAt: at, hasFallen }: MachineWatch,
  isFirst: boolean,
): Drain | undefined {
  // The first observation of this window is compared with that of an earlier one.
  const isLoss = isFirst ? left < (drain?.left ?? nodes) : hasFallen
  const states = isComplete ? statesOf(machines) : (drain?.states ?? '')
  if (!isLoss && (!isComplete || (states === drain?.states && drain.at <= at))) return undefined
  return { at, states, lostAt: isLoss ? at : drain?.lostAt, left }
}

/** Returns the numbers of machines by their states. */
function statesOf(machines: readonly Machine[]): string {
  const counts = new Map<string, number>()
  for (const { state = '', deletionTimestamp } of machines) {
    const key = `${state.toLowerCase()}${deletionTimestamp === undefined ? '' : ' leaving'}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts]
    .map(([state, count]) => `${count} ${state}`)
    .sort()
    .join(', ')
}

function isLeaving(machine: Machine): boolean {
  return machine.deletionTimestamp !== undefined || isIn(machine, 'deleting')
}

function isIn({ state }: Machine, wanted: string): boolean {
  return state?.toLowerCase() === wanted
}
