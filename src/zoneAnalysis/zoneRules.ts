import { isAvailable } from '../api/zones.ts'
import {
  isHyphenatedAsInOtherCloud,
  isLocalZone,
  isNameOfOtherCloud,
  isRegionInSharedArea,
  isZoneNumber,
  misspelledRegion,
  numberInZone,
  parseRegionName,
  parseZoneName,
  partitionOf,
  type ParsedZoneName,
} from '../syntax/zoneNames.ts'
import type { AccountZones } from './accountZones.ts'
import type { NearestZones } from './nearestNames.ts'
import { keepsArea } from './nearestRegions.ts'
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
  /** True if the blocks around the name say that it is for the account’s cloud. */
  readonly isForCloud: boolean
  /** The region that the blocks around the name are in; undefined if they name none, or if that isn’t certain. */
  readonly regionBeside: string | undefined
  /** The values of the list that the name is in; empty if it is in none. */
  readonly valuesOfList: ReadonlySet<string>
}

/**
 * Finds out whether a name is an available zone of an account. Only names that look like zones can be problems: those
 * that resemble a zone, or begin with a region. A name that an incomplete list may have left out, and a zone whose
 * state isn’t known, are never reported.
 */
export function classifyZone(zone: ZoneName, account: AccountZones): Classification {
  const listed = classifyListedZone(zone, account)
  if (listed) return listed
  const unlisted = describeUnlistedZone(zone, account)
  for (const rule of rulesOfUnlistedZones) {
    const classification = rule(unlisted, account)
    if (classification) return classification
  }
  return 'ignored'
}

/** Classifies a name that is in the account’s lists of zones; undefined for a name that isn’t. */
function classifyListedZone(
  { name, regionBeside }: ZoneName,
  account: AccountZones,
): Classification | undefined {
  const zones = account.zonesNamed(name)
  const [first] = zones
  if (!first) return undefined
  const isElsewhere = zones.every(({ region }) => region !== regionBeside)
  if (isElsewhere && isInList(regionBeside, account)) return zoneOfOtherRegion(regionBeside)
  const mayBeAvailable = zones.some(({ zone: { state } }) => {
    return state === undefined || isAvailable(state)
  })
  return mayBeAvailable ? 'available' : { kind: 'zoneNotAvailable', zone: first.zone }
}

/** Returns whether a region is known, and all of its zones are. */
function isInList(region: string | undefined, account: AccountZones): region is string {
  return region !== undefined && account.hasCompleteZones(region)
}

/**
 * Returns the problem of a zone that is in another region than the one beside it. It isn’t known which of the two is
 * wrong: another zone would move a machine to another region, so there is no nearest zone.
 */
function zoneOfOtherRegion(regionBeside: string): ProblemDetails {
  return unknownZoneProblem([regionBeside], undefined)
}

/** A name that isn’t in the account’s lists of zones, with what can be told from its form. */
interface UnlistedZone extends ZoneName {
  readonly lowerCaseName: string
  /** The region, among those that the text names, that the name begins with. */
  readonly region: string | undefined
  /** The parts of the name, if it has the form of a zone’s name but begins with no region that the text names. */
  readonly parsed: ParsedZoneName | undefined
  /** The region of the account from which the region in the name differs only by hyphens. */
  readonly correctedRegion: string | undefined
  /**
   * The regions of the account that the region in the name misspells; undefined if the name has the form of a zone, or
   * no region that could be misspelled.
   */
  readonly misspelledRegions: readonly string[] | undefined
  /** The only region that the name can be for; undefined if that isn’t certain. */
  readonly meantRegion: string | undefined
  /** The regions whose zones the name is compared with: the meant region, or else all that the text names. */
  readonly searchedRegions: readonly string[]
}

function describeUnlistedZone(zone: ZoneName, account: AccountZones): UnlistedZone {
  const { regions } = account
  const lowerCaseName = zone.name.toLowerCase()
  const region = account.regionOf(zone.name)
  const parsed = region === undefined ? parseZoneName(lowerCaseName) : undefined
  const correctedRegion = parsed && account.regionSpelledLike(parsed.region)
  const misspelled = region === undefined ? misspelledRegion(lowerCaseName) : undefined
  const misspelledRegions =
    misspelled === undefined ? undefined : account.nearestRegions.find(misspelled)
  const meantRegion = region ?? correctedRegion ?? onlyItem(misspelledRegions)
  return {
    ...zone,
    lowerCaseName,
    region,
    parsed,
    correctedRegion,
    misspelledRegions,
    meantRegion,
    searchedRegions: meantRegion === undefined ? regions : [meantRegion],
  }
}

function onlyItem<T>(items: readonly T[] | undefined): T | undefined {
  return items?.length === 1 ? items[0] : undefined
}

/** Classifies a name that isn’t in the account’s lists of zones; undefined leaves the name to the next rule. */
type Rule = (zone: UnlistedZone, account: AccountZones) => Classification | undefined

