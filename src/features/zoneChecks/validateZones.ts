import type { Zone } from '../../api/client.ts'
import { omittedFrom } from '../../api/omitted.ts'
import { hasRegions, zoneProvider } from '../../api/providers.ts'
import { isAvailable } from '../../api/zones.ts'
import { memo } from './memo.ts'
import type { ZoneReference } from '../../formats/zoneReferences.ts'
import { nearestOf } from './nearest.ts'
import {
  formOf,
  formOfRegion,
  isLocalZone,
  isOfOtherCloud,
  partitionOf,
  regionOf,
  zonesByName,
  type RegionZones,
} from './regions.ts'
import type { ZonePlaces } from './zonePlaces.ts'

/** A value that is an unknown or unavailable zone, or doesn’t go with what is beside it. */
export type Finding =
  | {
      readonly problem: 'unknownZone'
      readonly reference: ZoneReference
      /** The regions searched. */
      readonly regions: readonly string[]
      /** The most similar name in the same region. */
      readonly nearest: string | undefined
    }
  | {
      readonly problem: 'unlistedRegion'
      /** The region, or the first zone of it. */
      readonly reference: ZoneReference
      readonly region: string
    }
  | { readonly problem: 'zoneNotAvailable'; readonly reference: ZoneReference; readonly zone: Zone }
  | {
      readonly problem: 'typeNotAvailable'
      readonly reference: ZoneReference
      /** The instance types, none of which the cloud has in the zone. */
      readonly types: readonly string[]
    }

/** The findings in a text, and the number of zones that were checked. */
export interface Validation {
  readonly findings: Finding[]
  readonly checked: number
}

/** The facts about the account and the text, beside the zones. */
interface ZoneContext {
  /** If undefined, the forms of zones tell nothing. */
  readonly provider?: string
  /** The regions of the account; undefined if they aren’t listed completely. */
  readonly regions?: ReadonlySet<string> | undefined
  readonly places?: ZonePlaces | undefined
  /** The text, which may name other clouds. */
  readonly text?: string
}

type Verdict = DistributiveOmit<Finding, 'reference'> | 'good' | undefined

type DistributiveOmit<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never

const none: ReadonlySet<string> = new Set()

/**
 * Compares the zones of a text with those of its regions, and counts them. Zones that may be in a region whose
 * list is incomplete, and missing states, aren’t reported. Only values that look like zones count: they resemble
 * one, or begin with the name of a region. Those of other clouds are left out, and of a region that the account
 * doesn’t list, only the region is reported, once.
 */
export function validateZones(
  references: readonly ZoneReference[],
  read: readonly RegionZones[],
  unread: readonly string[],
  context: ZoneContext = {},
): Validation {
  const { verdictOn, verdictOnRegion } = createJudge(read, unread, context)
  const lists = new Map<number | undefined, Set<string>>()
  for (const { list, value } of references) {
    const values = lists.get(list)
    if (values) values.add(value)
    else if (list !== undefined) lists.set(list, new Set([value]))
  }
  const findings: Finding[] = []
  if (isOfAlikeCloud(context.text ?? '', context.provider ?? '')) return { findings, checked: 0 }
  const unlisted = new Set<string>()
  let checked = 0
  for (const reference of references) {
    const { kind, value, list } = reference
    if (value === '') continue
    const isZone = kind === 'zone'
    const verdict = isZone
      ? verdictOn(reference, lists.get(list) ?? none)
      : verdictOnRegion(reference)
    if (!verdict) continue
    if (isZone) checked += 1
    if (verdict === 'good') continue
    const isKnown = verdict.problem === 'unlistedRegion' && unlisted.has(verdict.region)
    if (verdict.problem === 'unlistedRegion') unlisted.add(verdict.region)
    if (!isKnown) findings.push({ ...verdict, reference })
  }
  return { findings, checked }
}

