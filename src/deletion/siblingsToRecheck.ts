// Which machines of other pools are listed again after a confirmation. There is no list of all machines of a cluster,
// and listing those of every pool for every pool of a batch would take as many requests as the square of their number.

import type { Machines } from '../api/lookups.ts'
import type { MachinePool } from '../api/poolSchemas.ts'
import { isPossibleWorker } from '../model/poolFacts.ts'
import { isSureToHaveNodes } from './guard.ts'
import {
  remainingPools,
  withMachines,
  type Inspection,
  type SiblingMachines,
} from './inspection.ts'
import { placeNodes } from './nodesByZone.ts'
import { promisedZones } from './unreadDetails.ts'

/**
 * Stands for the machines of a pool that weren’t listed again. The pool counts as empty: if nothing is riskier even
 * then, its machines needn’t be known.
 */
export const assumedEmpty: Machines = { machines: [], count: 0, isComplete: true }

/** A worker pool that remains, and the zones in which it has nodes. */
interface RemainingPool {
  readonly name: string
  readonly zones: readonly string[]
  /** True if its machines were listed for the dialog. */
  readonly isListed: boolean
  /** True if the guard counts on it. */
  readonly isSure: boolean
}

/**
 * Returns the names of the other pools whose machines must be listed again after a confirmation: as few as can prove
 * that each zone keeps the worker nodes that the dialog has promised, and the cluster a worker pool with nodes. There
 * are at most as many as zones, and one. If they don’t prove it any more, all others must be listed, too.
 */
export function siblingsToRecheck(confirmed: Inspection): ReadonlySet<string> {
  const remaining = remainingWorkerPools(confirmed)
  const unlisted = remaining.filter(({ isListed }) => !isListed)
  const listed = remaining.filter(({ isListed }) => isListed)
  const chosen = new Set<string>()
  // A pool whose machines aren’t listed counts by the cloud config, which is loaded again anyway.
  const provenZones = new Set(unlisted.flatMap(({ zones }) => zones))
  const unproven = new Set(promisedZones(confirmed).filter((zone) => !provenZones.has(zone)))

  const choose = (candidates: readonly RemainingPool[]): boolean => {
    const best = mostUseful(candidates, unproven)
    if (!best) return false
    chosen.add(best.name)
    for (const zone of best.zones) unproven.delete(zone)
    return true
  }
  if (!unlisted.some(({ isSure }) => isSure)) choose(listed.filter(({ isSure }) => isSure))
  while (unproven.size > 0) {
    const useful = listed.filter(({ zones }) => zones.some((zone) => unproven.has(zone)))
    if (!choose(useful)) break
  }
  return chosen
}

function remainingWorkerPools(confirmed: Inspection): RemainingPool[] {
  const { siblingMachines } = confirmed.loaded
  const workers = remainingPools(confirmed).filter(isPossibleWorker)
  return workers.map((worker) => toRemainingPool(worker, siblingMachines))
}

function toRemainingPool(worker: MachinePool, siblingMachines: SiblingMachines): RemainingPool {
  const list = siblingMachines.get(worker.name)
  const placed = placeNodes(worker, list)?.byZone ?? new Map<string, number>()
  const zones = [...placed].filter(([, nodes]) => nodes > 0).map(([zone]) => zone)
  return {
    name: worker.name,
    zones,
    isListed: list !== undefined,
    isSure: isSureToHaveNodes(withMachines(worker, siblingMachines)),
  }
}

/** Returns the pool with nodes in most of the zones; undefined without candidates. */
function mostUseful(
  candidates: readonly RemainingPool[],
  wanted: ReadonlySet<string>,
): RemainingPool | undefined {
  const useOf = ({ zones }: RemainingPool) => zones.filter((zone) => wanted.has(zone)).length
  let best: RemainingPool | undefined
  for (const candidate of candidates) {
    if (!best || useOf(candidate) > useOf(best)) best = candidate
  }
  return best
}
