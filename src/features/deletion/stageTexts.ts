import * as vscode from 'vscode'
import type { Deletion } from '../../deletion/record.ts'
import { isNoLongerListed, mayProveNoEffect, type Stage } from '../../deletion/stage.ts'
import type { MachinePoolRef } from '../../model/refs.ts'
import { fillPlaceholders, joinSentences, displayTextInQuotes } from '../../displayTexts.ts'
import { showMessage, type Action } from '../../ui/messages.ts'

/**
 * Every stage but that of a request without a response, a drain of which nothing can be seen, and a pool that the
 * service doesn’t list, so that no request is sent.
 */
type ReportedStage = Exclude<Stage['kind'], 'sending'> | 'unlisted' | 'notListed'

interface StageTexts {
  severity: 'info' | 'warning' | 'error'
  title: string
  /** The message: {0} is its name, {1} its cloud config, {2} the progress of a drain. */
  text: string
  /** What to do. */
  advice?: string
}

const consoleAdvice = vscode.l10n.t('Check in the management console whether it still exists.')

/** What a check has found of a pool that wasn’t deleted, or may not have been. */
export const stillListedText = vscode.l10n.t('The service still lists the machine pool.')

const notDeleted: StageTexts = {
  severity: 'error',
  title: vscode.l10n.t('not deleted'),
  text: vscode.l10n.t('Machine pool not deleted: “{0}” in {1}.'),
}

const mayHaveBeenDeleted: StageTexts = {
  severity: 'warning',
  title: vscode.l10n.t('may have been deleted'),
  text: vscode.l10n.t('Machine pool may have been deleted: “{0}” in {1}.'),
  advice: consoleAdvice,
}

/** The texts of the stages of deletions. The titles are those of the rows. The keys are reported to language models. */
const texts: Record<ReportedStage, StageTexts> = {
  deleted: {
    severity: 'info',
    title: vscode.l10n.t('deleted'),
    text: vscode.l10n.t('Machine pool deleted: “{0}” in {1}.'),
  },
  draining: {
    severity: 'info',
    title: vscode.l10n.t('deleting…'),
    // VS Code may cut off what follows the names.
    text: vscode.l10n.t('Deleting machine pool, {2}: “{0}” in {1}'),
  },
  notListed: {
    severity: 'info',
    title: vscode.l10n.t('not deleted'),
    text: vscode.l10n.t('The service doesn’t list machine pool “{0}” in {1}. Nothing was deleted.'),
  },
  notDeleted,
  stillListed: { ...notDeleted, advice: stillListedText },
  notFound: mayHaveBeenDeleted,
  unknown: mayHaveBeenDeleted,
  unlisted: {
    severity: 'warning',
    title: vscode.l10n.t('no longer listed'),
    text: vscode.l10n.t('Machine pool no longer listed: “{0}” in {1}.'),
    advice: vscode.l10n.t('The nodes couldn’t be listed, and may still be draining.'),
  },
  overdue: {
    severity: 'warning',
    title: vscode.l10n.t('not confirmed in time'),
    text: vscode.l10n.t('Machine pool deletion not confirmed in time: “{0}” in {1}.'),
    advice: consoleAdvice,
  },
  noEffect: {
    severity: 'warning',
    title: vscode.l10n.t('not deleted'),
    text: vscode.l10n.t('Deletion apparently had no effect: machine pool “{0}” in {1}.'),
    advice: vscode.l10n.t('All nodes have been running for 10 minutes, and none is being deleted.'),
  },
}

/** Shows a message about the stage of a pool’s deletion. `detail` and `advice` are as in {@link stageText}. */
export function notifyStage(
  stage: ReportedStage,
  pool: MachinePoolRef,
  detail?: string,
  actions: readonly Action[] = [],
  advice?: string,
): void {
  showMessage(texts[stage].severity, stageText(stage, pool, detail, advice), actions)
}

/** Returns whether the message of a stage says what to do, whatever its detail says. */
export function hasAdvice(stage: ReportedStage): boolean {
  return texts[stage].advice !== undefined
}

/** Returns what to do, or to expect, if the outcome of a deletion is unknown. Without a record, nothing is observed. */
export function unknownAdvice(deletion: Deletion | undefined): string {
  return deletion && mayProveNoEffect(deletion)
    ? vscode.l10n.t(
        'Poolkeeper keeps checking. If all nodes keep running, it reports after 10 minutes that the deletion apparently had no effect.',
      )
    : consoleAdvice
}

/**
 * Returns what the history says of a deletion: that its pool is no longer listed says more than that it drains, or is
 * unknown.
 */
export function reportedStage(stage: Stage): Stage['kind'] | 'unlisted' {
  return isNoLongerListed(stage) ? 'unlisted' : stage.kind
}

/** Returns the title of a stage, for a list. A request that is being sent counts as unknown. */
export function stageTitle(stage: ReportedStage | 'sending'): string {
  return texts[stage === 'sending' ? 'unknown' : stage].title
}

/** Returns the icon of a stage. */
export function stageIcon(stage: ReportedStage | 'sending'): string {
  if (stage === 'deleted') return 'pass'
  return stage === 'draining' || stage === 'sending' ? 'sync' : texts[stage].severity
}

/**
 * Returns the message for a machine pool. `detail` is empty or whole sentences, or the progress of a drain. `advice`
 * says what to do, if not that of the stage.
 */
export function stageText(
  stage: ReportedStage,
  pool: MachinePoolRef,
  detail = '',
  advice = texts[stage].advice ?? '',
): string {
  const { configLabel, configUid, machinePoolName } = pool
  const { text } = texts[stage]
  const place = displayTextInQuotes(configLabel ?? configUid)
  const message = fillPlaceholders(text, displayTextInQuotes(machinePoolName), place, detail)
  return stage === 'draining' ? message : joinSentences(message, detail, advice)
}
