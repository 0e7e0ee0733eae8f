import type { Zone } from '../api/client.ts'
import type { List } from '../api/list.ts'

/** A region, with its zones if they are known. */
export interface RegionZones {
  /** The name of the region; empty for a provider without regions. */
  readonly region: string
  readonly zones?: List<Zone>
  /** When the zones were listed, in epoch ms. */
  readonly listedAt?: number
}

/** A zone with its region. */
export interface ListedZone {
  readonly zone: Zone
  readonly region: string
}

/** Returns the texts by which code names a zone: its name, its ID, and the region with the name, as `westeurope-1`. */
export function namesOfZone({ name, zoneId = name }: Zone, region: string): ReadonlySet<string> {
  return new Set([name, zoneId, `${region}-${name}`])
}

/** Returns the zones of regions by the texts by which code names them, see {@link namesOfZone}. */
export function zonesByName(
  regions: readonly RegionZones[],
): ReadonlyMap<string, readonly ListedZone[]> {
  const byName = new Map<string, ListedZone[]>()
  for (const { region, zones } of regions) {
    for (const zone of zones?.items ?? []) {
      for (const name of namesOfZone(zone, region)) {
        const listed = byName.get(name)
        if (listed) listed.push({ zone, region })
        else byName.set(name, [{ zone, region }])
      }
    }
  }
  return byName
}
