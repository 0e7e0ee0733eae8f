import { followedMs } from './deletionRecord.ts'
import type { SentDeletion } from './deletions.ts'
import type { MachineWatch } from './machineWatch.ts'

/** An observation of a machine pool whose deletion was sent. */
export type Sighting =
  /** Never supported. */
  | { readonly kind: 'unsupported' }
  | {
      readonly kind: 'failed'
      /** True if the service responded with an error, false if it couldn’t be reached. */
      readonly isRefused: boolean
    }
  /** The cloud config exists, the machine pool doesn’t. */
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'listed'
      /** The observed machines; undefined if none were listed this time. */
      readonly watch?: MachineWatch | undefined
      /** True if an autoscaler may replace its machines while they drain. */
      readonly isAutoscaled: boolean
    }

/** The status of a deletion, from observations. */
export type Verdict =
  /** Gone; a pool of that name without its machines is another one. */
  | 'gone'
  /** No definite response, and none of the original machines is left. */
  | 'replaced'
  /** Accepted long ago, still listed, and no progress is visible. */
  | 'overdue'
  /** No definite response, and the pool is unchanged. */
  | 'notTaken'
  /** Unknowable: lookups aren’t supported. */
  | 'untold'
  /** No progress, and nothing else can be known. */
  | 'rests'
  | 'goesOn'

/**
 * The time for which all machines must run until a deletion without a definite response counts as
 * ineffective, in ms: a drain may pause for hours (lookups.md).
 */
export const steadyMs = 10 * 60_000

type Judged = Pick<SentDeletion, 'sentAt' | 'isAccepted'>

/** Evaluates a deletion by the last observation; `now` is in epoch ms. */
export function judge(deletion: Judged, seen: Sighting, now: number): Verdict {
  const { sentAt, isAccepted } = deletion
  const idleFor = (since = 0) => now - Math.max(sentAt, since)
  switch (seen.kind) {
    case 'gone':
      return 'gone'
    case 'unsupported':
      return 'untold'
    case 'failed':
      // If unreachable, the computer may have just woken up.
      return seen.isRefused && idleFor() >= followedMs ? 'rests' : 'goesOn'
    case 'listed': {
      const { watch } = seen
      if (isReplaced(seen, now)) return isAccepted ? 'gone' : 'replaced'
      const { fellAt, sameSince, isLeaving } = watch ?? {}
      if (isAccepted) return idleFor(fellAt) >= followedMs ? 'overdue' : 'goesOn'
      const isWhole = sameSince !== undefined && watch?.hasLost === false
      if (isWhole) {
        // By both clocks, because the clock may have been set forward.
        const steadyFor = Math.min(idleFor(sameSince), watch.steadyFor)
        return steadyFor >= steadyMs ? 'notTaken' : 'goesOn'
      }
      return isLeaving || idleFor(fellAt ?? sameSince) < followedMs ? 'goesOn' : 'rests'
    }
  }
}

/** Returns whether the machines belong to another pool. */
function isReplaced(
  { watch, isAutoscaled }: Extract<Sighting, { kind: 'listed' }>,
  now: number,
): boolean {
  if (!watch?.isOther || watch.isMixed) return false
  const { sameSince = now } = watch
  return !isAutoscaled || Math.min(now - sameSince, watch.steadyFor) >= steadyMs
}
