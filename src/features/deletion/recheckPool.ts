import type { BatchReadings } from '../../deletion/batchReadings.ts'
import { assessPool, type Inspection } from '../../deletion/inspection.ts'
import { findChanges } from '../../deletion/reconfirmation.ts'
import { siblingsToRecheck } from '../../deletion/siblingsToRecheck.ts'
import type { Parts } from '../../parts.ts'
import { assertProject, assertStillWanted } from './deletionFailures.ts'
import { createInspector } from './inspectPool.ts'
import { createPoolReader } from './readPool.ts'

/**
 * The maximum time from the beginning of the inspection after a confirmation to the request, in milliseconds. It is the
 * maximum duration of an inspection, with a margin. If it took longer, the computer has slept, or storage was slow.
 */
const maxInspectionAgeMs = 60_000

/** The check of a pool after a confirmation. */
export interface Recheck {
  /** Inspects the pool: much may have changed, however soon the dialog was answered. */
  readonly inspect: () => Promise<Inspection>
  /**
   * Completes an inspection if something has changed since the confirmation. It may only seem so because other pools
   * were assumed to be empty.
   */
  readonly completeIfChanged: (inspection: Inspection) => Promise<Inspection>
  /** Lists the machines of the pools that an inspection has assumed to be empty: no dialog shows an assumption. */
  readonly complete: (inspection: Inspection) => Promise<Inspection>
}

/** Creates the functions that check a pool after its confirmation. They load everything again, and only read. */
export function createRechecker(parts: Parts) {
  const { inspectWith } = createInspector(parts)
  const { listSibling } = createPoolReader(parts.clusters)

  /** Begins the check after a confirmation. What is loaded is kept in `readings` for the next dialog of the batch. */
  function begin(confirmed: Inspection, readings: BatchReadings, signal: AbortSignal): Recheck {
    const shownForDialog = new Set(confirmed.loaded.siblingMachines.keys())
    const recheck = { shownForDialog, listedFirst: siblingsToRecheck(confirmed) }
    const plan = { readings, recheck, clusterUid: confirmed.loaded.cached.clusterUid }
    return { inspect, completeIfChanged, complete }

    async function inspect(): Promise<Inspection> {
      let inspection = await inspectAgain()
      // The computer may have slept meanwhile, so that some of the responses are hours old.
      while (!isRecent(inspection)) inspection = await inspectAgain()
      assertProject(inspection, parts)
      return completeIfChanged(inspection)
    }

    /**
     * Nothing that was loaded before counts. Of the other pools, only those are listed that can prove that enough
     * remains.
     */
    async function inspectAgain(): Promise<Inspection> {
      return inspectWith(plan, confirmed.pool, signal)
    }

    async function completeIfChanged(inspection: Inspection): Promise<Inspection> {
      const hasChanged = findChanges(confirmed, inspection).length > 0
      return hasChanged ? complete(inspection) : inspection
    }

    async function complete(inspection: Inspection): Promise<Inspection> {
      const { pool, loaded, poolsBeingDeleted } = inspection
      if (loaded.assumedEmptyPools.length === 0) return inspection
      const siblingMachines = new Map(loaded.siblingMachines)
      const requested = parts.clusters.machineLists.requestedSiblings(pool)
      const list = async (name: string): Promise<void> => {
        siblingMachines.set(name, (await listSibling(pool, name, plan, signal, requested)).value)
      }
      await Promise.all(loaded.assumedEmptyPools.map(list))
      assertStillWanted(signal, { wasConfirmed: true })
      const completed = { ...loaded, siblingMachines, assumedEmptyPools: [] }
      return assessPool(pool, completed, poolsBeingDeleted)
    }
  }

  return { begin }
}

/** Returns whether an inspection is still valid. The clock may have been set back. */
export function isRecent({ loaded }: Inspection): boolean {
  const ageMs = Date.now() - loaded.loadedAt
  return ageMs >= 0 && ageMs <= maxInspectionAgeMs
}
