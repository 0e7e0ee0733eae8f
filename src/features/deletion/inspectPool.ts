import * as vscode from 'vscode'
import { findConfigLabel } from '../../clusters/configs.ts'
import { BatchReadings } from '../../deletion/batchReadings.ts'
import { assessPool, type Inspection } from '../../deletion/inspection.ts'
import type { MachinePoolRef } from '../../model/refs.ts'
import { findCluster } from '../../clusters/poolSearch.ts'
import type { Parts } from '../../parts.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import type { SoughtPool } from '../poolsInCode/poolMatching.ts'
import { assertProject, assertStillWanted, hybridFailure } from './deletionFailures.ts'
import { notifyNotListed, notifyUnconfirmed } from './notifyOutcome.ts'
import { createPoolReader, noSiblings, optionalWithTimeout, type ReadingPlan } from './readPool.ts'

/** Creates the functions that inspect a machine pool before its deletion. They only read. */
export function createInspector(parts: Parts) {
  const { pins, clusters, deletions, deletionMonitor } = parts
  const { readConfig, listMachines, listSiblings, loadClusterStatus } = createPoolReader(clusters)
  return { inspectBeforeDialog, reportIfGone, inspectWith, inspectNow, inCluster }

  /**
   * Inspects a pool before the dialog, with what was loaded seconds ago for an earlier dialog of the batch. If the pool
   * is gone, tells the user, and resolves to undefined.
   */
  async function inspectBeforeDialog(
    pool: MachinePoolRef,
    readings: BatchReadings,
    modelCall: AbortSignal | undefined,
  ): Promise<Inspection | undefined> {
    const inspection = await withDelayedProgress(
      checkingTitle(),
      async (signal) => inspectWith({ readings }, await inCluster(pool, signal), signal),
      { caller: modelCall },
    )
    return reportIfGone(inspection)
  }

  /**
   * Returns an inspection as it is, unless the pool is gone: then tells the user, and returns undefined. Throws if the
   * pool is a hybrid pool, which can’t be deleted here, or if its project is gone or forbidden.
   */
  function reportIfGone(inspection: Inspection): Inspection | undefined {
    const { pool, lookup } = inspection
    if (lookup.kind === 'hybrid') throw hybridFailure(pool)
    assertProject(inspection, parts)
    if (lookup.kind !== 'gone') return inspection
    const [earlierDeletion] = deletions.allPending(pool)
    if (!earlierDeletion) {
      notifyNotListed(pool, inspection.loaded.machines, pins)
      return undefined
    }
    notifyUnconfirmed(pool, earlierDeletion, inspection.loaded.machines, pins)
    // The monitor reports the end of an earlier deletion.
    deletionMonitor.pollNow()
    return undefined
  }

  /** Inspects a pool now, without a dialog. */
  async function inspectNow(pool: MachinePoolRef, signal: AbortSignal): Promise<Inspection> {
    return inspectWith({ readings: new BatchReadings() }, pool, signal)
  }

  /** Inspects a pool now, with what a plan says. */
  async function inspectWith(
    plan: ReadingPlan,
    pool: MachinePoolRef,
    signal: AbortSignal,
  ): Promise<Inspection> {
    const startedAt = Date.now() // before the requests, because other deletions may end meanwhile
    const configLoading = readConfig(pool, plan, signal)
    const siblingsLoading = configLoading.then(async ({ value }) =>
      value.kind === 'answered' ? listSiblings(pool, value.config, plan, signal) : noSiblings,
    )
    const [configReading, machines, siblings, clusterStatus] = await Promise.all([
      configLoading,
      // What is about to be deleted is listed again even for the dialog.
      listMachines(pool, plan.readings, signal),
      siblingsLoading,
      loadClusterStatus(pool, plan, signal),
    ])
    // The optional requests resolve to undefined when they are canceled, so the cancellation is checked here.
    assertStillWanted(signal, { wasConfirmed: false })
    const configResult = configReading.value
    const cached = clusters.cachedFacts(pool)
    const loadedAt = Math.min(startedAt, configReading.loadedAt, ...siblings.loadedAt)
    const loaded = {
      loadedAt,
      configResult,
      machines: machines.value,
      siblingMachines: siblings.machines,
      assumedEmptyPools: siblings.assumedEmptyPools,
      clusterStatus,
      cached,
    }
    return assessPool(pool, loaded, deletions.otherPoolsBeingDeleted(pool, loadedAt))
  }

  /**
   * Returns a pool with the project and the name of its cluster. Loads the list of clusters if it isn’t loaded, or has
   * failed.
   */
  async function inCluster(pool: MachinePoolRef, signal: AbortSignal): Promise<MachinePoolRef> {
    if (clusters.clusterName(pool) === undefined || clusters.peekList(pool.connection)?.error) {
      await optionalWithTimeout(signal, (timeoutSignal) =>
        findCluster(pool, clusters, timeoutSignal),
      )
    }
    // A caller’s label comes last: it may be old or wrong.
    const configLabel = findConfigLabel(pool, { pins, clusters }) ?? pool.configLabel
    return { ...clusters.withClusterProject(pool), configLabel }
  }
}

/** Returns the title of the progress that is shown before the dialog. */
export function checkingTitle(): string {
  return vscode.l10n.t('Checking the machine pool before you confirm…')
}

/** Returns the identity of a pool for a search in files. */
export function soughtPool({ pool, loaded, config }: Inspection): SoughtPool {
  const { machinePoolName, provider, configUid, configLabel } = pool
  const { cluster, clusterUid, isNameShared } = loaded.cached
  const names = [config?.name, cluster, configLabel].filter((name) => name !== undefined)
  return { machinePoolName, names, configUid, clusterUid, provider, isNameShared }
}
