import { underlyingProvider, zoneProviders } from '../api/providers.ts'

// The forms of zone names and zone IDs in each cloud. Which zones exist is known from elsewhere.

/** What can be told from the form of a zone’s name or ID alone, whether or not such a zone exists. */
export interface ParsedZoneName {
  /** `other` for clouds whose names look like those of AWS or Google Cloud, such as Yandex Cloud and Alibaba Cloud. */
  readonly cloud: 'aws' | 'gcp' | 'other'
  /** Such as `us-east-1` in `us-east-1a`, or `use1` in `use1-az4`. */
  readonly region: string
  /** True for a zone ID of AWS, such as `use1-az4`. */
  readonly isId: boolean
  /**
   * True for a name such as `us-east-1-a`, which has the hyphens of both AWS and Google Cloud: a misspelled zone of
   * either.
   */
  readonly hasBothHyphens?: boolean
}

const area =
  '(?:us|eu|ap|sa|ca|me|af|il|mx|cn|ru|asia|europe|northamerica|southamerica|australia|africa)(?:-gov|-iso[a-z]?)?'
const direction = '(?:north|south|east|west|central){1,2}'
/** Matches `us-east-1a` or `us-east-1-a`, `us-east1-b`, and the ID `use1-az4`; each form has a group for the region. */
const zonePattern = new RegExp(
  `^(?:(${area}-${direction}-\\d)-?[a-z]|(${area}-${direction}\\d{1,2})-[a-z]|([a-z]{3,5}\\d)-az\\d{1,2})$`,
)

/** Parses a zone’s name or ID; undefined if it hasn’t the form that zones have in any of the known clouds. */
export function parseZoneName(zone: string): ParsedZoneName | undefined {
  const [, hyphenated, joined, ofId] = zonePattern.exec(zone) ?? []
  if (ofId !== undefined) return { cloud: 'aws', region: ofId, isId: true }
  const region = hyphenated ?? joined
  if (region === undefined) return undefined
  if (/^(?:ru|me-east)-/.test(region)) return { cloud: 'other', region, isId: false }
  // AWS writes `us-east-1a`, Google Cloud `us-east1-a`. In areas where only one of them has
  // regions, such as `asia`, the area tells the cloud, and a hyphen in the wrong place is a
  // mistake.
  const isSharedArea = /^(?:us|me)-/.test(region)
  const isGoogle = isSharedArea ? joined !== undefined : /^[a-z]{4}/.test(region)
  const hasBothHyphens = hyphenated !== undefined && zone[region.length] === '-'
  return { cloud: isGoogle ? 'gcp' : 'aws', region, isId: false, hasBothHyphens }
}

/** The IDs of zones and the names of Local Zones and Wavelength Zones in the known areas of AWS. */
const otherZone = new RegExp(
  `^(?:(?:${area.slice(3, area.indexOf('|asia'))}|usg)(?:[nsewc]|[ns][ew])\\d-az\\d{1,2}|${area}-${direction}-\\d-(?:[a-z]{3}-\\d[a-z]|wl\\d-[a-z]{3}-wlz-\\d))$`,
)

/**
 * Returns whether a text is a zone by its form alone, whatever stands before it: a text such as `node1-az1`, which has
 * the form of an ID, may be the name of anything.
 */
export function isCertainlyZone(text: string): boolean {
  if (text.length < 8 || text.length > 32 || !endsLikeZone(text)) return false
  const parsed = parseZoneName(text)
  return parsed?.isId === false ? parsed.hasBothHyphens !== true : otherZone.test(text)
}

/**
 * Returns whether a text ends as zones do: with a digit and a letter (`1a`, `1-b`), or with digits after a `z` (`az4`,
 * `wlz-1`). This rejects most texts fast.
 */
export function endsLikeZone(text: string): boolean {
  const last = text.length - 1
  const beforeLast = text[last - 1] === '-' ? last - 2 : last - 1
  if (!isDigitAt(text, last)) return isDigitAt(text, beforeLast)
  return text[beforeLast] === 'z' || (text[last - 2] === 'z' && isDigitAt(text, last - 1))
}

function isDigitAt(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset)
  return code >= 48 && code <= 57
}

/** Returns whether a text has the form of a zone, even if its region or direction is misspelled. */
export function hasFormOfZone(text: string): boolean {
  if (!endsLikeZone(text)) return false
  const isNameOrId = parseZoneName(text) !== undefined || misspelledRegion(text) !== undefined
  return isNameOrId || isCertainlyZone(text)
}

