import * as vscode from 'vscode'
import type { MachinePool } from '../../api/lookupSchemas.ts'
import { contextValues } from '../../contributions.ts'
import type { Clusters } from '../../inventory/clusters.ts'
import type { KnownPool } from '../../inventory/configs.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { valueOf } from '../../inventory/results.ts'
import type { DeletionState, PoolDeleter } from '../../inventory/poolDeleter.ts'
import { autoscaling, type PoolCounts } from '../../inventory/poolFacts.ts'
import { zoneSpread, type ZoneShare } from '../../inventory/zoneSpread.ts'
import { joinDescription, providerText, visible } from '../../texts.ts'
import { ageText } from '../../ui/ageTexts.ts'
import { nodesText, poolsText } from '../../ui/countTexts.ts'
import {
  markText,
  typeIcon,
  unlistedReason,
  warningIcon,
  withAccessibleLabel,
} from '../../ui/trees/items.ts'
import {
  nodeId,
  type CloudConfigNode,
  type MachineNode,
  type MachinePoolNode,
  type MachinePoolsEntry,
  type ProjectNode,
} from '../../ui/trees/nodes.ts'
import { consoleLink } from '../../ui/trees/consoleLink.ts'
import type { Fact, Tooltip } from '../../ui/trees/tooltips.ts'
import { nodesLeftText, oneLine, stallText, timeIn } from './drainTexts.ts'

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

/** Returns the state and the size of a pool on one line; empty if neither is known. */
export function poolStatus(node: MachinePoolNode, state: DeletionState | undefined): string {
  const size = node.facts && state?.nodesLeft === undefined && sizeText(node.facts, node.machines)
  return joinDescription(
    deletionAppearance(state).text,
    node.isHybrid && vscode.l10n.t('hybrid pool'),
    size,
  )
}

export function poolNodeId(node: MachinePoolNode): string {
  const { connection, provider, configUid, machinePoolName } = node
  return nodeId(connection, 'machinePools', provider, configUid, machinePoolName)
}

export function configNodeId({ connection, provider, configUid }: CloudConfigNode): string {
  return nodeId(connection, 'machinePools', provider, configUid)
}

function projectItem({ connection, uid, name }: ProjectNode): vscode.TreeItem {
  const item = new vscode.TreeItem(visible(name), Expanded)
  item.id = nodeId(connection, 'machinePools', 'project', uid)
  item.contextValue = contextValues.project
  item.iconPath = new vscode.ThemeIcon('project')
  return withAccessibleLabel(item)
}

function configItem(node: CloudConfigNode): vscode.TreeItem {
  const { provider, name, cluster, isPinned, isTracked, mark } = node
  // Pinned clusters start expanded. Listed ones load when they are expanded.
  const item = new vscode.TreeItem(visible(name), isTracked ? Expanded : Collapsed)
  item.id = configNodeId(node)
  item.contextValue = isPinned ? contextValues.cloudConfigTracked : contextValues.cloudConfig
  const { state, isDeleting } = cluster ?? {}
  const isOdd = !isUsual(state, 'running')
  item.description = joinDescription(
    isOdd && state && visible(state), // first, because a narrow side bar cuts off the end
    providerText(provider),
    ...(node.counts ? countTexts(node.counts) : []),
    markText(mark),
  )
  const isWarning = isOdd && !isDeleting && !isArriving(state)
  item.iconPath = isWarning ? warningIcon() : typeIcon(mark, 'layers', isDeleting)
  return withAccessibleLabel(item)
}

function poolItem(node: MachinePoolNode, state: DeletionState | undefined): vscode.TreeItem {
  const { machinePoolName, mark } = node
  const item = new vscode.TreeItem(visible(machinePoolName), node.hasMachines ? Collapsed : None)
  item.id = poolNodeId(node)
  item.contextValue = poolContext(node, state)
  const { icon, text } = poolAppearance(node, state)
  item.iconPath = icon
  item.description = joinDescription(text, markText(mark))
  return withAccessibleLabel(item)
}

