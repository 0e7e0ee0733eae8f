import * as vscode from 'vscode'
import type { Outcome } from '../../inventory/deletion/requestDeletion.ts'
import type { Stage } from '../../inventory/deletion/status.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { keyOf } from '../../inventory/refs.ts'
import { filled, joinSentences, visible } from '../../texts.ts'

interface StageTexts {
  severity: 'info' | 'warning' | 'error'
  title: string
  /** The message for one machine pool: {0} is its name, {1} its cloud config, {2} the progress of a drain. */
  one: string
  /** What to do. */
  advice?: string
}

/** The texts of the stages of deletions that people are told. The keys are reported to language models. */
const texts: Record<ToldStage, StageTexts> = {
  deleted: {
    severity: 'info',
    title: vscode.l10n.t('Deleted'),
    one: vscode.l10n.t('Machine pool deleted: “{0}” in {1}.'),
  },
  draining: {
    severity: 'info',
    title: vscode.l10n.t('Accepted'),
    // VS Code may cut off what follows the names.
    one: vscode.l10n.t('Deleting machine pool, {2}: “{0}” in {1}'),
  },
  notListed: {
    severity: 'info',
    title: vscode.l10n.t('Not deleted, not listed'),
    one: vscode.l10n.t('The service doesn’t list machine pool “{0}” in {1}. Nothing was deleted.'),
  },
  notFound: {
    severity: 'error',
    title: vscode.l10n.t('Not found'),
    one: vscode.l10n.t('Machine pool not found: “{0}” in {1}.'),
    advice: vscode.l10n.t(
      'A machine pool isn’t found if it was already deleted, or if its provider, cloud config, or name is wrong.',
    ),
  },
  stillListed: {
    severity: 'error',
    title: vscode.l10n.t('Not deleted, still listed'),
    one: vscode.l10n.t('Machine pool not deleted: “{0}” in {1}. The service still lists it.'),
  },
  notDeleted: {
    severity: 'error',
    title: vscode.l10n.t('Not deleted'),
    one: vscode.l10n.t('Machine pool not deleted: “{0}” in {1}.'),
  },
  unknown: {
    severity: 'warning',
    title: vscode.l10n.t('May have been deleted'),
    one: vscode.l10n.t('Machine pool may have been deleted: “{0}” in {1}.'),
    advice: vscode.l10n.t('Check before you try again.'),
  },
  overdue: {
    severity: 'warning',
    title: vscode.l10n.t('Accepted, not confirmed'),
    one: vscode.l10n.t(
      'Deletion accepted, but not confirmed in the expected time: machine pool “{0}” in {1}.',
    ),
    advice: vscode.l10n.t('Check in the management console.'),
  },
  noEffect: {
    severity: 'warning',
    title: vscode.l10n.t('Apparently no effect'),
    one: vscode.l10n.t('Deletion apparently had no effect: machine pool “{0}” in {1}.'),
    advice: vscode.l10n.t(
      'All machines have been running for 10 minutes, and none is being deleted.',
    ),
  },
}

/** The stages that people are told. */
export type ToldStage = Outcome['stage']

/** Returns the severity of a stage. */
export function stageSeverity(stage: ToldStage): StageTexts['severity'] {
  return texts[stage].severity
}

/** Returns the title of a stage, for a list. A request that is being sent counts as unknown. */
export function stageTitle(stage: Stage['kind']): string {
  return texts[stage === 'sending' ? 'unknown' : stage].title
}

/** Returns the icon of a stage. */
export function stageIcon(stage: Stage['kind']): string {
  if (stage === 'deleted') return 'pass'
  return stage === 'draining' || stage === 'sending' ? 'sync' : texts[stage].severity
}

/** Returns the message for machine pools in one stage; `why` is empty or whole sentences, or the progress of a drain. */
export function stageText(stage: ToldStage, pools: readonly MachinePoolRef[], why = ''): string {
  const [first, ...others] = pools
  if (!first) return ''
  const { title, one, advice = '' } = texts[stage]
  const isOneCluster = others.every(
    (other) => keyOf('cloudConfig', other) === keyOf('cloudConfig', first),
  )
  const names = pools.map(isOneCluster ? quoted : located).join(', ')
  const isDrain = stage === 'draining'
  if (others.length > 0) {
    if (isDrain) {
      return vscode.l10n.t('Deleting {0} machine pools, {2}: {1}', pools.length, names, why)
    }
    const text = vscode.l10n.t('{0} ({1} machine pools): {2}.', title, pools.length, names)
    return joinSentences(text, advice, why)
  }
  const text = filled(one, visible(first.machinePoolName), clusterOf(first), why)
  return isDrain ? text : joinSentences(text, advice, why)
}

function clusterOf({ configLabel, configUid }: MachinePoolRef): string {
  return visible(configLabel ?? configUid)
}

function quoted({ machinePoolName }: MachinePoolRef): string {
  return vscode.l10n.t('“{0}”', visible(machinePoolName))
}

/** Returns a pool with its cluster: pools of several clusters often have one name. */
function located(pool: MachinePoolRef): string {
  return vscode.l10n.t('“{0}” in {1}', visible(pool.machinePoolName), clusterOf(pool))
}
