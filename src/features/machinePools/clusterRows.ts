import * as vscode from 'vscode'
import type { CloudConfig } from '../../api/poolSchemas.ts'
import type { Connection } from '../../connections/connection.ts'
import { viewIds } from '../../contributions.ts'
import { isPinnedOrDeleting, configsOf, poolsOf } from '../../clusters/configs.ts'
import type { CloudConfigRef } from '../../model/refs.ts'
import { shownValue } from '../../cache/results.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, providerText, visible } from '../../texts.ts'
import { poolsText } from '../../ui/listTexts.ts'
import { withViewProgress } from '../../ui/progress.ts'
import {
  consoleLink,
  presenceText,
  pinnedFirst,
  pinning,
  typeIcon,
  unlistedReason,
  warningIcon,
} from '../../ui/trees/items.ts'
import { truncatedNote, unshownNotes, withOutcome } from '../../ui/trees/messageNodes.ts'
import {
  nodeId,
  type CloudConfigNode,
  type MachinePoolsNode,
  type NoteNode,
  type ProjectNode,
} from '../../ui/trees/nodes.ts'
import type { RowItem, RowKind } from '../../ui/trees/rows.ts'
import type { Tooltip } from '../../ui/trees/tooltips.ts'
import type { TreeState } from '../../ui/trees/tree.ts'
import { healthText, isUsual } from './poolAppearance.ts'
import { poolNode } from './poolRows.ts'
import { phaseOf, type PoolCounts } from '../../model/poolFacts.ts'

/** The maximum number of clusters whose list is loaded again for one of them. */
const maxReloadedClusters = 200

const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState

/** Creates what the Machine Pools view has at its top, and what it does with projects and clusters. */
export function clusterRows(
  parts: Pick<Parts, 'clusters' | 'pins' | 'deletions' | 'refusals'>,
  { gracePeriod }: TreeState,
  /** The expanded clusters, by row ID. */
  expanded: Map<string, CloudConfigNode>,
) {
  const { clusters, refusals } = parts
  const listOf = (connection: Connection) => ({
    viewId: viewIds.machinePools,
    connection,
    reload: () => clusters.refreshList(connection),
  })
  const project: RowKind<ProjectNode> = {
    id: ({ connection, uid }) => nodeId(connection, 'machinePools', 'project', uid),
    item: ({ name }) => ({
      label: visible(name),
      state: Expanded,
      icon: new vscode.ThemeIcon('project'),
    }),
    tooltip: (node) => ({
      title: node.name,
      facts: [[vscode.l10n.t('Project'), node.uid, 'id']],
      link: consoleLink(node),
    }),
    abilities: (node) => ['project', ...console(node), 'refresh', 'copyId', 'copyAs'],
    async children({ connection, uid }) {
      await clusters.get(connection)
      return configRows(connection).filter((config) => config.project?.uid === uid)
    },
    reload({ uid }) {
      for (const config of clusters.configs.refs) {
        if (clusters.inProject(config).project?.uid === uid) clusters.invalidateConfig(config)
      }
    },
    list: ({ connection }) => listOf(connection),
    name: ({ name }) => name,
    copyId: ({ uid }) => uid,
  }
  const cloudConfig: RowKind<CloudConfigNode> = {
    id: configId,
    item: configItem,
    tooltip(config) {
      const list = config.cluster && clusters.peek(config.connection)
      const reading = list?.at ? { value: list, at: list.at } : clusters.configs.peek(config)
      return { ...configTooltip(config), readings: [reading] }
    },
    abilities(config) {
      const pin = pinning(config)
      return ['details', ...console(config), 'refresh', 'refreshInline', pin, 'copyId', 'copyAs']
    },
    children(config) {
      expanded.set(configId(config), config)
      return poolRows(config)
    },
    reload: (config) => clusters.invalidateConfig(config),
    list({ connection }) {
      // The state of a cluster is in the list, which isn’t always worth its requests.
      const isLong = (clusters.peek(connection)?.clusters.length ?? 0) > maxReloadedClusters
      return isLong ? undefined : listOf(connection)
    },
    name: ({ name }) => name,
    copyId: ({ configUid }) => configUid,
  }
  return { topRows, kinds: { project, cloudConfig } }

  /** Returns the root nodes: projects if there are several, else clusters; then pinned clusters and notes. */
  async function topRows(connection: Connection): Promise<MachinePoolsNode[]> {
    const id = nodeId(connection, 'machinePools')
    const lookup = clusters.get(connection).then((list) => ({ value: list }))
    const read = await gracePeriod.waitFor(connection, id, lookup)
    const list = read?.value
    const configs = configRows(connection)
    loadExpanded(configs)
    const projects = projectsOf(connection, configs)
    const isGrouped = projects.length > 1
    const shown = isGrouped ? [...projects, ...configs.filter((one) => !one.project)] : configs
    const { unreadable = 0, reason } = list ?? {}
    const notes = unshownNotes(id, 'clusters', unreadable, connection, reason)
    const nodes: MachinePoolsNode[] = [...shown, ...notes]
    if (list?.isCut) return [...nodes, truncatedNote(id)]
    if (!list?.hasMore || list.error) {
      return withOutcome(id, nodes, list ?? read, {
        connection,
        isTopList: true,
        retry: (current) => withViewProgress(viewIds.machinePools, () => clusters.more(current)),
      })
    }
    const label = vscode.l10n.t('Load More Clusters')
    const { length } = list.clusters
    const detail = list.total === undefined ? String(length) : `${length}/${list.total}`
    return [...nodes, { kind: 'note', id: `${id}/more`, label, detail, action: 'loadMore' }]
  }

  /** Loads expanded clusters concurrently: VS Code requests the children of one after those of another. */
  function loadExpanded(configs: readonly CloudConfigNode[]): void {
    for (const config of configs) {
      if (!expanded.has(configId(config))) continue
      void clusters.configs.get(config).catch(() => {}) // its children will show the error
    }
  }

  function configRows(connection: Connection): CloudConfigNode[] {
    const nodes = configsOf(connection, parts)
      .map((one): CloudConfigNode => ({ kind: 'cloudConfig', ...one }))
      .sort((a, b) => a.name.localeCompare(b.name))
    return pinnedFirst(nodes)
  }

  async function poolRows(config: CloudConfigNode): Promise<MachinePoolsNode[]> {
    const { connection } = config
    const id = configId(config)
    const lookup = clusters.configs.get(config)
    const hasRows = isPinnedOrDeleting(config) || config.cluster !== undefined
    const result = await gracePeriod.waitFor(connection, id, lookup, hasRows)
    const read = shownValue(result)
    refusals.look(config)
    const nodes = poolsOf(config, parts, read).map((pool) => poolNode(pool, clusters))
    nodes.sort((a, b) => a.machinePoolName.localeCompare(b.machinePoolName))
    const notes = result && 'value' in result ? poolNotes(id, config, read) : []
    return withOutcome(id, [...pinnedFirst(nodes), ...notes], result, {
      connection,
      projectUid: config.project?.uid,
      retry: () => clusters.configs.invalidate(config),
    })
  }
}