/** Returns the icon of a pool, and what is known of it: the state of its deletion first, then its facts. */
export function poolAppearance(
  pool: KnownPool & Pick<MachinePoolNode, 'machines'>,
  state: DeletionState | undefined,
): { icon: vscode.ThemeIcon; text: string } {
  const { facts, mark } = pool
  const { icon, text } = deletionAppearance(state)
  // While a pool is being deleted, its machines are counted instead.
  const isSized = facts && state?.nodesLeft === undefined
  return {
    icon: icon ?? typeIcon(mark, facts?.isControlPlane ? 'server-environment' : 'server'),
    text: joinDescription(
      text,
      ...kindTexts(pool),
      isSized && sizeText(facts, pool.machines),
      facts?.zones.map(visible).join(', '),
      facts?.instanceType && visible(facts.instanceType),
    ),
  }
}

/** Returns the tooltip of a node of the Machine Pools view. */
export function machinePoolsTooltip(node: MachinePoolsEntry, poolDeleter: PoolDeleter): Tooltip {
  switch (node.kind) {
    case 'project':
      return {
        title: node.name,
        facts: [[vscode.l10n.t('Project'), node.uid, 'id']],
        link: consoleLink(node),
      }
    case 'cloudConfig':
      return configTooltip(node)
    case 'machinePool':
      return poolTooltip(node, poolDeleter)
    case 'machine':
      return machineTooltip(node)
  }
}

function machineItem(node: MachineNode, deletion: DeletionState | undefined): vscode.TreeItem {
  const { of, uid, name, state, zone, health, since, deletionTimestamp, inMaintenance } = node
  const item = new vscode.TreeItem(visible(name), None)
  item.id = `${poolNodeId(of)}/${encodeURIComponent(uid)}`
  item.contextValue = contextValues.machine
  const isLeaving = deletionTimestamp !== undefined || state?.toLowerCase() === 'deleting'
  const isOdd =
    !(isUsual(state, 'running') || isArriving(state)) ||
    !isUsual(health, 'healthy') ||
    inMaintenance
  // A machine keeps its state for a while after its deletion was requested.
  const deleting = isLeaving && vscode.l10n.t('deleting…')
  const at = deletion && timeIn(since)
  const [message] = node.messages ?? []
  item.description = joinDescription(
    deleting || (state && visible(state)),
    inMaintenance && vscode.l10n.t('in maintenance'),
    at !== undefined && ageText(at),
    zone && visible(zone),
    health && healthText(health),
    message !== undefined && visible(oneLine(message)),
  )
  item.iconPath = isLeaving
    ? new vscode.ThemeIcon('loading~spin')
    : isOdd
      ? warningIcon()
      : new vscode.ThemeIcon('vm')
  return withAccessibleLabel(item)
}

