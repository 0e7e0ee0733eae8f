import * as vscode from 'vscode'
import type { MachinePool } from '../../api/poolSchemas.ts'
import { isUnchecked, type Change } from '../../deletion/reconfirmation.ts'
import {
  joinFitting,
  joinSentences,
  displayList,
  displayText,
  displayTextInQuotes,
  withoutBreaks,
} from '../../displayTexts.ts'
import { configuredSizeText, instanceTypeText, zoneText } from '../../ui/listTexts.ts'
import { lostValuesText } from './consequenceTexts.ts'

/** Returns why a dialog appears again: a line for each change, and for what couldn’t be checked. */
export function changeLines(changes: readonly Change[]): string[] {
  const unchecked = changes.filter(isUnchecked)
  const changed = changes.filter((change) => !isUnchecked(change))
  const changedLead = vscode.l10n.t('The details changed while the dialog was open.')
  const uncheckedLead = vscode.l10n.t(
    'The details couldn’t be checked again after you confirmed. They may have changed.',
  )
  return [...listLines(changedLead, changed), ...listLines(uncheckedLead, unchecked)]
}

/** Returns a sentence, and below it a line for each change that has a text. */
function listLines(lead: string, changes: readonly Change[]): string[] {
  if (changes.length === 0) return []
  const texts = changes.filter((change) => !isSizeOfNodes(change, changes)).map(changeText)
  return [lead, ...texts.filter((text) => text !== '').map((text) => `• ${text}`)]
}

/** Returns whether a change is a larger size that another line already shows as the number of nodes. */
function isSizeOfNodes(change: Change, changes: readonly Change[]): boolean {
  if (change.kind !== 'largerSize') return false
  const size = configuredSizeText(change.current)
  return changes.some((other) => other.kind === 'moreNodes' && String(other.current) === size)
}

/** The changes of which the lines below say all. */
const kindsWithoutText = [
  'gone',
  'checkFailed',
  'checkOutdated',
  'provisioningUnread',
  'detailsUnread',
  'consequences',
  'mustBeTyped',
] as const

type ChangeWithoutText = Extract<Change, { kind: (typeof kindsWithoutText)[number] }>

function isWithoutText(change: Change): change is ChangeWithoutText {
  return kindsWithoutText.some((kind) => kind === change.kind)
}

/** Returns a sentence about a change; empty if the lines below say all of it. */
function changeText(change: Change): string {
  if (isWithoutText(change)) return ''
  switch (change.kind) {
    case 'clusterName':
      return vscode.l10n.t(
        'The cluster was named “{0}” before, and is named “{1}” now.',
        displayTextInQuotes(change.earlier),
        displayTextInQuotes(change.current),
      )
    case 'otherMachines':
      return vscode.l10n.t(
        'The earlier nodes are gone, so the machine pool may have been deleted and created again.',
      )
    case 'instanceType':
      return beforeAndNow(
        vscode.l10n.t('Instance type'),
        typeText(change.earlier),
        typeText(change.current),
      )
    case 'clusterState':
      return beforeAndNow(
        vscode.l10n.t('Cluster state'),
        change.earlier && displayText(change.earlier),
        displayText(change.current),
      )
    case 'moreNodes':
      return beforeAndNow(
        vscode.l10n.t('Nodes'),
        change.earlier?.toString(),
        String(change.current),
      )
    case 'largerSize':
      return beforeAndNow(
        vscode.l10n.t('Configured size'),
        change.earlier && configuredSizeText(change.earlier),
        configuredSizeText(change.current),
      )
    case 'emptiedZones':
      return vscode.l10n.t(
        'More zones that will have no worker nodes left: {0}.',
        joinFitting(change.zones.map((zone) => withoutBreaks(zoneText(zone)))),
      )
    case 'losses':
      return vscode.l10n.t('Now also lost: {0}', lostValuesText(change.values))
    case 'dangers':
      return dangersText(change.gonePools)
    case 'otherDeletion':
      return vscode.l10n.t('Another deletion of a machine pool with this name was requested.')
    case 'machinesUnlisted':
      return vscode.l10n.t(
        'The nodes of these pools couldn’t be counted: {0}.',
        displayList(change.pools),
      )
  }
}

/** The dangers themselves are in the lines below. Other pools that are gone may be the reason. */
function dangersText(gonePools: readonly string[]): string {
  const goneText = vscode.l10n.t(
    'Other machine pools are gone, or their deletion was requested: {0}.',
    displayList(gonePools),
  )
  return joinSentences(
    vscode.l10n.t('Deleting this pool has become riskier.'),
    gonePools.length > 0 && goneText,
  )
}

function typeText(pool: MachinePool): string | undefined {
  const instanceType = instanceTypeText(pool)
  return instanceType === undefined ? undefined : displayText(instanceType)
}

/** Returns the change of a fact from one value to another, either of which may be unknown. */
function beforeAndNow(
  label: string,
  earlier: string | undefined,
  current: string | undefined,
): string {
  const unknown = vscode.l10n.t('unknown')
  return vscode.l10n.t('{0}: {1} before, {2} now.', label, earlier ?? unknown, current ?? unknown)
}
