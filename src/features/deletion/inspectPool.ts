import * as vscode from 'vscode'
import { withTimeout } from '../../api/deadline.ts'
import { ApiError } from '../../api/errors.ts'
import { labelOf } from '../../clusters/configs.ts'
import type { ConfigResult } from '../../clusters/clusters.ts'
import { assess, type Inspected } from '../../deletion/inspection.ts'
import type { MachinePoolRef } from '../../model/refs.ts'
import { workersIn } from '../../deletion/remainder.ts'
import { findCluster } from '../../clusters/poolSearch.ts'
import { typesBeside } from '../../cloud/zoneUse.ts'
import type { Parts } from '../../parts.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import type { SoughtPool } from '../poolsInCode/findPools.ts'
import { assertProject, hybridFailure } from './deletionFailures.ts'
import { tellNotListed } from './tellOutcome.ts'

/** The timeout for what only adds to the dialog, in milliseconds. */
const extraTimeoutMs = 3_000

/** Creates the functions that inspect a machine pool before its deletion. They only read. */
export function createInspector(parts: Parts) {
  const { tracked, clouds, clusters, deletions, deletionMonitor } = parts
  return { inspectBeforeDialog, unlessGone, inspectNow, inCluster }

  /** Inspects a pool before the dialog. Reports one that is gone, and resolves to undefined. */
  async function inspectBeforeDialog(
    wanted: MachinePoolRef,
    modelCall: AbortSignal | undefined,
  ): Promise<Inspected | undefined> {
    const inspected = await withDelayedProgress(
      checkingTitle(),
      async (signal) => inspectNow(await inCluster(wanted, signal), signal),
      { caller: modelCall },
    )
    return unlessGone(inspected)
  }

  /** Reports a pool that is gone, and resolves to undefined. Throws if it is one that can’t be deleted here. */
  function unlessGone(inspected: Inspected): Inspected | undefined {
    const { pool, status } = inspected
    if (status === 'hybrid') throw hybridFailure(pool)
    assertProject(inspected, parts)
    if (status !== 'gone') return inspected
    // Whoever follows an earlier deletion tells its end.
    if (deletions.allPendingOf(pool).length > 0) deletionMonitor.follow(true)
    else tellNotListed(pool, tracked)
    return undefined
  }

  /** Inspects a pool now. */
  async function inspectNow(pool: MachinePoolRef, signal: AbortSignal): Promise<Inspected> {
    const loadedAt = Date.now() // others may have ended since
    // The dialog doesn’t wait for a stalled list.
    const list = async (one: MachinePoolRef) =>
      soon(signal, (brief) => clusters.machines(one, brief))
    const loading = clusters.loadConfig(pool, signal)
    const [configResult, machines, machinesOf] = await Promise.all([
      loading,
      list(pool),
      loading.then(listBeside),
    ])
    // What only adds to the question fails in silence, when it is canceled too.
    if (signal.aborted) throw new ApiError('cancelled', 'The inspection was canceled')
    const types =
      configResult.kind === 'answered' ? typesBeside(pool, configResult.config, clouds) : undefined
    const loaded = { pool, configResult, machines, machinesOf, types, loadedAt }
    return assess({ ...clusters.known(pool), ...loaded }, deletions)

    /** Lists the machines of the other pools that are shown, as far as their nodes are counted. */
    async function listBeside(result: ConfigResult) {
      const workers =
        result.kind === 'answered' ? workersIn(pool.provider, result.config) : undefined
      const shown = clusters.shownBeside(pool)
      const others = workers?.flatMap(({ name }) => shown.get(name) ?? []) ?? []
      const lists = others.map(async (one) => [one.machinePoolName, await list(one)] as const)
      return new Map(await Promise.all(lists))
    }
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
