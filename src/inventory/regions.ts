import type { Zone } from '../api/client.ts'
import { hasRegions } from '../api/providers.ts'
import type { Region } from '../api/lookupSchemas.ts'
import { omittedFrom } from '../api/omitted.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'
import type { Clouds } from './clouds.ts'
import { merge, type PinState } from './merge.ts'
import {
  keyOf,
  ofZoneProvider,
  type AccountRef,
  type CloudProjectRef,
  type RegionRef,
} from './refs.ts'
import { valueOf } from './results.ts'
import type { Pin, TrackedItems } from './trackedItems.ts'

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
  const isComplete = listed !== undefined && omittedFrom(listed) === 0
  const known = merge<RegionRef, true, Omit<Region, 'name'>>(
    (ref) => keyOf('region', ref),
    [
      ...tracked
        .regions(place)
        .map((pin) => ({ ...pinnedRegion(place, pin), pinned: true as const })),
      ...(listed ?? []).map(({ name: region, ...facts }) => ({ ...place, region, listed: facts })),
    ],
    (ref) => {
      const isRead = valueOf(clouds.zones.peek(ref)) !== undefined
      return listed && (isRead ? 'pinned' : isComplete ? 'unlisted' : undefined)
    },
  )
  return known
    .map((merged): KnownRegion => {
      const { pinned: _, listed: facts, ...ref } = merged
      return { isOptedIn: true, ...ref, ...facts }
    })
    .sort((a, b) => Number(b.isOptedIn) - Number(a.isOptedIn) || a.region.localeCompare(b.region))
}

/** Returns the regions of a connection that are pinned or have cached zones. */
export function regionsInUse(
  connection: Connection,
  tracked: TrackedItems,
  clouds: Clouds,
): RegionRef[] {
  const pinned = tracked.accounts(connection.name).flatMap(({ provider, uid, pins: regions }) => {
    const account = { connection, provider, cloudAccountUid: uid }
    const pins = hasRegions(provider) ? regions : [{ name: '' }]
    return pins.map((one): RegionRef => pinnedRegion(account, one))
  })
  const key = connectionKey(connection)
  const refs = clouds.zones.entries.map(({ ref }) => ref)
  const read = refs.filter((ref) => connectionKey(ref.connection) === key)
  const found = new Map<string, RegionRef>()
  for (const ref of [...pinned, ...read]) {
    const path = keyOf('region', ofZoneProvider(ref))
    found.set(path, found.get(path) ?? ref)
  }
  return [...found.values()]
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
  { name: region, project }: Pin,
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