function machineTooltip(node: MachineNode): Tooltip {
  const { name: title, uid, state, since, zone, health, deletionTimestamp, messages = [] } = node
  return {
    title,
    facts: [
      [vscode.l10n.t('UID'), uid, 'id'],
      [vscode.l10n.t('State'), state],
      [vscode.l10n.t('Since'), since],
      [vscode.l10n.t('Zone'), zone],
      [vscode.l10n.t('Health'), health && healthText(health)],
      [vscode.l10n.t('Deletion requested'), deletionTimestamp],
      ...messages.map((message): Fact => [vscode.l10n.t('Message'), oneLine(message)]),
    ],
  }
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

/** Returns a health as a word: services write “UnHealthy”. */
export function healthText(health: string): string {
  return visible(health.replace(/^unhealthy$/i, 'Unhealthy'))
}

function configTooltip(node: CloudConfigNode): Tooltip {
  const { name: title, configUid, provider, cluster, project, counts } = node
  const account = cluster?.account
  return {
    title,
    facts: [
      [vscode.l10n.t('Project'), project?.name],
      [vscode.l10n.t('Cluster'), cluster?.uid, 'id'],
      [vscode.l10n.t('Cloud config'), configUid, 'id'],
      [vscode.l10n.t('Provider'), providerText(provider)],
      [vscode.l10n.t('Cloud account'), account && (account.name ?? account.uid)],
      [vscode.l10n.t('State'), cluster?.state],
      [vscode.l10n.t('Health'), cluster?.health && healthText(cluster.health)],
      [vscode.l10n.t('Machine pools'), counts?.pools],
      [vscode.l10n.t('Healthy nodes'), counts?.nodes && healthyText(counts.nodes)],
    ],
    note: unlistedReason(node),
    link: consoleLink(node),
  }
}

function poolTooltip(node: MachinePoolNode, poolDeleter: PoolDeleter): Tooltip {
  const { machinePoolName: title, configLabel, configUid, facts, machines } = node
  const scaled = facts && autoscaling(facts)
  return {
    title,
    facts: [
      [vscode.l10n.t('Deletion'), deletionAppearance(poolDeleter.deletionState(node)).text],
      [vscode.l10n.t('Cluster'), configLabel],
      [vscode.l10n.t('Cloud config'), configUid, 'id'],
      [vscode.l10n.t('Kind'), kindTexts(node).filter(Boolean).join(', ')],
      // A deletion’s dialog counts machines, and a configured size may differ.
      [vscode.l10n.t('Nodes'), machines],
      [vscode.l10n.t('Configured size'), machines === undefined && !scaled && facts?.size],
      // Beside a long name, the column is as narrow as VS Code can break its lines.
      [vscode.l10n.t('Autoscaling'), scaled && `${scaled.min}\u2011${scaled.max}`],
      [vscode.l10n.t('Zones'), (node.spread?.map(shareText) ?? facts?.zones)?.join(', ')],
      [vscode.l10n.t('Instance'), facts?.instanceType],
    ],
    note: unlistedReason(node),
  }
}

/** Returns a zone with the number of a pool’s machines in it. */
function shareText({ zone, machines, isEmpty, isOutside }: ZoneShare): string {
  if (isEmpty) return vscode.l10n.t('{0} (no machines)', zone)
  if (isOutside) return vscode.l10n.t('{0} ({1}, not configured)', zone, machines)
  return `${zone} (${machines})`
}

function poolContext(
  { isPinned, isTracked, isHybrid, mark }: MachinePoolNode,
  state: DeletionState | undefined,
): string {
  if (isHybrid) return contextValues.machinePoolHybrid
  if (state?.kind === 'deleting') return contextValues.machinePoolDeleting
  if (state?.kind === 'overdue') return contextValues.machinePoolOverdue
  if (isPinned && mark === 'unlisted') return contextValues.machinePoolUnlisted
  return isTracked ? contextValues.machinePoolTracked : contextValues.machinePool
}

/** Returns the numbers of machine pools and of their healthy nodes, for a row. */
function countTexts({ pools, nodes }: PoolCounts): (string | undefined)[] {
  return [
    pools === undefined ? undefined : poolsText(pools),
    nodes && vscode.l10n.t('{0} healthy', healthyText(nodes)),
  ]
}

/** Returns the number of healthy nodes and of all; with a plus sign if there may be more. */
export function healthyText({ healthy, all, isWhole }: NonNullable<PoolCounts['nodes']>): string {
  return `${healthy}/${all}${isWhole ? '' : '+'}`
}

/** Returns what distinguishes a pool from most others. */
function kindTexts({ isHybrid, facts }: KnownPool): (string | false | undefined)[] {
  return [
    isHybrid && vscode.l10n.t('hybrid pool'),
    facts?.isControlPlane && vscode.l10n.t('control plane'),
    facts?.isSystemPool && vscode.l10n.t('system pool'),
  ]
}

/** Returns the number of nodes, or else the configured size or range. */
function sizeText(pool: MachinePool, machines: number | undefined): string | false {
  const scaled = autoscaling(pool)
  const bounds = scaled && `${scaled.min}–${scaled.max}`
  const count = machines ?? pool.size
  if (bounds && machines === undefined) return vscode.l10n.t('{0} nodes', bounds)
  if (count === undefined) return false
  return bounds ? `${nodesText(count)} (${bounds})` : nodesText(count)
}

function deletionAppearance(state: DeletionState | undefined): {
  icon?: vscode.ThemeIcon
  text?: string
} {
  const { stalledMs, nodesLeft } = state ?? {}
  const stalled =
    stalledMs !== undefined &&
    joinDescription(stallText(stalledMs), nodesLeft !== undefined && nodesLeftText(nodesLeft))
  switch (state?.kind) {
    case 'deleting':
      if (stalled !== false) return { icon: warningIcon(), text: stalled }
      return { icon: new vscode.ThemeIcon('loading~spin'), text: deletingText(state.nodesLeft) }
    case 'unknown': {
      const text = vscode.l10n.t('may have been deleted · check before you try again')
      return { icon: warningIcon(), text }
    }
    case 'overdue': {
      const text = vscode.l10n.t('deletion accepted, completion not confirmed')
      return { icon: warningIcon(), text: joinDescription(stalled, text) }
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
