import { monitorDurationOf } from './deletionRecord.ts'
import type { SentDeletion } from './deletions.ts'
import type { MachineWatch } from './machineWatch.ts'

/** An observation of a machine pool whose deletion was sent. */
export type Observation =
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

/** The conclusion about a deletion, from observations of its pool. */
export type Conclusion =
  /** Gone; a pool of that name without its machines is another one. */
  | 'gone'
  /** No definite response, and the service doesn’t list the pool, nor has it before: it may never have existed. */
  | 'notListed'
  /** No definite response, and none of the original machines is left. */
  | 'replaced'
  /** Accepted long ago, and still listed without visible progress, or not to be observed any more. */
  | 'overdue'
  /** Unknowable: lookups aren’t supported. */
  | 'indeterminate'
  /** No progress, and nothing else can be known. */
  | 'rests'
  | 'pending'

/**
 * The time for which all machines must run until those of an autoscaled pool count as another pool’s, in ms: an
 * autoscaler may replace machines while they drain.
 */
export const stableDurationMs = 10 * 60_000

type Evaluated = Pick<SentDeletion, 'sentAt' | 'isAccepted' | 'lastLoss' | 'wasListed'> &
  Partial<Pick<SentDeletion, 'provider'>>

/** Evaluates a deletion by the last observation; `now` is in epoch ms. */
export function evaluate(deletion: Evaluated, seen: Observation, now: number): Conclusion {
  const { sentAt, isAccepted, lastLoss } = deletion
  const limit = monitorDurationOf(deletion)
  const idleFor = (since = 0) => now - Math.max(sentAt, since)
  switch (seen.kind) {
    case 'gone':
      return absenceOf(deletion)
    case 'unsupported':
      return 'indeterminate'
    case 'failed':
      // If unreachable, the computer may have just woken up.
      return seen.isRefused && idleFor() >= limit ? 'rests' : 'pending'
    case 'listed': {
      const { watch } = seen
      if (isReplaced(seen, now)) return isAccepted ? 'gone' : 'replaced'
      const { sameSince, isLeaving } = watch ?? {}
      if (isAccepted) return idleFor(lastLoss?.at) >= limit ? 'overdue' : 'pending'
      return isLeaving || idleFor(lastLoss?.at ?? sameSince) < limit ? 'pending' : 'rests'
    }
  }
}

/** Returns what it means that the service no longer lists the pool of a deletion. */
export function absenceOf({ isAccepted, wasListed }: Evaluated): 'gone' | 'notListed' {
  return isAccepted || wasListed ? 'gone' : 'notListed'
}

/** Returns whether the machines belong to another pool. */
function isReplaced(
  { watch, isAutoscaled }: Extract<Observation, { kind: 'listed' }>,
  now: number,
): boolean {
  if (!watch?.isOther || watch.isMixed) return false
  const { sameSince = now } = watch
  return !isAutoscaled || Math.min(now - sameSince, watch.steadyFor) >= stableDurationMs
}
