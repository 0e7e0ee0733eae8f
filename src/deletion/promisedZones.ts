// The zones that keep nodes by what the dialog has shown, and what still proves that after its confirmation.

import { runsWorkloads } from '../model/poolFacts.ts'
import { remainingPools, type Inspection } from './inspection.ts'
import { zonesWithNodes } from './nodesByZone.ts'

/** Returns the zones in which nodes remain by what the dialog showed; none if they couldn’t be counted. */
export function promisedZones({ lookup }: Inspection): readonly string[] {
  const zones = lookup.kind === 'listed' ? lookup.nodesByZone?.zones : undefined
  return (zones ?? []).filter(({ after }) => after > 0).map(({ name }) => name)
}

/** Returns the promised zones in which no node is known any more that stays. */
export function unprovenZones(current: Inspection, confirmed: Inspection): readonly string[] {
  const { siblingMachines } = current.loaded
  const workers = remainingPools(current).filter((pool) => {
    return !pool.hasUnreadableRole && runsWorkloads(pool)
  })
  const proven = new Set(
    workers.flatMap((pool) => zonesWithNodes(pool, siblingMachines.get(pool.name))),
  )
  return promisedZones(confirmed).filter((zone) => !proven.has(zone))
}
