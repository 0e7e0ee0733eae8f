// Whether an inspection after a confirmation still knows what the dialog has shown, or excluded, of a machine pool.

import type { MachinePool } from '../api/poolSchemas.ts'
import { autoscalingBounds, runsWorkloads } from '../model/poolFacts.ts'
import { type Inspection, remainingPools } from './inspection.ts'
import { losses, type Remainder } from './remainder.ts'
import { zonesWithNodes } from './nodesByZone.ts'

/**
 * Returns whether the largest size of a pool, what is lost with it, or which zones keep nodes was known for the dialog,
 * and isn’t any more. If the pool itself can’t be read any more, the check has failed anyway.
 */
export function areDetailsUnread(current: Inspection, confirmed: Inspection): boolean {
  if (current.lookup.kind !== 'listed' || confirmed.lookup.kind !== 'listed') return false
  return (
    isLargestSizeUnread(current.lookup.configured, confirmed.lookup.configured) ||
    isAnyLossUnread(current.lookup.remainder, confirmed.lookup.remainder) ||
    areZonesUnread(current, confirmed)
  )
}

function isLargestSizeUnread(current: MachinePool, confirmed: MachinePool): boolean {
  return isLargestSizeKnown(confirmed) && !isLargestSizeKnown(current)
}

function isLargestSizeKnown(pool: MachinePool): boolean {
  return maxNodes(pool) !== undefined && !pool.hasUnreadableBounds
}

function isAnyLossUnread(current: Remainder, confirmed: Remainder): boolean {
  return losses.some((loss) => {
    return confirmed.losses[loss] !== undefined && current.losses[loss] === undefined
  })
}

/**
 * Returns whether zones may have no nodes left that had some by the dialog, and the nodes can’t be counted any more.
 */
function areZonesUnread(current: Inspection, confirmed: Inspection): boolean {
  const isCounted = current.lookup.kind === 'listed' && current.lookup.nodesByZone !== undefined
  return !isCounted && unprovenZones(current, confirmed).length > 0
}

/** Returns the number of nodes that a pool is configured to have at most; undefined if unknown. */
export function maxNodes(pool: MachinePool | undefined): number | undefined {
  return pool && (autoscalingBounds(pool)?.max ?? pool.size)
}

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
