import * as vscode from 'vscode'
import type { MachinePool } from '../../api/lookupSchemas.ts'
import { contextValues } from '../../contributions.ts'
import type { DeletionState, PoolDeleter } from '../../inventory/poolDeleter.ts'
import { autoscaling, type PoolCounts } from '../../inventory/poolFacts.ts'
import { visible } from '../../texts.ts'
import {
  joinDescription,
  failureItem,
  tooltipText,
  markIcon,
  unlistedReason,
  unlistedText,
  noteItem,
  pinnedText,
  withAccessibleLabel,
  warningIcon,
} from '../../ui/trees/items.ts'
import {
  nodeId,
  type CloudConfigNode,
  type MachinePoolNode,
  type MachinePoolsNode,
  type ProjectNode,
} from '../../ui/trees/nodes.ts'

const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState

/** Creates the tree item of a node of the Machine Pools view. */
export function machinePoolsItem(
  node: MachinePoolsNode,
  poolDeleter: PoolDeleter,
): vscode.TreeItem {
  switch (node.kind) {
    case 'project':
      return projectItem(node)
    case 'cloudConfig':
      return configItem(node)
    case 'machinePool':
      return poolItem(node, poolDeleter.deletionState(node))
    case 'failure':
      return failureItem(node)
    case 'note':
      return noteItem(node)
  }
}

export function configNodeId({ connection, provider, configUid }: CloudConfigNode): string {
  return nodeId(connection, 'machinePools', provider, configUid)
}

function projectItem({ connection, uid, name }: ProjectNode): vscode.TreeItem {
  const item = new vscode.TreeItem(visible(name), Expanded)
  item.id = nodeId(connection, 'machinePools', 'project', uid)
  item.iconPath = new vscode.ThemeIcon('project')
  item.tooltip = tooltipText(name, vscode.l10n.t('Project: {0}', uid))
  return withAccessibleLabel(item)
}

function configItem(node: CloudConfigNode): vscode.TreeItem {
  const { provider, configUid, label, name, cluster, isTracked, mark } = node
  // Pinned clusters start expanded. Listed ones load when they are expanded.
  const item = new vscode.TreeItem(visible(name), isTracked ? Expanded : Collapsed)
  item.id = configNodeId(node)
  item.contextValue = isTracked ? contextValues.cloudConfigTracked : contextValues.cloudConfig
  const { state, isDeleting } = cluster ?? {}
  const isOdd = state !== undefined && state.toLowerCase() !== 'running'
  const counts = (isRow: boolean) => (node.counts ? countTexts(node.counts, isRow) : [])
  // A narrow side bar cuts off the end: what is wrong comes first.
  const oddState = isOdd && visible(state)
  item.description = joinDescription(
    oddState,
    visible(provider),
    ...counts(true),
    unlistedText(mark),
  )
  const dim = isDeleting ? new vscode.ThemeColor('disabledForeground') : undefined
  item.iconPath = isOdd && !isDeleting ? warningIcon() : markIcon(mark, 'layers', dim)
  item.tooltip = tooltipText(
    label,
    vscode.l10n.t('Cloud config: {0}', configUid),
    vscode.l10n.t('Provider: {0}', provider),
    cluster?.account &&
      vscode.l10n.t('Cloud account: {0}', cluster.account.name ?? cluster.account.uid),
    state && vscode.l10n.t('State: {0}', state),
    cluster?.health && vscode.l10n.t('Health: {0}', cluster.health),
    ...counts(false),
    unlistedReason(node),
  )
  return withAccessibleLabel(item, pinnedText(mark))
}

