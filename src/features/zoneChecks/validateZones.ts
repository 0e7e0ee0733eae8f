import type { Zone } from '../../api/client.ts'
import { omittedFrom } from '../../api/omitted.ts'
import { isAvailable } from '../../api/zoneState.ts'
import type { ZoneReference } from '../../formats/zoneReferences.ts'
import { NameIndex } from './nearest.ts'
import { isRegionLike, regionOf, regionPart, type RegionZones } from './regions.ts'
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
  | { readonly problem: 'zoneNotAvailable'; readonly reference: ZoneReference; readonly zone: Zone }
  | {
      readonly problem: 'typeNotAvailable'
      readonly reference: ZoneReference
      /** The instance types, none of which the cloud has in the zone. */
      readonly types: readonly string[]
      readonly dependsOn: Dependency
    }
  | {
      readonly problem: 'subnetElsewhere'
      /** The subnet, not the zone. */
      readonly reference: ZoneReference
      /** The zones that the file says it’s in. */
      readonly zones: readonly string[]
      /** The zone that it’s in. */
      readonly zone: string
      readonly dependsOn: Dependency
    }

/** The offsets of the values that a finding depends on, from the first to the last. */
type Dependency = Pick<ZoneReference, 'start' | 'end'>

/** The findings in a text, and the number of zones that were checked. */
export interface Validation {
  readonly findings: Finding[]
  readonly checked: number
}

/**
 * Compares the zones of a text with those of its regions, and counts them. Zones that may be in a region whose
 * list is incomplete, and missing states, aren’t reported. Only values that look like zones count: they resemble
 * one, or begin with the name of a region.
 */
export function validateZones(
  references: readonly ZoneReference[],
  read: readonly RegionZones[],
  unread: readonly string[],
): Validation {
  return atOnce(validationSteps(references, read, unread))
}

/** Like {@link validateZones}, in steps that take about a millisecond each. */
export function* validationSteps(
  references: readonly ZoneReference[],
  read: readonly RegionZones[],
  unread: readonly string[],
): Generator<void, Validation> {
  const validator = new Validator(read, unread)
  const siblings = new Map<number, Set<string>>()
  for (const { list, value } of references) {
    if (list === undefined) continue
    const values = siblings.get(list)
    if (values) values.add(value)
    else siblings.set(list, new Set([value]))
  }
  const findings: Finding[] = []
  let checked = 0
  for (const [index, reference] of references.entries()) {
    if (index % 32 === 0) yield
    if (reference.kind !== 'zone' || reference.value === '') continue
    const taken = reference.list === undefined ? none : (siblings.get(reference.list) ?? none)
    const verdict = validator.verdict(reference, taken)
    if (!verdict) continue
    checked += 1
    if (verdict !== 'good') findings.push({ ...verdict, reference })
  }
  return { findings, checked }
}

/** Returns the other values in a reference’s list. */
export function siblingValues(
  { list, start }: ZoneReference,
  references: readonly ZoneReference[],
): ReadonlySet<string> {
  const others = references.filter((other) => other.list === list && other.start !== start)
  return new Set(list === undefined ? [] : others.map(({ value }) => value))
}

const none: ReadonlySet<string> = new Set()

type Verdict = DistributiveOmit<Finding, 'reference'> | 'good' | undefined
type DistributiveOmit<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never

/** Judges each distinct value of a list once. */
class Validator {
  readonly #read: readonly RegionZones[]
  readonly #named: readonly string[]
  readonly #inDoubt: ReadonlySet<string>
  /** Some of azure, where any number is unknown. */
  readonly #withoutZones: ReadonlySet<string>
  /** False if the zones are listed without their IDs. */
  #hasIds = false
  readonly #zones = new Map<string, Zone[]>()
  readonly #indexes = new Map<string, NameIndex>()
  readonly #verdicts = new WeakMap<ReadonlySet<string>, Map<string, Verdict>>()

  constructor(read: readonly RegionZones[], unread: readonly string[]) {
    this.#read = read
    this.#named = [...read.map(({ region }) => region), ...unread]
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

  verdict({ value, isAmbiguousKey }: ZoneReference, taken: ReadonlySet<string>): Verdict {
    const verdicts = this.#verdicts.get(taken) ?? new Map<string, Verdict>()
    this.#verdicts.set(taken, verdicts)
    const key = `${isAmbiguousKey ? '?' : ''}${value}`
    if (!verdicts.has(key)) verdicts.set(key, this.#judge(value, isAmbiguousKey, taken))
    return verdicts.get(key)
  }

  #judge(value: string, isAmbiguousKey: boolean, taken: ReadonlySet<string>): Verdict {
    const zones = this.#zones.get(value) ?? []
    const [zone] = zones
    if (zone) {
      const isGood = zones.some(({ state }) => state === undefined || isAvailable(state))
      return isGood ? 'good' : { problem: 'zoneNotAvailable', zone }
    }
    // Under `zone`, some write a region, or what is called like one, or numbers of other things.
    const isOther = this.#named.includes(value) || isRegionLike(value) || /^\d+$/.test(value)
    if (isAmbiguousKey && isOther) return undefined
    if (!this.#hasIds && /^[a-z\d]+-az\d+$/.test(value)) return undefined
    const own = regionOf(value, this.#named)
    const regions = own === undefined ? this.#named : [own]
    if (regions.length === 0 || regions.some((region) => this.#inDoubt.has(region)))
      return undefined
    const text = value.toLowerCase()
    const index = this.#indexOf(own)
    const number = own === undefined ? '' : (/^-(\d+)$/.exec(value.slice(own.length))?.[1] ?? '')
    const near = index.nearest(number, none)
    if (near !== undefined) return { problem: 'unknownZone', regions, nearest: `${own}-${near}` }
    if (/^\d+$/.test(number || text) && regions.every((region) => this.#withoutZones.has(region)))
      return { problem: 'unknownZone', regions, nearest: undefined }
    const part = regionPart(text)
    const nearest = index.nearest(text, taken, part)
    const isZone = nearest !== undefined || (!isAmbiguousKey && (own ?? part) !== undefined)
    // A zone of another region may only resemble one.
    if (!isZone && (part === undefined || index.nearest(text, taken) === undefined))
      return undefined
    return { problem: 'unknownZone', regions, nearest }
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
