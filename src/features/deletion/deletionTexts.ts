import * as vscode from 'vscode'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { joinSentences, visible } from '../../texts.ts'

interface FateTexts {
  severity: 'info' | 'warning' | 'error'
  title: string
  /** The message for one machine pool: {0} is its name, {1} its cloud config. */
  one: string
  /** The message for several machine pools: {0} is their number, {1} their names. */
  several: string
}

/** The texts of a deletion in progress, which is {2}. VS Code may cut off what follows the names. */
const inProgress = {
  one: vscode.l10n.t('Deleting machine pool, {2}: “{0}” in {1}'),
  several: vscode.l10n.t('Deleting {0} machine pools, {2}: {1}'),
}

/**
 * The fates of deletions, with their texts. The keys are stored in the deletion history and reported to language
 * models, so none is ever renamed.
 */
export const fates = {
  deleted: {
    severity: 'info',
    title: vscode.l10n.t('Deleted'),
    one: vscode.l10n.t('Machine pool deleted: “{0}” in {1}.'),
    several: vscode.l10n.t('{0} machine pools were deleted: {1}.'),
  },
  /** Accepted; no check of the pool has told more. */
  accepted: { severity: 'info', title: vscode.l10n.t('Accepted'), ...inProgress },
  /** Accepted; the service lists the pool until its machines have drained. */
  draining: { severity: 'info', title: vscode.l10n.t('Accepted, draining'), ...inProgress },
  /** Already gone before the deletion. */
  gone: {
    severity: 'info',
    title: vscode.l10n.t('Not deleted, not listed'),
    one: vscode.l10n.t('Machine pool not deleted: “{0}” in {1}. The service doesn’t list it.'),
    several: vscode.l10n.t(
      '{0} machine pools were not deleted: {1}. The service doesn’t list them.',
    ),
  },
  /** The response was 404, for an unknown reason. */
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
  /** The response was 404, but the service lists the pool. */
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
  /** Accepted, but the pool was still there when monitoring ended. */
  overdue: {
    severity: 'warning',
    title: vscode.l10n.t('Accepted, not confirmed'),
    one: vscode.l10n.t(
      'Deletion accepted, not confirmed: machine pool “{0}” in {1}. The deletion hasn’t been confirmed in the expected time. Check the machine pool in the management console.',
    ),
    several: vscode.l10n.t(
      '{0} deletions accepted, not confirmed: {1}. The deletions haven’t been confirmed in the expected time. Check the machine pools in the management console.',
    ),
  },
} satisfies Record<string, FateTexts>

/**
 * The fate of a deletion, as it is stored and shown to people: first by the outcome of its request, later by the
 * conclusion of the monitoring.
 */
export type Fate = keyof typeof fates

/** Returns whether a stored value is a fate. A newer version may have stored another. */
export function isFate(text: string): text is Fate {
  return Object.hasOwn(fates, text)
}

/** Returns the icon of a fate. */
export function fateIcon(fate: Fate): string {
  if (fate === 'deleted') return 'pass'
  return fate === 'accepted' || fate === 'draining' ? 'sync' : fates[fate].severity
}

/** Returns the message for machine pools with one fate; `why` is empty or whole sentences, or the progress. */
export function fateText(fate: Fate, pools: readonly MachinePoolRef[], why = ''): string {
  const [first, ...others] = pools
  if (!first) return ''
  const { one, several } = fates[fate]
  const config = visible(first.configLabel ?? first.configUid)
  const text =
    others.length === 0
      ? filled(one, visible(first.machinePoolName), config, why)
      : filled(several, String(pools.length), pools.map(quoted).join(', '), why)
  return one === inProgress.one ? text : joinSentences(text, why)
}

function filled(text: string, ...values: string[]): string {
  return text.replaceAll(/\{(\d)\}/g, (place, index) => values[Number(index)] ?? place)
}

function quoted({ machinePoolName }: MachinePoolRef): string {
  return vscode.l10n.t('“{0}”', visible(machinePoolName))
}
