import { isAvailable } from '../api/zones.ts'
import {
  isLocalZone,
  isNameOfOtherCloud,
  isZoneId,
  isZoneNumber,
  numberInZone,
  parseRegionName,
  parseZoneName,
  type ParsedZoneName,
} from '../syntax/zoneNames.ts'
import type { AccountZones } from './accountZones.ts'
import type { ProblemDetails } from './problems.ts'

/** The result for a name: an available zone, a problem, or `ignored` if it isn’t known whether the name is right. */
export type Classification = 'available' | 'ignored' | ProblemDetails

/** A name in a text that may be a zone. */
export interface ZoneName {
  readonly name: string
  /** True if the key before the name, such as `zone`, is also used for other things than availability zones. */
  readonly isAmbiguousKey: boolean
  /** True if the blocks around the name prove that it is a zone, even if it has no form of a zone’s name. */
  readonly isCertainlyZone: boolean
  /** The values of the list that the name is in; empty if it is in none. */
  readonly valuesOfList: ReadonlySet<string>
}

/**
 * Finds out whether a name is an available zone of an account. Only names that look like zones can be problems: those
 * that resemble a zone, or begin with a region. A name that an incomplete list may have left out, and a zone whose
 * state isn’t known, are never reported.
 */
export function classifyZone(zone: ZoneName, account: AccountZones): Classification {
  const listed = classifyListedZone(zone.name, account)
  if (listed) return listed
  const unlisted = describeUnlistedZone(zone, account)
  for (const rule of rulesOfUnlistedZones) {
    const classification = rule(unlisted, account)
    if (classification) return classification
  }
  return 'ignored'
}

/** Classifies a name that is in the account’s lists of zones; undefined for a name that isn’t. */
function classifyListedZone(name: string, account: AccountZones): Classification | undefined {
  const zones = account.zonesNamed(name)
  const [first] = zones
  if (!first) return undefined
  const mayBeAvailable = zones.some(({ zone: { state } }) => {
    return state === undefined || isAvailable(state)
  })
  return mayBeAvailable ? 'available' : { kind: 'zoneNotAvailable', zone: first.zone }
}

/** A name that isn’t in the account’s lists of zones, with what can be told from its form. */
interface UnlistedZone extends ZoneName {
  readonly lowerCaseName: string
  /** The region, among those that the text names, that the name begins with. */
  readonly region: string | undefined
  /** The parts of the name, if it has the form of a zone’s name but begins with no region that the text names. */
  readonly parsed: ParsedZoneName | undefined
  /** The region, among those that the text names, from which the region in the name differs only by hyphens. */
  readonly correctedRegion: string | undefined
  /** The regions whose zones the name is compared with. */
  readonly searchedRegions: readonly string[]
}

function describeUnlistedZone(zone: ZoneName, account: AccountZones): UnlistedZone {
  const { regions } = account
  const lowerCaseName = zone.name.toLowerCase()
  const region = account.regionOf(zone.name)
  const parsed = region === undefined ? parseZoneName(lowerCaseName) : undefined
  const correctedRegion = parsed && account.regionSpelledLike(parsed.region)
  const searchedRegions = region === undefined ? regions : [region]
  return { ...zone, lowerCaseName, region, parsed, correctedRegion, searchedRegions }
}

/** Classifies a name that isn’t in the account’s lists of zones; undefined leaves the name to the next rule. */
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

/** Ignores a region, or a number, under a key such as `zone`, which is also used for other things than zones. */
function ignoreOtherMeaning({ name, isAmbiguousKey }: UnlistedZone, account: AccountZones) {
  if (!isAmbiguousKey) return undefined
  const isRegion = account.hasRegion(name) || parseRegionName(name) !== undefined
  return isRegion || isZoneNumber(name) ? 'ignored' : undefined
}

/** Ignores an ID if the service lists no IDs of zones, with which it could be compared. */
function ignoreUnknownIds({ name }: UnlistedZone, { hasIds }: AccountZones) {
  return !hasIds && isZoneId(name) ? 'ignored' : undefined
}

