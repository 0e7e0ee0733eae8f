import { isAvailable } from '../api/zones.ts'
import {
  isLocalZone,
  isNameOfOtherCloud,
  isZoneId,
  isZoneNumber,
  numberInZone,
  parseRegionName,
  parseZoneName,
  regionOfZone,
  type ParsedZoneName,
} from '../syntax/zoneNames.ts'
import type { AccountZones } from './accountZones.ts'
import { nearestName } from './nearestName.ts'
import type { ProblemDetails } from './problems.ts'

/** What a check says of a name: it is listed and available, it has a problem, or nothing can be said about it. */
export type Classification = 'available' | 'ignored' | ProblemDetails

/** A name in a text that may be a zone. */
export interface ZoneName {
  readonly name: string
  /** True if its key, such as `zone`, has other meanings, too. */
  readonly isAmbiguousKey: boolean
  /** True if the blocks around it prove that it is a zone: it needn’t look like one. */
  readonly isCertain: boolean
  /** The other values of its list. */
  readonly siblings: ReadonlySet<string>
}

/**
 * Classifies a name by the zones of an account. Zones that may be in a region whose list is incomplete, and missing
 * states, aren’t reported. Only names that look like zones count: they resemble a zone, or begin with a region.
 */
export function classifyZone(zone: ZoneName, account: AccountZones): Classification {
  const listed = classifyListedZone(zone.name, account)
  if (listed) return listed
  const unlisted = describe(zone, account)
  for (const rule of rulesOfUnlistedZones) {
    const classification = rule(unlisted, account)
    if (classification) return classification
  }
  return 'ignored'
}

/** Classifies a name that the lists have; undefined for another name. */
function classifyListedZone(name: string, account: AccountZones): Classification | undefined {
  const zones = account.zonesNamed(name)
  const [first] = zones
  if (!first) return undefined
  const mayBeAvailable = zones.some(({ zone: { state } }) => {
    return state === undefined || isAvailable(state)
  })
  return mayBeAvailable ? 'available' : { kind: 'zoneNotAvailable', zone: first.zone }
}

/** A name that the lists don’t have, and what its form says. */
interface UnlistedZone extends ZoneName {
  readonly lowerCaseName: string
  /** The region of the text that the name begins with. */
  readonly region: string | undefined
  /** What the form of the name says, if it begins with no region of the text. */
  readonly parsed: ParsedZoneName | undefined
  /** The region of the text that the region in the name is spelled like, but for hyphens. */
  readonly correctedRegion: string | undefined
  /** The regions whose zones the name is compared with. */
  readonly searchedRegions: readonly string[]
}

function describe(zone: ZoneName, account: AccountZones): UnlistedZone {
  const { regions } = account
  const lowerCaseName = zone.name.toLowerCase()
  const region = regionOfZone(zone.name, regions)
  const parsed = region === undefined ? parseZoneName(lowerCaseName) : undefined
  const correctedRegion = parsed && account.regionSpelledLike(parsed.region)
  const searchedRegions = region === undefined ? regions : [region]
  return { ...zone, lowerCaseName, region, parsed, correctedRegion, searchedRegions }
}

/** A rule classifies a name that the lists don’t have; undefined leaves the name to the next rule. */
type Rule = (zone: UnlistedZone, account: AccountZones) => Classification | undefined

/** The rules in their order: the first that classifies a name decides. */
const rulesOfUnlistedZones: readonly Rule[] = [
  ignoreOtherMeaning,
  ignoreUnknownIds,
  ignoreOtherCloud,
  reportUnlistedRegion,
  ignoreIncompleteLists,
  ignoreLocalZones,
  reportWrongNumber,
  reportNumberInEmptyRegion,
  reportMisspelledZone,
]

/** Under a key such as `zone`, there may be a region, a name that looks like a region, or the number of something else. */
function ignoreOtherMeaning({ name, isAmbiguousKey }: UnlistedZone, { regions }: AccountZones) {
  if (!isAmbiguousKey) return undefined
  const isRegion = regions.includes(name) || parseRegionName(name) !== undefined
  return isRegion || isZoneNumber(name) ? 'ignored' : undefined
}

