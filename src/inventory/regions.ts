import type { Zone } from '../api/client.ts'
import { hasRegions } from '../api/endpoints.ts'
import type { Region } from '../api/lookupSchemas.ts'
import { omittedFrom } from '../api/omitted.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'
import type { Clouds } from './clouds.ts'
import type { PinState } from './names.ts'
import {
  mergedBy,
  ofZoneProvider,
  regionKey,
  type AccountRef,
  type CloudProjectRef,
  type RegionRef,
} from './refs.ts'
import { valueOf } from './results.ts'
import type { TrackedItems } from './trackedItems.ts'
import type { TrackedRegion } from './trackedItemsState.ts'

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
  const pinned = tracked.regions(place)
  const regions = new Map<string, KnownRegion>()
  for (const { name: region, ...facts } of listed ?? []) {
    const isPinned = pinned.some(({ name }) => name === region)
    const mark = isPinned ? 'pinned' : undefined
    regions.set(region, { ...place, region, ...facts, isPinned, mark })
  }
  const unlisted = pinned.filter(({ name }) => !regions.has(name))
  const isComplete = listed !== undefined && omittedFrom(listed) === 0
  const others = unlisted.map((one): KnownRegion => {
    const ref = pinnedRegion(place, one)
    const mark = valueOf(clouds.zones.peek(ref)) ? 'pinned' : isComplete ? 'unlisted' : undefined
    return { ...ref, isOptedIn: true, isPinned: true, mark: listed && mark }
  })
  return [...regions.values(), ...others].sort(
    (a, b) => Number(b.isOptedIn) - Number(a.isOptedIn) || a.region.localeCompare(b.region),
  )
}

/** Returns the regions of a connection that are pinned or have cached zones. */
export function regionsInUse(
  connection: Connection,
  tracked: TrackedItems,
  clouds: Clouds,
): RegionRef[] {
  const pinned = tracked.accounts(connection.name).flatMap(({ provider, uid, regions }) => {
    const account = { connection, provider, cloudAccountUid: uid }
    const pins = hasRegions(provider) ? regions : [{ name: '' }]
    return pins.map((one): RegionRef => pinnedRegion(account, one))
  })
  const key = connectionKey(connection)
  const refs = clouds.zones.entries.map(({ ref }) => ref)
  const read = refs.filter((ref) => connectionKey(ref.connection) === key)
  return mergedBy((ref) => regionKey(ofZoneProvider(ref)), [...pinned, ...read])
}

/** The regions of a cloud account whose zones can be listed. */
export interface UsableRegions {
  readonly regions: readonly RegionRef[]
  /** False if no list of regions is available. */
  readonly isListed: boolean
  /** The number of other regions, which the account hasn’t opted in to. */
  readonly notOptedIn: number
  /** The number of listed regions that couldn’t be read. */
  readonly omitted: number
}

/**
 * Loads the regions of an account or one of its projects; if none are listed, returns the pinned ones.
 * Rejects with {@link ApiError}.
 */
export async function usableRegions(
  place: CloudProjectRef,
  clouds: Clouds,
  tracked: TrackedItems,
  signal?: AbortSignal,
): Promise<UsableRegions> {
  if (!hasRegions(place.provider)) {
    const regions = [{ ...place, region: '' }]
    return { regions, isListed: true, notOptedIn: 0, omitted: 0 }
  }
  const listed = await clouds.regions.refetchOrThrow(place, signal)
  const omitted = omittedFrom(listed)
  if (!listed || listed.length === 0) {
    const regions = tracked.regions(place).map((one) => pinnedRegion(place, one))
    return { regions, isListed: listed !== undefined, notOptedIn: 0, omitted }
  }
  const { connection, provider, cloudAccountUid, project } = place
  const usable = listed.filter(({ isOptedIn }) => isOptedIn)
  const names = usable.map(({ name }) => name).sort((a, b) => a.localeCompare(b))
  return {
    regions: names.map((region) => ({ connection, provider, cloudAccountUid, project, region })),
    isListed: true,
    notOptedIn: listed.length - usable.length,
    omitted,
  }
}

function pinnedRegion(
  { connection, provider, cloudAccountUid }: AccountRef,
  { name: region, project }: TrackedRegion,
): RegionRef {
  return { connection, provider, cloudAccountUid, project, region }
}

/** A zone, with its index in its region’s list. */
interface PlacedZone extends Zone {
  readonly position: number
}

/** Returns a zone as it is in its region’s list that was loaded again; undefined if it is gone. */
export function sameZone(
  { name, position }: PlacedZone,
  zones: readonly Zone[],
): PlacedZone | undefined {
  const isThere = zones[position]?.name === name
  const index = isThere ? position : zones.findIndex((one) => one.name === name)
  const found = zones[index]
  return found && { ...found, position: index }
}
