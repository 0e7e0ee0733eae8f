import type { Deletion, End } from './record.ts'
import { isInProgress } from './stage.ts'

/** The ends that prove that the service refused the deletion itself, but not what became of earlier ones. */
const refusals: readonly (End | undefined)[] = ['notDeleted', 'stillListed']
/** The ends that prove what became of the pool, and so of earlier deletions of it. */
const certainEnds: readonly (End | undefined)[] = ['deleted', 'noEffect']

/** Returns whether an end leaves open what became of the pool. */
export function isUncertainEnd(end: End): boolean {
  return !refusals.includes(end) && !certainEnds.includes(end)
}

/**
 * Returns whether a pool may have been deleted by one of its deletions, given the latest first, without proof of that.
 * A deletion in progress doesn’t count, because no other is sent during it.
 */
export function mayHaveDeletedPool(deletions: readonly Deletion[], now: number): boolean {
  const decisive = deletions.find((deletion) => {
    return !refusals.includes(deletion.end) && !isInProgress(deletion, now)
  })
  return decisive !== undefined && !certainEnds.includes(decisive.end)
}
