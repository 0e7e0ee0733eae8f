import * as vscode from 'vscode'
import { withTimeout } from '../../api/deadline.ts'
import type { ClusterStatus } from '../../api/clusterSchemas.ts'
import type { Machines } from '../../api/lookups.ts'
import type { CloudConfig } from '../../api/poolSchemas.ts'
import { findConfigLabel } from '../../clusters/configs.ts'
import { assessPool, type Inspection } from '../../deletion/inspection.ts'
import type { MachinePoolRef } from '../../model/refs.ts'
import { workersIn } from '../../deletion/nodesByZone.ts'
import { findCluster } from '../../clusters/poolSearch.ts'
import { findInstanceTypes } from '../../cloud/zoneUse.ts'
import type { Parts } from '../../parts.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import type { SoughtPool } from '../poolsInCode/poolMatching.ts'
import { assertProject, assertStillWanted, hybridFailure } from './deletionFailures.ts'
import { notifyNotListed, notifyUnconfirmed } from './notifyOutcome.ts'

/** The timeout for requests that the dialog can do without, in milliseconds. */
const extraTimeoutMs = 3_000

/** Creates the functions that inspect a machine pool before its deletion. They only read. */
export function createInspector(parts: Parts) {
  const { pins, clouds, clusters, deletions, deletionMonitor } = parts
  return { inspectBeforeDialog, reportIfGone, inspectNow, inCluster }

  /** Inspects a pool before the dialog. If the pool is gone, tells the user, and resolves to undefined. */
  async function inspectBeforeDialog(
    pool: MachinePoolRef,
    modelCall: AbortSignal | undefined,
  ): Promise<Inspection | undefined> {
    const inspection = await withDelayedProgress(
      checkingTitle(),
      async (signal) => inspectNow(await inCluster(pool, signal), signal),
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
      notifyNotListed(pool, pins)
      return undefined
    }
    notifyUnconfirmed(pool, earlierDeletion, inspection.loaded.machines, pins)
    // The monitor reports the end of an earlier deletion.
    deletionMonitor.pollNow()
    return undefined
  }

  /** Inspects a pool now. */
  async function inspectNow(pool: MachinePoolRef, signal: AbortSignal): Promise<Inspection> {
    const loadedAt = Date.now() // before the requests, because other deletions may end meanwhile
    const configLoading = clusters.loadConfig(pool, { signal, priority: 'urgent' })
    const siblingsLoading = configLoading.then(async (result) =>
      result.kind === 'answered' ? listSiblings(pool, result.config, signal) : noSiblings,
    )
    const [configResult, machines, siblingMachines, clusterStatus] = await Promise.all([
      configLoading,
      listMachines(pool, signal),
      siblingsLoading,
      loadClusterStatus(pool, signal),
    ])
    // The optional requests resolve to undefined when they are canceled, so the cancellation is checked here.
    assertStillWanted(signal, { wasConfirmed: false })
    const instanceTypes =
      configResult.kind === 'answered'
        ? findInstanceTypes(pool, configResult.config, clouds)
        : undefined
    const cached = clusters.cachedFacts(pool)
    const loaded = {
      loadedAt,
      configResult,
      machines,
      siblingMachines,
      instanceTypes,
      clusterStatus,
      cached,
    }
    return assessPool(pool, loaded, deletions.otherPoolsBeingDeleted(pool, loadedAt))
  }

  /** Lists the machines of a pool. The dialog doesn’t wait for a stalled list. */
  async function listMachines(
    pool: MachinePoolRef,
    signal: AbortSignal,
  ): Promise<Machines | undefined> {
    return optionalWithTimeout(signal, (timeoutSignal) =>
      clusters.machineLists.loadAgain(pool, { signal: timeoutSignal }),
    )
  }

  /** Loads the state of a pool’s cluster; undefined if the service doesn’t list the cluster, or doesn’t return it. */
  async function loadClusterStatus(
    pool: MachinePoolRef,
    signal: AbortSignal,
  ): Promise<ClusterStatus | undefined> {
    return optionalWithTimeout(signal, (timeoutSignal) =>
      clusters.loadClusterStatus(pool, timeoutSignal),
    )
  }

  /** Lists the machines of the other pools that are shown, as far as their nodes are counted. */
  async function listSiblings(
    pool: MachinePoolRef,
    config: CloudConfig,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Machines | undefined>> {
    const shown = clusters.machineLists.shownSiblings(pool)
    const workers = workersIn(pool.provider, config) ?? []
    const siblings = workers.flatMap(({ name }) => shown.get(name) ?? [])
    const lists = new Map<string, Machines | undefined>()
    await Promise.all(
      siblings.map(async (sibling) => {
        lists.set(sibling.machinePoolName, await listMachines(sibling, signal))
      }),
    )
    return lists
  }

  /** Returns a pool with the project and the name of its cluster. Loads the list of clusters if it isn’t loaded, or has failed. */
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

const noSiblings: ReadonlyMap<string, Machines | undefined> = new Map()

/** Loads something that the dialog can do without. Resolves to undefined if that fails or takes too long. */
async function optionalWithTimeout<R>(
  signal: AbortSignal,
  load: (signal: AbortSignal) => Promise<R>,
): Promise<R | undefined> {
  return withTimeout(extraTimeoutMs, signal, load).catch(() => undefined)
}

/** Returns the title of the progress that is shown before the dialog. */
export function checkingTitle(): string {
  return vscode.l10n.t('Checking the current state before deleting…')
}

/** Returns the identity of a pool for a search in files. */
export function soughtPool({ pool, loaded, config }: Inspection): SoughtPool {
  const { machinePoolName, provider, configUid, configLabel } = pool
  const { cluster, clusterUid, isNameShared } = loaded.cached
  const names = [config?.name, cluster, configLabel].filter((name) => name !== undefined)
  return { machinePoolName, names, configUid, clusterUid, provider, isNameShared }
}
