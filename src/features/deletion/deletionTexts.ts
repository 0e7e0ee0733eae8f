import * as vscode from 'vscode'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { visible } from '../../texts.ts'

/** All fates; the kept list of recent activity has them, so none is ever renamed. */
export const fates = [
  'deleted',
  'accepted', // the service accepted the deletion, and no look at the pool told more
  'draining', // the service accepted the deletion, and lists the pool until its machines have drained
  'gone', // it was not there when it was to be deleted
  'notFound', // the service answered 404, and there is no telling what it meant by that
  'stillListed', // the service answered 404, and lists the pool all the same
  'notDeleted',
  'unknown',
  'notTaken', // it was unknown, and the pool stands unchanged
  'overdue', // it was accepted, and the pool is not gone in all the time that it was followed
] as const

/** What has become of a machine pool, as far as a person is to be told. */
export type Fate = (typeof fates)[number]

/** A fate in a few words, for a list. */
export function fateTitle(fate: Fate): string {
  switch (fate) {
    case 'deleted':
      return vscode.l10n.t('Deleted')
    case 'accepted':
      return vscode.l10n.t('Accepted')
    case 'draining':
      return vscode.l10n.t('Accepted, its machines drain')
    case 'gone':
      return vscode.l10n.t('Not there')
    case 'notFound':
      return vscode.l10n.t('Not found')
    case 'stillListed':
      return vscode.l10n.t('Not deleted, still listed')
    case 'notDeleted':
      return vscode.l10n.t('Not deleted')
    case 'unknown':
      return vscode.l10n.t('May have been deleted')
    case 'notTaken':
      return vscode.l10n.t('Still there')
    case 'overdue':
      return vscode.l10n.t('Accepted, but not gone')
  }
}

/** Tells the fate that machine pools share; `why` in whole sentences, or nothing. */
export function fateText(fate: Fate, pools: readonly MachinePoolRef[], why = ''): string {
  const [first, ...others] = pools
  if (!first) return ''
  const text =
    others.length === 0
      ? textOfOne(fate, visible(first.machinePoolName), configOf(first))
      : textOfSeveral(fate, pools.length, pools.map(quoted).join(', '))
  return why ? `${text} ${why}` : text
}

/** How grave it is. */
export function severityOf(fate: Fate): 'info' | 'warning' | 'error' {
  switch (fate) {
    case 'deleted':
    case 'accepted':
    case 'draining':
    case 'gone':
      return 'info'
    case 'unknown':
    case 'notTaken':
    case 'overdue':
      return 'warning'
    case 'notFound':
    case 'stillListed':
    case 'notDeleted':
      return 'error'
  }
}

function textOfOne(fate: Fate, name: string, config: string): string {
  switch (fate) {
    case 'deleted':
      return vscode.l10n.t('Machine pool “{0}” of {1} is deleted.', name, config)
    case 'accepted':
      return vscode.l10n.t(
        'Machine pool “{0}” of {1} is being deleted. The service accepted the request, but its progress couldn’t be checked.',
        name,
        config,
      )
    case 'draining':
      return vscode.l10n.t(
        'Machine pool “{0}” of {1} is being deleted: its machines drain first.',
        name,
        config,
      )
    case 'gone':
      return vscode.l10n.t(
        'Machine pool “{0}” was not deleted because it isn’t in {1}.',
        name,
        config,
      )
    case 'notFound':
      return vscode.l10n.t(
        'Machine pool “{0}” of {1} was not found. The machine pool may already be gone, or its provider, cloud config, or name may be wrong.',
        name,
        config,
      )
    case 'stillListed':
      return vscode.l10n.t(
        'Machine pool “{0}” of {1} was not deleted, and the service still lists it.',
        name,
        config,
      )
    case 'notDeleted':
      return vscode.l10n.t('Machine pool “{0}” of {1} was not deleted.', name, config)
    case 'unknown':
      return vscode.l10n.t(
        'Machine pool “{0}” of {1} may have been deleted: check before trying again.',
        name,
        config,
      )
    case 'notTaken':
      return vscode.l10n.t(
        'Machine pool “{0}” of {1} is still there with all its nodes: the service seems not to have taken the deletion that got no definite answer.',
        name,
        config,
      )
    case 'overdue':
      return vscode.l10n.t(
        'Machine pool “{0}” of {1} is not gone yet, long after the service accepted its deletion. Look at it in the management console.',
        name,
        config,
      )
  }
}

function textOfSeveral(fate: Fate, count: number, names: string): string {
  switch (fate) {
    case 'deleted':
      return vscode.l10n.t('{0} machine pools are deleted: {1}.', count, names)
    case 'accepted':
      return vscode.l10n.t(
        '{0} machine pools are being deleted: {1}. The service accepted the requests, but their progress couldn’t be checked.',
        count,
        names,
      )
    case 'draining':
      return vscode.l10n.t(
        '{0} machine pools are being deleted: {1}. Their machines drain first.',
        count,
        names,
      )
    case 'gone':
      return vscode.l10n.t(
        '{0} machine pools were not deleted because the service doesn’t list them: {1}.',
        count,
        names,
      )
    case 'notFound':
      return vscode.l10n.t(
        '{0} machine pools were not found: {1}. They may already be gone, or their providers, cloud configs, or names may be wrong.',
        count,
        names,
      )
    case 'stillListed':
      return vscode.l10n.t(
        '{0} machine pools were not deleted, and the service still lists them: {1}.',
        count,
        names,
      )
    case 'notDeleted':
      return vscode.l10n.t('{0} machine pools were not deleted: {1}.', count, names)
    case 'unknown':
      return vscode.l10n.t(
        '{0} machine pools may have been deleted: {1}. Check before trying again.',
        count,
        names,
      )
    case 'notTaken':
      return vscode.l10n.t(
        '{0} machine pools are still there with all their nodes: {1}. The service seems not to have taken the deletions that got no definite answer.',
        count,
        names,
      )
    case 'overdue':
      return vscode.l10n.t(
        '{0} machine pools are not gone yet, long after the service accepted their deletion: {1}. Look at them in the management console.',
        count,
        names,
      )
  }
}

function quoted({ machinePoolName }: MachinePoolRef): string {
  return vscode.l10n.t('“{0}”', visible(machinePoolName))
}

function configOf({ configLabel, configUid }: MachinePoolRef): string {
  return visible(configLabel ?? configUid)
}
