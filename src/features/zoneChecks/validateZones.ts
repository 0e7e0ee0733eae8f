import type { Zone } from '../../api/client.ts'
import { omittedFrom } from '../../api/omitted.ts'
import { hasRegions } from '../../api/endpoints.ts'
import { zoneProvider } from '../../api/providers.ts'
import { isAvailable } from '../../api/zoneState.ts'
import type { ZoneReference } from '../../formats/zoneReferences.ts'
import { NameIndex } from './nearest.ts'
import {
  formOf,
  formOfRegion,
  isOfOtherCloud,
  partitionOf,
  regionOf,
  type RegionZones,
} from './regions.ts'
import { hasAlikeRegions, hasLoneSlip } from './otherClouds.ts'
import type { ZonePlaces } from './zonePlaces.ts'
import { atOnce } from '../../formats/slices.ts'

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
      readonly dependsOn: Dependency
    }

/** The offsets of the values that a finding depends on, from the first to the last. */
type Dependency = Pick<ZoneReference, 'start' | 'end'>

/** The findings in a text, and the number of zones that were checked. */
export interface Validation {
  readonly findings: Finding[]
  readonly checked: number
}

/** The facts about the account and the text, beside the zones. */
export interface ZoneContext {
  /** If undefined, the forms of zones tell nothing. */
  readonly provider?: string
  /** The regions of the account; undefined if they aren’t listed completely. */
  readonly regions?: ReadonlySet<string> | undefined
  readonly places?: ZonePlaces | undefined
  /** The text, which may name other clouds. */
  readonly text?: string
}

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
  context?: ZoneContext,
): Validation {
  return atOnce(validationSteps(references, read, unread, context))
}

/** Like {@link validateZones}, in steps that take about a millisecond each. */
export function* validationSteps(
  references: readonly ZoneReference[],
  read: readonly RegionZones[],
  unread: readonly string[],
  context: ZoneContext = {},
): Generator<void, Validation> {
  const validator = new Validator(read, unread, context, references)
  const siblings = new Map<number, Set<string>>()
  for (const { list, value } of references) {
    if (list === undefined) continue
    const values = siblings.get(list)
    if (values) values.add(value)
    else siblings.set(list, new Set([value]))
  }
  const findings: Finding[] = []
  const unlisted = new Set<string>()
  let checked = 0
  for (const [index, reference] of references.entries()) {
    if (index % 32 === 0) yield
    const { kind, value, list } = reference
    if (value === '') continue
    const taken = list === undefined ? none : (siblings.get(list) ?? none)
    const isZone = kind === 'zone'
    const verdict = isZone
      ? validator.verdict(reference, taken)
      : validator.regionVerdict(reference)
    if (!verdict) continue
    if (isZone) checked += 1
    if (verdict === 'good') continue
    const isKnown = verdict.problem === 'unlistedRegion' && unlisted.has(verdict.region)
    if (verdict.problem === 'unlistedRegion') unlisted.add(verdict.region)
    if (!isKnown) findings.push({ ...verdict, reference })
  }
  return { findings, checked }
}

const none: ReadonlySet<string> = new Set()

type Verdict = DistributiveOmit<Finding, 'reference'> | 'good' | undefined
type DistributiveOmit<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never

/** Judges each distinct value of a list once. */
class Validator {
  readonly #context: ZoneContext
  readonly #read: readonly RegionZones[]
  readonly #named: readonly string[]
  readonly #references: readonly ZoneReference[]
  /** The regions of the account, if others can’t be those of a cloud that calls them alike. */
  readonly #listed: ReadonlySet<string> | undefined
  /** True if what looks like another cloud’s zone is a slip. */
  #isLone: boolean | undefined
  /** The named regions by their names without hyphens. */
  readonly #bare: ReadonlyMap<string, string>
  readonly #inDoubt: ReadonlySet<string>
  /** Some of azure, where any number is unknown. */
  readonly #withoutZones: ReadonlySet<string>
  /** False if the zones are listed without their IDs. */
  #hasIds = false
  readonly #zones = new Map<string, Zone[]>()
  readonly #indexes = new Map<string, NameIndex>()
  readonly #verdicts = new WeakMap<ReadonlySet<string>, Map<string, Verdict>>()
  readonly #haveOwn = new WeakMap<ReadonlySet<string>, boolean>()

