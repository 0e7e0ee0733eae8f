import * as vscode from 'vscode'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { visible } from '../../texts.ts'

interface FateTexts {
  severity: 'info' | 'warning' | 'error'
  /** The title in a list. */
  title(): string
  /** The message for one machine pool. */
  one(...of: [name: string, config: string]): string
  /** The message for several machine pools. */
  several(...of: [count: number, names: string]): string
}

/**
 * The statuses of deleted machine pools, with their texts. The keys are stored in the deletion history, so
 * none is ever renamed.
 */
export const fates = {
  deleted: {
    severity: 'info',
    title: () => vscode.l10n.t('Deleted'),
    one: (...of) => vscode.l10n.t('Machine pool “{0}” in {1} was deleted.', ...of),
    several: (...of) => vscode.l10n.t('{0} machine pools were deleted: {1}.', ...of),
  },
  /** Accepted; no check of the pool has told more. */
  accepted: {
    severity: 'info',
    title: () => vscode.l10n.t('Accepted'),
    one: (...of) =>
      vscode.l10n.t(
        'Machine pool “{0}” in {1} is being deleted. The service accepted the request, but the progress couldn’t be checked.',
        ...of,
      ),
    several: (...of) =>
      vscode.l10n.t(
        '{0} machine pools are being deleted: {1}. The service accepted the requests, but the progress couldn’t be checked.',
        ...of,
      ),
  },
  /** Accepted; the service lists the pool until its machines have drained. */
  draining: {
    severity: 'info',
    title: () => vscode.l10n.t('Accepted, draining'),
    one: (...of) =>
      vscode.l10n.t(
        'Machine pool “{0}” in {1} is being deleted. Its machines are drained first.',
        ...of,
      ),
    several: (...of) =>
      vscode.l10n.t(
        '{0} machine pools are being deleted: {1}. Their machines are drained first.',
        ...of,
      ),
  },
  /** Already gone before the deletion. */
  gone: {
    severity: 'info',
    title: () => vscode.l10n.t('Not deleted, not listed'),
    one: (...of) =>
      vscode.l10n.t(
        'Machine pool “{0}” in {1} was not deleted because the service doesn’t list it.',
        ...of,
      ),
    several: (...of) =>
      vscode.l10n.t(
        '{0} machine pools were not deleted because the service doesn’t list them: {1}.',
        ...of,
      ),
  },
  /** The response was 404, for an unknown reason. */
  notFound: {
    severity: 'error',
    title: () => vscode.l10n.t('Not found'),
    one: (...of) =>
      vscode.l10n.t(
        'Machine pool “{0}” in {1} was not found. The machine pool may already have been deleted, or its provider, cloud config, or name may be wrong.',
        ...of,
      ),
    several: (...of) =>
      vscode.l10n.t(
        '{0} machine pools were not found: {1}. They may already have been deleted, or their providers, cloud configs, or names may be wrong.',
        ...of,
      ),
  },
  /** The response was 404, but the service lists the pool. */
  stillListed: {
    severity: 'error',
    title: () => vscode.l10n.t('Not deleted, still listed'),
    one: (...of) =>
      vscode.l10n.t(
        'Machine pool “{0}” in {1} was not deleted. The service still lists it.',
        ...of,
      ),
    several: (...of) =>
      vscode.l10n.t(
        '{0} machine pools were not deleted: {1}. The service still lists them.',
        ...of,
      ),
  },
  notDeleted: {
    severity: 'error',
    title: () => vscode.l10n.t('Not deleted'),
    one: (...of) => vscode.l10n.t('Machine pool “{0}” in {1} was not deleted.', ...of),
    several: (...of) => vscode.l10n.t('{0} machine pools were not deleted: {1}.', ...of),
  },
  unknown: {
    severity: 'warning',
    title: () => vscode.l10n.t('May have been deleted'),
    one: (...of) =>
      vscode.l10n.t(
        'Machine pool “{0}” in {1} may have been deleted. Check before you try again.',
        ...of,
      ),
    several: (...of) =>
      vscode.l10n.t(
        '{0} machine pools may have been deleted: {1}. Check before you try again.',
        ...of,
      ),
  },
  /** Was unknown; the pool is unchanged. */
  notTaken: {
    severity: 'warning',
    title: () => vscode.l10n.t('Still exists'),
    one: (...of) =>
      vscode.l10n.t(
        'Machine pool “{0}” in {1} still exists. The earlier delete request, whose outcome was unknown, apparently had no effect.',
        ...of,
      ),
    several: (...of) =>
      vscode.l10n.t(
        '{0} machine pools still exist: {1}. The earlier delete requests, whose outcome was unknown, apparently had no effect.',
        ...of,
      ),
  },
  /** Accepted, but the pool was still there when monitoring ended. */
  overdue: {
    severity: 'warning',
    title: () => vscode.l10n.t('Accepted, not confirmed'),
    one: (...of) =>
      vscode.l10n.t(
        'The deletion of machine pool “{0}” in {1} was accepted but hasn’t been confirmed in the expected time. Check the machine pool in the management console.',
        ...of,
      ),
    several: (...of) =>
      vscode.l10n.t(
        '{0} deletions were accepted but haven’t been confirmed in the expected time: {1}. Check the machine pools in the management console.',
        ...of,
      ),
  },
} satisfies Record<string, FateTexts>

/** The status of a deleted machine pool, as shown to people. */
export type Fate = keyof typeof fates

/** Returns whether a stored value is a status. A newer version may have stored another. */
export function isFate(text: string): text is Fate {
  return Object.hasOwn(fates, text)
}

/** Returns the message for machine pools with one status; `why` is empty or whole sentences. */
export function fateText(fate: Fate, pools: readonly MachinePoolRef[], why = ''): string {
  const [first, ...others] = pools
  if (!first) return ''
  const { one, several } = fates[fate]
  const text =
    others.length === 0
      ? one(visible(first.machinePoolName), visible(first.configLabel ?? first.configUid))
      : several(pools.length, pools.map(quoted).join(', '))
  return why ? `${text} ${why}` : text
}

function quoted({ machinePoolName }: MachinePoolRef): string {
  return vscode.l10n.t('“{0}”', visible(machinePoolName))
}
