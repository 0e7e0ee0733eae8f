// What still proves, after a confirmation, that the cluster keeps what the dialog has promised.

import { runsWorkloads } from '../model/poolFacts.ts'
import type { Inspection } from './inspection.ts'
import { zonesWithNodes } from './nodesByZone.ts'
import { promisedZones } from './siblingsToRecheck.ts'

/** Returns the zones that keep nodes by what the dialog showed, but in which no node is known any more that stays. */
export function unprovenZones(current: Inspection, confirmed: Inspection): readonly string[] {
  const remaining = new Set(remainingPools(current))
  const workers = (current.config?.pools ?? []).filter((pool) => {
    return remaining.has(pool.name) && !pool.hasUnreadableRole && runsWorkloads(pool)
  })
  const proven = new Set(
    workers.flatMap((pool) => {
      return zonesWithNodes(pool, current.loaded.siblingMachines.get(pool.name))
    }),
  )
  return promisedZones(confirmed).filter((zone) => !proven.has(zone))
}

/** Returns the names of the pools that remain after a deletion, as far as they are known. */
export function remainingPools({ pool, config, poolsBeingDeleted }: Inspection): string[] {
  const names = (config?.pools ?? []).map(({ name }) => name)
  return names.filter((name) => name !== pool.machinePoolName && !poolsBeingDeleted.has(name))
}
