import * as vscode from 'vscode'
import type { Machines } from '../../api/lookups.ts'
import { hostOf } from '../../connections/connection.ts'
import type { AcceptedDeletion, DeletionResult } from '../../deletion/requestDeletion.ts'
import type { DeletionStatusChange } from '../../deletion/monitor.ts'
import type { Deletion } from '../../deletion/record.ts'
import type { MachinePoolRef } from '../../model/refs.ts'
import type { Pins } from '../../pins/pins.ts'
import type { Parts } from '../../parts.ts'
import { joinSentences, displayText } from '../../displayTexts.ts'
import { isNetworkError, recoveryActions, setKeyAction } from '../../ui/commandErrors.ts'
import { errorText, failureText } from '../../ui/errorTexts.ts'
import { machinePoolPath } from '../../ui/arguments.ts'
import {
  checkConnectionAction,
  showLogAction,
  showMessage,
  type Action,
} from '../../ui/messages.ts'
import { checkAgainAction, type CheckParts } from './checkAgain.ts'
import {
  deleteAction,
  overdueActions,
  retryAction,
  revealAction,
  unpinActions,
} from './poolActions.ts'
import { hasAdvice, notifyStage, stageText, unknownAdvice } from './stageTexts.ts'

/** The notifications of accepted deletions. */
interface HasNotifications {
  readonly deletionNotifications: {
    showProgress(accepted: AcceptedDeletion): void
    notifyDeleted(pool: MachinePoolRef, id: string): void
  }
}

/** Logs what came of a confirmed deletion: connection, host, path, outcome, and reason. */
export function logResult(log: vscode.LogOutputChannel, result: DeletionResult): void {
  logEvent(log, result.pool, loggedOutcome(result))
}

function loggedOutcome(result: DeletionResult): string {
  switch (result.kind) {
    case 'accepted':
      return `outcome=${result.stage}`
    case 'failed':
      return `outcome=${result.stage} reason=${quoted(result.error.message)}`
    case 'notSent':
      return `outcome=notSent reason=${quoted(result.reason)}`
  }
}

function logEvent(log: vscode.LogOutputChannel, pool: MachinePoolRef, event: string): void {
  const { connection } = pool
  const time = new Date().toISOString()
  const place = `host=${hostOf(connection)} path=${machinePoolPath(pool)}`
  log.info(`${time} delete connection=${quoted(connection.name)} ${place} ${event}`)
}

/** Returns a text for a log line, on one line and in quotation marks. */
function quoted(text: string): string {
  return JSON.stringify(displayText(text))
}

/** Reports what came of a confirmed deletion. An accepted one has a notification until it has ended. */
export function notifyResult(
  result: DeletionResult,
  parts: CheckParts & Pick<Parts, 'pins'> & HasNotifications,
): void {
  const { deletions, deletionNotifications } = parts
  const { pool, recordId } = result
  if (result.kind === 'accepted') {
    deletionNotifications.showProgress(result)
  } else {
    const record = deletions.all.find(({ id }) => id === recordId)
    const advice = result.stage === 'unknown' ? unknownAdvice(record) : undefined
    notifyStage(result.stage, pool, failureReason(result), resultActions(result, parts), advice)
  }
  if (recordId !== undefined && deletions.isUnsaved(recordId)) notifyUnsaved(pool)
}

/** Warns that the outcome of a deletion couldn’t be saved so far: storage may have failed, or may be slow. */
export function notifyUnsaved({ machinePoolName }: MachinePoolRef): void {
  const text = vscode.l10n.t(
    'Poolkeeper hasn’t saved the outcome of the deletion of “{0}” yet. If you reload the window before it does, the machine pool will be shown as one that may have been deleted.',
    displayText(machinePoolName),
  )
  showMessage('warning', text)
}

/** Reports that a dialog was left without a deletion, to look something up, and offers the way back to it. */
export function notifyUnconfirmedDialog(pool: MachinePoolRef): void {
  showMessage('info', stageText('notDeleted', pool), [deleteAction(pool)])
}

/**
 * Reports that the service doesn’t list a pool, so that nothing was deleted. It may still list the pool’s machines,
 * which drain if somebody else has deleted the pool: then the pool isn’t gone, and nothing offers to unpin it.
 */
export function notifyNotListed(
  pool: MachinePoolRef,
  machines: Machines | undefined,
  pins: Pins,
): void {
  const machinesText = listedMachinesText(machines)
  notifyStage('notListed', pool, machinesText, machinesText === '' ? unpinActions(pool, pins) : [])
}