function createJudge(
  read: readonly RegionZones[],
  unread: readonly string[],
  { provider = '', regions: allListed, places, text = '' }: ZoneContext,
) {
  const named = [...read.map(({ region }) => region), ...unread]
  const byBareName = new Map(named.map((region) => [withoutHyphens(region), region]))
  const incomplete = read.filter(({ zones }) => omittedFrom(zones) > 0)
  const inDoubt = new Set([...unread, ...incomplete.map(({ region }) => region)])
  /** Some of azure, where any number is unknown. */
  const withoutZones = new Set(read.flatMap(({ region, zones }) => (zones[0] ? [] : region)))
  const hasIds = read.some(({ zones }) => zones.some(({ zoneId }) => zoneId !== undefined))
  const known = zonesByName(read)
  /** The regions of the account, if others can’t be those of a cloud that calls them alike. */
  const listed = hasAlikeRegions(text) ? undefined : allListed
  /** The names and IDs of the zones of a region, or of all. */
  const namesIn = memo((own: string | undefined): ReadonlySet<string> => {
    const lists = read.filter(({ region }) => own === undefined || region === own)
    const zones = lists.flatMap((one) => one.zones)
    return new Set(zones.flatMap(({ name, zoneId = name }) => [name, zoneId]))
  })
  return { verdictOn, verdictOnRegion }

  /** Judges a zone; `list` are the values of its list. */
  function verdictOn(reference: ZoneReference, list: ReadonlySet<string>): Verdict {
    const { value, isAmbiguousKey, start } = reference
    const other = counterpartOf(reference)
    if (other !== undefined) return { problem: 'unknownZone', regions: named, nearest: other }
    const isOwn = places?.own.has(start) === true
    if (!places?.regionOfNumber.has(start)) {
      return judge(value, isAmbiguousKey, list, isOwn && !isAmbiguousKey && !hasRegions(provider))
    }
    const region = places.regionOfNumber.get(start)
    if (region === undefined) return undefined
    if (!named.includes(region)) {
      return isOwn && listed?.has(region) === false
        ? { problem: 'unlistedRegion', region }
        : undefined
    }
    // A number, as Kubernetes writes it.
    const verdict = judge(`${region}-${value}`, false, none)
    if (typeof verdict !== 'object' || verdict.problem !== 'unknownZone') return verdict
    if (isAmbiguousKey) return undefined
    return { ...verdict, nearest: verdict.nearest?.slice(region.length + 1) }
  }

  /** Returns the name of the zone whose ID is under a key of AWS that takes names, or the other way around. */
  function counterpartOf({ value, isId, isName }: ZoneReference): string | undefined {
    const isOfAws = zoneProvider(provider) === 'aws' && (isId === true || isName === true)
    const { zone } = (isOfAws ? known.get(value) : undefined)?.[0] ?? {}
    if (zone?.zoneId === undefined || zone.zoneId === zone.name) return undefined
    if (isId) return value === zone.name ? zone.zoneId : undefined
    return value === zone.zoneId ? zone.name : undefined
  }

  /** Judges a region of the account’s cloud: it may not be listed. */
  function verdictOnRegion({ value, isAmbiguousKey }: ZoneReference): Verdict {
    if (isAmbiguousKey || named.includes(value)) return undefined
    const isOwn = formOfRegion(value)?.cloud === zoneProvider(provider)
    return isOwn ? verdictOnUnlisted(value) : undefined
  }

  /** Reports a region that isn’t listed, unless it is in a part of the cloud that other accounts are in. */
  function verdictOnUnlisted(region: string): Verdict {
    if (!listed || listed.has(region)) return undefined
    const isOfPart = [...listed].some((one) => partitionOf(one) === partitionOf(region))
    return isOfPart ? { problem: 'unlistedRegion', region } : undefined
  }

  function judge(
    value: string,
    isAmbiguousKey: boolean,
    list: ReadonlySet<string>,
    isCertain = false,
  ): Verdict {
    const zones = known.get(value) ?? []
    const [found] = zones
    if (found) {
      const isGood = zones.some(({ zone: { state } }) => state === undefined || isAvailable(state))
      return isGood ? 'good' : { problem: 'zoneNotAvailable', zone: found.zone }
    }
    // Under `zone`, some write a region, or what is called like one, or numbers of other things.
    const isOther =
      named.includes(value) || formOfRegion(value) !== undefined || /^\d+$/.test(value)
    if (isAmbiguousKey && isOther) return undefined
    if (!hasIds && /^[a-z\d]+-az\d+$/.test(value)) return undefined
    const lower = value.toLowerCase()
    const own = regionOf(value, named)
    const form = own === undefined ? formOf(lower) : undefined
    const meant = form && byBareName.get(withoutHyphens(form.region))
    if (form && isOfOtherCloud(form, provider)) return undefined
    const isOfOwnCloud = form?.cloud === zoneProvider(provider)
    if (isOfOwnCloud && meant === undefined && !form.isId) return verdictOnUnlisted(form.region)
    const regions = own === undefined ? named : [own]
    if (regions.length === 0 || regions.some((region) => inDoubt.has(region))) return undefined
    const names = namesIn(own)
    if (isLocalZone(value) && ![...names].some(isLocalZone)) return undefined // it may not list any
    const number = own === undefined ? '' : (/^-(\d+)$/.exec(value.slice(own.length))?.[1] ?? '')
    const near = nearestOf(number, names, none)
    if (near !== undefined) return { problem: 'unknownZone', regions, nearest: `${own}-${near}` }
    if (/^\d+$/.test(number || lower) && regions.every((region) => withoutZones.has(region)))
      return { problem: 'unknownZone', regions, nearest: undefined }
    const part = meant ?? form?.region
    const nearest = nearestOf(lower, names, list, part)
    if (form?.isId && nearest === undefined) return undefined // of another region
    const isNamed = !isAmbiguousKey && (own ?? part) !== undefined
    const isZone = nearest !== undefined || isNamed || (isCertain && known.size > 0)
    // A zone of another region may only resemble one.
    const isAlike = isZone || (part !== undefined && nearestOf(lower, names, list) !== undefined)
    return isAlike ? { problem: 'unknownZone', regions, nearest } : undefined
  }
}

function withoutHyphens(text: string): string {
  return text.replaceAll('-', '')
}

/** Returns whether a text names a cloud whose regions are called as those of AWS. */
function hasAlikeRegions(text: string): boolean {
  return /ali(?:baba|cloud|yun)|huawei|outscale/i.test(text)
}

/** Returns whether a text is for such a cloud, and not for the provider’s. */
function isOfAlikeCloud(text: string, provider: string): boolean {
  const isOfAws = zoneProvider(provider) !== 'aws' || /aws|amazon|ec2|eks/i.test(text)
  return !isOfAws && hasAlikeRegions(text)
}
