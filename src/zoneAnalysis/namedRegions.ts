import {
  identifierOf,
  isNameOfOtherCloud,
  isRegionInSharedArea,
  misspelledRegion,
  parseRegionName,
  parseZoneName,
  regionOfZone,
  type ParsedZoneName,
} from '../syntax/zoneNames.ts'
import type { ZoneReference } from '../syntax/zoneReferences.ts'
import { NearestRegions } from './nearestRegions.ts'
import type { RegionZones } from './regionZones.ts'

/** The regions that a text may name. */
export interface RegionCandidates {
  /** The known regions of the account. */
  readonly regions: ReadonlySet<string>
  /** Lists of zones in which the region of a zone ID, such as `use1-az4`, is looked up. */
  readonly lists: readonly RegionZones[]
  /** Returns whether a name that isn’t in `regions` may be a region. By default, it may not. */
  readonly mayBeRegion?: (name: string) => boolean
  /** Set to leave out names that have the form of another cloud’s regions. */
  readonly provider?: string | undefined
}

/**
 * Returns the regions that a text names, in the order of the text: as values of keys such as `region`, at the start of
 * zone names, and by zone IDs that a list has. A region that isn’t known counts only if `mayBeRegion` says so, and only
 * under an unambiguous key. The last regions are those that misspelled zones, such as `us-eats-1a`, most probably mean:
 * a nearest zone is sought in them.
 */
export function findNamedRegions(
  references: readonly ZoneReference[],
  candidates: RegionCandidates,
): string[] {
  const named = new Set<string>()
  const zones = new Set<string>()
  // The index is built only for zones whose names don’t begin with a region: the lists may be long.
  const regionOfZoneId = lazyRegionIndex(candidates.lists)
  for (const reference of references) {
    const { kind, value } = reference
    if (value === '') continue
    let region: string | undefined
    if (kind === 'region') region = regionOfReference(reference, candidates)
    else if (!zones.has(value)) {
      zones.add(value)
      // A region in the place of a zone, as in `availability_zone = "us-east-1"`, is one without its letter.
      const isRegion = !reference.isAmbiguousKey && candidates.regions.has(value)
      region = isRegion ? value : regionOfZoneName(value, regionOfZoneId, candidates)
    }
    if (region !== undefined) named.add(region)
  }
  for (const region of regionsOfMisspelledZones(zones, candidates.regions)) named.add(region)
  return [...named]
}

function lazyRegionIndex(lists: readonly RegionZones[]): (zoneId: string) => string | undefined {
  let index: ReadonlyMap<string, string> | undefined
  return (zoneId) => (index ??= indexRegionsByZoneId(lists)).get(zoneId)
}

function indexRegionsByZoneId(lists: readonly RegionZones[]): ReadonlyMap<string, string> {
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
  // Terraform also takes a region of Azure by its title, such as “West Europe”.
  const name = identifierOf(value)
  if (regions.has(name)) return name
  const parsed = parseRegionName(value)
  if (parsed !== undefined && isNameOfOtherCloud(parsed, provider)) return undefined
  const isName = !isAmbiguousKey && /^[a-z][a-z\d-]{0,62}$/i.test(value)
  return isName && mayBeRegion(value) ? value : undefined
}

function regionOfZoneName(
  zone: string,
  regionOfZoneId: (zoneId: string) => string | undefined,
  { regions, mayBeRegion = () => false }: RegionCandidates,
): string | undefined {
  const region = regionOfZone(zone, regions)
  if (region !== undefined) return region
  const listedRegion = regionOfZoneId(zone)
  if (listedRegion === undefined) return undefined
  return regions.has(listedRegion) || mayBeRegion(listedRegion) ? listedRegion : undefined
}

/** Returns the regions that misspelled zones most probably mean; none for a zone that resembles two regions. */
function regionsOfMisspelledZones(
  zones: ReadonlySet<string>,
  regions: ReadonlySet<string>,
): ReadonlySet<string> {
  const nearestRegions = new NearestRegions(regions)
  const found = new Set<string>()
  const misspelled = new Set<string>()
  for (const zone of zones) {
    const parsed = parseZoneName(zone)
    const regionByLetters = parsed && regionWithWrongHyphen(parsed, nearestRegions)
    if (regionByLetters !== undefined) found.add(regionByLetters)
    const region = parsed ? undefined : misspelledRegion(zone)
    if (region !== undefined) misspelled.add(region)
  }
  for (const name of misspelled) {
    const [first, second] = nearestRegions.find(name)
    if (first !== undefined && second === undefined) found.add(first)
  }
  return found
}

/** Returns the region that a zone such as `us-central-1-a` is in, if no cloud has a region `us-central-1`. */
function regionWithWrongHyphen(
  { region, hasBothHyphens }: ParsedZoneName,
  regions: NearestRegions,
): string | undefined {
  const mayBeWrong = hasBothHyphens === true || !isRegionInSharedArea(region)
  return mayBeWrong ? regions.findByLetters(region) : undefined
}
