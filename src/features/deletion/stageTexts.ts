import * as vscode from 'vscode'
import type { Outcome } from '../../inventory/deletion/requestDeletion.ts'
import type { Stage } from '../../inventory/deletion/status.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { keyOf } from '../../inventory/refs.ts'
import { filled, joinSentences, visible } from '../../texts.ts'

interface StageTexts {
  severity: 'info' | 'warning' | 'error'
  title: string
  /** The message for one machine pool: {0} is its name, {1} its cloud config. */
  one: string
  /** The message for several machine pools: {0} is their number, {1} their names. */
  several: string
}

/** The texts of the stages of deletions that people are told. The keys are reported to language models. */
const texts: Record<ToldStage, StageTexts> = {
  deleted: {
    severity: 'info',
    title: vscode.l10n.t('Deleted'),
    one: vscode.l10n.t('Machine pool deleted: “{0}” in {1}.'),
    several: vscode.l10n.t('{0} machine pools were deleted: {1}.'),
  },
  draining: {
    severity: 'info',
    title: vscode.l10n.t('Accepted'),
    // VS Code may cut off what follows the names.
    one: vscode.l10n.t('Deleting machine pool, {2}: “{0}” in {1}'),
    several: vscode.l10n.t('Deleting {0} machine pools, {2}: {1}'),
  },
  notListed: {
    severity: 'info',
    title: vscode.l10n.t('Not deleted, not listed'),
    one: vscode.l10n.t('Machine pool not deleted: “{0}” in {1}. The service doesn’t list it.'),
    several: vscode.l10n.t(
      '{0} machine pools were not deleted: {1}. The service doesn’t list them.',
    ),
  },
  notFound: {
    severity: 'error',
    title: vscode.l10n.t('Not found'),
    one: vscode.l10n.t(
      'Machine pool not found: “{0}” in {1}. The machine pool may already have been deleted, or its provider, cloud config, or name may be wrong.',
    ),
    several: vscode.l10n.t(
      '{0} machine pools were not found: {1}. They may already have been deleted, or their providers, cloud configs, or names may be wrong.',
    ),
  },
  stillListed: {
    severity: 'error',
    title: vscode.l10n.t('Not deleted, still listed'),
    one: vscode.l10n.t('Machine pool not deleted: “{0}” in {1}. The service still lists it.'),
    several: vscode.l10n.t(
      '{0} machine pools were not deleted: {1}. The service still lists them.',
    ),
  },
  notDeleted: {
    severity: 'error',
    title: vscode.l10n.t('Not deleted'),
    one: vscode.l10n.t('Machine pool not deleted: “{0}” in {1}.'),
    several: vscode.l10n.t('{0} machine pools were not deleted: {1}.'),
  },
  unknown: {
    severity: 'warning',
    title: vscode.l10n.t('May have been deleted'),
    one: vscode.l10n.t(
      'Machine pool may have been deleted: “{0}” in {1}. Check before you try again.',
    ),
    several: vscode.l10n.t(
      '{0} machine pools may have been deleted: {1}. Check before you try again.',
    ),
  },
  overdue: {
    severity: 'warning',
    title: vscode.l10n.t('Accepted, not confirmed'),
    one: vscode.l10n.t(
      'Deletion accepted, but not confirmed in the expected time: machine pool “{0}” in {1}. Check the machine pool in the management console.',
    ),
    several: vscode.l10n.t(
      '{0} deletions accepted, but not confirmed in the expected time: {1}. Check the machine pools in the management console.',
    ),
  },
  noEffect: {
    severity: 'warning',
    title: vscode.l10n.t('Apparently no effect'),
    one: vscode.l10n.t(
      'Deletion apparently had no effect: machine pool “{0}” in {1}. All its machines have been running for 10 minutes, and none is being deleted.',
    ),
    several: vscode.l10n.t(
      '{0} deletions apparently had no effect: {1}. All machines have been running for 10 minutes, and none is being deleted.',
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
  const { one, several } = texts[stage]
  const isOneCluster = others.every(
    (other) => keyOf('cloudConfig', other) === keyOf('cloudConfig', first),
  )
  const text =
    others.length === 0
      ? filled(one, visible(first.machinePoolName), clusterOf(first), why)
      : filled(
          several,
          String(pools.length),
          pools.map(isOneCluster ? quoted : located).join(', '),
          why,
        )
  return stage === 'draining' ? text : joinSentences(text, why)
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
