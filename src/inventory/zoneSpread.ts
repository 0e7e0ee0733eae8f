import type { MachinePool } from '../api/lookupSchemas.ts'
import type { Machines } from '../api/lookups.ts'
import { zoneProvider } from '../api/providers.ts'

/** A zone of a machine pool, with the number of its machines there. */
export interface ZoneShare {
  readonly zone: string
  readonly machines: number
  /** True if the pool has machines, but none in this zone, for which it is configured. */
  readonly isEmpty?: true
  /** True if the pool isn’t configured for this zone. */
  readonly isOutside?: true
}

/** The clouds whose machines name their zones as their pools do. */
const comparableClouds = new Set(['aws', 'gcp', 'maas'])

/** Returns the number of machines by zone; undefined unless all are listed, each with its zone. */
export function machinesByZone(machines: Machines | undefined): Map<string, number> | undefined {
  if (!machines?.isComplete) return undefined
  const counts = new Map<string, number>()
  for (const { zone } of machines.machines) {
    if (zone === undefined) return undefined
    counts.set(zone, (counts.get(zone) ?? 0) + 1)
  }
  return counts
}

/** Returns whether the zones of a pool’s machines can be compared with those it is configured for. */
function comparesZones(provider: string, { zones }: Pick<MachinePool, 'zones'>): boolean {
  return zones.length > 0 && comparableClouds.has(zoneProvider(provider))
}

/** Returns the zones of a pool with their machines: configured ones first. Undefined if that isn’t known. */
export function zoneSpread(
  provider: string,
  pool: Pick<MachinePool, 'zones'>,
  machines: Machines | undefined,
): ZoneShare[] | undefined {
  const counts = machinesByZone(machines)
  if (!counts?.size) return undefined
  const isComparable = comparesZones(provider, pool)
  const configured = isComparable ? [...new Set(pool.zones)] : []
  const others = [...counts.keys()].filter((zone) => !configured.includes(zone)).sort()
  return [...configured, ...others].map((zone, index): ZoneShare => {
    const share = { zone, machines: counts.get(zone) ?? 0 }
    if (!isComparable) return share
    if (index >= configured.length) return { ...share, isOutside: true }
    return share.machines === 0 ? { ...share, isEmpty: true } : share
  })
}
