import * as vscode from 'vscode'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { visible } from '../../texts.ts'

interface FateTexts {
  /** How grave it is. */
  severity: 'info' | 'warning' | 'error'
  /** A few words, for a list. */
  title(): string
  /** What is told of one machine pool. */
  one(...of: [name: string, config: string]): string
  /** What is told of several machine pools that share it. */
  several(...of: [count: number, names: string]): string
}

/** What may become of a machine pool. The kept list of recent activity has the keys: none is ever renamed. */
export const fates = {
  deleted: {
    severity: 'info',
    title: () => vscode.l10n.t('Deleted'),
    one: (...of) => vscode.l10n.t('Machine pool “{0}” in {1} was deleted.', ...of),
    several: (...of) => vscode.l10n.t('{0} machine pools were deleted: {1}.', ...of),
  },
  /** The service accepted the deletion, and no look at the pool told more. */
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
  /** The service accepted the deletion, and lists the pool until its machines have drained. */
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
  /** It was not there when it was to be deleted. */
  gone: {
    severity: 'info',
    title: () => vscode.l10n.t('Not deleted, not listed'),
    one: (...of) =>
      vscode.l10n.t('Machine pool “{0}” was not deleted because it isn’t in {1}.', ...of),
    several: (...of) =>
      vscode.l10n.t(
        '{0} machine pools were not deleted because the service doesn’t list them: {1}.',
        ...of,
      ),
  },
  /** The service answered 404, and there is no telling what it meant by that. */
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
  /** The service answered 404, and lists the pool all the same. */
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
  /** It was unknown, and the pool stands unchanged. */
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
  /** It was accepted, and the pool is not gone in all the time that it was followed. */
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

/** What has become of a machine pool, as far as a person is to be told. */
export type Fate = keyof typeof fates

/** Whether a text that was kept is a fate. A newer version may have kept another. */
export function isFate(text: string): text is Fate {
  return Object.hasOwn(fates, text)
}

/** Tells the fate that machine pools share; `why` in whole sentences, or nothing. */
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