function ignoreOtherCloud({ parsed }: UnlistedZone, { provider }: AccountZones) {
  return parsed && isNameOfOtherCloud(parsed, provider) ? 'ignored' : undefined
}

/** Reports the region, and not the zone, for a zone in a region that the account doesn’t list. */
function reportUnlistedRegion(
  { parsed, correctedRegion }: UnlistedZone,
  account: AccountZones,
): Classification | undefined {
  if (!parsed || parsed.isId || parsed.cloud !== account.cloud) return undefined
  if (correctedRegion !== undefined) return undefined
  const { region } = parsed
  return account.lacksRegionOfPartition(region) ? { kind: 'unlistedRegion', region } : 'ignored'
}

/** Ignores a name if the list that it may be in isn’t complete. */
function ignoreIncompleteLists({ searchedRegions }: UnlistedZone, account: AccountZones) {
  const isComplete = searchedRegions.every((region) => account.hasCompleteZones(region))
  return searchedRegions.length === 0 || !isComplete ? 'ignored' : undefined
}

/** Ignores a Local Zone if the region lists none: some services leave Local Zones out of their lists. */
function ignoreLocalZones({ name, region }: UnlistedZone, account: AccountZones) {
  if (!isLocalZone(name)) return undefined
  return account.hasLocalZones(region) ? undefined : 'ignored'
}

/** Reports a zone of Azure whose number the region lacks. Kubernetes writes such zones as `westeurope-9`. */
function reportWrongNumber(zone: UnlistedZone, account: AccountZones): Classification | undefined {
  const { region, searchedRegions } = zone
  const nearest = account.zoneNamesIn(region).find(azureNumber(zone) ?? '')
  return nearest === undefined
    ? undefined
    : unknownZoneProblem(searchedRegions, `${region}-${nearest}`)
}

/** Reports a number in a region without zones: some regions of Azure have none. */
function reportNumberInEmptyRegion(
  zone: UnlistedZone,
  account: AccountZones,
): Classification | undefined {
  const { searchedRegions } = zone
  const hasNumber = azureNumber(zone) !== undefined || isZoneNumber(zone.lowerCaseName)
  const isEmpty = searchedRegions.every((region) => account.hasNoZones(region))
  return hasNumber && isEmpty ? unknownZoneProblem(searchedRegions, undefined) : undefined
}

/**
 * Reports a name that resembles a zone, or begins with a region. An ID that resembles no zone is one of another region.
 */
function reportMisspelledZone(
  zone: UnlistedZone,
  account: AccountZones,
): Classification | undefined {
  const { lowerCaseName, valuesOfList, parsed, region, searchedRegions } = zone
  const names = account.zoneNamesIn(region)
  const prefix = zone.correctedRegion ?? parsed?.region
  const nearest = names.find(lowerCaseName, valuesOfList, prefix)
  if (nearest !== undefined) return unknownZoneProblem(searchedRegions, nearest)
  if (parsed?.isId) return 'ignored'
  const namesRegion = (region ?? prefix) !== undefined
  const isZone = (namesRegion && !zone.isAmbiguousKey) || (zone.isCertainlyZone && account.hasZones)
  // A zone of another region may have almost the same name as a zone of the searched regions.
  const resemblesOther = prefix !== undefined && names.find(lowerCaseName) !== undefined
  return isZone || resemblesOther ? unknownZoneProblem(searchedRegions, undefined) : undefined
}

/** Returns the number at the end of a name that Kubernetes gives to a zone of Azure: `9` in `westeurope-9`. */
function azureNumber({ name, region }: UnlistedZone): string | undefined {
  return region === undefined ? undefined : numberInZone(name, region)
}

function unknownZoneProblem(
  regions: readonly string[],
  nearest: string | undefined,
): ProblemDetails {
  return { kind: 'unknownZone', regions, nearest }
}
