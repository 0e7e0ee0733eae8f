import * as vscode from 'vscode'
import { refusesProject } from '../../api/errors.ts'
import { isSameConnection } from '../../connections/connection.ts'
import { allDangers, type Danger } from '../../inventory/deletion/guard.ts'
import type { Inspected } from '../../inventory/deletion/inspection.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { keyOf } from '../../inventory/refs.ts'
import type { Parts } from '../../parts.ts'
import { filled, visible } from '../../texts.ts'
import { CommandError, toCommandError } from '../../ui/commandErrors.ts'
import { editConnectionsAction } from '../../ui/messages.ts'
import { isMachinePoolNode } from '../../ui/selectedItems.ts'
import { inspectionFailureText } from './dangerTexts.ts'

// Why a deletion isn’t sent although it was requested or confirmed.

/** Returns the error for a pool whose deletion is in progress. */
export function alreadyFailure({
  machinePoolName,
}: Pick<MachinePoolRef, 'machinePoolName'>): CommandError {
  const name = visible(machinePoolName)
  return new CommandError(vscode.l10n.t('Machine pool is already being deleted: “{0}”.', name))
}

/** Returns the error for a hybrid pool, which needs another operation. */
export function hybridFailure({ machinePoolName }: MachinePoolRef): CommandError {
  return new CommandError(
    vscode.l10n.t(
      'Nothing was deleted because “{0}” is a hybrid pool. Delete it in the management console.',
      visible(machinePoolName),
    ),
  )
}

/** The services that know whether a pool may be deleted. */
type GuardingParts = Pick<Parts, 'connections' | 'tracked' | 'deletions'>

/** Throws if a pool must not be deleted now. */
export function assertDeletable(pool: MachinePoolRef, parts: GuardingParts): void {
  assertAllowed(pool, parts)
  if (parts.deletions.isInProgress(pool)) throw alreadyFailure(pool)
  if (isMachinePoolNode(pool) && pool.isTracked && !isTracked(pool, parts)) {
    throw new CommandError(
      vscode.l10n.t(
        'The delete request was not sent because machine pool “{0}” is no longer in the view.',
        visible(pool.machinePoolName),
      ),
    )
  }
}

/** Throws unless all pools are of one cluster: a dialog names one, and everything that it loses. */
export function assertOneCluster(pools: readonly MachinePoolRef[]): void {
  if (new Set(pools.map((pool) => keyOf('cloudConfig', pool))).size <= 1) return
  throw new CommandError(
    vscode.l10n.t(
      'Nothing was deleted because the machine pools are in several clusters. Delete them one cluster at a time.',
    ),
  )
}

/** Throws if no pool may be deleted over the connection of this one, or never this one. */
export function assertAllowed(
  pool: MachinePoolRef,
  { connections }: Pick<Parts, 'connections'>,
): void {
  const connection = connections.find(pool.connection.name)
  if (connection?.protection === 'readOnly') {
    throw new CommandError(
      vscode.l10n.t(
        'The delete request was not sent because connection “{0}” is read-only. To allow deletions, change the protection of the connection.',
        visible(connection.name),
      ),
      [editConnectionsAction()],
    )
  }
  if (!isSameConnection(pool.connection, connection)) {
    throw new CommandError(
      vscode.l10n.t(
        'The delete request was not sent because connection “{0}” was changed or removed in the meantime. Try again.',
        visible(pool.connection.name),
      ),
    )
  }
  if (isMachinePoolNode(pool) && pool.isHybrid) throw hybridFailure(pool)
}

function isTracked(pool: MachinePoolRef, { tracked, deletions }: GuardingParts): boolean {
  return tracked.hasPool(pool) || deletions.pendingOf(pool) !== undefined
}

/** Throws if the project of a pool is gone or forbidden, by the pool’s own lookup or the list of clusters. */
export function assertProject(
  { pool, configResult }: Inspected,
  { clusters }: Pick<Parts, 'clusters'>,
): void {
  if (configResult.kind === 'answered') return
  const own = configResult.kind === 'failed' ? configResult.error : undefined
  const refusal = [own, clusters.peek(pool.connection)?.error].find(
    (error) => error && refusesProject(error),
  )
  if (refusal) throw toCommandError(refusal, pool.connection)
}

/** Throws if a pool must not be deleted along with others. */
export function assertBatchAllowed(all: readonly Inspected[]): void {
  for (const danger of allDangers) {
    const found = all.find(({ dangers }) => dangers.includes(danger))
    if (found) throw new CommandError(aloneText(danger, found))
  }
}

/** Why a pool isn’t deleted along with others: {0} is its name, {1} why it couldn’t be checked. */
const aloneTexts: Record<Danger, string> = {
  controlPlane: vscode.l10n.t(
    'Nothing was deleted because “{0}” is a control plane pool. Delete the other pools without it.',
  ),
  lastSystemPool: vscode.l10n.t(
    'Nothing was deleted because the cluster of “{0}” would have no system pool left. Leave at least one, or delete the last one on its own.',
  ),
  lookFailed: vscode.l10n.t(
    'Nothing was deleted because “{0}” couldn’t be checked. Delete the pools one at a time. {1}',
  ),
  controlPlaneUnknown: vscode.l10n.t(
    'Nothing was deleted because “{0}” may be a control plane pool. Delete the pools one at a time.',
  ),
  lookUnsupported: vscode.l10n.t(
    'Nothing was deleted because the service doesn’t support checking “{0}”. Delete the pools one at a time.',
  ),
  lastWorker: vscode.l10n.t(
    'Nothing was deleted because the cluster of “{0}” would have no worker pool left. Leave at least one, or delete the last one on its own.',
  ),
}

function aloneText(danger: Danger, { pool, configResult }: Inspected): string {
  const name = visible(pool.machinePoolName)
  return filled(aloneTexts[danger], name, inspectionFailureText(pool, configResult))
}

/** Throws if the deletion was canceled. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return
  throw new CommandError(vscode.l10n.t('Nothing was deleted because the deletion was canceled.'))
}