/** Returns whether a text is written as zones are in some cloud or data center: `fr-par-1`, `zone-b`, `az2`, `3`. */
export function isWrittenLikeZone(text: string): boolean {
  return text.length <= maxZoneLength && formOfAnyZone.test(text)
}

const formOfAnyZone = /^(?:[a-z\d]+[-_])*(?:[a-z]*\d{1,2}[a-z]?|(?:az|zone)?[a-h])$/i

const maxZoneLength = 63

/**
 * Returns whether a text under a key such as `availability_zone` is no zone in any cloud: a Boolean, a type in a
 * schema, a range of addresses, a path or time zone, a setting, or a domain.
 */
export function isNoZone(text: string): boolean {
  return pathOrTime.test(text) || schemaWord.test(text)
}

const pathOrTime = /[/=%]|\.$|^\d+\.\d+\.\d|^(?:utc|gmt)(?:[+-]\d+)?$/i
const schemaWord =
  /^(?:true|false|yes|no|null|none|string|number|bool(?:ean)?|integer|list|set|map|object|array|any|dynamic)$/i

/** Returns, fast, whether a text may contain a zone of AWS or Google Cloud, or an ID such as `use1-az4`. */
export function mayContainZone(text: string): boolean {
  // Only what follows a hyphen is looked at: to begin at each letter takes many times as long.
  for (let hyphen = text.indexOf('-', 1); hyphen > 0; hyphen = text.indexOf('-', hyphen + 1)) {
    zoneFromHyphen.lastIndex = hyphen
    if (zoneFromHyphen.test(text)) return true
  }
  return false
}

/** Matches a zone from its first or second hyphen on. */
const zoneFromHyphen = /(?<=[a-z\d])-(?:[a-z]+(?:-\d|\d{1,2}-)[a-z]|az\d)(?![\w-])/y

/** Parses the name of a region, such as `us-east-1`; undefined if it hasn’t the form of any of the known clouds. */
export function parseRegionName(region: string): ParsedZoneName | undefined {
  const parsed = parseZoneName(`${region}-a`)
  return parsed?.region === region ? parsed : undefined
}

/** Returns whether a text has the form of a region of AWS or Google Cloud, even if it is misspelled. */
export function hasFormOfRegion(text: string): boolean {
  return /^[a-z]{2,}(?:-[a-z]+)+-?\d{1,2}$/.test(text)
}

/**
 * Returns whether a name has the form of another cloud than the provider’s. False if the provider’s cloud has no zones,
 * so that nothing can be compared.
 */
export function isNameOfOtherCloud(
  { cloud }: ParsedZoneName,
  provider: string | undefined,
): boolean {
  if (!provider) return false
  const expected = underlyingProvider(provider)
  return expected !== cloud && zoneProviders.includes(expected)
}

/**
 * Returns whether a region is among those that AWS (`us-east-1`) and Google Cloud (`us-east1`) have where both have
 * regions. A name in the form of the one cloud that isn’t among them, such as `us-central-1`, is a misspelled region of
 * the other.
 */
export function isRegionInSharedArea(region: string): boolean {
  return /^(?:us-(?:(?:east|west)-[12]|central1|east[1457]|west[1-4]|south1)|me-(?:(?:south|central)-1|west1|central[12]))$/.test(
    region,
  )
}

/**
 * Returns whether a name that may be misspelled has its hyphens where the other of AWS and Google Cloud has them:
 * `us-esat-1` and `us-esat-1a` are of AWS, `us-esat1` and `us-esat1-a` of Google Cloud. False for other clouds.
 */
export function isHyphenatedAsInOtherCloud(name: string, cloud: string): boolean {
  if (cloud === 'aws') return /-[a-z]+\d{1,2}(?:-[a-z])?$/.test(name)
  return cloud === 'gcp' && /-[a-z]+-\d{1,2}[a-z]?$/.test(name)
}

/** Returns whether a text is a zone ID of AWS, such as `use1-az4`. */
export function isZoneId(text: string): boolean {
  return /^[a-z\d]+-az\d+$/.test(text)
}

/** Returns whether a text is the number of a zone, as in Azure. */
export function isZoneNumber(text: string): boolean {
  return onlyDigits.test(text)
}

const onlyDigits = /^\d+$/

/**
 * Returns whether a text has the form of a zone of Google Cloud, such as `europe-west1-b`, or one with a hyphen too
 * many, such as `europe-west-1-b`. A key such as `location` takes a region or such a zone.
 */
export function isGoogleZone(text: string): boolean {
  return zoneOfGoogle.test(text)
}

