import * as vscode from 'vscode'
import { shownValue } from '../../cache/results.ts'
import type { Clusters } from '../../clusters/clusters.ts'
import { isKnownToBeWell, isUnhealthy, lifecyclePhase } from '../../model/poolFacts.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, displayText } from '../../displayTexts.ts'
import { ageText } from '../../ui/ageTexts.ts'
import { warningIcon } from '../../ui/trees/items.ts'
import { truncatedNote, withOutcome } from '../../ui/trees/messageNodes.ts'
import {
  type MachineNode,
  type MachinePoolNode,
  type MachinePoolsNode,
  poolId,
} from '../../ui/trees/nodes.ts'
import type { RowItem, RowKind } from '../../ui/trees/rows.ts'
import { shortLabels } from '../../ui/trees/shortLabels.ts'
import type { Tooltip } from '../../ui/trees/tooltips.ts'
import { healthText, isUsual, zoneInRegion } from './poolAppearance.ts'

/** Defines the rows of machines in the Machine Pools view: their appearance and menus. */
export function machineKind({
  clusters,
  deletionMonitor,
}: Pick<Parts, 'clusters' | 'deletionMonitor'>): RowKind<MachineNode> {
  return {
    id: ({ parent, uid }) => `${poolId(parent)}/${encodeURIComponent(uid)}`,
    item(machine) {
      const hasDeletion = deletionMonitor.stageOf(machine.parent) !== undefined
      return machineItem(machine, hasDeletion)
    },
    tooltip: (machine) => ({
      ...machineTooltip(machine),
      results: [clusters.machineLists.peek(machine.parent)],
    }),
    abilities: () => ['copyId'],
    name: ({ name }) => name,
    copyId: ({ uid }) => uid,
  }
}

/** Loads the rows of a pool’s machines. `id` is the ID of the pool’s row. */
export async function machinesOfPool(
  pool: MachinePoolNode,
  id: string,
  clusters: Clusters,
  refreshTree: () => void,
): Promise<MachinePoolsNode[]> {
  const wasLoaded = clusters.machineLists.peek(pool) !== undefined
  const result = await clusters.machineLists.get(pool)
  const { machines = [], isComplete } = shownValue(result) ?? {}
  const labels = shortLabels(machines.map(({ name }) => name))
  const nodes = machines
    .map((machine): MachineNode => {
      return { kind: 'machine', parent: pool, ...machine, shortName: labels.get(machine.name) }
    })
    .sort((a, b) => a.name.localeCompare(b.name))
  if ('error' in result) {
    return withOutcome(id, nodes, result, {
      connection: pool.connection,
      projectUid: pool.project?.uid,
      retry: () => clusters.machineLists.invalidate(pool),
    })
  }
  // The pool’s row may show another number of nodes now, or the service may turn out not to list machines.
  if (!wasLoaded) refreshTree()
  if (isComplete === false) return [...nodes, truncatedNote(id)]
  if (nodes.length > 0) return nodes
  const label = result.value ? vscode.l10n.t('No nodes') : vscode.l10n.t('Nodes not listed')
  return [{ kind: 'note', id: `${id}/none`, label }]
}

/**
 * Returns the appearance of a machine’s row. While its pool is being deleted, the row of a machine that no longer runs
 * shows since when it has been in its state.
 */
function machineItem(node: MachineNode, hasDeletion: boolean): RowItem {
  const { parent, name, shortName = name, state, zone, health, since, inMaintenance } = node
  const isLeaving = lifecyclePhase(node) === 'leaving'
  const stateLabel = isLeaving ? vscode.l10n.t('deleting…') : state && displayText(state)
  const isStateUnusual = isLeaving || !isUsual(state, 'running')
  const isHealthUnusual = !isUsual(health, 'healthy')
  const healthLabel = health && healthText(health)
  const maintenance = inMaintenance && vscode.l10n.t('in maintenance mode')
  // A machine that runs as before has nothing to do with the deletion yet, and its age would look as if it had.
  const stateSince = hasDeletion && isStateUnusual ? parseTime(since) : undefined
  const age = stateSince !== undefined && ageText(stateSince)
  const [firstMessage] = shownMessages(node)
  const message = firstMessage !== undefined && displayText(joinLines(firstMessage))
  return {
    label: displayText(shortName),
    fullLabel: displayText(name),
    icon: machineIcon(node),
    description: joinDescription(
      isStateUnusual && stateLabel,
      maintenance,
      age,
      zone && zoneInRegion(zone, parent.region),
      isHealthUnusual && healthLabel,
      message,
    ),
    spoken: [
      !isStateUnusual && stateLabel,
      zone !== undefined && displayText(zone),
      !isHealthUnusual && healthLabel,
    ],
  }
}

function machineIcon(node: MachineNode): vscode.ThemeIcon {
  if (lifecyclePhase(node) === 'leaving') return new vscode.ThemeIcon('loading~spin')
  if (isUnhealthy(node) || node.inMaintenance) return warningIcon()
  return new vscode.ThemeIcon('vm')
}

/**
 * Returns the messages of a machine’s conditions that are worth showing. A condition of an unknown type doesn’t say
 * whether it is good or bad, so its message is shown only if the machine isn’t healthy. A paused machine stays healthy.
 */
function shownMessages(machine: MachineNode): readonly string[] {
  const { messages = [], pausedMessage } = machine
  if (!isKnownToBeWell(machine)) return messages
  return pausedMessage === undefined ? [] : [pausedMessage]
}

function machineTooltip(node: MachineNode): Tooltip {
  const { name: title, uid, state, since, zone, health, deletionTimestamp } = node
  return {
    title,
    facts: [
      ['UID', uid, 'id'],
      [vscode.l10n.t('State'), state],
      [vscode.l10n.t('Since'), since],
      [vscode.l10n.t('Zone'), zone],
      [vscode.l10n.t('Health'), health && healthText(health)],
      [vscode.l10n.t('Deletion requested'), deletionTimestamp],
      ...shownMessages(node).map(
        (message) => [vscode.l10n.t('Message'), joinLines(message)] as const,
      ),
    ],
  }
}

/** Replaces line breaks and other white space by single spaces. Most messages have none, and there are thousands. */
function joinLines(text: string): string {
  return /[^\S ]|\s\s/.test(text) ? text.replaceAll(/\s+/g, ' ').trim() : text.trim()
}

/**
 * Parses a time as the service writes it, such as `2026-05-01T12:00:00Z`. Returns epoch ms, or undefined for another
 * text.
 */
function parseTime(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? undefined : time
}
