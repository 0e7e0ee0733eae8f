import type { Zone } from '../api/client.ts'
import type { List } from '../api/list.ts'

/** A region and its zones, if they are known. Its name is empty for a provider without regions. */
export interface RegionZones {
  readonly region: string
  readonly zones?: List<Zone>
  /** When they were listed, in epoch ms. */
  readonly at?: number
}

/** A zone with its region. */
export interface ListedZone {
  readonly zone: Zone
  readonly region: string
}

/** Returns what files call a zone: its name, its ID, and for Azure in Kubernetes `westeurope-1`. */
export function namesOfZone({ name, zoneId = name }: Zone, region: string): ReadonlySet<string> {
  return new Set([name, zoneId, `${region}-${name}`])
}

/** Returns the zones of regions by what files call them. */
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
