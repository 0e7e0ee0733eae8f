import * as vscode from 'vscode'
import type { CloudConfig } from '../../api/lookupSchemas.ts'
import type { Connection } from '../../connections/connection.ts'
import { configsOf, poolsOf } from '../../inventory/configs.ts'
import {
  configIdentity,
  configKey,
  type CloudConfigRef,
  type PoolOrConfigRef,
} from '../../inventory/machinePoolRef.ts'
import { autoscaling } from '../../inventory/poolFacts.ts'
import { shownValue } from '../../inventory/results.ts'
import type { Ground } from '../../parts.ts'
import { joinDescription, visible } from '../../texts.ts'
import { ageText } from '../../ui/ageTexts.ts'
import { pinnedFirst } from '../../ui/trees/items.ts'
import { truncatedNote, unshownNotes, withOutcome } from '../../ui/trees/messageNodes.ts'
import { configNodeId, machinePoolsItem, poolNode, poolNodeId } from './machinePoolsItems.ts'
import { machinePoolsTooltip } from './machinePoolsTooltips.ts'
import { recentWarning, timeIn, warningText } from './drainTexts.ts'
import {
  nodeId,
  type CloudConfigNode,
  type MachineNode,
  type MachinePoolNode,
  type MachinePoolsEntry,
  type MachinePoolsNode,
  type NoteNode,
  type ProjectNode,
} from '../../ui/trees/nodes.ts'
import { createTree } from '../../ui/trees/tree.ts'

