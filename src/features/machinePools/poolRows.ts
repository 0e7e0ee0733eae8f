import * as vscode from 'vscode'
import { isPinnedOrDeleting, type KnownPool } from '../../clusters/configs.ts'
import { isTypedPool } from '../../connections/typedPools.ts'
import type { Clusters } from '../../clusters/clusters.ts'
import type { Ability } from '../../contributions.ts'
import type { DeletionMonitor } from '../../deletion/monitor.ts'
import { drainProgress, isNoLongerListed } from '../../deletion/stage.ts'
import { autoscalingBounds } from '../../model/poolFacts.ts'
import { valueOf } from '../../cache/results.ts'
import { countMachinesByZone, unevenZones } from '../../cloud/zoneUse.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, labeledValue, displayText } from '../../displayTexts.ts'
import {
  configuredZonesText,
  instanceTypeText,
  maxShownZones,
  zoneText,
} from '../../ui/listTexts.ts'
import { pinAbility, presenceText, unlistedReason } from '../../ui/trees/items.ts'
import { type MachinePoolNode, poolId } from '../../ui/trees/nodes.ts'
import type { RowItem, RowKind } from '../../ui/trees/rows.ts'
import type { Tooltip } from '../../ui/trees/tooltips.ts'
import type { TreeState } from '../../ui/trees/tree.ts'
import { machinesOfPool } from './machineRows.ts'
import { deletionAppearance, kindTexts, poolAppearance, shortPoolText } from './poolAppearance.ts'

const { Collapsed, None } = vscode.TreeItemCollapsibleState

type Sources = Pick<Parts, 'clusters' | 'deletionMonitor'>

/** Defines the rows of machine pools in the Machine Pools view: their appearance, menus, and children. */
export function machinePoolKind(
  sources: Sources,
  { refreshTree }: TreeState,
): RowKind<MachinePoolNode> {
  const { clusters, deletionMonitor } = sources
  return {
    id: poolId,
    item: (pool) => poolItem(pool, sources),
    tooltip: (pool) => ({
      ...poolTooltip(pool, deletionMonitor),
      results: [clusters.configs.peek(pool)],
    }),
    abilities: (pool) => poolAbilities(pool, deletionMonitor),
    children: (pool) => machinesOfPool(pool, poolId(pool), clusters, refreshTree),
    reload: (pool) => clusters.invalidateConfig(pool),
    name: ({ machinePoolName }) => machinePoolName,
  }
}

function poolItem(pool: MachinePoolNode, { clusters, deletionMonitor }: Sources): RowItem {
  const { connection, machinePoolName, shortName, region, facts, mayListMachines } = pool
  const stage = deletionMonitor.stageOf(pool)
  const { icon } = poolAppearance(pool, stage)
  // While a pool drains, it is normal that its cloud config doesn’t list it any more.
  const presence = drainProgress(stage) || isNoLongerListed(stage) ? undefined : presenceText(pool)
  const isTyped = isTypedPool(connection, clusters.clusterName(pool), machinePoolName)
  const typing = isTyped && vscode.l10n.t('type to delete')
  const instanceType = facts && instanceTypeText(facts)
  return {
    label: displayText(shortName ?? machinePoolName),
    fullLabel: displayText(machinePoolName),
    state: mayListMachines ? Collapsed : None,
    icon,
    description: joinDescription(shortPoolText(pool, stage), typing, presence),
    spoken: [
      region !== undefined && displayText(region),
      instanceType !== undefined && displayText(instanceType),
      unevenText(pool),
    ],
  }
}

/** Returns the numbers of machines by zone if the zones are uneven, which a row otherwise shows only in its tooltip. */
function unevenText({ isUneven, countsByZone }: MachinePoolNode): string | false {
  if (!isUneven || !countsByZone) return false
  return labeledValue(vscode.l10n.t('Nodes by zone'), countsText(countsByZone))
}

function poolAbilities(pool: MachinePoolNode, deletionMonitor: DeletionMonitor): Ability[] {
  if (pool.isHybrid) return ['refresh', 'copyAs']
  const stage = deletionMonitor.stageOf(pool)?.kind
  const isDeleting = stage === 'sending' || stage === 'draining'
  if (isDeleting) return ['details', 'refresh', 'copyAs']
  const pin = pinAbility({ isPinned: isPinnedOrDeleting(pool) })
  return ['delete', pin, 'details', 'refresh', 'copyAs']
}

/** Creates the node of a machine pool, with the cached number of its machines. Requests nothing. */
export function poolNode(pool: KnownPool, clusters: Clusters): MachinePoolNode {
  const list = valueOf(clusters.machineLists.peek(pool))
  const uneven = pool.facts && unevenZones(pool.facts, list)
  const byZone = uneven ?? countMachinesByZone(list)
  const countsByZone = byZone?.size ? byZone : undefined
  return {
    kind: 'machinePool',
    ...pool,
    machines: list?.count,
    countsByZone,
    isUneven: uneven !== undefined,
    mayListMachines: canListMachines(pool, clusters),
  }
}

/**
 * Returns whether the machines of a pool may be listed: those of a listed pool, and those that are left of a deleted
 * pool, which may leave the cloud config before its machines.
 */
function canListMachines(pool: KnownPool, clusters: Clusters): boolean {
  const isLeaving = pool.presence === 'unlisted' && pool.hasPendingDeletion
  const mayHaveMachines = pool.facts !== undefined || isLeaving
  return mayHaveMachines && clusters.machineLists.isSupported(pool.connection)
}

function poolTooltip(node: MachinePoolNode, deletionMonitor: DeletionMonitor): Tooltip {
  const { machinePoolName: title, configLabel, configUid, facts, machines } = node
  const bounds = facts && autoscalingBounds(facts)
  return {
    title,
    facts: [
      [vscode.l10n.t('Deletion'), deletionAppearance(deletionMonitor.stageOf(node)).text],
      [vscode.l10n.t('Cluster'), configLabel],
      [vscode.l10n.t('Cloud config'), configUid, 'id'],
      [vscode.l10n.t('Role'), kindTexts(node).filter(Boolean).join(', ')],
      // The number of existing nodes is shown beside the configured size, because the two may differ, and the
      // confirmation of a deletion counts nodes.
      [vscode.l10n.t('Nodes'), machines],
      [vscode.l10n.t('Configured size'), !bounds && facts?.size !== machines && facts?.size],
      // A long name makes this column so narrow that VS Code would break “1-3” at the hyphen. A non-breaking hyphen
      // prevents that.
      [vscode.l10n.t('Autoscaling'), bounds && `${bounds.min}\u2011${bounds.max}`],
      [
        node.countsByZone ? vscode.l10n.t('Nodes by zone') : vscode.l10n.t('Zones'),
        node.countsByZone ? countsText(node.countsByZone) : facts && configuredZonesText(facts),
      ],
      [vscode.l10n.t('Instance type'), facts && instanceTypeText(facts)],
    ],
    note: unlistedReason(node),
  }
}

/** Formats the number of machines in each zone. */
export function countsText(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].sort(([a], [b]) => a.localeCompare(b))
  const texts = sorted
    .slice(0, maxShownZones)
    .map(([zone, count]) => `${zoneText(zone)} (${count})`)
  if (sorted.length > texts.length) texts.push('…')
  return texts.join(', ')
}
