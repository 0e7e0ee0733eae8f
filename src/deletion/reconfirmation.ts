// Whether what a person has confirmed still covers what is known of a machine pool.

import type { Danger } from './guard.ts'
import { configuredPool, mayExist, type Inspection } from './inspection.ts'
import { losses, type Remainder } from './remainder.ts'

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

/** Returns why the confirmation of an inspection doesn’t cover a later one; undefined if it covers all that is known. */
export function reconfirmReason(
  confirmed: Inspection,
  current: Inspection,
): ReconfirmReason | undefined {
  return rules.find(({ applies }) => applies(current, confirmed))?.reason
}

/** The cluster or the cloud config has another name, which may protect the pool. */
function isRenamed(current: Inspection, confirmed: Inspection): boolean {
  const namesOf = ({ loaded, config }: Inspection) => [loaded.cached.cluster, config?.name]
  const names = namesOf(current)
  return namesOf(confirmed).some((earlier, index) => {
    const name = names[index]
    return name !== undefined && earlier !== undefined && name !== earlier
  })
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
  const isMore = (count = 0, earlierCount = Infinity) => count > earlierCount
  const pool = configuredPool(current.lookup)
  const earlierPool = configuredPool(confirmed.lookup)
  return (
    isMore(current.loaded.machines?.count, confirmed.loaded.machines?.count) ||
    isMore(pool?.size, earlierPool?.size)
  )
}

/** A zone loses all its nodes, which the dialog hasn’t shown. */
function emptiesMoreZones({ lookup }: Inspection, confirmed: Inspection): boolean {
  const nodes = lookup.kind === 'listed' ? lookup.nodesByZone : undefined
  const earlierNodes = confirmed.lookup.kind === 'listed' ? confirmed.lookup.nodesByZone : undefined
  if (!nodes || !earlierNodes) return false
  const remaining = new Map(nodes.zones.map(({ name, after }) => [name, after]))
  return earlierNodes.zones.some(({ name, after }) => after > 0 && !remaining.get(name))
}

/** The cluster loses more than the dialog has shown. */
function losesMore({ lookup }: Inspection, confirmed: Inspection): boolean {
  const remainder = remainderIn(lookup)
  const earlierRemainder = remainderIn(confirmed.lookup)
  if (!remainder || !earlierRemainder) return false
  return losses.some((loss) => {
    const shown = earlierRemainder.losses[loss]
    const lost = remainder.losses[loss] ?? []
    return shown !== undefined && lost.some((value) => !shown.includes(value))
  })
}

function remainderIn(lookup: Inspection['lookup']): Remainder | undefined {
  return lookup.kind === 'listed' ? lookup.remainder : undefined
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