const zoneOfGoogle = /^[a-z]+-[a-z]+-?\d{1,2}-[a-z]$/

/** Returns whether a text has the form of a zone of AWS, such as `us-east-1a`, even if its region is misspelled. */
export function isZoneOfAws(text: string): boolean {
  return zoneOfAws.test(text)
}

const zoneOfAws = /^[a-z]+-[a-z]+-\d[a-z]$/

/**
 * Returns whether a zone is a Local Zone or Wavelength Zone of AWS, by its name (`us-west-2-lax-1a`,
 * `us-east-1-wl1-bos-wlz-1`) or ID (`usw2-lax1-az1`). An account opts in to each of these zones, and a service may
 * leave them out of its list of a region’s zones.
 */
export function isLocalZone(zone: string): boolean {
  return /^[a-z]+(?:-[a-z]+)*-?\d-(?:wl\d-)?[a-z]{3,4}-?(?:wlz-?)?\d(?:[a-z]|-az\d)?$/.test(zone)
}

/** Returns whether a text is a region followed by the ending of a zone’s name: `a`, `-b`, `-1`, or `-lax-1a`. */
export function isZoneOfRegion(text: string, region: string): boolean {
  return (
    text.startsWith(region) && /^(-?[a-z]|(-[a-z\d]+)*-\d[a-z]?)$/.test(text.slice(region.length))
  )
}

/**
 * Returns the longest of some regions that a zone’s name begins with, even if the rest of the name is misspelled.
 * Undefined for a text that is longer than a name: without its closing quote, a zone is as long as its line.
 */
export function regionOfZone(zone: string, regions: ReadonlySet<string>): string | undefined {
  if (zone.length > maxNameLength) return undefined
  // Only the parts before a hyphen, or before the last letter, can be the region: there may be thousands of regions.
  const withoutLetter = zone.slice(0, -1)
  if (withoutLetter !== '' && /[a-z]$/.test(zone) && regions.has(withoutLetter))
    return withoutLetter
  let restStart = zone.length
  for (let end = zone.lastIndexOf('-'); end > 0; end = zone.lastIndexOf('-', end - 1)) {
    if (!/^-\w*$/.test(zone.slice(end, restStart))) return undefined
    restStart = end
    const region = zone.slice(0, end)
    if (end < zone.length - 1 && regions.has(region)) return region
  }
  return undefined
}

/** The maximum length of a zone’s or region’s name: longer ones aren’t read from a response. In UTF-16 units. */
const maxNameLength = 400

/** Returns the number of a zone of Azure in the name that Kubernetes gives it: `9` in `westeurope-9`. */
export function numberInZone(zone: string, region: string): string | undefined {
  return /^-(\d+)$/.exec(zone.slice(region.length))?.[1]
}

/** Returns the region in a zone name that has no known form, so that it is misspelled: `us-eats-1` in `us-eats-1a`. */
export function misspelledRegion(zone: string): string | undefined {
  if (parseZoneName(zone) !== undefined) return undefined
  return /^([a-z]+(?:-[a-z]+)*-?\d{1,2})-?[a-z]$/.exec(zone.toLowerCase())?.[1]
}

/**
 * Returns the partition of AWS, or the cloud of Azure, that a region is in: `cn`, `us-gov`, `us-iso`, `usgov`, `china`;
 * an empty text for the public cloud. An account has only regions of a single partition.
 */
export function partitionOf(region: string): string {
  const partition =
    /^(?:cn|us-gov|eusc|(?:us|eu)-iso[a-z]?)(?=-)|^(?:usgov|usdod|ussec|usnat|china)(?=[a-z])/
  return partition.exec(region)?.[0] ?? ''
}

/** Returns whether a region exists, but is listed for few accounts: that of Google’s TPUs, and early ones of Azure. */
export function isOpenToFew(region: string): boolean {
  return /^(?:us-central2|eastus2euap|centraluseuap)$/.test(region)
}

/** Returns whether a text stands for a name that somebody has yet to enter, such as `REPLACE ME` or `your-region`. */
export function isPlaceholder(text: string): boolean {
  const isInCapitals = /^[A-Z]+(?:[ _-][A-Z]+)+$/.test(text)
  return isInCapitals || placeholderWord.test(text)
}

const placeholderWord =
  /(?:^|[^a-z])(?:replace|change|your|todo|fixme|tbd|placeholder|enter|insert)(?=$|[^a-z])|xxx/i

/** Returns the identifier of a region of Azure for its title: `westeurope` for “West Europe”. */
export function identifierOf(name: string): string {
  return name.replaceAll(' ', '').toLowerCase()
}