export function configId({ connection, provider, configUid }: CloudConfigRef): string {
  return nodeId(connection, 'machinePools', provider, configUid)
}

function console(row: ProjectNode | CloudConfigNode): readonly 'console'[] {
  return consoleLink(row) === undefined ? [] : ['console']
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

function configItem(node: CloudConfigNode): RowItem {
  const { provider, name, cluster, presence } = node
  const { state } = cluster ?? {}
  const phase = phaseOf({ state })
  const { pools, nodes } = node.counts ?? {}
  const isUnhealthy = nodes !== undefined && nodes.healthy < nodes.all
  const isOdd = !isUsual(state, 'running')
  const stateNow = isOdd && state && visible(state)
  const health = nodes && vscode.l10n.t('{0} healthy', healthyText(nodes))
  const count = pools !== undefined && poolsText(pools)
  const marked = presenceText(node)
  const isWarning = (isOdd || isUnhealthy) && phase !== 'leaving' && phase !== 'arriving'
  return {
    label: visible(name),
    // Pinned clusters start expanded. Listed ones load when they are expanded.
    state: isPinnedOrDeleting(node) ? Expanded : Collapsed,
    icon: isWarning ? warningIcon() : typeIcon(presence, 'layers', phase === 'leaving'),
    // A narrow side bar cuts off the end.
    description: joinDescription(stateNow, isUnhealthy && health, count, marked),
    spoken: [stateNow, providerText(provider), count, health, marked],
  }
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

/** Returns the number of healthy nodes and of all; with a plus sign if there may be more. */
function healthyText({ healthy, all, isWhole }: NonNullable<PoolCounts['nodes']>): string {
  return `${healthy}/${all}${isWhole ? '' : '+'}`
}
