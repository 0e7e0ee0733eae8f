import * as vscode from 'vscode'
import type { ApiKeys } from '../connections/apiKeys.ts'
import { connectionKey, isSameConnection } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import { commandIds, settingIds } from '../contributions.ts'
import type { Clusters } from '../inventory/clusters.ts'
import type { Inspected } from '../inventory/inspection.ts'
import type { MachinePools } from '../inventory/machinePools.ts'
import type { MachinePoolRef } from '../inventory/machinePoolRef.ts'
import type { Projects } from '../inventory/projects.ts'
import type { Tracked } from '../inventory/tracked.ts'
import { ensureApiKey } from '../prompts/apiKey.ts'
import { confirmDeletion } from '../prompts/confirmDeletion.ts'
import { visible } from '../texts.ts'
import type { MachinePoolsNode } from '../views/nodes.ts'
import { completeStep } from '../views/walkthrough.ts'
import { logDeletion, reportDeletions, tellGone, type Deletion } from './deletionReport.ts'
import { deletionTargets, isMachinePoolNode } from './deletionTargets.ts'
import { machinePoolPath } from './machinePoolArguments.ts'
import { withCancellableProgress, withProgressOnceSlow } from './progress.ts'
import { CommandFailure, editConnectionsAction, type RunCommand } from './runCommand.ts'

/** What the command works with. */
export interface DeleteMachinePoolParts {
  connections: Connections
  apiKeys: ApiKeys
  tracked: Tracked
  clusters: Clusters
  machinePools: MachinePools
  projects: Projects
  view: vscode.TreeView<MachinePoolsNode>
  log: vscode.LogOutputChannel
}

/**
 * Delete Machine Pool…, from a tree item (with the others that are selected), by the Delete key, from
 * the palette, or with `{provider, configUid, machinePoolName}`. However it is called, it asks first.
 */
export function registerDeleteMachinePool(
  runCommand: RunCommand,
  {
    connections,
    apiKeys,
    tracked,
    clusters,
    machinePools,
    projects,
    view,
    log,
  }: DeleteMachinePoolParts,
): vscode.Disposable {
  const targets = deletionTargets(connections, tracked, clusters, view)
  /** What a question stands about. */
  const asked = new Set<string>()
  return runCommand(commandIds.deleteMachinePool, async (first: unknown, selected: unknown) => {
    const wanted = await targets(first, selected)
    if (wanted.length === 0) return
    for (const pool of wanted) assertDeletable(pool)
    const keys = wanted.map((pool) => connectionKey(pool.connection, machinePoolPath(pool)))
    // A double click, or a key that repeats: a second question would be answered by the next Enter.
    if (keys.some((key) => asked.has(key))) return
    for (const key of keys) asked.add(key)
    const pools = await confirmed(wanted).finally(() => {
      for (const key of keys) asked.delete(key)
    })
    if (pools.length === 0) return
    // What was confirmed must still hold: the dialog may have stood for an hour.
    for (const pool of pools) assertDeletable(pool)
    const deletions = await deleteAll(pools)
    reportDeletions(deletions, tracked)
  })

  /** The pools that are to be deleted, as the user has confirmed them; none where the user did not. */
  async function confirmed(wanted: readonly MachinePoolRef[]): Promise<readonly MachinePoolRef[]> {
    for (const connection of new Set(wanted.map((pool) => pool.connection))) {
      if (!(await ensureApiKey(connection, apiKeys))) return []
    }
    const isUnsure = (pool: MachinePoolRef) => machinePools.deletionState(pool)?.kind === 'unsure'
    const inspected = await look(wanted)
    const isConfirmed = await confirmDeletion(inspected, isUnsure)
    if (inspected.length > 0) completeStep('hasSeenConfirmation')
    return isConfirmed ? inspected.map(({ pool }) => pool) : []
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

  function isTracked({ connection, provider, configUid, machinePoolName }: MachinePoolRef) {
    const key = { provider, uid: configUid }
    return tracked.pool(connection.name, key, machinePoolName) !== undefined
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
