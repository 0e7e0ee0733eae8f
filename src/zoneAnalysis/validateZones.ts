import { isComplete } from '../api/list.ts'
import { hasRegions, zoneProvider } from '../api/providers.ts'
import { isAvailable } from '../api/zones.ts'
import type { ZoneReference } from '../syntax/zoneReferences.ts'
import type { CheckedText, Evidence, Finding, Judgement, Problem } from './judgement.ts'
import { memo } from './memo.ts'
import { nearestOf } from './nearest.ts'
import {
  formOf,
  formOfRegion,
  isLocalZone,
  isOfOtherCloud,
  partitionOf,
  regionOf,
  zonesByName,
} from './regions.ts'
import type { ZonePlaces } from './zonePlaces.ts'

type Verdict = Problem | 'good' | undefined

/**
 * Compares the zones of a text with those of its regions, and counts them. Zones that may be in a region whose
 * list is incomplete, and missing states, aren’t reported. Only values that look like zones count: they resemble
 * one, or begin with the name of a region. Those of other clouds are left out, and of a region that the account
 * doesn’t list, only the region is reported.
 */
export function validateZones(
  { text, references }: CheckedText,
  { provider, named: regions, listed: allListed }: Evidence,
  places: ZonePlaces,
): Pick<Judgement, 'findings' | 'checked'> {
  const zonesOf = new Map(regions.map(({ region, zones }) => [region, zones]))
  const named = [...zonesOf.keys()]
  const isWhole = (region: string) => isComplete(zonesOf.get(region))
  const byBareName = new Map(named.map((region) => [withoutHyphens(region), region]))
  const hasIds = regions.some(({ zones }) =>
    zones?.items.some(({ zoneId }) => zoneId !== undefined),
  )
  const known = zonesByName(regions)
  /** The regions of the account, if others can’t be those of a cloud that calls them alike. */
  const listed = hasAlikeRegions(text) ? undefined : allListed
  /** The names and IDs of the zones of a region, or of all. */
  const namesIn = memo((own: string | undefined): ReadonlySet<string> => {
    const lists = regions.filter(({ region }) => own === undefined || region === own)
    const zones = lists.flatMap((one) => one.zones?.items ?? [])
    return new Set(zones.flatMap(({ name, zoneId = name }) => [name, zoneId]))
  })
  const lists = Map.groupBy(references, ({ list }) => list)
  const valuesIn = memo((list: number | undefined) => {
    return new Set(list === undefined ? [] : lists.get(list)?.map(({ value }) => value))
  })
  const findings: Finding[] = []
  let checked = 0
  for (const reference of isOfAlikeCloud(text, provider) ? [] : references) {
    if (reference.value === '') continue
    const isZone = reference.kind === 'zone'
    const verdict = isZone ? verdictOn(reference) : verdictOnRegion(reference)
    if (!verdict) continue
    if (isZone) checked += 1
    if (verdict !== 'good') findings.push({ ...verdict, reference })
  }
  return { findings, checked }

  function verdictOn(reference: ZoneReference): Verdict {
    const { value, isAmbiguousKey, start } = reference
    const other = counterpartOf(reference)
    if (other !== undefined) return { problem: 'unknownZone', regions: named, nearest: other }
    const isOwn = places.own.has(start)
    if (!places.regionOfNumber.has(start)) {
      return judge(reference, isOwn && !isAmbiguousKey && !hasRegions(provider))
    }
    const region = places.regionOfNumber.get(start)
    if (region === undefined) return undefined
    if (!named.includes(region)) {
      return isOwn && listed?.has(region) === false
        ? { problem: 'unlistedRegion', region }
        : undefined
    }
    // A number, as Kubernetes writes it.
    const name = `${region}-${value}`
    const verdict = judge({ value: name, isAmbiguousKey: false, list: undefined })
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

  /** Judges a zone by its name; if it `isCertain`, the name needn’t look like one. */
  function judge(
    { value, isAmbiguousKey, list }: Pick<ZoneReference, 'value' | 'isAmbiguousKey' | 'list'>,
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
    const searched = own === undefined ? named : [own]
    if (searched.length === 0 || !searched.every(isWhole)) return undefined
    const names = namesIn(own)
    if (isLocalZone(value) && ![...names].some(isLocalZone)) return undefined // it may not list any
    const number = own === undefined ? '' : (/^-(\d+)$/.exec(value.slice(own.length))?.[1] ?? '')
    const near = nearestOf(number, names)
    if (near !== undefined) {
      return { problem: 'unknownZone', regions: searched, nearest: `${own}-${near}` }
    }
    // Some regions of azure have no zones.
    const isEmpty = searched.every((region) => zonesOf.get(region)?.items.length === 0)
    if (isEmpty && /^\d+$/.test(number || lower))
      return { problem: 'unknownZone', regions: searched, nearest: undefined }
    const part = meant ?? form?.region
    const nearest = nearestOf(lower, names, valuesIn(list), part)
    if (form?.isId && nearest === undefined) return undefined // of another region
    const isNamed = !isAmbiguousKey && (own ?? part) !== undefined
    const isZone = nearest !== undefined || isNamed || (isCertain && known.size > 0)
    // A zone of another region may only resemble one.
    const isAlike = isZone || (part !== undefined && nearestOf(lower, names) !== undefined)
    return isAlike ? { problem: 'unknownZone', regions: searched, nearest } : undefined
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