/** If the service lists no zone IDs, no ID can be told to be wrong. */
function ignoreUnknownIds({ name }: UnlistedZone, { hasIds }: AccountZones) {
  return !hasIds && isZoneId(name) ? 'ignored' : undefined
}

function ignoreOtherCloud({ parsed }: UnlistedZone, { provider }: AccountZones) {
  return parsed && isNameOfOtherCloud(parsed, provider) ? 'ignored' : undefined
}

/** Of zones in a region that the account doesn’t list, only the region is reported. */
function reportUnlistedRegion(
  { parsed, correctedRegion }: UnlistedZone,
  account: AccountZones,
): Classification | undefined {
  if (!parsed || parsed.isId || parsed.cloud !== account.cloud) return undefined
  if (correctedRegion !== undefined) return undefined
  const { region } = parsed
  return account.lacksRegionOfPartition(region) ? { kind: 'unlistedRegion', region } : 'ignored'
}

/** A zone may be one that a list has left out. */
function ignoreIncompleteLists({ searchedRegions }: UnlistedZone, account: AccountZones) {
  const isComplete = searchedRegions.every((region) => account.isComplete(region))
  return searchedRegions.length === 0 || !isComplete ? 'ignored' : undefined
}

/** Some services list no Local Zones: a name is only wrong if there are others. */
function ignoreLocalZones({ name, region }: UnlistedZone, account: AccountZones) {
  if (!isLocalZone(name)) return undefined
  return [...account.namesIn(region)].some(isLocalZone) ? undefined : 'ignored'
}

/** Reports a zone of Azure whose number the region lacks. Kubernetes writes such zones as `westeurope-9`. */
function reportWrongNumber(zone: UnlistedZone, account: AccountZones): Classification | undefined {
  const { region, searchedRegions } = zone
  const nearest = nearestName(numberOf(zone) ?? '', account.namesIn(region))
  return nearest === undefined ? undefined : unknownZone(searchedRegions, `${region}-${nearest}`)
}

/** Some regions of Azure have no zones. */
function reportNumberInEmptyRegion(
  zone: UnlistedZone,
  account: AccountZones,
): Classification | undefined {
  const { searchedRegions } = zone
  const hasNumber = numberOf(zone) !== undefined || isZoneNumber(zone.lowerCaseName)
  const isEmpty = searchedRegions.every((region) => account.isEmpty(region))
  return hasNumber && isEmpty ? unknownZone(searchedRegions, undefined) : undefined
}

/** Reports a name that resembles a zone, or begins with a region. An ID that resembles none is of another region. */
function reportMisspelledZone(
  zone: UnlistedZone,
  account: AccountZones,
): Classification | undefined {
  const { lowerCaseName, siblings, parsed, region, searchedRegions } = zone
  const names = account.namesIn(region)
  const prefix = zone.correctedRegion ?? parsed?.region
  const nearest = nearestName(lowerCaseName, names, siblings, prefix)
  if (nearest !== undefined) return unknownZone(searchedRegions, nearest)
  if (parsed?.isId) return 'ignored'
  const namesRegion = (region ?? prefix) !== undefined
  const isZone = (namesRegion && !zone.isAmbiguousKey) || (zone.isCertain && account.hasZones)
  // A zone of another region may resemble a zone, too.
  const resemblesOther = prefix !== undefined && nearestName(lowerCaseName, names) !== undefined
  return isZone || resemblesOther ? unknownZone(searchedRegions, undefined) : undefined
}

function numberOf({ name, region }: UnlistedZone): string | undefined {
  return region === undefined ? undefined : numberInZone(name, region)
}

function unknownZone(regions: readonly string[], nearest: string | undefined): ProblemDetails {
  return { kind: 'unknownZone', regions, nearest }
}
