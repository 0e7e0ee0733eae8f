import * as vscode from 'vscode'
import { hostOf } from '../connections/connection.ts'
import { commandIds } from '../contributions.ts'
import type { DeletionOutcome, MachinePoolRef } from '../inventory/machinePools.ts'
import type { Tracked } from '../inventory/tracked.ts'
import { errorText, visible } from '../texts.ts'
import { machinePoolArguments, machinePoolPath } from './machinePoolArguments.ts'
import { helpFor, runAction, showLogAction, showMessage, type Action } from './runCommand.ts'

/** A machine pool, and what came of its deletion. One of several may not even have been sent. */
export interface Deletion {
  pool: MachinePoolRef
  outcome: DeletionOutcome | NotSent
}

/** Why nothing was sent, in words for a person. */
export interface NotSent {
  kind: 'notSent'
  why: string
}

/** Keeps one line of a deletion: when, over which connection, where, what, and what came of it. */
export function logDeletion(log: vscode.LogOutputChannel, { pool, outcome }: Deletion): void {
  const { connection } = pool
  const path = machinePoolPath(pool)
  const reason =
    'error' in outcome ? outcome.error.message : 'why' in outcome ? outcome.why : undefined
  const why = reason === undefined ? '' : ` (${reason})`
  log.info(
    `${new Date().toISOString()} delete over “${visible(connection.name)}” ` +
      `host ${hostOf(connection)} path ${path} outcome ${outcome.kind}${visible(why)}`,
  )
}

/** Tells what came of deletions: a message for each, those that ended alike together. */
export function reportDeletions(deletions: readonly Deletion[], tracked: Tracked): void {
  const groups = new Map<string, Deletion[]>()
  for (const deletion of deletions) {
    const key = JSON.stringify([deletion.outcome.kind, whyText(deletion)])
    groups.set(key, [...(groups.get(key) ?? []), deletion])
  }
  for (const [first, ...others] of groups.values()) {
    if (!first) continue
    const { kind } = first.outcome
    const severity = kind === 'done' ? 'info' : kind === 'unknown' ? 'warning' : 'error'
    const actions = others.length === 0 ? actionsFor(first, tracked) : groupActions(first)
    showMessage(severity, resultText(first, others), actions)
  }
}

/** What came of a deletion, and of others that ended alike. */
function resultText(first: Deletion, others: readonly Deletion[]): string {
  const why = whyText(first)
  const { pool, outcome } = first
  if (others.length > 0) {
    const names = [first, ...others].map((one) => `“${nameOf(one.pool)}”`).join(', ')
    return severalText(outcome.kind, others.length + 1, names, why)
  }
  const names = [nameOf(pool), configOf(pool)] as const
  switch (outcome.kind) {
    case 'done':
      return vscode.l10n.t('Machine pool “{0}” of {1} is deleted.', ...names)
    case 'unknown':
      return vscode.l10n.t(
        'Machine pool “{0}” of {1} may have been deleted: check before trying again. {2}',
        ...names,
        why,
      )
    case 'refused':
    case 'notSent':
      return isNotFound(outcome)
        ? vscode.l10n.t(
            'Machine pool “{0}” of {1} was not found here: it may be gone already. {2}',
            ...names,
            why,
          )
        : vscode.l10n.t('Machine pool “{0}” of {1} was not deleted. {2}', ...names, why)
  }
}

function isNotFound(outcome: Deletion['outcome']): boolean {
  return outcome.kind === 'refused' && outcome.error.kind === 'notFound'
}

function severalText(
  kind: Deletion['outcome']['kind'],
  count: number,
  names: string,
  why: string,
): string {
  switch (kind) {
    case 'done':
      return vscode.l10n.t('{0} machine pools are deleted: {1}.', count, names)
    case 'unknown':
      return vscode.l10n.t(
        '{0} machine pools may have been deleted: {1}. Check before trying again. {2}',
        count,
        names,
        why,
      )
    case 'refused':
    case 'notSent':
      return vscode.l10n.t('{0} machine pools were not deleted: {1}. {2}', count, names, why)
  }
}

/** Why it ended so, in whole sentences. */
function whyText({ pool, outcome }: Deletion): string {
  if (outcome.kind === 'done') return ''
  if (outcome.kind === 'notSent') return outcome.why
  return outcome.kind === 'unknown' && outcome.error.kind === 'cancelled'
    ? vscode.l10n.t('You cancelled while the request was under way.')
    : errorText(outcome.error, pool.connection)
}

/** What helps with the outcome of one deletion: what mends it, or the same thing once more. */
function actionsFor({ pool, outcome }: Deletion, tracked: Tracked): Action[] {
  if (outcome.kind === 'unknown') return [showLogAction()]
  return outcome.kind === 'refused' ? refusedActions(pool, outcome, tracked) : []
}

function groupActions({ pool, outcome }: Deletion): Action[] {
  if (outcome.kind === 'done') return []
  const help = outcome.kind === 'refused' ? helpFor(outcome.error, pool.connection) : []
  return [...help, showLogAction()]
}

/** Tells that there is nothing to delete: the service's list has it no more. */
export function tellGone(pool: MachinePoolRef, tracked: Tracked): void {
  const text = vscode.l10n.t(
    'Machine pool “{0}” is not in {1} any more, so nothing was deleted.',
    nameOf(pool),
    configOf(pool),
  )
  showMessage('info', text, removeActions(pool, tracked))
}

type Refused = Extract<DeletionOutcome, { error: unknown }>

/** What helps with a refusal: the command that mends it, or the same thing once more. */
function refusedActions(pool: MachinePoolRef, { error }: Refused, tracked: Tracked): Action[] {
  if (error.kind === 'notFound') return removeActions(pool, tracked)
  const help = helpFor(error, pool.connection)
  if (help.length > 0) return help
  const args = machinePoolArguments(pool)
  return [runAction(vscode.l10n.t('Retry'), commandIds.deleteMachinePool, args)]
}

function removeActions(pool: MachinePoolRef, tracked: Tracked): Action[] {
  const { connection, provider, configUid: uid, machinePoolName } = pool
  const run = () => tracked.removePool(connection.name, { provider, uid }, machinePoolName)
  const isKept = tracked.pool(connection.name, { provider, uid }, machinePoolName) !== undefined
  return isKept ? [{ title: vscode.l10n.t('Remove from View'), run }] : []
}

function nameOf({ machinePoolName }: MachinePoolRef): string {
  return visible(machinePoolName)
}

function configOf({ configLabel, configUid }: MachinePoolRef): string {
  return visible(configLabel ?? configUid)
}
