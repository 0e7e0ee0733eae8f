import * as vscode from 'vscode'
import { loneDangers, type LoneDanger } from '../../inventory/deletionGuard.ts'
import type { Inspected } from '../../inventory/inspection.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { visible } from '../../texts.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { inspectionFailureText } from './confirmDeletion.ts'

// Why a deletion isn’t sent although it was requested or confirmed.

/** Returns the error for a confirmation that doesn’t cover what is known now. */
export function changedFailure(): CommandError {
  return new CommandError(vscode.l10n.t('The cluster changed after you confirmed. Try again.'))
}

/** Returns the error for a confirmed pool that couldn’t be checked again. */
export function uncheckedFailure({ pool, configResult }: Inspected): CommandError {
  return new CommandError(
    vscode.l10n.t(
      'The cluster couldn’t be checked again. {0}',
      inspectionFailureText(pool, configResult),
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

/** Throws if a pool must not be deleted along with others. */
export function assertBatchAllowed(all: readonly Inspected[]): void {
  for (const danger of loneDangers) {
    const found = all.find(({ dangers }) => dangers.includes(danger))
    if (found) throw new CommandError(aloneText(danger, found))
  }
}

function aloneText(danger: LoneDanger, { pool, configResult }: Inspected): string {
  const name = visible(pool.machinePoolName)
  switch (danger) {
    case 'controlPlane':
      return vscode.l10n.t(
        'Nothing was deleted because “{0}” is a control plane pool. Delete the other pools without it.',
        name,
      )
    case 'lastSystemPool':
      return vscode.l10n.t(
        'Nothing was deleted because the cluster of “{0}” would have no system pool left. Leave at least one, or delete the last one on its own.',
        name,
      )
    case 'lookFailed':
      return vscode.l10n.t(
        'Nothing was deleted because “{0}” couldn’t be checked. Delete the pools one at a time. {1}',
        name,
        inspectionFailureText(pool, configResult),
      )
    case 'lastWorker':
      return vscode.l10n.t(
        'Nothing was deleted because the cluster of “{0}” would have no worker pool left. Leave at least one, or delete the last one on its own.',
        name,
      )
  }
}

/** Throws if the deletion was canceled. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return
  throw new CommandError(vscode.l10n.t('Nothing was deleted because the deletion was canceled.'))
}
