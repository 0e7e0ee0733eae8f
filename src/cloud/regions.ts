import type { Region } from '../api/accountSchemas.ts'
import { isComplete, type List } from '../api/list.ts'
import { valueOf } from '../cache/results.ts'
import { regionKey, type CloudProjectRef, type RegionRef } from '../model/refs.ts'
import type { Pin, Pins } from '../pins/pins.ts'
import { firstByKey, unionOfKeys, type PinnedOrListed, type Presence } from '../pins/presence.ts'
import type { Clouds } from './clouds.ts'

/** A region that is listed for an account, pinned, or both. */
export interface KnownRegion
  extends RegionRef, PinnedOrListed, Pick<Region, 'displayName' | 'state'> {
  /** False if the account hasn’t opted in to the region. */
  readonly isOptedIn: boolean
}

/**
 * Returns the pinned and the cached regions of a cloud account, or of one of its Google Cloud projects, by name.
 * Regions to which the account hasn’t opted in are last.
 */
export function collectRegions(
  { connection, provider, cloudAccountUid, project }: CloudProjectRef,
  pins: Pins,
  clouds: Clouds,
  list = valueOf(clouds.regions.peek({ connection, provider, cloudAccountUid, project })),
): KnownRegion[] {
  const account = { connection, provider, cloudAccountUid, project }
  const pinnedRef = (pin: Pin): RegionRef => ({
    ...account,
    project: pin.project ?? project,
    region: pin.name,
  })
  const listedRef = ({ name }: Region): RegionRef => ({ ...account, region: name })
  const pinnedByKey = firstByKey(pins.regions(account), (pin) => regionKey(pinnedRef(pin)))
  const listedByKey = firstByKey(list?.items ?? [], (region) => regionKey(listedRef(region)))
  const regions = unionOfKeys(pinnedByKey, listedByKey).flatMap((key): KnownRegion | [] => {
    const pinned = pinnedByKey.get(key)
    const listed = listedByKey.get(key)
    const ref = pinned ? pinnedRef(pinned) : listed && listedRef(listed)
    if (!ref) return []
    const { name: _, ...facts } = listed ?? { name: ref.region, isOptedIn: true }
    const isPinned = pinned !== undefined
    return { ...ref, ...facts, isPinned, presence: presenceOf(ref, listed, list, clouds) }
  })
  return regions.sort(
    (a, b) => Number(b.isOptedIn) - Number(a.isOptedIn) || a.region.localeCompare(b.region),
  )
}

function presenceOf(
  region: RegionRef,
  listed: Region | undefined,
  list: List<Region> | undefined,
  clouds: Clouds,
): Presence {
  if (listed) return 'listed'
  if (!list) return 'unknown'
  // If the zones of a region were loaded, the region exists, even if the list lacks it.
  if (valueOf(clouds.zones.peek(region)) !== undefined) return 'listed'
  return isComplete(list) ? 'unlisted' : 'unknown'
}
