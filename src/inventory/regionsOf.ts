import { omittedFrom } from '../api/omitted.ts'
import type { Clouds, CloudProjectRef, RegionRef } from './clouds.ts'
import type { Tracked } from './tracked.ts'

/** The regions of a cloud account that its zones can be asked in. */
export interface UsableRegions {
  readonly regions: readonly RegionRef[]
  /** How many others it has, which it would have to opt in to first. */
  readonly notOptedIn: number
  /** How many more the service lists, which could not be read. */
  readonly omitted: number
}

/**
 * The regions that the service lists for an account, or for one of its projects; where it lists none,
 * those that the user keeps. Reads anew. Rejects with {@link ApiError}.
 */
export async function usableRegions(
  place: CloudProjectRef,
  clouds: Clouds,
  tracked: Tracked,
  signal?: AbortSignal,
): Promise<UsableRegions> {
  const { connection, provider, cloudAccountUid, project } = place
  const ref = { connection, provider, cloudAccountUid }
  const listed = await clouds.regions.readNow(place, signal)
  const omitted = omittedFrom(listed)
  if (!listed || listed.length === 0) {
    const kept = tracked.regions(connection.name, { provider, uid: cloudAccountUid }, project)
    const regions = kept.map((one) => ({ ...ref, project: one.project, region: one.name }))
    return { regions, notOptedIn: 0, omitted }
  }
  const usable = listed.filter(({ isOptedIn }) => isOptedIn)
  const names = usable.map(({ name }) => name).sort((a, b) => a.localeCompare(b))
  return {
    regions: names.map((region) => ({ ...ref, project, region })),
    notOptedIn: listed.length - usable.length,
    omitted,
  }
}
