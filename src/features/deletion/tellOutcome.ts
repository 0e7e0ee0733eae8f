import * as vscode from 'vscode'
import { hostOf } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import type { AcceptedDeletion, DeletionResult } from '../../deletion/deletionResult.ts'
import type { DeletionStatusChange } from '../../deletion/monitor.ts'
import type { MachinePoolRef } from '../../model/refs.ts'
import type { Pins } from '../../pins/pins.ts'
import type { Parts } from '../../parts.ts'
import { joinSentences, visible } from '../../texts.ts'
import { isNetworkError, recoveryActions } from '../../ui/commandErrors.ts'
import { errorText, failureText } from '../../ui/errorTexts.ts'
import { machinePoolArguments, machinePoolPath } from '../../ui/arguments.ts'
import {
  checkConnectionAction,
  commandAction,
  showLogAction,
  showMessage,
  type Action,
} from '../../ui/messages.ts'
import { notifyStage } from './stageTexts.ts'

/** The notifications of accepted deletions. */
interface HasNotifications {
  readonly deletionNotifications: {
    follow(accepted: AcceptedDeletion): void
    tellDeleted(pool: MachinePoolRef, id: string): void
  }
}

/** Logs a deletion: connection, place, pool, and outcome. */
export function logResult(log: vscode.LogOutputChannel, result: DeletionResult): void {
  logEvent(log, result.pool, `outcome ${loggedOutcome(result)}`)
}

function loggedOutcome(result: DeletionResult): string {
  switch (result.kind) {
    case 'accepted':
      return result.stage
    case 'failed':
      return `${result.stage} (${result.error.message})`
    case 'notSent':
      return `notSent (${result.reason})`
  }
}

function logEvent(log: vscode.LogOutputChannel, pool: MachinePoolRef, event: string): void {
  const { connection } = pool
  log.info(
    `${new Date().toISOString()} delete over “${visible(connection.name)}” ` +
      `host ${hostOf(connection)} path ${machinePoolPath(pool)} ${visible(event)}`,
  )
}

/** Tells the outcome of a deletion. An accepted one has a notification until it has ended. */
export function notifyResult(
  result: DeletionResult,
  { pins, deletions, deletionNotifications }: Pick<Parts, 'pins' | 'deletions'> & HasNotifications,
): void {
  const { pool, recordId } = result
  if (result.kind === 'accepted') deletionNotifications.follow(result)
  else notifyStage(result.stage, pool, failureReason(result), resultActions(result, pins))
  if (recordId !== undefined && deletions.isUnsaved(recordId)) notifyUnsaved(pool)
}

/** Tells that the outcome of a deletion couldn’t be saved. */
export function notifyUnsaved({ machinePoolName }: MachinePoolRef): void {
  const text = vscode.l10n.t(
    'Couldn’t save the outcome of the deletion of “{0}”. After a reload, the machine pool will be shown as one that may have been deleted.',
    visible(machinePoolName),
  )
  showMessage('warning', text)
}

/** Tells that a pool is gone: the service no longer lists it. */
export function notifyNotListed(pool: MachinePoolRef, pins: Pins): void {
  notifyStage('notListed', pool, '', unpinActions(pool, pins))
}

/** Tells what the monitoring of earlier deletions has found. */
export function notifyStatusChange(
  news: DeletionStatusChange,
  { log, deletionNotifications }: Pick<Parts, 'log'> & HasNotifications,
): void {
  const { pool, stage, isUnlisted } = news
  logEvent(log, pool, `settled ${stage.kind}`)
  if (stage.kind === 'deleted') deletionNotifications.tellDeleted(pool, news.deletion.id)
  if (stage.kind === 'overdue') notifyStage('overdue', pool, '', overdueActions(pool))
  if (stage.kind === 'noEffect') notifyStage('noEffect', pool, '', [retryAction(pool)])
  if (stage.kind === 'unknown') {
    const text = isUnlisted
      ? vscode.l10n.t('The service doesn’t list the machine pool.')
      : vscode.l10n.t('A machine pool with this name now has different machines.')
    notifyStage('unknown', pool, text)
  }
}

/**
 * Returns why a pool wasn’t deleted, or may not have been; `textOf` formats an error. If it may have been deleted, nothing
 * advises to try again.
 */
export function failureReason(
  result: DeletionResult,
  textOf = result.stage === 'unknown' ? failureText : errorText,
): string {
  if (result.kind === 'accepted') return ''
  if (result.kind === 'notSent') return result.reason
  const { pool, stage, error } = result
  if (stage === 'notListed') return ''
  if (stage === 'unknown' && error.kind === 'cancelled') {
    return vscode.l10n.t('You canceled while the request was in progress.')
  }
  const text = textOf(error, pool.connection)
  const { status = 0, mayHaveTakenEffect } = error
  // That of a proxy is only unknown by what was observed.
  if (!(mayHaveTakenEffect && [409, 410].includes(status))) return text
  const twice = vscode.l10n.t(
    'The browser may have sent the request twice, and only the second response is known.',
  )
  return joinSentences(twice, text)
}

/** Creates a button that reveals a machine pool. */
export function revealAction(pool: MachinePoolRef): Action {
  const args = machinePoolArguments(pool)
  return commandAction(vscode.l10n.t('Reveal in View'), commandIds.revealInView, args)
}

function resultActions(result: DeletionResult, pins: Pins): Action[] {
  if (result.kind !== 'failed') return []
  const { pool, stage, error } = result
  if (stage === 'unknown') return [showLogAction(), revealAction(pool)]
  if (stage === 'notListed') return unpinActions(pool, pins)
  if (stage === 'notFound')
    return [...unpinActions(pool, pins), checkConnectionAction(pool.connection)]
  const help = recoveryActions(error, pool.connection)
  const isEnough = help.length > 0 && !isNetworkError(error)
  return isEnough ? help : [...help, retryAction(pool)]
}

function overdueActions(pool: MachinePoolRef): Action[] {
  const { connection } = pool
  const console = commandAction(
    vscode.l10n.t('Open in Management Console'),
    commandIds.openInConsole,
    {
      connection,
    },
  )
  const args = machinePoolArguments(pool)
  const details = commandAction(vscode.l10n.t('Show Details'), commandIds.showDetails, args)
  const actions = [revealAction(pool), details]
  return connection.consoleUrl === undefined ? actions : [console, ...actions]
}

function retryAction(pool: MachinePoolRef): Action {
  const args = machinePoolArguments(pool)
  return commandAction(vscode.l10n.t('Retry'), commandIds.deleteMachinePool, args)
}

function unpinActions(pool: MachinePoolRef, pins: Pins): Action[] {
  const run = () => pins.remove(pool)
  return pins.hasPool(pool) ? [{ title: vscode.l10n.t('Unpin'), run }] : []
}
