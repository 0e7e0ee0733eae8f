import { followedMs } from './deletionRecord.ts'
import type { SentDeletion } from './deletions.ts'
import type { MachineWatch } from './machineWatch.ts'

/** What a look at a cloud config tells of a machine pool whose deletion was sent. */
export type Sighting =
  /** The service has never supported looking. */
  | { readonly kind: 'unsupported' }
  | {
      readonly kind: 'failed'
      /** Whether the service answered and refused, rather than couldn't be reached. */
      readonly isRefused: boolean
    }
  /** The cloud config is there, the machine pool isn't. */
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'listed'
      /** What was seen of its machines so far; missing if none were listed this time. */
      readonly watch?: MachineWatch | undefined
      /** Whether an autoscaler may replace its machines while they drain. */
      readonly isAutoscaled: boolean
    }

/** The status of a deletion by what was seen. */
export type Verdict =
  /** The pool is gone; one of the same name that has none of its machines is another pool. */
  | 'gone'
  /** The deletion had no definite answer, and none of the machines that it was sent for is left. */
  | 'replaced'
  /** The service accepted it long ago, still lists the pool, and nothing is seen to happen. */
  | 'overdue'
  /** There was no definite answer, and the pool stands as if none had arrived. */
  | 'notTaken'
  /** Nobody can find out: the service doesn't support it. */
  | 'untold'
  /** Nothing is seen to happen, and nobody can tell. */
  | 'rests'
  | 'goesOn'

/**
 * How long all machines must have been seen running for a deletion without a definite answer to count
 * as one that had no effect, in ms: a drain may stand still for hours (lookups.md).
 */
export const steadyMs = 10 * 60_000

type Judged = Pick<SentDeletion, 'sentAt' | 'isAccepted'>

/** Evaluates a deletion by the last look at its pool; `now` is in epoch ms. */
export function judge(deletion: Judged, seen: Sighting, now: number): Verdict {
  const { sentAt, isAccepted } = deletion
  const idleFor = (since = 0) => now - Math.max(sentAt, since)
  switch (seen.kind) {
    case 'gone':
      return 'gone'
    case 'unsupported':
      return 'untold'
    case 'failed':
      // One that can't be reached may be so because the computer has just woken up.
      return seen.isRefused && idleFor() >= followedMs ? 'rests' : 'goesOn'
    case 'listed': {
      const { watch } = seen
      if (isReplaced(seen, now)) return isAccepted ? 'gone' : 'replaced'
      const { fellAt, sameSince, isLeaving } = watch ?? {}
      if (isAccepted) return idleFor(fellAt) >= followedMs ? 'overdue' : 'goesOn'
      const isWhole = sameSince !== undefined && watch?.hasLost === false
      if (isWhole) {
        // By both: the clock may have been put forward.
        const steadyFor = Math.min(idleFor(sameSince), watch.steadyFor)
        return steadyFor >= steadyMs ? 'notTaken' : 'goesOn'
      }
      return isLeaving || idleFor(fellAt ?? sameSince) < followedMs ? 'goesOn' : 'rests'
    }
  }
}

/** Whether the machines are those of another pool. */
function isReplaced(
  { watch, isAutoscaled }: Extract<Sighting, { kind: 'listed' }>,
  now: number,
): boolean {
  if (!watch?.isOther || watch.isMixed) return false
  const { sameSince = now } = watch
  return !isAutoscaled || Math.min(now - sameSince, watch.steadyFor) >= steadyMs
}