  constructor(
    read: readonly RegionZones[],
    unread: readonly string[],
    context: ZoneContext,
    references: readonly ZoneReference[],
  ) {
    this.#context = context
    this.#references = references
    this.#listed = hasAlikeRegions(context.text ?? '') ? undefined : context.regions
    this.#read = read
    this.#named = [...read.map(({ region }) => region), ...unread]
    this.#bare = new Map(this.#named.map((region) => [withoutHyphens(region), region]))
    const incomplete = read.filter(({ zones }) => omittedFrom(zones) > 0)
    this.#inDoubt = new Set([...unread, ...incomplete.map(({ region }) => region)])
    const empty = read.filter(({ zones }) => zones.length === 0)
    this.#withoutZones = new Set(empty.map(({ region }) => region))
    for (const { region, zones } of read) {
      for (const zone of zones) {
        this.#hasIds ||= zone.zoneId !== undefined
        // Kubernetes calls the zones of azure `westeurope-1`.
        const names = [zone.name, zone.zoneId ?? zone.name, `${region}-${zone.name}`]
        for (const name of new Set(names)) {
          const same = this.#zones.get(name)
          if (same) same.push(zone)
          else this.#zones.set(name, [zone])
        }
      }
    }
  }

  verdict({ value, isAmbiguousKey, start }: ZoneReference, taken: ReadonlySet<string>): Verdict {
    const { regionOfNumber, own } = this.#context.places ?? {}
    if (regionOfNumber?.has(start)) {
      const region = regionOfNumber.get(start)
      if (region === undefined) return undefined
      const isUnlisted = own?.has(start) && this.#listed?.has(region) === false
      if (isUnlisted && !this.#named.includes(region)) return { problem: 'unlistedRegion', region }
      return this.#numberVerdict(value, isAmbiguousKey, region)
    }
    const isOwn = own?.has(start) === true && !hasRegions(this.#context.provider ?? '')
    const isCertain = !isAmbiguousKey && isOwn
    const verdicts = this.#verdicts.get(taken) ?? new Map<string, Verdict>()
    this.#verdicts.set(taken, verdicts)
    const key = `${isAmbiguousKey ? '?' : isCertain ? '!' : ''}${value}`
    if (!verdicts.has(key)) {
      verdicts.set(key, this.#judge(value, isAmbiguousKey, taken, isCertain))
    }
    return verdicts.get(key)
  }

  /** Judges a region of the account’s cloud: it may not be listed. */
  regionVerdict({ value, isAmbiguousKey }: ZoneReference): Verdict {
    if (isAmbiguousKey || this.#named.includes(value)) return undefined
    const isOwn = formOfRegion(value)?.cloud === zoneProvider(this.#context.provider ?? '')
    return isOwn ? this.#unlisted(value) : undefined
  }

  /** Judges a number by its own region, as Kubernetes writes it. */
  #numberVerdict(value: string, isAmbiguousKey: boolean, region: string): Verdict {
    if (!this.#named.includes(region)) return undefined
    const verdict = this.#judge(`${region}-${value}`, false, none)
    if (typeof verdict !== 'object' || verdict.problem !== 'unknownZone') return verdict
    if (isAmbiguousKey) return undefined
    return { ...verdict, nearest: verdict.nearest?.slice(region.length + 1) }
  }

  #judge(
    value: string,
    isAmbiguousKey: boolean,
    taken: ReadonlySet<string>,
    isCertain = false,
  ): Verdict {
    const zones = this.#zones.get(value) ?? []
    const [zone] = zones
    if (zone) {
      const isGood = zones.some(({ state }) => state === undefined || isAvailable(state))
      return isGood ? 'good' : { problem: 'zoneNotAvailable', zone }
    }
    // Under `zone`, some write a region, or what is called like one, or numbers of other things.
    const isOther =
      this.#named.includes(value) || formOfRegion(value) !== undefined || /^\d+$/.test(value)
    if (isAmbiguousKey && isOther) return undefined
    if (!this.#hasIds && /^[a-z\d]+-az\d+$/.test(value)) return undefined
    const text = value.toLowerCase()
    const own = regionOf(value, this.#named)
    const form = own === undefined ? formOf(text) : undefined
    const meant = form && this.#meant(form.region)
    if (form && isOfOtherCloud(form, this.#context.provider)) {
      if (meant === undefined || !this.#isMisspelled(isAmbiguousKey, taken)) return undefined
    } else if (form && form.cloud === zoneProvider(this.#context.provider ?? '')) {
      if (meant === undefined && !form.isId) return this.#unlisted(form.region)
    }
    const regions = own === undefined ? this.#named : [own]
    if (regions.length === 0 || regions.some((region) => this.#inDoubt.has(region)))
      return undefined
    const index = this.#indexOf(own)
    const number = own === undefined ? '' : (/^-(\d+)$/.exec(value.slice(own.length))?.[1] ?? '')
    const near = index.nearest(number, none)
    if (near !== undefined) return { problem: 'unknownZone', regions, nearest: `${own}-${near}` }
    if (/^\d+$/.test(number || text) && regions.every((region) => this.#withoutZones.has(region)))
      return { problem: 'unknownZone', regions, nearest: undefined }
    const part = meant ?? form?.region
    const nearest = index.nearest(text, taken, part)
    if (form?.isId && nearest === undefined) return undefined // of another region
    const isNamed = !isAmbiguousKey && (own ?? part) !== undefined
    const isZone = nearest !== undefined || isNamed || (isCertain && this.#zones.size > 0)
    // A zone of another region may only resemble one.
    if (!isZone && (part === undefined || index.nearest(text, taken) === undefined))
      return undefined
    return { problem: 'unknownZone', regions, nearest }
  }

  /** Returns the named region that a region’s name is, but for its hyphens. */
  #meant(region: string): string | undefined {
    return this.#bare.get(withoutHyphens(region))
  }

  /** Returns whether another cloud’s form is a slip. */
  #isMisspelled(isAmbiguousKey: boolean, taken: ReadonlySet<string>): boolean {
    if (this.#hasOwn(taken)) return true
    const { provider = '', text = '' } = this.#context
    return !isAmbiguousKey && (this.#isLone ??= hasLoneSlip(this.#references, provider, text))
  }

  /** Returns whether a list has zones of named regions. */
  #hasOwn(list: ReadonlySet<string>): boolean {
    const isOwn = (one: string) => regionOf(one, this.#named) !== undefined
    const hasOwn = this.#haveOwn.get(list) ?? [...list].some(isOwn)
    this.#haveOwn.set(list, hasOwn)
    return hasOwn
  }

  /** Reports a region that isn’t listed, unless it is in a part of the cloud that other accounts are in. */
  #unlisted(region: string): Verdict {
    const listed = [...(this.#listed ?? [])]
    const isOfPart = listed.some((one) => partitionOf(one) === partitionOf(region))
    if (!isOfPart || listed.includes(region)) return undefined
    return { problem: 'unlistedRegion', region }
  }

  /** Returns the names and IDs of the zones of a region, or of all. */
  #indexOf(own: string | undefined): NameIndex {
    const key = own ?? ''
    let index = this.#indexes.get(key)
    if (!index) {
      const lists = this.#read.filter(({ region }) => own === undefined || region === own)
      const names = lists.flatMap(({ zones }) =>
        zones.flatMap(({ name, zoneId = name }) => [name, zoneId]),
      )
      this.#indexes.set(key, (index = new NameIndex(names)))
    }
    return index
  }
}

function withoutHyphens(text: string): string {
  return text.replaceAll('-', '')
}
