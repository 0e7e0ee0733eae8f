import * as vscode from 'vscode'
import { withDeadline } from '../../api/deadline.ts'
import { ApiError } from '../../api/errors.ts'
import type { Machines } from '../../api/lookups.ts'
import { labelOf } from '../../inventory/configs.ts'
import { inspect, type Inspected } from '../../inventory/inspection.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { findCluster } from '../../inventory/poolSearch.ts'
import type { Parts } from '../../parts.ts'
import type { SoughtPool } from '../poolsInCode/findPools.ts'

/** The timeout for counting machines before the dialog, in milliseconds. */
const countTimeoutMs = 3_000

/** Creates the functions that inspect machine pools before a deletion, and tell what was sent since. They only read. */
export function createInspector({ tracked, clusters, poolDeleter }: Parts) {
  return { inspectNow, inCluster, newDeletions }

  /** Inspects the pools now; `others` in their clusters count as being deleted. */
  async function inspectNow(
    pools: readonly MachinePoolRef[],
    signal: AbortSignal,
    others: readonly string[] = [],
  ): Promise<Inspected[]> {
    const inspected = await inspect(pools, {
      loadConfig: (pool) => clusters.loadConfig(pool, signal),
      known: (pool) => clusters.known(pool),
      machines: (pool) => machinesSoon(pool, signal),
      poolsBeingDeleted: (pool) =>
        new Set([...poolDeleter.otherPoolsBeingDeleted(pool), ...others]),
    })
    // What only adds to the question fails in silence, when it is canceled too.
    if (signal.aborted) throw new ApiError('cancelled', 'The inspection was canceled')
    return inspected
  }

  /** A pool with the project and the name of its cluster, whose list may not have been loaded yet, or not again. */
  async function inCluster(pool: MachinePoolRef, signal: AbortSignal): Promise<MachinePoolRef> {
    if (clusters.clusterName(pool) === undefined || clusters.peek(pool.connection)?.error) {
      await withDeadline(countTimeoutMs, signal, (soon) =>
        soon.race(findCluster(pool, clusters, soon.signal)),
      ).catch(() => undefined)
    }
    const configLabel = pool.configLabel ?? labelOf(pool, { tracked, clusters })
    return { ...clusters.inProject(pool), configLabel }
  }

  /**
   * Returns the names of pools in the cluster of an inspected one whose deletions were sent since `sent`, the IDs known
   * then. Leaves out those that count as being deleted already, by the inspection or by `names`.
   */
  function newDeletions(
    { pool, poolsBeingDeleted }: Inspected,
    sent: ReadonlySet<string>,
    names: readonly string[] = [],
  ): string[] {
    return poolDeleter
      .deletionsSentSince(pool, sent)
      .filter((name) => !poolsBeingDeleted.has(name) && !names.includes(name))
  }

  /** The dialog doesn’t wait for a stalled list. */
  async function machinesSoon(
    pool: MachinePoolRef,
    signal: AbortSignal,
  ): Promise<Machines | undefined> {
    return withDeadline(countTimeoutMs, signal, (soon) =>
      soon.race(clusters.machines(pool, soon.signal)),
    ).catch(() => undefined)
  }
}

/** Returns the title of the progress of whatever comes before the request. */
export function checkingTitle(): string {
  return vscode.l10n.t('Checking the current state before deleting…')
}

/** Returns the identity of a pool for a search in files. */
export function soughtPool(one: Inspected): SoughtPool {
  const { pool, configName, cluster, clusterUid, isNameShared } = one
  const { machinePoolName, provider, configUid, configLabel } = pool
  const names = [configName, cluster, configLabel].filter((name) => name !== undefined)
  return { machinePoolName, names, configUid, clusterUid, provider, isNameShared }
}
