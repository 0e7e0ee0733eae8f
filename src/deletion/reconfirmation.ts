// Whether what a person has confirmed still covers what is known of a machine pool.

import type { Danger } from './guard.ts'
import { configuredPool, mayExist, type Inspection } from './inspection.ts'
import { losses } from './remainder.ts'

/** Why a confirmed deletion must be confirmed again: what is known has changed, or couldn’t be checked again. */
export type ReconfirmReason = 'changed' | 'unchecked'

interface Rule {
  readonly reason: ReconfirmReason
  readonly applies: (current: Inspection, confirmed: Inspection) => boolean
}

/** The first rule that applies gives the reason. */
const rules: readonly Rule[] = [
  { reason: 'changed', applies: (current) => !mayExist(current.lookup) },
  { reason: 'changed', applies: isRenamed },
  { reason: 'changed', applies: hasOnlyNewMachines },
  { reason: 'changed', applies: hasOtherInstanceType },
  { reason: 'changed', applies: hasMoreNodes },
  { reason: 'changed', applies: emptiesMoreZones },
  { reason: 'changed', applies: losesMore },
  { reason: 'unchecked', applies: hasNewUncheckedDanger },
  { reason: 'changed', applies: hasNewDanger },
  { reason: 'unchecked', applies: lostSightOfMachines },
]

/**
 * Returns why the confirmation of an inspection doesn’t cover a later one; undefined if it covers all that is known.
 */
export function reconfirmReason(
  confirmed: Inspection,
  current: Inspection,
): ReconfirmReason | undefined {
  return rules.find(({ applies }) => applies(current, confirmed))?.reason
}

/** The cluster or the cloud config has another name, which may protect the pool. */
function isRenamed(current: Inspection, confirmed: Inspection): boolean {
  return (
    isOtherName(current.loaded.cached.cluster, confirmed.loaded.cached.cluster) ||
    isOtherName(current.config?.name, confirmed.config?.name)
  )
}

/** Returns whether both names are known and differ. */
function isOtherName(name: string | undefined, earlierName: string | undefined): boolean {
  if (name === undefined || earlierName === undefined) return false
  return name !== earlierName
}

/** All machines from before are gone: it may be a new pool of the same name. */
function hasOnlyNewMachines({ liveUids }: Inspection, confirmed: Inspection): boolean {
  const earlierUids = confirmed.liveUids ?? []
  if (!liveUids || earlierUids.length === 0) return false
  return !liveUids.some((uid) => earlierUids.includes(uid))
}

/** It may be a new pool of the same name. */
function hasOtherInstanceType(current: Inspection, confirmed: Inspection): boolean {
  const pool = configuredPool(current.lookup)
  const earlierPool = configuredPool(confirmed.lookup)
  if (!pool || !earlierPool) return false
  return pool.instanceType !== earlierPool.instanceType
}

/** Machines may be unknown, or not there yet, so the configured size counts, too. */
function hasMoreNodes(current: Inspection, confirmed: Inspection): boolean {
  const count = current.loaded.machines?.count
  const earlierCount = confirmed.loaded.machines?.count
  if (isMore(count, earlierCount)) return true
  const size = configuredPool(current.lookup)?.size
  const earlierSize = configuredPool(confirmed.lookup)?.size
  return isMore(size, earlierSize)
}

/** Returns whether both numbers are known, and the later one is larger. */
function isMore(count: number | undefined, earlierCount: number | undefined): boolean {
  if (count === undefined || earlierCount === undefined) return false
  return count > earlierCount
}

/** A zone loses all its nodes, which the dialog hasn’t shown. */
function emptiesMoreZones({ lookup }: Inspection, confirmed: Inspection): boolean {
  if (lookup.kind !== 'listed' || confirmed.lookup.kind !== 'listed') return false
  const zones = lookup.nodesByZone?.zones
  const earlierZones = confirmed.lookup.nodesByZone?.zones
  if (!zones || !earlierZones) return false
  const remaining = new Map(zones.map(({ name, after }) => [name, after]))
  return earlierZones.some(({ name, after }) => {
    const isEmptied = (remaining.get(name) ?? 0) === 0
    return after > 0 && isEmptied
  })
}

/** The cluster loses more than the dialog has shown. */
function losesMore({ lookup }: Inspection, confirmed: Inspection): boolean {
  if (lookup.kind !== 'listed' || confirmed.lookup.kind !== 'listed') return false
  const lost = lookup.remainder.losses
  const shown = confirmed.lookup.remainder.losses
  return losses.some((loss) => {
    const values = lost[loss] ?? []
    const shownValues = shown[loss]
    // What was unknown was not shown, but nothing says that it has changed.
    if (shownValues === undefined) return false
    return values.some((value) => !shownValues.includes(value))
  })
}

/** The dangers of a pool that couldn’t be checked. */
const uncheckedDangers: readonly Danger[] = ['checkFailed', 'checkUnsupported']

function hasNewUncheckedDanger(current: Inspection, confirmed: Inspection): boolean {
  return newDangers(current, confirmed).some((danger) => uncheckedDangers.includes(danger))
}

function hasNewDanger(current: Inspection, confirmed: Inspection): boolean {
  return newDangers(current, confirmed).length > 0
}

function newDangers({ dangers }: Inspection, confirmed: Inspection): Danger[] {
  return dangers.filter((danger) => !confirmed.dangers.includes(danger))
}

/** The machines can’t be listed any more, so there may be more of them, or others. */
function lostSightOfMachines(current: Inspection, confirmed: Inspection): boolean {
  return confirmed.liveUids !== undefined && current.liveUids === undefined
}
