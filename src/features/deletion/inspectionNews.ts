import { clock } from '../../api/clock.ts'
import type { Danger } from '../../inventory/deletion/guard.ts'
import { machineUidsOf, type Inspected } from '../../inventory/deletion/inspection.ts'
import { machinePoolIdentity } from '../../inventory/machinePoolRef.ts'

// How long an inspection holds, and what a confirmation of it doesn’t cover.

/** The validity of an inspection, in milliseconds. */
const inspectionLifetimeMs = 5_000
/** The maximum duration of an inspection in milliseconds, with a margin. If it took longer, the computer has slept. */
export const maxInspectionMs = 60_000

/** Why a confirmed deletion must be confirmed again. */
export type News = 'changed' | 'unchecked'

/** Returns whether an inspection is still valid. The clock may have been set back. */
export function isFresh(inspectedAt: number, lifetimeMs = inspectionLifetimeMs): boolean {
  const age = clock.now() - inspectedAt
  return age >= 0 && age <= lifetimeMs
}

/**
 * Returns what the confirmation doesn’t cover: a pool has become more dangerous to delete, was recreated under
 * the same name, or couldn’t be checked again. Undefined if it covers all that is known now.
 */
export function newsSince(
  agreed: readonly Inspected[],
  now: readonly Inspected[],
): News | undefined {
  const news = now.map((one) => {
    const before = agreed.find((other) => {
      return machinePoolIdentity(other.pool) === machinePoolIdentity(one.pool)
    })
    const isThere = one.status === 'listed' || one.status === 'unknown'
    if (!before || !isThere || isAnother(one, before)) return 'changed'
    const added = one.dangers.filter((danger) => !before.dangers.includes(danger))
    if (added.length === 0) return undefined
    return added.some((danger) => unchecked.includes(danger)) ? 'unchecked' : 'changed'
  })
  return news.find((one) => one === 'changed') ?? news.find((one) => one === 'unchecked')
}

/** The dangers of a pool that couldn’t be checked. */
const unchecked: readonly Danger[] = ['lookFailed', 'lookUnsupported']

/** Returns whether a pool has machines, but none of those from before, which may still be listed as gone. */
function isAnother({ liveUids = [] }: Inspected, before: Inspected): boolean {
  const earlier = new Set(machineUidsOf(before))
  return earlier.size > 0 && liveUids.length > 0 && !liveUids.some((uid) => earlier.has(uid))
}
