import * as vscode from 'vscode'
import { refusesProject } from '../../api/errors.ts'
import { ConnectionChangedError, isSameConnection } from '../../connections/connection.ts'
import type { Inspected } from '../../deletion/inspection.ts'
import type { MachinePoolRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { CommandError, toCommandError } from '../../ui/commandErrors.ts'
import { editConnectionsAction } from '../../ui/messages.ts'
import { isNode } from '../../ui/trees/nodes.ts'

// Why a deletion isn’t sent although it was requested or confirmed.

/** Returns the error for a pool whose deletion is in progress, or has just been confirmed in another window, too. */
export function alreadyFailure({ machinePoolName }: MachinePoolRef): CommandError {
  return new CommandError(
    vscode.l10n.t(
      'This machine pool is already being deleted, or another window is about to delete it: “{0}”.',
      visible(machinePoolName),
    ),
  )
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

/** Throws if a pool must not be deleted now. */
export function assertDeletable(
  pool: MachinePoolRef,
  parts: Pick<Parts, 'connections' | 'tracked' | 'deletions'>,
): void {
  const { tracked, deletions } = parts
  assertAllowed(pool, parts)
  if (deletions.isInProgress(pool)) throw alreadyFailure(pool)
  const isTracked = tracked.hasPool(pool) || deletions.pendingOf(pool) !== undefined
  if (isNode(pool, 'machinePool') && pool.isTracked && !isTracked) {
    throw new CommandError(
      vscode.l10n.t(
        'The delete request was not sent because machine pool “{0}” is no longer in the view.',
        visible(pool.machinePoolName),
      ),
    )
  }
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
    throw new ConnectionChangedError(pool.connection)
  }
  if (isNode(pool, 'machinePool') && pool.isHybrid) throw hybridFailure(pool)
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

/** Throws if the deletion was canceled. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return
  throw new CommandError(vscode.l10n.t('Nothing was deleted because the deletion was canceled.'))
}
