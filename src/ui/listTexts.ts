import * as vscode from 'vscode'
import type { List } from '../api/list.ts'
import type { MachinePool } from '../api/poolSchemas.ts'
import type { Zone } from '../api/zones.ts'
import { autoscalingBounds } from '../model/poolFacts.ts'
import {
  displayText,
  joinDescription,
  joinFitting,
  joinSentences,
  withEllipsis,
  withoutBreaks,
} from '../displayTexts.ts'
import { showMessage } from './messages.ts'
import type { CapacityRefusal } from '../cloud/capacityRefusals.ts'

/** The messages that entries of a list can’t be shown, with their number, by the kind of entry. */
export const notShown = {
  zones: (count: number) => vscode.l10n.t('Zones not shown: {0}', count),
  regions: (count: number) => vscode.l10n.t('Regions not shown: {0}', count),
  projects: (count: number) => vscode.l10n.t('Projects not shown: {0}', count),
  accounts: (count: number) => vscode.l10n.t('Cloud accounts not shown: {0}', count),
  clusters: (count: number) => vscode.l10n.t('Clusters not shown: {0}', count),
  pools: (count: number) => vscode.l10n.t('Machine pools not shown: {0}', count),
}

/** The kinds of entries that a list may be unable to show. */
export type Unshown = keyof typeof notShown

/** Returns the message that entries can’t be shown as a sentence, followed by the reason. */
export function notShownSentences(what: Unshown, count: number): string {
  return joinSentences(notShown[what](count), notShownText)
}

/** Shows a warning if some zones of a list couldn’t be read. */
export function warnOfNotShown({ unreadable }: List<Zone>): void {
  if (unreadable > 0) showMessage('warning', notShownSentences('zones', unreadable))
}

export const notShownText = vscode.l10n.t('The service’s response lacks their names or UIDs.')

/** The reason why only some clusters are known: the service can’t list clusters. */
export const noClusterListText = vscode.l10n.t(
  'Only pinned clusters are included because the cluster list isn’t supported, or your API key has no access to it.',
)

/** Says that the list of cloud accounts is incomplete because no project is selected. */
export const lacksAccountsText = vscode.l10n.t(
  'Cloud accounts that belong to a project aren’t listed.',
)

/** The label of the action that selects a project, to complete the list of cloud accounts. */
export const lacksProjectsText = withEllipsis(vscode.l10n.t('Select Project'))

/** Returns how many clusters have been loaded or searched. */
export function clustersSoFar(count: number, total?: number): string {
  const isTotal = total !== undefined && total >= count
  return vscode.l10n.t('Clusters loaded: {0}', isTotal ? `${count}/${total}` : count)
}

/** The title and the explanation of the note that a list is truncated. */
export const truncated = {
  title: vscode.l10n.t('The list may be incomplete'),
  detail: vscode.l10n.t('The service’s list couldn’t be loaded completely.'),
}

/**
 * Returns the instance type of a pool. If the cloud has no names for instance types, returns the CPUs and the memory.
 * Undefined if neither is known.
 */
export function instanceTypeText({
  instanceType,
  isMinimumSize,
}: Pick<MachinePool, 'instanceType' | 'isMinimumSize'>): string | undefined {
  if (instanceType === undefined) return undefined
  return isMinimumSize ? vscode.l10n.t('at least {0}', instanceType) : instanceType
}

/** Returns the configured size of a pool, or its range with autoscaling, such as “1–3”; undefined if unknown. */
export function configuredSizeText(pool: MachinePool): string | undefined {
  const bounds = autoscalingBounds(pool)
  if (bounds) return `${bounds.min}–${bounds.max}`
  return pool.size === undefined ? undefined : String(pool.size)
}

/** Returns a number of machines, with the configured size of their pool if that may be another number. */
export function withConfiguredSize(
  machines: number,
  pool: MachinePool,
  formatCount: (count: number) => string = String,
): string {
  const count = formatCount(machines)
  const expected = configuredSizeText(pool)
  if (expected === undefined || expected === String(machines)) return count
  return autoscalingBounds(pool)
    ? vscode.l10n.t('{0} (autoscaled: {1})', count, expected)
    : vscode.l10n.t('{0} (configured: {1})', count, expected)
}

/** The maximum number of zones in the row of a pool, and in its tooltip. */
export const maxShownZones = 50

/** Returns the configured zones of a pool, with the number of those that can’t be shown; empty without any. */
export function configuredZonesText({
  zones,
  unreadableZones = 0,
}: Pick<MachinePool, 'zones' | 'unreadableZones'>): string {
  const shown = zones.slice(0, maxShownZones)
  const unshownCount = unreadableZones + zones.length - shown.length
  return joinDescription(
    zoneListText(shown, shown.map(displayText).join(', ')),
    unshownCount > 0 && notShown.zones(unshownCount),
  )
}

/** Returns a zone as it may be shown. Azure’s are numbers, which need a word to be told from other numbers. */
export function zoneText(zone: string): string {
  const name = displayText(zone)
  return isNumber(zone) ? vscode.l10n.t('zone {0}', name) : name
}

/** Returns the text about zones, with a word before numbers; see {@link zoneText}. `list` are the zones as shown. */
export function zoneListText(zones: readonly string[], list: string): string {
  if (!zones.some(isNumber)) return list
  return zones.length === 1 ? vscode.l10n.t('zone {0}', list) : vscode.l10n.t('zones {0}', list)
}

/** Returns the text about a list of zones for a dialog: as much of it as fits, and no line break within a name. */
export function unbrokenZonesText(zones: readonly string[]): string {
  return zoneListText(zones, joinFitting(zones.map((zone) => withoutBreaks(displayText(zone)))))
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text)
}

export function poolsText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 pool') : vscode.l10n.t('{0} pools', count)
}

/** Says of a number that it is configured, because the machines weren’t counted. */
export function asConfigured(size: string): string {
  return vscode.l10n.t('{0} as configured', size)
}

/** Returns a number of nodes, or a range of numbers. */
export function nodesText(count: number | string): string {
  return String(count) === '1' ? vscode.l10n.t('1 node') : vscode.l10n.t('{0} nodes', count)
}

/** Returns the text of a cloud’s refusal of capacity: what was refused, when, and to which cluster. */
export function refusedText(refusal: CapacityRefusal, when: string): string {
  return vscode.l10n.t(
    '{0} refused ({1}, {2})',
    whatOf(refusal),
    when,
    displayText(refusal.cluster),
  )
}

/** Returns the text of a cloud’s refusal of capacity as a sentence that names the zone. */
export function refusedSentence(refusal: CapacityRefusal, zone: string, when: string): string {
  const cluster = displayText(refusal.cluster)
  const what = whatOf(refusal)
  return vscode.l10n.t(
    'No capacity for {0} in {1} for cluster {3} ({2}).',
    what,
    zone,
    when,
    cluster,
  )
}

function whatOf({ instanceType }: CapacityRefusal): string {
  return instanceType === undefined ? vscode.l10n.t('capacity') : displayText(instanceType)
}
