import * as vscode from 'vscode'
import type { CloudConfig } from '../../api/lookupSchemas.ts'
import { providerOfCloudType } from '../../api/providers.ts'
import type { Connection } from '../../connections/connection.ts'
import type { ClusterList } from '../../inventory/clusterPages.ts'
import type { CloudConfigRef, MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { autoscaling, poolCounts } from '../../inventory/poolFacts.ts'
import type { TrackedKey } from '../../inventory/tracked.ts'
import type { Titles } from '../../inventory/trackedThings.ts'
import type { Parts } from '../../parts.ts'
import { clustersSoFar, titleOf } from '../../texts.ts'
import { cutNote, withOutcome } from '../../ui/trees/items.ts'
import { configNodeId, machinePoolsItem } from './machinePoolsItems.ts'
import {
  nodeId,
  type CloudConfigNode,
  type MachinePoolNode,
  type MachinePoolsNode,
  type ProjectNode,
} from '../../ui/trees/nodes.ts'
import { poolNotes } from './poolNotes.ts'
import { createTree } from '../../ui/trees/tree.ts'
import { unshownNotes } from '../../ui/trees/unshownNotes.ts'

/** The tree of the Machine Pools view: project, where there are several → cluster → machine pool. */
export function createMachinePoolsView({
  connections,
  apiKeys,
  tracked,
  deletions,
  clusters,
  machinePools,
}: Pick<Parts, 'connections' | 'apiKeys' | 'tracked' | 'deletions' | 'clusters' | 'machinePools'>) {
  /** The clusters that are open, by the ids of their rows. */
  const open = new Map<string, CloudConfigNode>()
  // With another service or key, nobody knows what will be there: what is still open is asked for.
  const forgets = [connections, apiKeys].map((one) => one.onDidChange(() => open.clear()))
  const tree = createTree<MachinePoolsNode>({
    connections,
    apiKeys,
    changes: [tracked, deletions, clusters, machinePools],
    top: topRows,
    children: rowsUnder,
    parent: parentOf,
    item: (node) => machinePoolsItem(node, machinePools),
    readings,
  })
  const dispose = () => vscode.Disposable.from(tree, ...forgets).dispose()
  return { ...tree, find, close, dispose }

  async function rowsUnder(node: MachinePoolsNode): Promise<MachinePoolsNode[]> {
    switch (node.kind) {
      case 'project': {
        const all = configRows(node.connection, await clusters.get(node.connection))
        return all.filter(({ cluster }) => cluster?.project?.uid === node.uid)
      }
      case 'cloudConfig':
        open.set(configNodeId(node), node)
        return poolRows(node)
      case 'machinePool':
      case 'failure':
      case 'note':
        return []
    }
  }

  function readings(node: MachinePoolsNode) {
    if (node.kind !== 'cloudConfig' && node.kind !== 'machinePool') return undefined
    const isListed = node.kind === 'cloudConfig' && node.cluster
    const list = isListed ? clusters.peek(node.connection) : undefined
    return [list?.at ? { value: list, at: list.at } : clusters.configs.peek(node)]
  }

  /** A row has been closed: VS Code asks no more for what is under it. */
  function close(node: MachinePoolsNode): void {
    for (const [id, config] of open) {
      const isUnder = node.kind === 'project' && config.project?.uid === node.uid
      if (isUnder || id === (node.kind === 'cloudConfig' && configNodeId(node))) open.delete(id)
    }
  }

  /** What a row stands under; VS Code asks for rows that it has not shown yet. */
  async function parentOf(node: MachinePoolsNode): Promise<MachinePoolsNode | undefined> {
    switch (node.kind) {
      case 'machinePool':
        return configRow(node)
      case 'cloudConfig': {
        const { connection } = node
        const list = clusters.peek(connection)
        const projects = projectsOf(connection, configRows(connection, list))
        const own = projects.find(({ uid }) => uid === node.cluster?.project?.uid)
        return projects.length > 1 ? own : undefined
      }
      case 'failure':
        return typeof node.retry === 'object' && node.retry.kind === 'cloudConfig'
          ? node.retry
          : undefined
      case 'project':
      case 'note':
        return undefined
    }
  }

  /** The row of a machine pool, for which its cloud config is read; undefined where there is none. */
  async function find(pool: MachinePoolRef): Promise<MachinePoolNode | undefined> {
    const config = await configRow(pool)
    const rows = config ? await poolRows(config) : []
    return rows
      .filter((row) => row.kind === 'machinePool')
      .find(({ machinePoolName }) => machinePoolName === pool.machinePoolName)
  }

  /** Projects, where clusters of several are listed, else clusters; what else is kept; what is left. */
  async function topRows(connection: Connection): Promise<MachinePoolsNode[]> {
    const id = nodeId(connection, 'machinePools')
    const lookup = clusters.get(connection).then((list) => ({ value: list }))
    const hasKept = keptConfigs(connection).size > 0
    const read = await tree.patience.wait(connection, id, lookup, hasKept)
    const list = read?.value
    const configs = configRows(connection, list)
    readOpen(configs)
    const projects = projectsOf(connection, configs)
    const isGrouped = projects.length > 1
    const shown = isGrouped
      ? [...projects, ...configs.filter(({ cluster }) => !cluster?.project)]
      : configs
    const { unreadable = 0, reason } = list ?? {}
    const notes = unshownNotes(id, 'clusters', unreadable, connection, reason)
    const nodes: MachinePoolsNode[] = [...shown, ...notes]
    if (list?.isCut) return [...nodes, cutNote(id)]
    if (!list?.hasMore || list.error) {
      return withOutcome(id, nodes, list ?? read, connection, 'clusters')
    }
    const label = vscode.l10n.t('Load More…')
    const detail = clustersSoFar(list.clusters.length, list.total)
    return [...nodes, { kind: 'note', id: `${id}/more`, label, detail, action: 'loadMore' }]
  }

  /** Reads those that are open together: VS Code asks for the rows under one after those under another. */
  function readOpen(configs: readonly CloudConfigNode[]): void {
    for (const config of configs) {
      if (!open.has(configNodeId(config))) continue
      void clusters.configs.get(config).catch(() => {}) // its rows will fail in sight
    }
  }

  /** The row of a cloud config; what is kept has one also while the list stalls. */
  async function configRow(of: CloudConfigRef): Promise<CloudConfigNode | undefined> {
    const { connection } = of
    const isIt = ({ provider, configUid }: CloudConfigNode) =>
      provider === of.provider && configUid === of.configUid
    return (
      configRows(connection, clusters.peek(connection)).find(isIt) ??
      configRows(connection, await clusters.get(connection)).find(isIt)
    )
  }

  /** What the service lists and what the user keeps, each cloud config once. */
  function configRows(connection: Connection, list: ClusterList | undefined): CloudConfigNode[] {
    const isComplete = list && !list.hasMore && !list.isCut && list.unreadable === 0
    const kept = keptConfigs(connection)
    const nodes = (list?.clusters ?? []).map((cluster): CloudConfigNode => {
      const { cloudType, configUid } = cluster
      const ref = { connection, provider: providerOfCloudType(cloudType), configUid }
      const key = keyOf({ ...ref, uid: configUid })
      const own = kept.get(key)
      kept.delete(key)
      return {
        kind: 'cloudConfig',
        ...ref,
        ...(cluster.project && { project: cluster.project }),
        label: titleOf(own, cluster.name),
        cluster,
        counts: poolCounts(cluster, knownConfig(ref)),
        isTracked: own !== undefined,
        mark: own?.isPinned ? 'pinned' : undefined,
      }
    })
    for (const own of kept.values()) {
      const { provider, uid: configUid } = own
      const ref = { connection, provider, configUid }
      nodes.push({
        kind: 'cloudConfig',
        ...ref,
        label: titleOf(own),
        isTracked: true,
        mark: isComplete && !knownConfig(ref) ? 'unlisted' : undefined,
      })
    }
    return nodes.sort((a, b) => nameOf(a).localeCompare(nameOf(b)))
  }

  /** The cloud configs that the user keeps, and those that have a mark of a deletion. */
  function keptConfigs(
    connection: Connection,
  ): Map<string, TrackedKey & Titles & { isPinned: boolean }> {
    const marked = markedPools(connection).map(({ provider, configUid: uid, configLabel }) => ({
      provider,
      uid,
      ...(configLabel !== undefined && { lastName: configLabel }),
      isPinned: false,
    }))
    const pinned = tracked.configs(connection.name).map((one) => ({ ...one, isPinned: true }))
    return new Map([...marked, ...pinned].map((one) => [keyOf(one), one]))
  }

  /** The pools that have a mark of a deletion, but for those of another project. */
  function markedPools(connection: Connection): MachinePoolRef[] {
    const { projectUid } = connection
    return deletions
      .over([connection])
      .filter(({ deletion }) => [undefined, deletion.projectUid].includes(projectUid))
      .map(({ pool }) => pool)
  }

  /** What the service tells of the pools, together with what is kept. */
  async function poolRows(config: CloudConfigNode): Promise<MachinePoolsNode[]> {
    const { connection, provider, configUid, label: configLabel } = config
    const id = configNodeId(config)
    const key = { provider, uid: configUid }
    const lookup = clusters.configs.get(config)
    const hasRows = config.isTracked || config.cluster !== undefined
    const result = await tree.patience.wait(connection, id, lookup, hasRows)
    const read = result && 'value' in result ? result.value : undefined
    const pinned = (tracked.config(connection.name, key)?.pools ?? []).map(({ name }) => name)
    const marked = deletions.in(config).map(({ pool }) => pool.machinePoolName)
    const kept = new Set([...pinned, ...marked])
    const project = config.project && { project: config.project }
    const place = { connection, provider, configUid, ...project, configLabel }
    const ref = { kind: 'machinePool', ...place } as const
    const nodes = (read?.pools ?? []).map((facts): MachinePoolNode => {
      const isTracked = kept.delete(facts.name)
      const mark = pinned.includes(facts.name) ? 'pinned' : undefined
      const pool = { ...ref, machinePoolName: facts.name }
      const count = clusters.machineCounts.peek(pool)
      const machines = count && 'value' in count ? count.value : undefined
      return { ...pool, facts, machines, isTracked, mark }
    })
    void countMachines(nodes)
    for (const machinePoolName of read?.hybridPools ?? []) {
      if (nodes.some((node) => node.machinePoolName === machinePoolName)) continue
      nodes.push({ ...ref, machinePoolName, isHybrid: true, isTracked: false })
    }
    for (const machinePoolName of kept) {
      const mark = read?.unreadable === 0 ? 'unlisted' : undefined
      nodes.push({ ...ref, machinePoolName, isTracked: true, mark })
    }
    nodes.sort((a, b) => a.machinePoolName.localeCompare(b.machinePoolName))
    const notes = result && 'value' in result ? poolNotes(id, config, read) : []
    return withOutcome(id, [...nodes, ...notes], result, connection, config)
  }

  /**
   * Counts the machines of autoscaled pools, whose size tells only the fewest, once for all; rows
   * don't wait for it.
   */
  async function countMachines(pools: readonly MachinePoolNode[]): Promise<void> {
    const { machineCounts } = clusters
    const unknown = pools.filter(
      (pool) => pool.facts && autoscaling(pool.facts) && !machineCounts.peek(pool),
    )
    const counted = await Promise.allSettled(unknown.map((one) => machineCounts.get(one, 'batch')))
    if (counted.some(({ status }) => status === 'fulfilled')) tree.show()
  }

  /** What was read of a cloud config. */
  function knownConfig(config: CloudConfigRef): CloudConfig | undefined {
    const result = clusters.configs.peek(config)
    return result && 'value' in result ? result.value : undefined
  }
}

function projectsOf(connection: Connection, configs: readonly CloudConfigNode[]): ProjectNode[] {
  const projects = new Map<string, ProjectNode>()
  for (const { cluster } of configs) {
    if (!cluster?.project) continue
    const { uid, name = uid } = cluster.project
    projects.set(uid, { kind: 'project', connection, uid, name })
  }
  return [...projects.values()].sort((a, b) => a.name.localeCompare(b.name))
}

function nameOf({ label, configUid }: CloudConfigNode): string {
  return label ?? configUid
}

function keyOf({ provider, uid }: TrackedKey): string {
  return JSON.stringify([provider, uid])
}
