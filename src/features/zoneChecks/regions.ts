import type { Zone } from '../../api/client.ts'
import type { Mention } from './mentions.ts'

/** The zones of a region, as an account sees them. */
export interface RegionZones {
  readonly region: string
  readonly zones: readonly Zone[]
}

/** Whether a text names a zone: by its name, or by its id. */
export function isNamed({ name, zoneId }: Zone, text: string): boolean {
  return name === text || zoneId === text
}

/** The region with which the name of a zone begins; the longest, where several do. */
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
 * The regions that a text names, in its order: under the keys of regions, by the beginnings of its
 * zones' names, and by zone ids that are known. Those that nobody knows count only where `isAnyRegion`
 * is set, and only under keys that name nothing else.
 */
export function namedRegions(
  mentions: readonly Mention[],
  regions: ReadonlySet<string>,
  known: readonly RegionZones[],
  isAnyRegion = false,
): string[] {
  const named = new Set<string>()
  for (const { kind, value, isLoose } of mentions) {
    if (value === '') continue
    if (kind === 'region') {
      const mayBe = isAnyRegion && !isLoose && /^[a-z][a-z\d-]{0,62}$/i.test(value)
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
