import type { Machines } from '../api/lookups.ts'
import type { DeletionRecord } from './deletionRecord.ts'

/** The time without progress until a drain counts as stalled, in ms. */
export const stallMs = 10 * 60_000

type Progress = NonNullable<DeletionRecord['progress']>

/**
 * Returns the last progress of a drain: fewer machines, a changed state, or another machine that is being
 * deleted. Nothing can be concluded from an incomplete list. `now` is in epoch ms.
 */
export function drainProgress(
  before: Progress | undefined,
  { machines, isComplete }: Machines,
  now: number,
): Progress | undefined {
  if (!isComplete) return before
  const counts = new Map<string, number>()
  for (const { state = '', deletionTimestamp } of machines) {
    const key = `${state.toLowerCase()}${deletionTimestamp === undefined ? '' : ' leaving'}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const states = [...counts].map(([state, count]) => `${count} ${state}`).sort()
  const of = states.join(', ')
  // A time in the future was stored before the clock was set back.
  return before?.of === of && before.at <= now ? before : { at: now, of }
}