function poolItem(node: MachinePoolNode, state: DeletionState | undefined): vscode.TreeItem {
  const { connection, provider, configUid, configLabel, machinePoolName, facts, mark } = node
  const item = new vscode.TreeItem(visible(machinePoolName))
  item.id = nodeId(connection, 'machinePools', provider, configUid, machinePoolName)
  item.contextValue = poolContext(node, state)
  const { icon, text } = appearance(state)
  // While a pool is being deleted, its machines are counted instead.
  const isSized = facts && state?.nodesLeft === undefined
  const known = (isExact: boolean) =>
    facts ? factTexts(facts, isSized && sizeText(facts, node.machines, isExact)) : []
  item.iconPath = icon ?? markIcon(mark, facts?.isControlPlane ? 'server-environment' : 'server')
  const hybrid = node.isHybrid && vscode.l10n.t('hybrid pool')
  item.description = joinDescription(text, hybrid, ...known(false), unlistedText(mark))
  item.tooltip = tooltipText(
    machinePoolName,
    vscode.l10n.t('Cloud config: {0}', configLabel ?? configUid),
    text,
    hybrid,
    ...known(true),
    unlistedReason(node),
  )
  return withAccessibleLabel(item, pinnedText(mark))
}

function poolContext(
  { isTracked, isHybrid }: MachinePoolNode,
  state: DeletionState | undefined,
): string {
  if (isHybrid) return contextValues.machinePoolHybrid
  if (state?.kind === 'deleting') return contextValues.machinePoolDeleting
  return isTracked ? contextValues.machinePoolTracked : contextValues.machinePool
}

/** Returns the number of machine pools, and of their healthy nodes, for a row or its tooltip. */
function countTexts({ pools, nodes }: PoolCounts, isRow: boolean): string[] {
  const poolsText = pools === 1 ? vscode.l10n.t('1 pool') : vscode.l10n.t('{0} pools', pools)
  if (!nodes) return [poolsText]
  const { healthy, all } = nodes
  const count = all === undefined ? String(healthy) : `${healthy}/${all}`
  return [
    poolsText,
    isRow ? vscode.l10n.t('{0} healthy', count) : vscode.l10n.t('Healthy nodes: {0}', count),
  ]
}

/** Returns the facts that help to select a pool. */
function factTexts(pool: MachinePool, size: string | false | undefined): string[] {
  const { isControlPlane, isSystemPool, zones, instanceType } = pool
  return [
    isControlPlane && vscode.l10n.t('control plane'),
    isSystemPool && vscode.l10n.t('system pool'),
    size,
    zones.map(visible).join(', '),
    instanceType && visible(instanceType),
  ].filter((fact): fact is string => typeof fact === 'string' && fact !== '')
}

/**
 * Returns the number of nodes, or else the configured size or range. If `isExact`, a configured size is
 * called that, because a deletion’s dialog counts machines.
 */
function sizeText(
  pool: MachinePool,
  machines: number | undefined,
  isExact: boolean,
): string | false {
  const scaled = autoscaling(pool)
  const bounds = scaled && `${scaled.min}–${scaled.max}`
  const count = machines ?? pool.size
  if (isExact && machines === undefined && count !== undefined) {
    return vscode.l10n.t('Configured size: {0} (machines not counted)', bounds ?? count)
  }
  if (bounds && machines === undefined) return vscode.l10n.t('{0} nodes', bounds)
  if (count === undefined) return false
  return bounds ? `${nodesText(count)} (${bounds})` : nodesText(count)
}

function nodesText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 node') : vscode.l10n.t('{0} nodes', count)
}

function appearance(state: DeletionState | undefined): { icon?: vscode.ThemeIcon; text?: string } {
  switch (state?.kind) {
    case 'deleting':
      return { icon: new vscode.ThemeIcon('loading~spin'), text: deletingText(state.nodesLeft) }
    case 'unsure': {
      const text = vscode.l10n.t('may have been deleted · check before you try again')
      return { icon: warningIcon(), text }
    }
    case 'overdue':
      return {
        icon: warningIcon(),
        text: vscode.l10n.t('deletion accepted, completion not confirmed'),
      }
    case undefined:
      return {}
  }
}

function deletingText(nodesLeft: number | undefined): string {
  if (nodesLeft === undefined) return vscode.l10n.t('deleting…')
  return nodesLeft === 1
    ? vscode.l10n.t('deleting… 1 node left')
    : vscode.l10n.t('deleting… {0} nodes left', nodesLeft)
}
