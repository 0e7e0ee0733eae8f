import {
  isNameOfOtherCloud,
  misspelledRegion,
  parseRegionName,
  regionOfZone,
} from '../syntax/zoneNames.ts'
import type { ZoneReference } from '../syntax/zoneReferences.ts'
import { nearestName } from './nearestName.ts'
import type { RegionZones } from './regionZones.ts'

/** The regions that a text may name. */
export interface RegionCandidates {
  /** The regions of the account that are known. */
  readonly regions: ReadonlySet<string>
  /** Lists whose zone IDs tell a region. */
  readonly lists: readonly RegionZones[]
  /** Returns whether a name that isn’t in `regions` may be a region, too. By default, it may not. */
  readonly mayBeRegion?: (name: string) => boolean
  /** Regions in the form of other clouds than this provider’s are left out. */
  readonly provider?: string | undefined
}

/**
 * Returns the regions in a text, in order: under keys of regions, by the prefixes of zone names, and by known
 * zone IDs. Unknown regions count only if `mayBeRegion` says so, and only under unambiguous keys. If there are
 * none, the most similar regions to those of misspelled zones are returned.
 */
export function findNamedRegions(
  references: readonly ZoneReference[],
  candidates: RegionCandidates,
): string[] {
  const named = new Set<string>()
  const zones = new Set<string>()
  const regionOfId = regionsByZoneId(candidates.lists)
  for (const reference of references) {
    const { kind, value } = reference
    if (value === '') continue
    let region: string | undefined
    if (kind === 'region') region = regionOfReference(reference, candidates)
    else if (!zones.has(value)) {
      zones.add(value)
      region = regionOfZoneName(value, regionOfId, candidates)
    }
    if (region !== undefined) named.add(region)
  }
  return named.size > 0 ? [...named] : regionsOfMisspelled(zones, candidates.regions)
}

function regionsByZoneId(lists: readonly RegionZones[]): ReadonlyMap<string, string> {
  const byId = new Map<string, string>()
  for (const { region, zones } of lists) {
    for (const { zoneId } of zones?.items ?? []) if (zoneId !== undefined) byId.set(zoneId, region)
  }
  return byId
}

function regionOfReference(
  { value, isAmbiguousKey }: ZoneReference,
  { regions, mayBeRegion = () => false, provider }: RegionCandidates,
): string | undefined {
  if (regions.has(value)) return value
  // Terraform also takes Azure’s regions by their titles, such as “West Europe”.
  const name = value.replaceAll(' ', '').toLowerCase()
  if (regions.has(name)) return name
  const parsed = parseRegionName(value)
  if (parsed !== undefined && isNameOfOtherCloud(parsed, provider)) return undefined
  const isName = !isAmbiguousKey && /^[a-z][a-z\d-]{0,62}$/i.test(value)
  return isName && mayBeRegion(value) ? value : undefined
}

function regionOfZoneName(
  zone: string,
  regionOfId: ReadonlyMap<string, string>,
  { regions, mayBeRegion = () => false }: RegionCandidates,
): string | undefined {
  const region = regionOfZone(zone, regions)
  if (region !== undefined) return region
  const ofId = regionOfId.get(zone)
  if (ofId === undefined) return undefined
  return regions.has(ofId) || mayBeRegion(ofId) ? ofId : undefined
}

/** Returns the regions that zones would be in if they were spelled correctly. */
function regionsOfMisspelled(zones: ReadonlySet<string>, regions: ReadonlySet<string>): string[] {
  const found = new Set<string>()
  for (const zone of zones) {
    const misspelled = misspelledRegion(zone)
    const region = misspelled === undefined ? undefined : nearestName(misspelled, regions)
    if (region !== undefined) found.add(region)
  }
  return [...found]
}