/** The tree of the Machine Pools view: project (if several) → cluster → machine pool. */
export function createMachinePoolsView(ground: Ground) {
  const { connections, apiKeys, tracked, deletions, clusters, poolDeleter, deletionMonitor } =
    ground
  /** The expanded clusters, by node ID. */
  const open = new Map<string, CloudConfigNode>()
  // With another service or key, expanded clusters are loaded on request again.
  const forgets = [connections, apiKeys].map((one) => one.onDidChange(() => open.clear()))
  const tree = createTree<MachinePoolsEntry>({
    connections,
    apiKeys,
    changes: [tracked, deletions, clusters, poolDeleter],
    top: topRows,
    hasProtection: true,
    children: rowsUnder,
    parent: parentOf,
    item: (node) => machinePoolsItem(node, poolDeleter),
    tooltip: (node) => machinePoolsTooltip(node, poolDeleter),
    readings,
  })
  const dispose = () => vscode.Disposable.from(tree, ...forgets).dispose()
  return { ...tree, find, close, isExpanded, dispose }

  async function rowsUnder(node: MachinePoolsEntry): Promise<MachinePoolsNode[]> {
    switch (node.kind) {
      case 'project':
        await clusters.get(node.connection)
        return configRows(node.connection).filter(({ project }) => project?.uid === node.uid)
      case 'cloudConfig':
        open.set(configNodeId(node), node)
        return poolRows(node)
      case 'machinePool':
        return machineRows(node)
      case 'machine':
        return []
    }
  }

  function readings(node: MachinePoolsEntry) {
    if (node.kind === 'machine') return [clusters.machineLists.peek(node.of)]
    if (node.kind !== 'cloudConfig' && node.kind !== 'machinePool') return []
    const isListed = node.kind === 'cloudConfig' && node.cluster
    const list = isListed ? clusters.peek(node.connection) : undefined
    return [list?.at ? { value: list, at: list.at } : clusters.configs.peek(node)]
  }

  /** Handles a collapsed item: VS Code no longer requests its children. */
  function close(node: MachinePoolsNode): void {
    for (const [id, config] of open) {
      const isUnder = node.kind === 'project' && config.project?.uid === node.uid
      if (isUnder || id === (node.kind === 'cloudConfig' && configNodeId(node))) open.delete(id)
    }
  }

  /** Returns whether a cluster is expanded. Pools with a pending deletion then have a node in it. */
  function isExpanded(config: CloudConfigRef): boolean {
    const { active } = connections
    const identity = configIdentity(config)
    return [...open.values()].some(
      (one) => one.connection.name === active?.name && configIdentity(one) === identity,
    )
  }

  /** Returns the parent of a node, which may not have been shown yet. */
  async function parentOf(node: MachinePoolsNode): Promise<MachinePoolsEntry | undefined> {
    switch (node.kind) {
      case 'machinePool':
        return configRow(node)
      case 'machine':
        return node.of
      case 'cloudConfig': {
        const { connection } = node
        const projects = projectsOf(connection, configRows(connection))
        const own = projects.find(({ uid }) => uid === node.project?.uid)
        return projects.length > 1 ? own : undefined
      }
      case 'failure':
        return typeof node.retry === 'object' &&
          (node.retry.kind === 'cloudConfig' || node.retry.kind === 'machinePool')
          ? node.retry
          : undefined
      case 'project':
      case 'note':
        return undefined
    }
  }

  /** Finds the node of a cluster or a machine pool, and loads what it needs; undefined if there is none. */
  async function find(of: PoolOrConfigRef): Promise<CloudConfigNode | MachinePoolNode | undefined> {
    const config = await configRow(of)
    if (!config || of.machinePoolName === undefined) return config
    return (await poolRows(config))
      .filter((row) => row.kind === 'machinePool')
      .find(({ machinePoolName }) => machinePoolName === of.machinePoolName)
  }

  /** Returns the root nodes: projects if there are several, else clusters; then pinned clusters and notes. */
  async function topRows(connection: Connection): Promise<MachinePoolsNode[]> {
    const id = nodeId(connection, 'machinePools')
    const lookup = clusters.get(connection).then((list) => ({ value: list }))
    const read = await tree.gracePeriod.waitFor(connection, id, lookup, () => true)
    const list = read?.value
    const configs = configRows(connection)
    readOpen(configs)
    const projects = projectsOf(connection, configs)
    const isGrouped = projects.length > 1
    const shown = isGrouped ? [...projects, ...configs.filter(({ project }) => !project)] : configs
    const { unreadable = 0, reason } = list ?? {}
    const notes = unshownNotes(id, 'clusters', unreadable, connection, reason)
    const nodes: MachinePoolsNode[] = [...shown, ...notes]
    if (list?.isCut) return [...nodes, truncatedNote(id)]
    if (!list?.hasMore || list.error) {
      return withOutcome(id, nodes, list ?? read, connection, 'clusters')
    }
    const label = vscode.l10n.t('Load More Clusters')
    const { length } = list.clusters
    const detail = list.total === undefined ? String(length) : `${length}/${list.total}`
    return [...nodes, { kind: 'note', id: `${id}/more`, label, detail, action: 'loadMore' }]
  }

  /** Loads expanded clusters concurrently: VS Code requests the children of one after those of another. */
  function readOpen(configs: readonly CloudConfigNode[]): void {
    for (const config of configs) {
      if (!open.has(configNodeId(config))) continue
      void clusters.configs.get(config).catch(() => {}) // its children will show the error
    }
  }

  /** Returns the node of a cloud config. A pinned one has a node even while the list stalls. */
  async function configRow(of: CloudConfigRef): Promise<CloudConfigNode | undefined> {
    const findRow = () => configRows(of.connection).find((one) => configKey(one) === configKey(of))
    const known = findRow()
    if (known) return known
    await clusters.get(of.connection)
    return findRow()
  }

  function configRows(connection: Connection): CloudConfigNode[] {
    const nodes = configsOf(connection, ground)
      .map((one): CloudConfigNode => ({ kind: 'cloudConfig', ...one }))
      .sort((a, b) => a.name.localeCompare(b.name))
    return pinnedFirst(nodes, ({ isPinned }) => isPinned)
  }

  async function poolRows(config: CloudConfigNode): Promise<MachinePoolsNode[]> {
    const { connection } = config
    const id = configNodeId(config)
    const lookup = clusters.configs.get(config)
    const hasRows = () => config.isTracked || config.cluster !== undefined
    const result = await tree.gracePeriod.waitFor(connection, id, lookup, hasRows)
    const read = shownValue(result)
    const nodes = poolsOf(config, ground, read).map((pool) => poolNode(pool, clusters))
    void countMachines(nodes)
    nodes.sort((a, b) => a.machinePoolName.localeCompare(b.machinePoolName))
    const notes = result && 'value' in result ? poolNotes(id, config, read) : []
    const shown = [...pinnedFirst(nodes, ({ isPinned }) => isPinned), ...notes]
    return withOutcome(id, shown, result, connection, config)
  }

  async function machineRows(pool: MachinePoolNode): Promise<MachinePoolsNode[]> {
    const { connection } = pool
    const id = poolNodeId(pool)
    const wasKnown = clusters.machineLists.peek(pool) !== undefined
    const isDeleting = deletions.pendingOf(pool) !== undefined
    if (isDeleting) deletionMonitor.markInSight(pool)
    const result = await clusters.machineLists.get(pool)
    const notes = isDeleting ? warningNotes(id, pool) : []
    const list = shownValue(result)
    const { machines = [], isComplete } = list ?? {}
    const nodes = machines
      .map((machine): MachineNode => ({ kind: 'machine', of: pool, ...machine }))
      .sort((a, b) => a.name.localeCompare(b.name))
    if ('error' in result) {
      return withOutcome(id, [...notes, ...nodes], result, connection, pool)
    }
    // The count of nodes may differ now, or no pool has machines to expand.
    if (!wasKnown) tree.show()
    if (isComplete === false) return [...notes, ...nodes, truncatedNote(id)]
    if (nodes.length > 0) return [...notes, ...nodes]
    const label = result.value
      ? vscode.l10n.t('No machines')
      : vscode.l10n.t('The service doesn’t list the machines of this pool.')
    return [...notes, { kind: 'note', id: `${id}/none`, label }]
  }

  /** Returns the note for the newest warning of a cluster, which nothing waits for; `id` is the parent’s. */
  function warningNotes(id: string, pool: MachinePoolNode): NoteNode[] {
    if (!clusters.warnings.peek(pool)) void clusters.warnings.get(pool).then(tree.show, () => {})
    const warning = recentWarning(pool, ground)
    if (!warning) return []
    const at = timeIn(warning.at)
    const detail = joinDescription(at !== undefined && ageText(at), visible(warningText(warning)))
    const label = vscode.l10n.t('Latest warning')
    return [{ kind: 'note', id: `${id}/warning`, label, detail, isWarning: true }]
  }

  /**
   * Counts the machines of autoscaled pools, whose configured size is only the minimum. Nodes don’t wait for
   * it.
   */
  async function countMachines(pools: readonly MachinePoolNode[]): Promise<void> {
    const { machineCounts } = clusters
    const unknown = pools.filter(
      (pool) => pool.facts && autoscaling(pool.facts) && !machineCounts.peek(pool),
    )
    const counted = await Promise.allSettled(unknown.map((one) => machineCounts.get(one, 'batch')))
    if (counted.some(({ status }) => status === 'fulfilled')) tree.show()
  }
}

function projectsOf(connection: Connection, configs: readonly CloudConfigNode[]): ProjectNode[] {
  const projects = new Map<string, ProjectNode>()
  for (const { project } of configs) {
    if (!project) continue
    const { uid, name = uid } = project
    projects.set(uid, { kind: 'project', connection, uid, name })
  }
  return [...projects.values()].sort((a, b) => a.name.localeCompare(b.name))
}

/** Returns the notes for pools that can’t be shown; `id` is that of the cluster’s node. */
function poolNotes(
  id: string,
  { cluster, connection }: CloudConfigNode,
  config: CloudConfig | undefined,
): NoteNode[] {
  if (config) return unshownNotes(id, 'pools', config.unreadable, connection)
  const label = vscode.l10n.t('The service doesn’t list the machine pools of this cluster.')
  return cluster ? [{ kind: 'note', id: `${id}/none`, label }] : []
}
