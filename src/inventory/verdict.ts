import type { SentDeletion } from './deletions.ts'

/** What a reading of the cloud config tells of a pool whose deletion was sent. */
export type Sighting =
  /** The service does not offer to look. */
  | { readonly kind: 'notOffered' }
  /** It could not be looked at this time. */
  | { readonly kind: 'failed' }
  /** The cloud config is there, the machine pool is not. */
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'listed'
      /** How many nodes it has left, where that is told. */
      readonly nodes?: number | undefined
      /** Since when it is watched with no node less, in epoch ms; missing where none were counted. */
      readonly unchangedSince?: number | undefined
    }

/** Where a deletion stands by what was seen. */
export type Verdict =
  /** The pool is gone. */
  | 'gone'
  /** The service accepted it long ago, and the pool was not seen to be gone. */
  | 'overdue'
  /** There was no definite answer, and the pool stands as if none had arrived. */
  | 'notTaken'
  /** Nothing more can be found out. */
  | 'untold'
  | 'goesOn'

/** How long a deletion is followed, in milliseconds. */
export const followedMs = 20 * 60_000
/** How long a pool must stand unchanged to be taken for one whose deletion never arrived. */
export const unchangedMs = 60_000

type Judged = Pick<SentDeletion, 'sentAt' | 'isAccepted'>

/** Judges a deletion by what was seen of its pool; `now` is in epoch ms. */
export function judge(deletion: Judged, seen: Sighting, now: number): Verdict {
  const isLate = now - deletion.sentAt >= followedMs
  switch (seen.kind) {
    case 'gone':
      return 'gone'
    case 'notOffered':
      return 'untold'
    case 'failed':
      if (!isLate) return 'goesOn'
      return deletion.isAccepted ? 'overdue' : 'untold'
    case 'listed':
      if (deletion.isAccepted) return isLate ? 'overdue' : 'goesOn'
      return isLate || unchangedFor(deletion, seen.unchangedSince, now) >= unchangedMs
        ? 'notTaken'
        : 'goesOn'
  }
}

/** How long the pool has stood unchanged after the deletion; what was counted before tells nothing. */
function unchangedFor({ sentAt }: Judged, since: number | undefined, now: number): number {
  return since === undefined ? 0 : now - Math.max(since, sentAt)
}
