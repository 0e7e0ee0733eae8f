import type { Zone } from '../../api/client.ts'
import { omittedFrom } from '../../api/omitted.ts'
import { isAvailable } from '../../api/zoneState.ts'
import type { ZoneReference } from './zoneReferences.ts'
import { nearest } from './nearest.ts'
import { isNamed, regionOf, type RegionZones } from './regions.ts'

/** A value that is an unknown or unavailable zone. */
export type Finding =
  | {
      readonly problem: 'unknownZone'
      readonly mention: ZoneReference
      /** The regions searched. */
      readonly regions: readonly string[]
      /** The most similar name. */
      readonly nearest: string | undefined
    }
  | { readonly problem: 'zoneNotAvailable'; readonly mention: ZoneReference; readonly zone: Zone }

/**
 * Compares the zones of a text with those of its regions, and counts them. Zones that may be in a region
 * whose list is incomplete, and missing states, aren’t reported. Under an ambiguous key, only values that
 * resemble zones count.
 */
export function validateZones(
  mentions: readonly ZoneReference[],
  read: readonly RegionZones[],
  unread: readonly string[],
): { findings: Finding[]; checked: number } {
  const named = [...read.map(({ region }) => region), ...unread]
  const incomplete = read.filter(({ zones }) => omittedFrom(zones) > 0)
  const inDoubt = new Set([...unread, ...incomplete.map(({ region }) => region)])
  const findings: Finding[] = []
  let checked = 0
  for (const mention of mentions) {
    const { kind, value, isAmbiguousKey } = mention
    if (kind !== 'zone' || value === '') continue
    const zones = read.flatMap((one) => one.zones.filter((zone) => isNamed(zone, value)))
    const [zone] = zones
    if (zone) {
      checked += 1
      const isGood = zones.some(({ state }) => state === undefined || isAvailable(state))
      if (!isGood) findings.push({ problem: 'zoneNotAvailable', mention, zone })
      continue
    }
    const own = regionOf(value, named)
    const regions = own === undefined ? named : [own]
    if (regions.length === 0 || regions.some((region) => inDoubt.has(region))) continue
    const candidates = read
      .filter(({ region }) => regions.includes(region))
      .flatMap((one) => one.zones.flatMap(({ name, zoneId = name }) => [name, zoneId]))
    const found = nearest(value, candidates, siblingValues(mention, mentions))
    if (isAmbiguousKey && found === undefined) continue
    checked += 1
    findings.push({ problem: 'unknownZone', mention, regions, nearest: found })
  }
  return { findings, checked }
}

/** Returns the other values in a reference’s list. */
export function siblingValues(
  { list, start }: ZoneReference,
  mentions: readonly ZoneReference[],
): ReadonlySet<string> {
  const others = mentions.filter((other) => other.list === list && other.start !== start)
  return new Set(list === undefined ? [] : others.map(({ value }) => value))
}
