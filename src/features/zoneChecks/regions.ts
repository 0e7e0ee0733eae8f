import type { Zone } from '../../api/client.ts'
import { NameIndex } from './nearest.ts'
import type { ZoneReference } from '../../formats/zoneReferences.ts'

export interface RegionZones {
  readonly region: string
  readonly zones: readonly Zone[]
}

/** Returns whether a text is the name or ID of a zone, or what Kubernetes calls that of azure: `westeurope-1`. */
export function isNamed({ name, zoneId }: Zone, region: string, text: string): boolean {
  return name === text || zoneId === text || `${region}-${name}` === text
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
 * Returns the region in a zone’s name or ID that has the form of a cloud’s, such as `us-east-1` in
 * `us-east-1a`, whether or not that region is known.
 */
export function regionPart(zone: string): string | undefined {
  return formsOfZones.exec(zone)?.slice(1).find(Boolean)
}

/** Returns whether a text has the form of a cloud’s region, such as `us-east-1`, whether or not it is known. */
export function isRegionLike(text: string): boolean {
  return regionPart(`${text}-a`) === text
}

const area =
  '(?:us|eu|ap|sa|ca|me|af|il|mx|cn|asia|europe|northamerica|southamerica|australia|africa)(?:-gov|-iso[a-z]?)?'
const direction = '(?:north|south|east|west|central){1,2}'
const formsOfZones = new RegExp(
  `^(?:(${area}-${direction}-\\d)-?[a-z]|(${area}-${direction}\\d{1,2})-[a-z]|([a-z]{3,5}\\d)-az\\d{1,2})$`,
)

/**
 * Returns the regions in a text, in order: under keys of regions, by the prefixes of zone names, and by known
 * zone IDs. Unknown regions count only if `isAnyRegion` is set, and only under unambiguous keys. If there are
 * none, misspelled zones name the most similar one.
 */
export function namedRegions(
  references: readonly ZoneReference[],
  regions: ReadonlySet<string>,
  known: readonly RegionZones[],
  isAnyRegion = false,
): string[] {
  const named = new Set<string>()
  const values = new Set<string>()
  const byId = new Map<string, string>()
  for (const { region, zones } of known) {
    for (const { zoneId } of zones)
      if (zoneId !== undefined) byId.set(zoneId, byId.get(zoneId) ?? region)
  }
  for (const { kind, value, isAmbiguousKey } of references) {
    if (value === '') continue
    if (kind === 'region') {
      // Terraform also takes azure’s regions by their titles, such as “West Europe”.
      const name = regions.has(value) ? value : value.replaceAll(' ', '').toLowerCase()
      const mayBe = isAnyRegion && !isAmbiguousKey && /^[a-z][a-z\d-]{0,62}$/i.test(value)
      if (regions.has(name)) named.add(name)
      else if (mayBe) named.add(value)
    } else if (!values.has(value)) {
      values.add(value)
      const region = regionOf(value, regions) ?? byId.get(value)
      if (region !== undefined) named.add(region)
    }
  }
  return named.size > 0 ? [...named] : misspelled(values, regions)
}

/** Returns the regions that zones would be in if they were spelled correctly. */
function misspelled(zones: ReadonlySet<string>, regions: ReadonlySet<string>): string[] {
  const index = new NameIndex(regions)
  const found = [...zones].map((zone) => {
    const [, part = ''] = /^([a-z]+(?:-[a-z]+)*-?\d{1,2})-?[a-z]$/.exec(zone.toLowerCase()) ?? []
    return part === '' || regionPart(zone) !== undefined
      ? undefined
      : index.nearest(part, new Set())
  })
  return [...new Set(found.filter((region) => region !== undefined))]
}
