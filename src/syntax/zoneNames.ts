import { underlyingProvider, zoneProviders } from '../api/providers.ts'

// What the names and IDs of zones look like in each cloud. Nothing here knows which zones exist.

/** What the form of a zone’s name or ID says, whether or not the zone exists. */
export interface ParsedZoneName {
  /** `other` for clouds that name zones alike, such as Yandex Cloud and Alibaba Cloud. */
  readonly cloud: 'aws' | 'gcp' | 'other'
  /** Such as `us-east-1` in `us-east-1a`, or `use1` in `use1-az4`. */
  readonly region: string
  readonly isId: boolean
}

const area =
  '(?:us|eu|ap|sa|ca|me|af|il|mx|cn|ru|asia|europe|northamerica|southamerica|australia|africa)(?:-gov|-iso[a-z]?)?'
const direction = '(?:north|south|east|west|central){1,2}'
const zonePattern = new RegExp(
  `^(?:(${area}-${direction}-\\d)-?[a-z]|(${area}-${direction}\\d{1,2})-[a-z]|([a-z]{3,5}\\d)-az\\d{1,2})$`,
)

/** Parses a zone’s name or ID; undefined if it has the form of no cloud. */
export function parseZoneName(zone: string): ParsedZoneName | undefined {
  const [, hyphenated, joined, ofId] = zonePattern.exec(zone) ?? []
  if (ofId !== undefined) return { cloud: 'aws', region: ofId, isId: true }
  const region = hyphenated ?? joined
  if (region === undefined) return undefined
  if (/^(?:ru|me-east)-/.test(region)) return { cloud: 'other', region, isId: false }
  // The hyphens tell only where both clouds have regions: in other areas, `asia-east-1-a` is misspelled.
  const isSharedArea = /^(?:us|me)-/.test(region)
  const isGoogle = isSharedArea ? joined !== undefined : /^[a-z]{4}/.test(region)
  return { cloud: isGoogle ? 'gcp' : 'aws', region, isId: false }
}

/** Returns what the form of a region’s name, such as `us-east-1`, says; undefined if it has the form of no cloud. */
export function parseRegionName(region: string): ParsedZoneName | undefined {
  const parsed = parseZoneName(`${region}-a`)
  return parsed?.region === region ? parsed : undefined
}

/** Returns whether a name’s form is that of another cloud than a provider’s, if zones of the provider’s cloud have one. */
export function isNameOfOtherCloud(
  { cloud }: ParsedZoneName,
  provider: string | undefined,
): boolean {
  if (!provider) return false
  const expected = underlyingProvider(provider)
  return expected !== cloud && zoneProviders.includes(expected)
}

/** Returns whether a text is a zone ID of AWS, such as `use1-az4`. */
export function isZoneId(text: string): boolean {
  return /^[a-z\d]+-az\d+$/.test(text)
}

/** Returns whether a text is the number of a zone, as in Azure. */
export function isZoneNumber(text: string): boolean {
  return /^\d+$/.test(text)
}

/** Returns whether a text is a zone of Google Cloud, such as `europe-west1-b`. Some keys for locations take those. */
export function isGoogleZone(text: string): boolean {
  return /^[a-z]+-[a-z]+\d{1,2}-[a-z]$/.test(text)
}

/**
 * Returns whether a zone is a Local Zone or Wavelength Zone of AWS, by its name (`us-west-2-lax-1a`,
 * `us-east-1-wl1-bos-wlz-1`) or ID (`usw2-lax1-az1`). An account opts in to each of these zones, and a service may leave
 * them out of its list of a region’s zones.
 */
export function isLocalZone(zone: string): boolean {
  return /^[a-z]+(?:-[a-z]+)*-?\d-(?:wl\d-)?[a-z]{3,4}-?(?:wlz-?)?\d(?:[a-z]|-az\d)?$/.test(zone)
}

/** Returns whether a text is a well-formed name of a zone of a region: `a`, `-b`, `-1`, or `-lax-1a` follows the region. */
export function isZoneOfRegion(text: string, region: string): boolean {
  return (
    text.startsWith(region) && /^(-?[a-z]|(-[a-z\d]+)*-\d[a-z]?)$/.test(text.slice(region.length))
  )
}

/** Returns the region that a zone’s name begins with, even if the rest is misspelled; the longest of several. */
export function regionOfZone(zone: string, regions: Iterable<string>): string | undefined {
  let longest: string | undefined
  for (const region of regions) {
    const isLonger = region.length > (longest?.length ?? 0) && zone.startsWith(region)
    if (isLonger && /^(?:-[\w-]+|[a-z])$/.test(zone.slice(region.length))) longest = region
  }
  return longest
}

/** Returns the number in a zone’s name, as Kubernetes names zones of Azure: `9` in `westeurope-9`; undefined without one. */
export function numberInZone(zone: string, region: string): string | undefined {
  return /^-(\d+)$/.exec(zone.slice(region.length))?.[1]
}

/** Returns the part of a misspelled zone name that should be a region: `us-eats-1` in `us-eats-1a`; undefined if it has none. */
export function misspelledRegion(zone: string): string | undefined {
  if (parseZoneName(zone) !== undefined) return undefined
  return /^([a-z]+(?:-[a-z]+)*-?\d{1,2})-?[a-z]$/.exec(zone.toLowerCase())?.[1]
}

/** Returns the partition of AWS that a region is in, such as `us-gov`: partitions share no accounts. Empty for the main one. */
export function partitionOf(region: string): string {
  return /^(?:cn|us-gov|(?:us|eu)-iso[a-z]?)(?=-)/.exec(region)?.[0] ?? ''
}
