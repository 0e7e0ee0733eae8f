import * as vscode from 'vscode'
import { ApiError, refusesProject } from '../../api/errors.ts'
import { ConnectionChangedError, isSameConnection } from '../../connections/connection.ts'
import type { Inspection } from '../../deletion/inspection.ts'
import type { MachinePoolRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { displayText } from '../../displayTexts.ts'
import { machinePoolPath } from '../../ui/arguments.ts'
import { CommandError, toCommandError } from '../../ui/commandErrors.ts'
import { editConnectionsAction } from '../../ui/messages.ts'
import type { DeletionTarget } from './deletionTarget.ts'

// Why a deletion isn’t sent although it was requested or confirmed.

/** Returns the error for a pool whose deletion is in progress, or has just been confirmed in another window, too. */
export function alreadyFailure({ machinePoolName }: MachinePoolRef): CommandError {
  return new CommandError(
    vscode.l10n.t(
      'This machine pool is already being deleted, or another window is about to delete it: “{0}”.',
      displayText(machinePoolName),
    ),
  )
}

/** Returns the error for a hybrid pool, which needs another operation. */
export function hybridFailure({ machinePoolName }: MachinePoolRef): CommandError {
  return new CommandError(
    vscode.l10n.t(
      'Nothing was deleted because “{0}” is a hybrid pool. Delete it in the management console.',
      displayText(machinePoolName),
    ),
  )
}

/** Throws if a pool must not be deleted now. */
export function assertDeletable(
  { pool, isHybrid, isPinnedOrDeleting }: DeletionTarget,
  { connections, pins, deletions }: Pick<Parts, 'connections' | 'pins' | 'deletions'>,
): void {
  assertAllowed(pool, { connections })
  if (isHybrid) throw hybridFailure(pool)
  if (deletions.isInProgress(pool)) throw alreadyFailure(pool)
  const isStillInView = pins.hasPool(pool) || deletions.shownDeletion(pool) !== undefined
  if (isPinnedOrDeleting && !isStillInView) {
    throw new CommandError(
      vscode.l10n.t(
        'The delete request was not sent because machine pool “{0}” is no longer in the view.',
        displayText(pool.machinePoolName),
      ),
    )
  }
}

/** Throws if the connection of a pool allows no deletions, or isn’t the one that was confirmed. */
export function assertAllowed(
  pool: MachinePoolRef,
  { connections }: Pick<Parts, 'connections'>,
): void {
  const connection = connections.find(pool.connection.name)
  if (connection?.deletion === 'block') {
    throw new CommandError(
      vscode.l10n.t(
        'The delete request was not sent because connection “{0}” blocks deletions. To allow them, change “deletion” in the settings of the connection.',
        displayText(connection.name),
      ),
      [editConnectionsAction()],
    )
  }
  if (!isSameConnection(pool.connection, connection)) {
    throw new ConnectionChangedError(pool.connection)
  }
}

/** Throws for names that no request can have, such as `..`. */
export function assertValidNames(pool: MachinePoolRef): void {
  machinePoolPath(pool)
}

/** Throws if the project of a pool is gone or forbidden, by the pool’s own lookup or the list of clusters. */
export function assertProject(
  { pool, lookup }: Inspection,
  { clusters }: Pick<Parts, 'clusters'>,
): void {
  if (lookup.kind !== 'failed' && lookup.kind !== 'unsupported') return
  const { connection } = pool
  const lookupError = lookup.kind === 'failed' ? lookup.error : undefined
  const listError = clusters.peekList(connection)?.error
  for (const error of [lookupError, listError]) {
    if (error && refusesProject(error)) throw toCommandError(error, connection)
  }
}

/**
 * Throws if the language model’s call, or the request, was canceled. Before a confirmation, the error is shown to
 * nobody. After it, the error says that nothing was deleted, because the user expects a deletion.
 */
export function assertStillWanted(
  signal: AbortSignal | undefined,
  { wasConfirmed }: { wasConfirmed: boolean },
): void {
  if (!signal?.aborted) return
  if (!wasConfirmed) throw new ApiError('cancelled', 'The call was canceled')
  throw new CommandError(vscode.l10n.t('Nothing was deleted because the deletion was canceled.'))
}