/** The rules in their order: the first that classifies a name decides. */
const rulesOfUnlistedZones: readonly Rule[] = [
  ignoreOtherMeaning,
  ignoreOtherCloud,
  reportZoneOfOtherRegion,
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

/**
 * Ignores a name in the form of another cloud. If the code is for the account’s cloud, or the other cloud has no region
 * of this name, the name is misspelled: `us-central-1a` for `us-central1-a`.
 */
function ignoreOtherCloud(zone: UnlistedZone, { provider, cloud }: AccountZones) {
  const { parsed, correctedRegion, isForCloud } = zone
  if (!parsed) {
    const mayBeOther = !isForCloud && zone.region === undefined
    return mayBeOther && isHyphenatedAsInOtherCloud(zone.lowerCaseName, cloud)
      ? 'ignored'
      : undefined
  }
  if (!isNameOfOtherCloud(parsed, provider)) return undefined
  if (correctedRegion === undefined) return 'ignored'
  if (parsed.hasBothHyphens === true) return undefined
  return isForCloud || !isRegionInSharedArea(parsed.region) ? undefined : 'ignored'
}

/**
 * Reports a zone of another region than the one beside it, unless the account is known to lack the zone’s region, or
 * can’t have it.
 */
function reportZoneOfOtherRegion(
  { parsed, meantRegion, regionBeside }: UnlistedZone,
  account: AccountZones,
): Classification | undefined {
  if (!isInList(regionBeside, account)) return undefined
  if (parsed && (parsed.isId || account.lacksRegionOfPartition(parsed.region))) return undefined
  const zoneRegion = meantRegion ?? parsed?.region ?? regionBeside
  const isElsewhere =
    zoneRegion !== regionBeside && partitionOf(zoneRegion) === partitionOf(regionBeside)
  return isElsewhere ? zoneOfOtherRegion(regionBeside) : undefined
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
function ignoreIncompleteLists(
  { meantRegion, searchedRegions }: UnlistedZone,
  account: AccountZones,
) {
  const isComplete =
    meantRegion === undefined ? account.hasOnlyCompleteZones : account.hasCompleteZones(meantRegion)
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
  const number = azureNumber(zone)
  if (number === undefined) return undefined
  const nearest = account.zoneNamesIn(region).find(number, zone.valuesOfList)
  if (nearest === undefined) return undefined
  return unknownZoneProblem(searchedRegions, `${region}-${nearest}`)
}

/** Reports a number in a region without zones: some regions of Azure have none. */
function reportNumberInEmptyRegion(
  zone: UnlistedZone,
  account: AccountZones,
): Classification | undefined {
  const { meantRegion, searchedRegions } = zone
  // The lists of all searched regions are complete here: see ignoreIncompleteLists.
  const isEmpty = meantRegion === undefined ? !account.hasZones : account.hasNoZones(meantRegion)
  if (!isEmpty) return undefined
  const hasNumber = azureNumber(zone) !== undefined || isZoneNumber(zone.lowerCaseName)
  return hasNumber ? unknownZoneProblem(searchedRegions, undefined) : undefined
}

/**
 * Reports a name that resembles a zone, or begins with a region. An ID that resembles no zone is one of another region.
 */
function reportMisspelledZone(
  zone: UnlistedZone,
  account: AccountZones,
): Classification | undefined {
  const { lowerCaseName, parsed, region, meantRegion, searchedRegions } = zone
  const nearestZones = account.nearestZonesIn(meantRegion)
  const prefix = zone.correctedRegion ?? parsed?.region
  const nearest = findNearestZone(zone, nearestZones, prefix)
  if (nearest !== undefined) return unknownZoneProblem(searchedRegions, nearest)
  if (parsed?.isId) return undefined
  const namesRegion = (region ?? prefix) !== undefined
  const isZone = (namesRegion && !zone.isAmbiguousKey) || (zone.isCertainlyZone && account.hasZones)
  // A zone of another region may have almost the same name as a zone of the searched regions.
  const mayResembleOther = prefix !== undefined || zone.misspelledRegions !== undefined
  const resembles = mayResembleOther && nearestZones.hasSimilar(lowerCaseName)
  return isZone || resembles ? unknownZoneProblem(searchedRegions, undefined) : undefined
}

/**
 * Returns the zone that a misspelled name most probably means. Undefined if it isn’t certain which region is meant: a
 * fix must never move a machine to another region.
 */
function findNearestZone(
  { lowerCaseName, valuesOfList, misspelledRegions }: UnlistedZone,
  nearestZones: NearestZones,
  prefix: string | undefined,
): string | undefined {
  const [region, otherRegion] = misspelledRegions ?? []
  if (misspelledRegions !== undefined && (region === undefined || otherRegion !== undefined))
    return undefined
  if (region !== undefined && !keepsArea(lowerCaseName, region)) return undefined
  return nearestZones.find(lowerCaseName, valuesOfList, prefix)
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
