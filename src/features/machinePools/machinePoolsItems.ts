import * as vscode from 'vscode'
import type { Clusters } from '../../inventory/clusters.ts'
import type { KnownPool } from '../../inventory/configs.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { valueOf } from '../../inventory/results.ts'
import type { DeletionState, PoolDeleter } from '../../inventory/poolDeleter.ts'
import type { PoolCounts } from '../../inventory/poolFacts.ts'
import { zoneSpread } from '../../inventory/zoneSpread.ts'
import { joinDescription, providerText, visible } from '../../texts.ts'
import { ageText } from '../../ui/ageTexts.ts'
import { poolsText } from '../../ui/countTexts.ts'
import { contextValueOf } from '../../ui/trees/abilities.ts'
import {
  markText,
  typeIcon,
  warningIcon,
  withAccessibleLabel,
  withSpokenText,
} from '../../ui/trees/items.ts'
import {
  nodeId,
  type CloudConfigNode,
  type MachineNode,
  type MachinePoolNode,
  type MachinePoolsEntry,
  type ProjectNode,
} from '../../ui/trees/nodes.ts'
import { oneLine, timeIn } from './drainTexts.ts'
import { healthText, healthyText, poolAppearance, zoneInRegion } from './poolAppearance.ts'

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState

/** Creates the tree item of a node of the Machine Pools view. */
export function machinePoolsItem(
  node: MachinePoolsEntry,
  poolDeleter: PoolDeleter,
): vscode.TreeItem {
  switch (node.kind) {
    case 'project':
      return projectItem(node)
    case 'cloudConfig':
      return configItem(node)
    case 'machinePool':
      return poolItem(node, poolDeleter.deletionState(node))
    case 'machine':
      return machineItem(node, poolDeleter.deletionState(node.of))
  }
}

/** Creates the node of a machine pool, with what is cached about its machines. */
export function poolNode(pool: KnownPool, clusters: Clusters): MachinePoolNode {
  const list = valueOf(clusters.machineLists.peek(pool))
  const machines = machineCount(pool, clusters)
  const spread = pool.facts && list && zoneSpread(pool.provider, pool.facts, list)
  const hasMachines = pool.facts !== undefined && clusters.mayListMachines(pool.connection)
  return { kind: 'machinePool', ...pool, machines, spread, hasMachines }
}

/** Returns the number of a pool’s machines, if counted. */
export function machineCount(pool: MachinePoolRef, clusters: Clusters): number | undefined {
  return (
    valueOf(clusters.machineLists.peek(pool))?.count ?? valueOf(clusters.machineCounts.peek(pool))
  )
}

export function poolNodeId(node: MachinePoolNode): string {
  const { connection, provider, configUid, machinePoolName } = node
  return nodeId(connection, 'machinePools', provider, configUid, machinePoolName)
}

export function configNodeId({ connection, provider, configUid }: CloudConfigNode): string {
  return nodeId(connection, 'machinePools', provider, configUid)
}

function projectItem(node: ProjectNode): vscode.TreeItem {
  const { connection, uid, name } = node
  const item = new vscode.TreeItem(visible(name), Expanded)
  item.id = nodeId(connection, 'machinePools', 'project', uid)
  item.contextValue = contextValueOf(node)
  item.iconPath = new vscode.ThemeIcon('project')
  return withAccessibleLabel(item)
}

function configItem(node: CloudConfigNode): vscode.TreeItem {
  const { provider, name, cluster, isTracked, mark } = node
  // Pinned clusters start expanded. Listed ones load when they are expanded.
  const item = new vscode.TreeItem(visible(name), isTracked ? Expanded : Collapsed)
  item.id = configNodeId(node)
  item.contextValue = contextValueOf(node)
  const { state, isDeleting } = cluster ?? {}
  const { pools, nodes } = node.counts ?? {}
  const isUnhealthy = nodes !== undefined && nodes.healthy < nodes.all
  const isOdd = !isUsual(state, 'running')
  const stateNow = isOdd && state && visible(state)
  const health = nodes && healthyNodesText(nodes)
  const count = pools !== undefined && poolsText(pools)
  const marked = markText(mark)
  // A narrow side bar cuts off the end.
  item.description = joinDescription(stateNow, isUnhealthy && health, count, marked)
  const isWarning = (isOdd || isUnhealthy) && !isDeleting && !isArriving(state)
  item.iconPath = isWarning ? warningIcon() : typeIcon(mark, 'layers', isDeleting)
  return withSpokenText(item, stateNow, providerText(provider), count, health, marked)
}

function poolItem(node: MachinePoolNode, state: DeletionState | undefined): vscode.TreeItem {
  const { machinePoolName, mark } = node
  const item = new vscode.TreeItem(visible(machinePoolName), node.hasMachines ? Collapsed : None)
  item.id = poolNodeId(node)
  item.contextValue = contextValueOf(node, state?.kind === 'deleting')
  const { icon, text, row } = poolAppearance(node, state)
  item.iconPath = icon
  item.description = joinDescription(row, markText(mark))
  return withSpokenText(item, text, markText(mark))
}

function machineItem(node: MachineNode, deletion: DeletionState | undefined): vscode.TreeItem {
  const { of, uid, name, state, zone, health, since, deletionTimestamp, inMaintenance } = node
  const item = new vscode.TreeItem(visible(name), None)
  item.id = `${poolNodeId(of)}/${encodeURIComponent(uid)}`
  item.contextValue = contextValueOf(node)
  const isLeaving = deletionTimestamp !== undefined || state?.toLowerCase() === 'deleting'
  const isOdd =
    !(isUsual(state, 'running') || isArriving(state)) ||
    !isUsual(health, 'healthy') ||
    inMaintenance
  // A machine keeps its state for a while after its deletion was requested.
  const deleting = isLeaving && vscode.l10n.t('deleting…')
  const at = deletion && timeIn(since)
  const [message] = node.messages ?? []
  const now = deleting || (state && visible(state))
  const healthNow = health && healthText(health)
  const others = [
    inMaintenance && vscode.l10n.t('in maintenance mode'),
    at !== undefined && ageText(at),
  ]
  const why = message !== undefined && visible(oneLine(message))
  item.description = joinDescription(
    (isLeaving || !isUsual(state, 'running')) && now,
    ...others,
    zone && zoneInRegion(zone, of.region),
    !isUsual(health, 'healthy') && healthNow,
    why,
  )
  item.iconPath = isLeaving
    ? new vscode.ThemeIcon('loading~spin')
    : isOdd
      ? warningIcon()
      : new vscode.ThemeIcon('vm')
  return withSpokenText(item, now, ...others, zone && visible(zone), healthNow, why)
}

/** Returns whether a word is the usual one, or not known. */
function isUsual(word: string | undefined, usual: string): boolean {
  return word === undefined || word.toLowerCase() === usual
}

/** Returns whether a cluster or machine is on its way to its usual state (lookups.md), which is nothing to warn of. */
function isArriving(state: string | undefined): boolean {
  const arriving = ['pending', 'provisioning', 'provisioned', 'importing']
  return state !== undefined && arriving.includes(state.toLowerCase())
}

function healthyNodesText(nodes: NonNullable<PoolCounts['nodes']>): string {
  return vscode.l10n.t('{0} healthy', healthyText(nodes))
}
