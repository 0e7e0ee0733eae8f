import * as vscode from 'vscode'
import { isLocked } from '../../connections/locks.ts'
import type { Clusters } from '../../clusters/clusters.ts'
import { isPinnedOrDeleting, type KnownPool } from '../../clusters/configs.ts'
import type { DeletionMonitor } from '../../deletion/monitor.ts'
import { autoscalingBounds, isUnhealthy, lifecyclePhase } from '../../model/poolFacts.ts'
import { shownValue, valueOf } from '../../cache/results.ts'
import { countMachinesByZone, unevenZones } from '../../cloud/zoneUse.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, visible } from '../../texts.ts'
import { ageText } from '../../ui/ageTexts.ts'
import { presenceText, pinning, unlistedReason, warningIcon } from '../../ui/trees/items.ts'
import { truncatedNote, withOutcome } from '../../ui/trees/messageNodes.ts'
import {
  nodeId,
  type MachineNode,
  type MachinePoolNode,
  type MachinePoolsNode,
} from '../../ui/trees/nodes.ts'
import type { RowItem, RowKinds } from '../../ui/trees/rows.ts'
import type { Tooltip } from '../../ui/trees/tooltips.ts'
import type { TreeState } from '../../ui/trees/tree.ts'
import {
  deletionAppearance,
  healthText,
  isUsual,
  kindTexts,
  poolAppearance,
  zoneInRegion,
} from './poolAppearance.ts'

const { Collapsed, None } = vscode.TreeItemCollapsibleState

/** Creates what the Machine Pools view does with the rows of machine pools and machines. */
export function poolKinds(
  { clusters, deletionMonitor }: Pick<Parts, 'clusters' | 'deletionMonitor'>,
  { show }: TreeState,
): RowKinds<MachinePoolNode | MachineNode> {
  return {
    machinePool: {
      id: poolId,
      item(pool) {
        const { icon, text, row } = poolAppearance(pool, deletionMonitor.stageOf(pool))
        const mark = presenceText(pool)
        const { connection, machinePoolName } = pool
        const isShut = isLocked(connection, clusters.clusterName(pool), machinePoolName)
        const lock = isShut && vscode.l10n.t('locked')
        return {
          label: visible(machinePoolName),
          state: pool.mayListMachines ? Collapsed : None,
          icon,
          description: joinDescription(row, lock, mark),
          spoken: [text, lock, mark],
        }
      },
      tooltip: (pool) => ({
        ...poolTooltip(pool, deletionMonitor),
        readings: [clusters.configs.peek(pool)],
      }),
      abilities(pool) {
        if (pool.isHybrid) return ['refresh', 'copyAs']
        const stage = deletionMonitor.stageOf(pool)?.kind
        const isDeleting = stage === 'sending' || stage === 'draining'
        const pin = pinning({ isPinned: isPinnedOrDeleting(pool) })
        return [...(isDeleting ? [] : (['delete', pin] as const)), 'details', 'refresh', 'copyAs']
      },
      children: machineRows,
      reload: (pool) => clusters.invalidateConfig(pool),
      name: ({ machinePoolName }) => machinePoolName,
    },
    machine: {
      id: ({ parent, uid }) => `${poolId(parent)}/${encodeURIComponent(uid)}`,
      item: (machine) =>
        machineItem(machine, deletionMonitor.stageOf(machine.parent) !== undefined),
      tooltip: (machine) => ({
        ...machineTooltip(machine),
        readings: [clusters.machineLists.peek(machine.parent)],
      }),
      abilities: () => ['copyId'],
      name: ({ name }) => name,
      copyId: ({ uid }) => uid,
    },
  }

  async function machineRows(pool: MachinePoolNode): Promise<MachinePoolsNode[]> {
    const id = poolId(pool)
    const wasKnown = clusters.machineLists.peek(pool) !== undefined
    const result = await clusters.machineLists.get(pool)
    const { machines = [], isComplete } = shownValue(result) ?? {}
    const nodes = machines
      .map((machine): MachineNode => ({ kind: 'machine', parent: pool, ...machine }))
      .sort((a, b) => a.name.localeCompare(b.name))
    if ('error' in result) {
      return withOutcome(id, nodes, result, {
        connection: pool.connection,
        projectUid: pool.project?.uid,
        retry: () => clusters.machineLists.invalidate(pool),
      })
    }
    // The count of nodes may differ now, or no pool has machines to expand.
    if (!wasKnown) show()
    if (isComplete === false) return [...nodes, truncatedNote(id)]
    if (nodes.length > 0) return nodes
    const label = result.value
      ? vscode.l10n.t('No machines')
      : vscode.l10n.t('The service doesn’t list the machines of this pool.')
    return [{ kind: 'note', id: `${id}/none`, label }]
  }
}

