import type { Machines } from '../api/lookups.ts'
import { lifecyclePhase } from '../model/poolFacts.ts'
import type { Deletion } from './record.ts'

/** The observed machines of a pool whose deletion was sent. */
export interface MachineWatch {
  /** The number of remaining machines. */
  readonly count: number
  readonly uids: ReadonlySet<string>
  /** When they were listed last, in epoch ms. */
  readonly seenAt: number
  /** True if any of them is being deleted. */
  readonly isLeaving: boolean
  /** True if a machine has been lost since the observation before, which may be an earlier window’s. */
  readonly isLoss: boolean
  /** For how long they are unchanged and all running, in ms by a monotonic clock. */
  readonly steadyFor: number
  /** The start of that, by a monotonic clock. */
  readonly steadyFrom?: number | undefined
}

/**
 * Updates the observation by a list of machines, listed `at` in epoch ms and `elapsed` by a monotonic clock. Nothing but a
 * smaller number can be concluded from an incomplete list.
 */
export function watchMachines(
  before: MachineWatch | undefined,
  { machines, deleted = [], count, isComplete }: Machines,
  { nodes = 0, drain }: Pick<Deletion, 'nodes' | 'drain'>,
  { at, elapsed }: { at: number; elapsed: number },
): MachineWatch {
  const uids = new Set([...machines.map(({ uid }) => uid), ...deleted])
  const isMissing = (uid: string) => isComplete && !uids.has(uid)
  const isLoss = before
    ? count < before.count || [...before.uids].some(isMissing)
    : count < (drain?.left ?? nodes)
  const isSame = before && !isLoss && uids.size === before.uids.size
  const phases = machines.map(lifecyclePhase)
  // Nothing can be observed of a pool without machines.
  const isSteady =
    isComplete && uids.size > 0 && !deleted.length && phases.every((one) => one === 'running')
  const steadyFrom = isSteady ? (isSame ? (before.steadyFrom ?? elapsed) : elapsed) : undefined
  return {
    count,
    uids,
    seenAt: at,
    isLeaving: deleted.length > 0 || phases.includes('leaving'),
    isLoss,
    steadyFor: elapsed - (steadyFrom ?? elapsed),
    steadyFrom,
  }
}
