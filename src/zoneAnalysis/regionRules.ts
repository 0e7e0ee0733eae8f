import {
  identifierOf,
  isHyphenatedAsInOtherCloud,
  isNameOfOtherCloud,
  isPlaceholder,
  isRegionInSharedArea,
  parseRegionName,
} from '../syntax/zoneNames.ts'
import type { AccountZones } from './accountZones.ts'
import { keepsArea } from './nearestRegions.ts'
import type { ProblemDetails } from './problems.ts'

/** A name in a text under a key for regions. */
export interface RegionName {
  /** The name as the text has it. */
  readonly name: string
  /** True if the key before the name, such as `location`, is also used for other things than regions. */
  readonly isAmbiguousKey: boolean
  /** What the blocks around the name say of the account’s cloud. */
  readonly relation: 'same' | 'other' | 'unknown'
}

/** Finds out whether a name is a region that the account is known to lack. */
export function classifyRegion(
  region: RegionName,
  account: AccountZones,
): 'ignored' | ProblemDetails {
  for (const rule of rulesOfRegions) {
    const classification = rule(region, account)
    if (classification) return classification
  }
  return 'ignored'
}

/** Classifies the name of a region; undefined leaves the name to the next rule. */
type Rule = (region: RegionName, account: AccountZones) => 'ignored' | ProblemDetails | undefined

/** The rules in their order: the first that classifies a name decides. */
const rulesOfRegions: readonly Rule[] = [
  ignoreListedRegion,
  ignoreOtherMeaning,
  ignoreOtherCloud,
  ignoreOtherForm,
  ignorePlaceholder,
  ignoreOtherPartition,
  reportMisspelledRegion,
  reportUnlistedRegion,
  reportWrongNumber,
]

/** Ignores a region of the account. Terraform also takes regions of Azure by their titles, such as “West Europe”. */
function ignoreListedRegion({ name }: RegionName, account: AccountZones) {
  const isListed = account.hasRegion(name) || !account.lacksRegion(identifierOf(name))
  return isListed ? 'ignored' : undefined
}

/** Ignores a `location` in code that may be for AWS: it has regions only in Google Cloud and Azure. */
function ignoreOtherMeaning({ isAmbiguousKey }: RegionName, { cloud }: AccountZones) {
  return isAmbiguousKey && cloud !== 'gcp' && cloud !== 'azure' ? 'ignored' : undefined
}

function ignoreOtherCloud({ relation }: RegionName) {
  return relation === 'other' ? 'ignored' : undefined
}

/**
 * Ignores a name in the form of another cloud, unless the blocks around it say that it is for the account’s, or it is a
 * region of the account with a wrong hyphen: no other cloud has a region `us-central-1`.
 */
function ignoreOtherForm({ name, relation }: RegionName, account: AccountZones) {
  const parsed = parseRegionName(name)
  if (!parsed || !isNameOfOtherCloud(parsed, account.provider)) return undefined
  if (parsed.cloud === 'other') return 'ignored'
  const hasWrongHyphen =
    account.regionSpelledLike(name) !== undefined && !isRegionInSharedArea(name)
  return relation === 'same' || hasWrongHyphen ? undefined : 'ignored'
}

function ignorePlaceholder({ name }: RegionName) {
  return isPlaceholder(name) ? 'ignored' : undefined
}

/** Ignores a region such as `us-gov-west-1` if the account has no region of its partition. */
function ignoreOtherPartition({ name }: RegionName, account: AccountZones) {
  return account.lacksRegionOfPartition(identifierOf(name)) ? undefined : 'ignored'
}

/**
 * Reports a name that differs from a region of the account by hyphens, or by one or two letters. A name that is
 * spelled right is no misspelling of another: `af-south-1` may be a region that the account hasn’t enabled.
 */
function reportMisspelledRegion(
  region: RegionName,
  account: AccountZones,
): ProblemDetails | undefined {
  const { name } = region
  const spelledLike = account.regionSpelledLike(identifierOf(name))
  if (spelledLike !== undefined) return unlistedRegion(name, spelledLike)
  if (parseRegionName(name)?.cloud === account.cloud) return undefined
  const mayBeOther = region.relation !== 'same' && isHyphenatedAsInOtherCloud(name, account.cloud)
  if (mayBeOther) return undefined
  const nearest = account.nearestRegions.find(identifierOf(name), maxChanges(region))
  const [first, second] = nearest
  if (first === undefined) return undefined
  // Under `location`, `us-central1b` is a zone without its hyphen: a region in its place would have other machines.
  const mayBeZone = account.cloud === 'gcp' && region.isAmbiguousKey && /\d[a-z]$/.test(name)
  const isCertain = second === undefined && keepsArea(name, first) && !mayBeZone
  return unlistedRegion(name, isCertain ? first : undefined)
}

/** Returns the number of changes up to which a name is misspelled: two only if it certainly is meant to be a region. */
function maxChanges({ name, isAmbiguousKey, relation }: RegionName): number {
  const isCertain = relation === 'same' || (!isAmbiguousKey && /-.*\d/.test(name))
  return isCertain ? 2 : 1
}

/** Reports a name in the form of the account’s cloud that the account doesn’t list. */
function reportUnlistedRegion(
  { name }: RegionName,
  { cloud }: AccountZones,
): ProblemDetails | undefined {
  return parseRegionName(name)?.cloud === cloud ? unlistedRegion(name, undefined) : undefined
}

/** Reports a region of Azure that differs from a listed one only by its number: `eastus9`. */
function reportWrongNumber(
  { name }: RegionName,
  { cloud, allRegions }: AccountZones,
): ProblemDetails | undefined {
  const withoutNumber = /^([a-z]{4,})\d$/.exec(identifierOf(name))?.[1]
  const isRegion = cloud === 'azure' && withoutNumber !== undefined && allRegions.has(withoutNumber)
  return isRegion ? unlistedRegion(name, undefined) : undefined
}

function unlistedRegion(region: string, nearest: string | undefined): ProblemDetails {
  return { kind: 'unlistedRegion', region, nearest }
}
