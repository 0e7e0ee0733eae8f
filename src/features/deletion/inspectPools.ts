import * as vscode from 'vscode'
import { withTimeout } from '../../api/deadline.ts'
import { ApiError } from '../../api/errors.ts'
import { labelOf } from '../../inventory/configs.ts'
import { assess, inspect, type Inspected } from '../../inventory/deletion/inspection.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { findCluster } from '../../inventory/poolSearch.ts'
import type { Parts } from '../../parts.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import type { SoughtPool } from '../poolsInCode/findPools.ts'
import { assertBatchAllowed, assertProject, hybridFailure } from './deletionFailures.ts'
import { tellNotListed } from './tellOutcome.ts'

/** The timeout for what only adds to the dialog, in milliseconds. */
const extraTimeoutMs = 3_000

/** Creates the functions that inspect machine pools before a deletion. They only read. */
export function createInspector(parts: Parts) {
  const { tracked, clusters, deletions, deletionMonitor } = parts
  const poolsBeingDeleted = deletions.otherPoolsBeingDeleted.bind(deletions)
  return { inspectBeforeDialog, leaveOutGone, inspectNow, assessNow, inCluster }

  /** Inspects the pools before the dialog. Reports those that are gone, and leaves them out. */
  async function inspectBeforeDialog(
    wanted: readonly MachinePoolRef[],
  ): Promise<readonly Inspected[]> {
    const all = await withDelayedProgress(checkingTitle(), async (signal) => {
      const pools = await Promise.all(wanted.map((pool) => inCluster(pool, signal)))
      return inspectNow(pools, signal)
    })
    return leaveOutGone(all)
  }

  /** Reports the pools that are gone, and returns the others. Throws if these must not be deleted together. */
  async function leaveOutGone(all: readonly Inspected[]): Promise<readonly Inspected[]> {
    for (const { pool, status } of all) if (status === 'hybrid') throw hybridFailure(pool)
    for (const one of all) assertProject(one, parts)
    for (const { pool, status } of all) {
      // This completes an earlier deletion.
      const isGone = status === 'gone'
      if (isGone && !(await deletionMonitor.completeGone(pool))) tellNotListed(pool, tracked)
    }
    const there = all.filter(({ status }) => status !== 'gone')
    if (there.length > 1) assertBatchAllowed(there)
    return there
  }

  /** Inspects the pools now. */
  async function inspectNow(
    pools: readonly MachinePoolRef[],
    signal: AbortSignal,
  ): Promise<Inspected[]> {
    const inspected = await inspect(pools, {
      loadConfig: (pool) => clusters.loadConfig(pool, signal),
      known: (pool) => clusters.known(pool),
      // The dialog doesn’t wait for a stalled list.
      machines: (pool) => soon(signal, (brief) => clusters.machines(pool, brief)),
      poolsBeingDeleted,
    })
    // What only adds to the question fails in silence, when it is canceled too.
    if (signal.aborted) throw new ApiError('cancelled', 'The inspection was canceled')
    return inspected
  }

  /** Inspects pools again by what was loaded before, and what is being deleted now. */
  function assessNow(inspected: readonly Inspected[]): Inspected[] {
    return assess(inspected, poolsBeingDeleted)
  }

  /** A pool with the project and the name of its cluster, whose list may not have been loaded yet, or not again. */
  async function inCluster(pool: MachinePoolRef, signal: AbortSignal): Promise<MachinePoolRef> {
    if (clusters.clusterName(pool) === undefined || clusters.peek(pool.connection)?.error) {
      await soon(signal, (brief) => findCluster(pool, clusters, brief))
    }
    const configLabel = pool.configLabel ?? labelOf(pool, { tracked, clusters })
    return { ...clusters.inProject(pool), configLabel }
  }
}

/** Resolves to what only adds to the dialog; undefined if that fails or takes too long. */
async function soon<R>(
  signal: AbortSignal,
  load: (signal: AbortSignal) => Promise<R>,
): Promise<R | undefined> {
  return withTimeout(extraTimeoutMs, signal, load).catch(() => undefined)
}

/** Returns the title of the progress of whatever comes before the request. */
export function checkingTitle(): string {
  return vscode.l10n.t('Checking the current state before deleting…')
}

/** Returns the identity of a pool for a search in files. */
export function soughtPool(one: Inspected): SoughtPool {
  const { pool, config, cluster, clusterUid, isNameShared } = one
  const { machinePoolName, provider, configUid, configLabel } = pool
  const names = [config?.name, cluster, configLabel].filter((name) => name !== undefined)
  return { machinePoolName, names, configUid, clusterUid, provider, isNameShared }
}
