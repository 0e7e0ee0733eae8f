import type { Zone } from '../../api/client.ts'
import type { ZoneReference } from './zoneReferences.ts'

export interface RegionZones {
  readonly region: string
  readonly zones: readonly Zone[]
}

/** Returns whether a text is a zone’s name or ID. */
export function isNamed({ name, zoneId }: Zone, text: string): boolean {
  return name === text || zoneId === text
}

/** Returns the region that a zone’s name begins with; the longest of several. */
export function regionOf(zone: string, regions: Iterable<string>): string | undefined {
  let longest: string | undefined
  for (const region of regions) {
    const isLonger = region.length > (longest?.length ?? 0)
    if (
      isLonger &&
      zone.startsWith(region) &&
      /^(?:-[\w-]+|[a-z])$/.test(zone.slice(region.length))
    )
      longest = region
  }
  return longest
}

/**
 * Returns the regions in a text, in order: under keys of regions, by the prefixes of zone names, and by known
 * zone IDs. Unknown regions count only if `isAnyRegion` is set, and only under unambiguous keys.
 */
export function namedRegions(
  mentions: readonly ZoneReference[],
  regions: ReadonlySet<string>,
  known: readonly RegionZones[],
  isAnyRegion = false,
): string[] {
  const named = new Set<string>()
  for (const { kind, value, isAmbiguousKey } of mentions) {
    if (value === '') continue
    if (kind === 'region') {
      const mayBe = isAnyRegion && !isAmbiguousKey && /^[a-z][a-z\d-]{0,62}$/i.test(value)
      if (mayBe || regions.has(value)) named.add(value)
      continue
    }
    const region = regionOf(value, regions)
    if (region !== undefined) named.add(region)
    else {
      const byId = known.find(({ zones }) => zones.some(({ zoneId }) => zoneId === value))
      if (byId) named.add(byId.region)
    }
  }
  return [...named]
}
