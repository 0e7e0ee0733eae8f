import * as vscode from 'vscode'
import type { ApiKeys } from '../connections/apiKeys.ts'
import { connectionKey, isSameConnection } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import { settingIds } from '../contributions.ts'
import type { Clusters } from '../inventory/clusters.ts'
import type { Inspected } from '../inventory/inspection.ts'
import type { MachinePools } from '../inventory/machinePools.ts'
import type { MachinePoolRef } from '../inventory/machinePoolRef.ts'
import type { Projects } from '../inventory/projects.ts'
import type { Tracked } from '../inventory/tracked.ts'
import { ensureApiKey } from '../prompts/apiKey.ts'
import { confirmDeletion } from '../prompts/confirmDeletion.ts'
import { visible } from '../texts.ts'
import { completeStep } from '../views/walkthrough.ts'
import type { Activity } from './activity.ts'
import { logDeletion, reportDeletions, tellGone, type Deletion } from './deletionReport.ts'
import { isMachinePoolNode } from './deletionTargets.ts'
import { machinePoolPath } from './machinePoolArguments.ts'
import { withCancellableProgress, withProgressOnceSlow } from './progress.ts'
import { CommandFailure, editConnectionsAction } from './runCommand.ts'

/** What deletions work with. */
export interface DeletionParts {
  connections: Connections
  apiKeys: ApiKeys
  tracked: Tracked
  clusters: Clusters
  machinePools: MachinePools
  projects: Projects
  activity: Activity
  log: vscode.LogOutputChannel
}

/** How it ended; where nothing was deleted for another reason, that was thrown. */
export type DeletionEnd =
  /** With an outcome for each pool. */
  | { readonly kind: 'ended'; readonly deletions: readonly Deletion[] }
  /** The user did not confirm it, or set no key. */
  | { readonly kind: 'declined' }
  /** The service lists none of the pools any more. */
  | { readonly kind: 'gone' }
  /** A question about one of the pools stands already. */
  | { readonly kind: 'asked' }

/**
 * Deletes machine pools once the user has confirmed it, and tells what came of it. Whoever calls it: it
 * asks, by a dialog that names the whole scope. Given a signal, nothing is sent after that was aborted.
 */
export type DeletePools = (
  wanted: readonly MachinePoolRef[],
  signal?: AbortSignal,
) => Promise<DeletionEnd>

