import * as vscode from 'vscode'
import type { CloudConfig } from '../../api/lookupSchemas.ts'
import { providerOfCloudType } from '../../api/providers.ts'
import type { ApiKeys } from '../../connections/apiKeys.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Connections } from '../../connections/connections.ts'
import type { ClusterList } from '../../inventory/clusterPages.ts'
import type { Clusters } from '../../inventory/clusters.ts'
import type { CloudConfigRef, MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import type { Deletions } from '../../inventory/deletions.ts'
import type { MachinePools } from '../../inventory/machinePools.ts'
import { autoscaling, poolCounts } from '../../inventory/poolFacts.ts'
import type { Tracked, TrackedKey } from '../../inventory/tracked.ts'
import type { Titles } from '../../inventory/trackedThings.ts'
import { clustersSoFar, titleOf } from '../../texts.ts'
import { cutNote, unshownNotes, withOutcome } from '../../ui/trees/items.ts'
import { configNodeId, machinePoolsItem } from './machinePoolsItems.ts'
import {
  nodeId,
  type CloudConfigNode,
  type MachinePoolNode,
  type MachinePoolsNode,
  type ProjectNode,
} from '../../ui/trees/nodes.ts'
import { Patience } from '../../ui/trees/patience.ts'
import { poolNotes } from './poolNotes.ts'
import { rootNodes } from '../../ui/trees/rootNodes.ts'
import type { LoadWords } from '../../ui/trees/words.ts'

/** The tree of the Machine Pools view: project, where there are several → cluster → machine pool. */
export class MachinePoolsView
  implements vscode.TreeDataProvider<MachinePoolsNode>, vscode.Disposable
{
  readonly #connections: Connections
  readonly #apiKeys: ApiKeys
  readonly #tracked: Tracked
  readonly #deletions: Deletions
  readonly #clusters: Clusters
  readonly #machinePools: MachinePools
  readonly #load: LoadWords
  readonly #changed = new vscode.EventEmitter<undefined>()
  readonly #patience = new Patience(() => this.#changed.fire(undefined))
  readonly #subscriptions: vscode.Disposable
  /** The clusters that are open, by the ids of their rows. */
  readonly #open = new Map<string, CloudConfigNode>()

  readonly onDidChangeTreeData = this.#changed.event

  constructor(
    connections: Connections,
    apiKeys: ApiKeys,
    tracked: Tracked,
    deletions: Deletions,
    clusters: Clusters,
    machinePools: MachinePools,
    load: LoadWords,
  ) {
    this.#connections = connections
    this.#apiKeys = apiKeys
    this.#tracked = tracked
    this.#deletions = deletions
    this.#clusters = clusters
    this.#machinePools = machinePools
    this.#load = load
    const show = () => this.#changed.fire(undefined)
    // With another service or key, nobody knows what will be there: what is still open is asked for.
    const showOther = () => (this.#open.clear(), show())
    this.#subscriptions = vscode.Disposable.from(
      connections.onDidChange(showOther),
      apiKeys.onDidChange(showOther),
      tracked.onDidChange(show),
      deletions.onDidChange(show),
      clusters.onDidChange(show),
      machinePools.onDidChange(show),
    )
  }

  async getChildren(node?: MachinePoolsNode): Promise<MachinePoolsNode[]> {
    switch (node?.kind) {
      case undefined:
        return rootNodes(this.#connections, this.#apiKeys, this.#load, (connection) =>
          this.#top(connection),
        )
      case 'project':
        return this.#configs(node.connection, await this.#clusters.get(node.connection)).filter(
          ({ cluster }) => cluster?.project?.uid === node.uid,
        )
      case 'cloudConfig':
        this.#open.set(configNodeId(node), node)
        return this.#pools(node)
      case 'machinePool':
      case 'failure':
      case 'note':
        return []
    }
  }

  getTreeItem(node: MachinePoolsNode): vscode.TreeItem | Promise<vscode.TreeItem> {
    const item = this.#item(node)
    if (isAged(node)) delete (item as vscode.TreeItem).tooltip
    return item
  }

  /** A tooltip that says how old it is by the time that it is asked for. */
  async resolveTreeItem(item: vscode.TreeItem, node: MachinePoolsNode): Promise<vscode.TreeItem> {
    if (!isAged(node)) return item
    const { tooltip } = await this.#item(node)
    const { agedTooltip } = await this.#load()
    const isListed = node.kind === 'cloudConfig' && node.cluster
    const list = isListed ? this.#clusters.peek(node.connection) : undefined
    const read = list?.at ? { value: list, at: list.at } : this.#clusters.configs.peek(node)
    item.tooltip = agedTooltip(tooltip, read)
    return item
  }

  #item(node: MachinePoolsNode): vscode.TreeItem | Promise<vscode.TreeItem> {
    const state = node.kind === 'machinePool' ? this.#machinePools.deletionState(node) : undefined
    return machinePoolsItem(node, state, this.#load)
  }

  /** A row has been closed: VS Code asks no more for what is under it. */
  close(node: MachinePoolsNode): void {
    for (const [id, config] of this.#open) {
      const isUnder = node.kind === 'project' && config.project?.uid === node.uid
      if (isUnder || id === (node.kind === 'cloudConfig' && configNodeId(node)))
        this.#open.delete(id)
    }
  }

  dispose(): void {
    this.#subscriptions.dispose()
    this.#changed.dispose()
  }

  /** What a row stands under; VS Code asks for rows that it has not shown yet. */
  async getParent(node: MachinePoolsNode): Promise<MachinePoolsNode | undefined> {
    switch (node.kind) {
      case 'machinePool':
        return this.#config(node)
      case 'cloudConfig': {
        const { connection } = node
        const list = this.#clusters.peek(connection)
        const projects = projectsOf(connection, this.#configs(connection, list))
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
  async find(pool: MachinePoolRef): Promise<MachinePoolNode | undefined> {
    const config = await this.#config(pool)
    const rows = config ? await this.#pools(config) : []
    return rows
      .filter((row) => row.kind === 'machinePool')
      .find(({ machinePoolName }) => machinePoolName === pool.machinePoolName)
  }

  /** Projects, where clusters of several are listed, else clusters; what else is kept; what is left. */
  async #top(connection: Connection): Promise<MachinePoolsNode[]> {
    const id = nodeId(connection, 'machinePools')
    const lookup = this.#clusters.get(connection).then((list) => ({ value: list }))
    const hasKept = this.#kept(connection).size > 0
    const read = await this.#patience.wait(connection, id, lookup, hasKept)
    const list = read?.value
    const configs = this.#configs(connection, list)
    this.#readOpen(configs)
    const projects = projectsOf(connection, configs)
    const isGrouped = projects.length > 1
    const shown = isGrouped
      ? [...projects, ...configs.filter(({ cluster }) => !cluster?.project)]
      : configs
    const { unreadable = 0, reason } = list ?? {}
    const notes = await unshownNotes(this.#load, id, 'clusters', unreadable, connection, reason)
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
  #readOpen(configs: readonly CloudConfigNode[]): void {
    for (const config of configs) {
      if (!this.#open.has(configNodeId(config))) continue
      void this.#clusters.configs.get(config).catch(() => {}) // its rows will fail in sight
    }
  }

  /** The row of a cloud config; what is kept has one also while the list stalls. */
  async #config(of: CloudConfigRef): Promise<CloudConfigNode | undefined> {
    const { connection } = of
    const isIt = ({ provider, configUid }: CloudConfigNode) =>
      provider === of.provider && configUid === of.configUid
    return (
      this.#configs(connection, this.#clusters.peek(connection)).find(isIt) ??
      this.#configs(connection, await this.#clusters.get(connection)).find(isIt)
    )
  }

  /** What the service lists and what the user keeps, each cloud config once. */
  #configs(connection: Connection, list: ClusterList | undefined): CloudConfigNode[] {
    const isComplete = list && !list.hasMore && !list.isCut && list.unreadable === 0
    const kept = this.#kept(connection)
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
        counts: poolCounts(cluster, this.#read(ref)),
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
        mark: isComplete && !this.#read(ref) ? 'unlisted' : undefined,
      })
    }
    return nodes.sort((a, b) => nameOf(a).localeCompare(nameOf(b)))
  }

  /** The cloud configs that the user keeps, and those that have a mark of a deletion. */
  #kept(connection: Connection): Map<string, TrackedKey & Titles & { isPinned: boolean }> {
    const marked = this.#marked(connection).map(({ provider, configUid: uid, configLabel }) => ({
      provider,
      uid,
      ...(configLabel !== undefined && { lastName: configLabel }),
      isPinned: false,
    }))
    const pinned = this.#tracked.configs(connection.name).map((one) => ({ ...one, isPinned: true }))
    return new Map([...marked, ...pinned].map((one) => [keyOf(one), one]))
  }

  /** The pools that have a mark of a deletion, but for those of another project. */
  #marked(connection: Connection): MachinePoolRef[] {
    const { projectUid } = connection
    return this.#deletions
      .over([connection])
      .filter(({ deletion }) => [undefined, deletion.projectUid].includes(projectUid))
      .map(({ pool }) => pool)
  }

  /** What the service tells of the pools, together with what is kept. */
  async #pools(config: CloudConfigNode): Promise<MachinePoolsNode[]> {
    const { connection, provider, configUid, label: configLabel } = config
    const id = configNodeId(config)
    const key = { provider, uid: configUid }
    const lookup = this.#clusters.configs.get(config)
    const hasRows = config.isTracked || config.cluster !== undefined
    const result = await this.#patience.wait(connection, id, lookup, hasRows)
    const read = result && 'value' in result ? result.value : undefined
    const pinned = (this.#tracked.config(connection.name, key)?.pools ?? []).map(({ name }) => name)
    const marked = this.#deletions.in(config).map(({ pool }) => pool.machinePoolName)
    const kept = new Set([...pinned, ...marked])
    const project = config.project && { project: config.project }
    const place = { connection, provider, configUid, ...project, configLabel }
    const ref = { kind: 'machinePool', ...place } as const
    const nodes = (read?.pools ?? []).map((facts): MachinePoolNode => {
      const isTracked = kept.delete(facts.name)
      const mark = pinned.includes(facts.name) ? 'pinned' : undefined
      const pool = { ...ref, machinePoolName: facts.name }
      const count = this.#clusters.machineCounts.peek(pool)
      const machines = count && 'value' in count ? count.value : undefined
      return { ...pool, facts, machines, isTracked, mark }
    })
    void this.#countMachines(nodes)
    for (const machinePoolName of read?.hybridPools ?? []) {
      if (nodes.some((node) => node.machinePoolName === machinePoolName)) continue
      nodes.push({ ...ref, machinePoolName, isHybrid: true, isTracked: false })
    }
    for (const machinePoolName of kept) {
      const mark = read?.unreadable === 0 ? 'unlisted' : undefined
      nodes.push({ ...ref, machinePoolName, isTracked: true, mark })
    }
    nodes.sort((a, b) => a.machinePoolName.localeCompare(b.machinePoolName))
    const notes = result && 'value' in result ? await poolNotes(id, config, read, this.#load) : []
    return withOutcome(id, [...nodes, ...notes], result, connection, config)
  }

  /**
   * Counts the machines of autoscaled pools, whose size tells only the fewest, once for all; rows
   * don't wait for it.
   */
  async #countMachines(pools: readonly MachinePoolNode[]): Promise<void> {
    const { machineCounts } = this.#clusters
    const unknown = pools.filter(
      (pool) => pool.facts && autoscaling(pool.facts) && !machineCounts.peek(pool),
    )
    const counted = await Promise.allSettled(unknown.map((one) => machineCounts.get(one, 'batch')))
    if (counted.some(({ status }) => status === 'fulfilled')) this.#changed.fire(undefined)
  }

  /** What was read of a cloud config. */
  #read(config: CloudConfigRef): CloudConfig | undefined {
    const result = this.#clusters.configs.peek(config)
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

/** Whether a row tells what was read of the service some time ago. */
function isAged(node: MachinePoolsNode): node is CloudConfigNode | MachinePoolNode {
  return node.kind === 'cloudConfig' || node.kind === 'machinePool'
}

function nameOf({ label, configUid }: CloudConfigNode): string {
  return label ?? configUid
}

function keyOf({ provider, uid }: TrackedKey): string {
  return JSON.stringify([provider, uid])
}