/** Creates the node of a machine pool, with what is cached about its machines. */
export function poolNode(pool: KnownPool, clusters: Clusters): MachinePoolNode {
  const list = valueOf(clusters.machineLists.peek(pool))
  const uneven = pool.facts && unevenZones(pool.facts, list)
  const byZone = uneven ?? countMachinesByZone(list)
  const countsByZone = byZone?.size ? byZone : undefined
  const mayListMachines = pool.facts !== undefined && clusters.mayListMachines(pool.connection)
  return {
    kind: 'machinePool',
    ...pool,
    machines: list?.count,
    countsByZone,
    isUneven: uneven !== undefined,
    mayListMachines,
  }
}

function poolId({ connection, provider, configUid, machinePoolName }: MachinePoolNode): string {
  return nodeId(connection, 'machinePools', provider, configUid, machinePoolName)
}

function machineItem(node: MachineNode, isOfDeleted: boolean): RowItem {
  const { parent, name, state, zone, health, since, inMaintenance } = node
  const isLeaving = lifecyclePhase(node) === 'leaving'
  const deleting = isLeaving && vscode.l10n.t('deleting…')
  const at = isOfDeleted ? timeIn(since) : undefined
  const [message] = node.messages ?? []
  const now = deleting || (state && visible(state))
  const healthNow = health && healthText(health)
  const others = [
    inMaintenance && vscode.l10n.t('in maintenance mode'),
    at !== undefined && ageText(at),
  ]
  const why = message !== undefined && visible(oneLine(message))
  return {
    label: visible(name),
    icon: isLeaving
      ? new vscode.ThemeIcon('loading~spin')
      : isUnhealthy(node) || inMaintenance
        ? warningIcon()
        : new vscode.ThemeIcon('vm'),
    description: joinDescription(
      (isLeaving || !isUsual(state, 'running')) && now,
      ...others,
      zone && zoneInRegion(zone, parent.region),
      !isUsual(health, 'healthy') && healthNow,
      why,
    ),
    spoken: [now, ...others, zone && visible(zone), healthNow, why],
  }
}

function machineTooltip(node: MachineNode): Tooltip {
  const { name: title, uid, state, since, zone, health, deletionTimestamp, messages = [] } = node
  return {
    title,
    facts: [
      ['UID', uid, 'id'],
      [vscode.l10n.t('State'), state],
      [vscode.l10n.t('Since'), since],
      [vscode.l10n.t('Zone'), zone],
      [vscode.l10n.t('Health'), health && healthText(health)],
      [vscode.l10n.t('Deletion requested'), deletionTimestamp],
      ...messages.map((message) => [vscode.l10n.t('Message'), oneLine(message)] as const),
    ],
  }
}

/** Returns the tooltip of a machine pool. */
function poolTooltip(node: MachinePoolNode, deletionMonitor: DeletionMonitor): Tooltip {
  const { machinePoolName: title, configLabel, configUid, facts, machines } = node
  const scaled = facts && autoscalingBounds(facts)
  return {
    title,
    facts: [
      [vscode.l10n.t('Deletion'), deletionAppearance(deletionMonitor.stageOf(node)).text],
      [vscode.l10n.t('Cluster'), configLabel],
      [vscode.l10n.t('Cloud config'), configUid, 'id'],
      [vscode.l10n.t('Kind'), kindTexts(node).filter(Boolean).join(', ')],
      // A deletion’s dialog counts machines, and a configured size may differ.
      [vscode.l10n.t('Nodes'), machines],
      [vscode.l10n.t('Configured size'), machines === undefined && !scaled && facts?.size],
      // Beside a long name, the column is as narrow as VS Code can break its lines.
      [vscode.l10n.t('Autoscaling'), scaled && `${scaled.min}\u2011${scaled.max}`],
      [
        node.isUneven ? vscode.l10n.t('Uneven zones') : vscode.l10n.t('Zones'),
        node.countsByZone ? countsText(node.countsByZone) : facts?.zones.join(', '),
      ],
      [vscode.l10n.t('Instance type'), facts?.instanceType],
    ],
    note: unlistedReason(node),
  }
}

/** Returns the number of machines in each zone. */
export function countsText(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([zone, count]) => `${zone} (${count})`)
    .join(', ')
}

/** Joins the lines of a message. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Returns a time as the service writes it in epoch ms; undefined if it can’t be read. */
function timeIn(text: string | undefined): number | undefined {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? undefined : at
}
