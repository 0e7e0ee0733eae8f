import * as vscode from 'vscode'
import { refusesProject, type ApiError } from '../../api/errors.ts'
import { hostOf } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import type { DeletionOutcome } from '../../inventory/poolDeleter.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import type { TrackedItems } from '../../inventory/trackedItems.ts'
import type { Parts } from '../../parts.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { joinSentences, visible } from '../../texts.ts'
import type { HasNotifications } from './deletionNotifications.ts'
import { fates, fateText, type Fate } from './deletionTexts.ts'
import { revealAction } from './fateMessages.ts'
import { machinePoolArguments, machinePoolPath } from '../../ui/machinePoolArguments.ts'
import { recoveryActions, isNetworkError } from '../../ui/commandErrors.ts'
import {
  checkConnectionAction,
  runAction,
  showLogAction,
  showMessage,
  type Action,
} from '../../ui/messages.ts'

/** A machine pool and the outcome of its deletion, which may not have been sent. */
export interface Deletion {
  pool: MachinePoolRef
  /** `why` nothing was sent is a message for people. */
  outcome: DeletionOutcome | { kind: 'notSent'; why: string; isUnsaved?: boolean }
}

/** Logs a deletion: connection, place, pool, and outcome. */
export function logDeletion(log: vscode.LogOutputChannel, { pool, outcome }: Deletion): void {
  const reason =
    'error' in outcome ? outcome.error.message : 'why' in outcome ? outcome.why : undefined
  logDeletionEvent(
    log,
    pool,
    `outcome ${outcome.kind}${reason === undefined ? '' : ` (${reason})`}`,
  )
}

/** Logs an event in the deletion of a machine pool. */
export function logDeletionEvent(
  log: vscode.LogOutputChannel,
  pool: MachinePoolRef,
  event: string,
): void {
  const { connection } = pool
  log.info(
    `${new Date().toISOString()} delete over “${visible(connection.name)}” ` +
      `host ${hostOf(connection)} path ${machinePoolPath(pool)} ${visible(event)}`,
  )
}

/**
 * Reports the outcomes of deletions, with one message for equal outcomes. Accepted ones are reported when they
 * have ended, see {@link DeletionNotifications}. `isInSight` tells whether all tree items were in sight.
 */
export function reportDeletions(
  deletions: readonly Deletion[],
  isInSight: boolean,
  { tracked, deletionNotifications }: Pick<Parts, 'tracked'> & HasNotifications,
): void {
  const withFate = (...wanted: Fate[]) =>
    deletions.filter(({ outcome }) => wanted.includes(fateOf(outcome))).map(({ pool }) => pool)
  const deleted = withFate('deleted')
  const accepted = withFate('accepted', 'draining')
  const isJoined = deletionNotifications.follow(accepted, deleted, isInSight)
  const groups = new Map<string, Deletion[]>()
  for (const deletion of deletions) {
    const key = JSON.stringify([fateOf(deletion.outcome), whyText(deletion)])
    groups.set(key, [...(groups.get(key) ?? []), deletion])
  }
  for (const group of groups.values()) {
    const [first, ...others] = group
    if (!first) continue
    const fate = fateOf(first.outcome)
    if (first.outcome.kind === 'done') {
      if (fate === 'deleted' && !isJoined) deletionNotifications.tellDeleted(deleted, isInSight)
      continue
    }
    const pools = group.map(({ pool }) => pool)
    const actions = others.length === 0 ? actionsFor(first, tracked) : groupActions(first)
    showMessage(fates[fate].severity, fateText(fate, pools, whyText(first)), actions)
  }
  for (const { pool, outcome } of deletions) {
    if (!('isUnsaved' in outcome && outcome.isUnsaved)) continue
    const text = vscode.l10n.t(
      'Couldn’t save the outcome of the deletion of “{0}”. After a reload, the machine pool will be shown as one that may have been deleted.',
      visible(pool.machinePoolName),
    )
    showMessage('warning', text)
  }
}

/** Returns the first fate of a deletion, by the outcome of its request. */
export function fateOf(outcome: Deletion['outcome']): Fate {
  switch (outcome.kind) {
    case 'done':
      if (outcome.isListed === undefined) return 'accepted'
      return outcome.isListed ? 'draining' : 'deleted'
    case 'unknown':
      return 'unknown'
    case 'notSent':
      return 'notDeleted'
    case 'refused':
      if (outcome.isEarlierOpen) return 'unknown'
      if (outcome.error.kind !== 'notFound' || refusesProject(outcome.error)) return 'notDeleted'
      if (outcome.isListed === undefined) return 'notFound'
      return outcome.isListed ? 'stillListed' : 'gone'
  }
}

/** Returns why a pool wasn’t deleted, or may not have been; `textOf` formats an error. */
export function whyText({ pool, outcome }: Deletion, textOf = errorText): string {
  if (outcome.kind === 'done' || fateOf(outcome) === 'gone') return ''
  if (outcome.kind === 'notSent') return outcome.why
  if (outcome.kind === 'unknown' && outcome.error.kind === 'cancelled') {
    return vscode.l10n.t('You canceled while the request was in progress.')
  }
  const why = textOf(outcome.error, pool.connection)
  const { status = 0, mayHaveTakenEffect } = outcome.error
  // That of a proxy is only unknown by what was observed.
  if (!(mayHaveTakenEffect && [409, 410].includes(status))) return why
  const twice = vscode.l10n.t(
    'The browser may have sent the request twice, and only the second response is known.',
  )
  return joinSentences(twice, why)
}

function actionsFor({ pool, outcome }: Deletion, tracked: TrackedItems): Action[] {
  switch (fateOf(outcome)) {
    case 'unknown':
      return [showLogAction(), revealAction(pool)]
    case 'notFound':
      return [...removeActions(pool, tracked), checkConnectionAction(pool.connection)]
    case 'gone':
      return removeActions(pool, tracked)
    case 'stillListed':
    case 'notDeleted':
      return outcome.kind === 'refused' ? againActions(pool, outcome.error) : []
    case 'accepted':
    case 'draining':
    case 'deleted':
    case 'overdue': // only for monitored deletions
      return []
  }
}

function groupActions({ pool, outcome }: Deletion): Action[] {
  const help = outcome.kind === 'refused' ? recoveryActions(outcome.error, pool.connection) : []
  return [...help, showLogAction()]
}

/** Reports that the pool is gone: the service no longer lists it. */
export function notifyGone(pool: MachinePoolRef, tracked: TrackedItems): void {
  showMessage('info', fateText('gone', [pool]), removeActions(pool, tracked))
}

function againActions(pool: MachinePoolRef, error: ApiError): Action[] {
  const help = recoveryActions(error, pool.connection)
  if (help.length > 0 && !isNetworkError(error)) return help
  const args = machinePoolArguments(pool)
  return [...help, runAction(vscode.l10n.t('Retry'), commandIds.deleteMachinePool, args)]
}

function removeActions(pool: MachinePoolRef, tracked: TrackedItems): Action[] {
  const run = () => tracked.remove(pool)
  return tracked.hasPool(pool) ? [{ title: vscode.l10n.t('Unpin'), run }] : []
}
