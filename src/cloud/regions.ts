import type { Region } from '../api/accountSchemas.ts'
import { isComplete } from '../api/list.ts'
import type { Clouds } from './clouds.ts'
import { merge, type PinState } from '../pins/merge.ts'
import { type CloudProjectRef, type RegionRef, regionKey } from '../model/refs.ts'
import { valueOf } from '../cache/results.ts'
import type { TrackedItems } from '../pins/trackedItems.ts'

/** A region that is listed for an account, pinned, or both. */
export interface KnownRegion extends RegionRef, Pick<Region, 'displayName' | 'state'> {
  /** False if the account hasn’t opted in to the region. */
  readonly isOptedIn: boolean
  readonly isPinned: boolean
  readonly mark?: PinState
}

/** Returns the cached regions of a cloud account or one of its projects; those not opted in are last. */
export function regionsOf(
  { connection, provider, cloudAccountUid, project }: CloudProjectRef,
  tracked: TrackedItems,
  clouds: Clouds,
  listed = valueOf(clouds.regions.peek({ connection, provider, cloudAccountUid, project })),
): KnownRegion[] {
  const place = { connection, provider, cloudAccountUid, project }
  const known = merge<RegionRef, true, Omit<Region, 'name'>>(
    (ref) => regionKey(ref),
    [
      ...tracked
        .regions(place)
        .map(({ name: region, ...pin }) => ({ ...place, ...pin, region, pinned: true as const })),
      ...(listed?.items ?? []).map(({ name: region, ...facts }) => ({
        ...place,
        region,
        listed: facts,
      })),
    ],
    (ref) => {
      const isRead = valueOf(clouds.zones.peek(ref)) !== undefined
      return listed && (isRead ? 'pinned' : isComplete(listed) ? 'unlisted' : undefined)
    },
  )
  return known
    .map((merged): KnownRegion => {
      const { pinned: _, listed: facts, ...ref } = merged
      return { isOptedIn: true, ...ref, ...facts }
    })
    .sort((a, b) => Number(b.isOptedIn) - Number(a.isOptedIn) || a.region.localeCompare(b.region))
}