/** The one way to a deletion, for commands and tools. */
export function createDeletion({
  connections,
  apiKeys,
  tracked,
  clusters,
  machinePools,
  projects,
  activity,
  log,
}: DeletionParts): DeletePools {
  /** What a question stands about. */
  const asked = new Set<string>()
  return async (wanted, signal) => {
    await machinePools.refresh()
    for (const pool of wanted) assertDeletable(pool)
    const keys = wanted.map((pool) => connectionKey(pool.connection, machinePoolPath(pool)))
    // A double click, or a key that repeats: a second question would be answered by the next Enter.
    if (keys.some((key) => asked.has(key))) return { kind: 'asked' }
    for (const key of keys) asked.add(key)
    const pools = await confirmed(wanted).finally(() => {
      for (const key of keys) asked.delete(key)
    })
    if (!Array.isArray(pools)) return pools
    // What was confirmed must still hold: the dialog may have stood for an hour.
    assertWanted(signal)
    await machinePools.refresh()
    for (const pool of pools) assertDeletable(pool)
    const deletions = await deleteAll(pools)
    reportDeletions(deletions, tracked)
    return { kind: 'ended', deletions }
  }

  /** The pools that are to be deleted, as the user has confirmed them, or why none are. */
  async function confirmed(
    wanted: readonly MachinePoolRef[],
  ): Promise<MachinePoolRef[] | Exclude<DeletionEnd, { kind: 'ended' }>> {
    for (const connection of new Set(wanted.map((pool) => pool.connection))) {
      if (!(await ensureApiKey(connection, apiKeys))) return { kind: 'declined' }
    }
    const isUnsure = (pool: MachinePoolRef) => machinePools.deletionState(pool)?.kind === 'unsure'
    const inspected = await look(wanted)
    if (inspected.length === 0) return { kind: 'gone' }
    const isConfirmed = await confirmDeletion(inspected, isUnsure)
    completeStep('hasSeenConfirmation')
    return isConfirmed ? inspected.map(({ pool }) => pool) : { kind: 'declined' }
  }

  /** What the service tells of the pools now. Those that are gone are told, and left out. */
  async function look(pools: readonly MachinePoolRef[]): Promise<Inspected[]> {
    const title = vscode.l10n.t('Looking at what is to be deleted…')
    const all = await withProgressOnceSlow(title, (signal) => clusters.inspect(pools, signal))
    for (const { pool, inspection } of all) if (inspection.kind === 'gone') tellGone(pool, tracked)
    const there = all.filter(({ inspection }) => inspection.kind !== 'gone')
    if (there.length > 1) for (const one of there) assertNotGrave(one)
    return there.map((one) => ({ ...one, projectName: projects.nameOf(one.pool.connection) }))
  }

  /** Throws where a pool must not be deleted now: nothing was sent, and why. */
  function assertDeletable(pool: MachinePoolRef): void {
    const name = visible(pool.machinePoolName)
    const connection = connections.find(pool.connection.name)
    if (connection?.readOnly) {
      throw new CommandFailure(
        vscode.l10n.t(
          'Connection “{0}” is read-only, so nothing was deleted. “readOnly” in the setting {1} decides.',
          visible(connection.name),
          settingIds.connections,
        ),
        [editConnectionsAction()],
      )
    }
    if (!isSameConnection(pool.connection, connection)) {
      throw new CommandFailure(
        vscode.l10n.t(
          'Connection “{0}” has changed in the meantime, so nothing was deleted. Try again.',
          visible(pool.connection.name),
        ),
      )
    }
    if (machinePools.deletionState(pool)?.kind === 'deleting') {
      throw new CommandFailure(vscode.l10n.t('Machine pool “{0}” is being deleted already.', name))
    }
    if (isMachinePoolNode(pool) && pool.isTracked && !isTracked(pool)) {
      throw new CommandFailure(
        vscode.l10n.t('Machine pool “{0}” is not in the view any more. Nothing was deleted.', name),
      )
    }
  }

  function isTracked(pool: MachinePoolRef): boolean {
    const { connection, provider, configUid: uid, machinePoolName } = pool
    const isPinned = tracked.pool(connection.name, { provider, uid }, machinePoolName) !== undefined
    return isPinned || machinePools.deletionState(pool) !== undefined
  }

  /** One after the other: what Cancel leaves unsent is then clear. */
  async function deleteAll(pools: readonly MachinePoolRef[]): Promise<Deletion[]> {
    const title =
      pools.length === 1
        ? vscode.l10n.t('Deleting machine pool “{0}”…', visible(pools[0]?.machinePoolName ?? ''))
        : vscode.l10n.t('Deleting {0} machine pools…', pools.length)
    return withCancellableProgress(title, async (signal, report) => {
      const deletions: Deletion[] = []
      for (const pool of pools) {
        if (pools.length > 1) report(visible(pool.machinePoolName))
        const deletion = { pool, outcome: await deleteOne(pool, signal) }
        logDeletion(log, deletion)
        // With a connection that was removed meanwhile goes what is kept for it.
        if (connections.find(pool.connection.name)) await activity.add(deletion)
        deletions.push(deletion)
      }
      return deletions
    })
  }

  async function deleteOne(
    pool: MachinePoolRef,
    signal: AbortSignal,
  ): Promise<Deletion['outcome']> {
    if (signal.aborted) return { kind: 'notSent', why: vscode.l10n.t('Cancelled.') }
    try {
      assertDeletable(pool) // those before it may have taken long
      return await machinePools.delete(pool, signal)
    } catch (error) {
      // Nothing was sent. What came of those before it must be told all the same.
      return { kind: 'notSent', why: error instanceof Error ? error.message : String(error) }
    }
  }
}

/** Throws for a pool that is too grave to go along with others. */
function assertNotGrave({ pool, inspection, isLastWorker }: Inspected): void {
  const isControlPlane = inspection.kind === 'found' && inspection.isControlPlane
  if (!isControlPlane && !isLastWorker) return
  const name = visible(pool.machinePoolName)
  throw new CommandFailure(
    isControlPlane
      ? vscode.l10n.t(
          '“{0}” is a control-plane pool: delete it by itself. Nothing was deleted.',
          name,
        )
      : vscode.l10n.t(
          'No worker pool would be left beside “{0}”: delete them one by one. Nothing was deleted.',
          name,
        ),
  )
}

/** Throws where who asked for the deletion does not want it any more. */
function assertWanted(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return
  throw new CommandFailure(
    vscode.l10n.t('The deletion was called off in the meantime, so nothing was deleted.'),
  )
}