/**
 * Returns that the service still lists machines of a pool that it doesn’t list; empty if it lists none, or if unknown.
 */
export function listedMachinesText(machines: Machines | undefined): string {
  if (!machines || machines.count === 0) return ''
  return vscode.l10n.t('The service still lists nodes of this pool: {0}.', machines.count)
}

/**
 * Reports how far an earlier deletion is of a pool that the service doesn’t list. `machines` were listed just now: the
 * monitor may not have observed the pool so far.
 */
export function notifyUnconfirmed(
  pool: MachinePoolRef,
  { isAccepted, isDismissed }: Deletion,
  machines: Machines | undefined,
  pins: Pins,
): void {
  const hasMachines = machines !== undefined && machines.count > 0
  if (machines?.isComplete && !hasMachines) {
    // The monitor reports that the pool is deleted, unless the deletion was dismissed.
    if (isDismissed) notifyNotListed(pool, machines, pins)
  } else if (isAccepted) {
    notifyStage(hasMachines ? 'overdue' : 'unlisted', pool, '', overdueActions(pool))
  } else {
    notifyStage('unknown', pool, unknownReason(true))
  }
}

/** Logs and reports what the monitor has found about an earlier deletion. */
export function notifyStatusChange(
  change: DeletionStatusChange,
  { log, deletionNotifications }: Pick<Parts, 'log'> & HasNotifications,
): void {
  const { pool, stage, isUnlisted } = change
  logEvent(log, pool, `observed=${stage.kind}`)
  if (stage.kind === 'deleted') {
    deletionNotifications.notifyDeleted(pool, change.deletion.id)
  } else if (stage.kind === 'overdue') {
    notifyStage(stage.isUnlisted ? 'unlisted' : 'overdue', pool, '', overdueActions(pool))
  } else if (stage.kind === 'noEffect') {
    notifyStage('noEffect', pool, '', [retryAction(pool)])
  } else if (stage.kind === 'unknown') {
    notifyStage('unknown', pool, unknownReason(isUnlisted))
  }
}

/** Returns why the end of a deletion stays unknown. */
function unknownReason(isUnlisted: boolean): string {
  return isUnlisted
    ? vscode.l10n.t('The service doesn’t list the machine pool.')
    : vscode.l10n.t(
        'The machine pool with this name now has other nodes. Somebody may have recreated it.',
      )
}

/**
 * Returns why a pool wasn’t deleted, or may not have been; `textOf` formats an error. If it may have been deleted,
 * nothing advises to try again, and if the service still lists it, nothing doubts its name.
 */
export function failureReason(
  result: DeletionResult,
  textOf = hasAdvice(result.stage) ? failureText : errorText,
): string {
  if (result.kind === 'accepted') return ''
  if (result.kind === 'notSent') return result.reason
  const { pool, stage, error } = result
  if (stage === 'unknown' && error.kind === 'cancelled') {
    return vscode.l10n.t('You canceled while the request was in progress.')
  }
  const text = textOf(error, pool.connection)
  const { status = 0, mayHaveTakenEffect } = error
  // Only a browser’s response counts as inconclusive by itself. A proxy’s counts as unknown by what was observed.
  const isSecondResponse = mayHaveTakenEffect && [409, 410].includes(status)
  if (!isSecondResponse) return text
  const explanation = vscode.l10n.t(
    'The browser may have sent the request twice, and only the second response is known.',
  )
  return joinSentences(explanation, text)
}

function resultActions(result: DeletionResult, parts: CheckParts & Pick<Parts, 'pins'>): Action[] {
  if (result.kind !== 'failed') return []
  const { pool, stage, error } = result
  const { connection } = pool
  const { pins } = parts
  if (stage === 'unknown') {
    const isKeyRefused = error.kind === 'unauthorized'
    const firstAction = isKeyRefused ? setKeyAction(connection) : checkAgainAction(pool, parts)
    return [firstAction, revealAction(pool), showLogAction()]
  }
  if (stage === 'notFound') {
    return [...unpinActions(pool, pins), checkConnectionAction(connection)]
  }
  const actions = recoveryActions(error, connection)
  // Another key may have the permission.
  if (error.kind === 'forbidden' && actions.length === 0) {
    return [setKeyAction(connection), retryAction(pool)]
  }
  const needsNoRetry = actions.length > 0 && !isNetworkError(error)
  return needsNoRetry ? actions : [...actions, retryAction(pool)]
}
