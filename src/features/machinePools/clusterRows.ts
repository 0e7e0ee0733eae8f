import * as vscode from 'vscode'
import type { CloudConfig } from '../../api/poolSchemas.ts'
import type { Connection } from '../../connections/connection.ts'
import { viewIds } from '../../contributions.ts'
import { isCompleteClusterList, type ClusterList } from '../../clusters/clusterPages.ts'
import type { Clusters } from '../../clusters/clusters.ts'
import {
  collectConfigs,
  collectPools,
  isPinnedOrDeleting,
  loadedFacts,
} from '../../clusters/configs.ts'
import { shownValue, type Result } from '../../cache/results.ts'
import type { Parts } from '../../parts.ts'
import { withViewProgress } from '../../ui/progress.ts'
import type { TreeState } from '../../ui/trees/tree.ts'
import type { GracePeriod } from '../../ui/trees/gracePeriod.ts'
import { pinnedFirst } from '../../ui/trees/items.ts'
import { shortLabels } from '../../ui/trees/shortLabels.ts'
import { truncatedNote, unshownNotes, withOutcome } from '../../ui/trees/messageNodes.ts'
import {
  nodeId,
  type CloudConfigNode,
  type MachinePoolNode,
  type MachinePoolsNode,
  type NoteNode,
  type ProjectNode,
  configId,
} from '../../ui/trees/nodes.ts'
import { poolNode } from './poolRows.ts'

// The rows of projects, clusters, and machine pools in the Machine Pools view.

type Sources = Pick<Parts, 'clusters' | 'pins' | 'deletions' | 'capacityRefusals'>

/** The clusters whose rows are expanded, by the IDs of the rows. */
export type ExpandedClusters = Map<string, CloudConfigNode>

/**
 * Loads the rows at the top of the Machine Pools view: projects if there are several, otherwise clusters; then pinned
 * clusters that aren’t listed, and notes.
 */
export async function clusterRows(
  connection: Connection,
  sources: Sources,
  gracePeriod: GracePeriod,
  expanded: ExpandedClusters,
): Promise<MachinePoolsNode[]> {
  const { clusters } = sources
  const id = nodeId(connection, 'machinePools')
  const loading = clusters.getList(connection).then((list) => ({ value: list }))
  const result = await gracePeriod.waitFor(connection, id, loading)
  const list = result?.value
  const configs = configNodes(connection, sources)
  if (isCompleteClusterList(list)) forgetGoneRows(id, configs, gracePeriod, expanded)
  loadExpanded(configs, clusters, expanded)
  const { unreadable = 0, reason } = list ?? {}
  const rows: MachinePoolsNode[] = [
    ...groupedByProject(connection, configs),
    ...unshownNotes(id, 'clusters', unreadable, connection, reason),
  ]
  if (list?.isTruncated) return [...rows, truncatedNote(id)]
  if (list?.hasMore && !list.error) return [...rows, loadMoreNote(id, list)]
  return withOutcome(id, rows, list ?? result, {
    connection,
    isTopList: true,
    retry: (current) => withViewProgress(viewIds.machinePools, () => clusters.loadMore(current)),
  })
}

/** Drops the clusters that are gone from below the row `id`. `configs` are all clusters that are shown now. */
function forgetGoneRows(
  id: string,
  configs: readonly CloudConfigNode[],
  gracePeriod: GracePeriod,
  expanded: ExpandedClusters,
): void {
  const shownIds = new Set([id, ...configs.map(configId)])
  gracePeriod.retain(shownIds)
  for (const expandedId of expanded.keys()) {
    if (!shownIds.has(expandedId)) expanded.delete(expandedId)
  }
}

/**
 * Returns the rows of a project’s clusters, with the regions and counts that are known now: the row of the
 * project isn’t re-created when a cloud config is loaded.
 */
export function clustersOfProject(project: ProjectNode, clusters: Clusters): CloudConfigNode[] {
  return project.clusters.map((config) => ({ ...config, ...loadedFacts(config, clusters) }))
}

/** Loads the machine pools of a cluster. */
export async function poolsOfCluster(
  config: CloudConfigNode,
  sources: Sources,
  { gracePeriod, refreshTree }: TreeState,
): Promise<MachinePoolsNode[]> {
  const { clusters, capacityRefusals } = sources
  const { connection, project } = config
  const id = configId(config)
  const wasLoaded = clusters.configs.peek(config) !== undefined
  const loading = clusters.configs.get(config)
  const hasRows = isPinnedOrDeleting(config) || config.cluster !== undefined
  const result = await gracePeriod.waitFor(connection, id, loading, hasRows)
  const loaded = shownValue(result)
  // The row of the cluster shows its region, which is known only now.
  if (!wasLoaded && loaded?.region !== undefined) refreshTree()
  capacityRefusals.loadInBackground(config)
  const pools = collectPools(config, sources, loaded)
  const labels = shortLabels(pools.map(({ machinePoolName }) => machinePoolName))
  const nodes = pools
    .map((pool): MachinePoolNode => {
      return { ...poolNode(pool, clusters), shortName: labels.get(pool.machinePoolName) }
    })
    .sort((a, b) => a.machinePoolName.localeCompare(b.machinePoolName))
  const rows = [...pinnedFirst(nodes), ...poolNotes(id, config, result)]
  return withOutcome(id, rows, result, {
    connection,
    projectUid: project?.uid,
    retry: () => clusters.configs.invalidate(config),
  })
}

function configNodes(connection: Connection, sources: Sources): CloudConfigNode[] {
  const configs = collectConfigs(connection, sources)
  const labels = shortLabels(configs.map(({ name }) => name))
  const nodes = configs
    .map((config): CloudConfigNode => {
      return { kind: 'cloudConfig', ...config, shortName: labels.get(config.name) }
    })
    .sort((a, b) => a.name.localeCompare(b.name))
  return pinnedFirst(nodes)
}

/** Returns the rows of the clusters’ projects if they are in several projects; otherwise, the rows of the clusters. */
function groupedByProject(
  connection: Connection,
  configs: readonly CloudConfigNode[],
): MachinePoolsNode[] {
  const projects = projectNodes(connection, configs)
  if (projects.length <= 1) return [...configs]
  return [...projects, ...configs.filter(({ project }) => !project)]
}

function projectNodes(connection: Connection, configs: readonly CloudConfigNode[]): ProjectNode[] {
  const byProject = Map.groupBy(configs, ({ project }) => project?.uid)
  const nodes = [...byProject].flatMap(([uid, clusters]): ProjectNode | [] => {
    if (uid === undefined) return []
    const name = clusters.findLast(({ project }) => project?.name)?.project?.name ?? uid
    return { kind: 'project', connection, uid, name, clusters }
  })
  return nodes.sort((a, b) => a.name.localeCompare(b.name))
}

/**
 * Loads the pools of all expanded clusters at the same time, because VS Code requests the rows below one cluster only
 * after those below another have been loaded.
 */
function loadExpanded(
  configs: readonly CloudConfigNode[],
  clusters: Clusters,
  expanded: ExpandedClusters,
): void {
  for (const config of configs) {
    if (!expanded.has(configId(config))) continue
    // An error is shown in a row below the cluster, when VS Code requests that row.
    void clusters.configs.get(config).catch(() => {})
  }
}

/**
 * Creates the row below an incomplete list of clusters. A click on the row loads the next page of the list. `id` is the
 * ID of the parent row, which the clusters are in.
 */
function loadMoreNote(id: string, { clusters, total }: ClusterList): NoteNode {
  const count = String(clusters.length)
  return {
    kind: 'note',
    id: `${id}/more`,
    label: vscode.l10n.t('Load More Clusters'),
    detail: total === undefined ? count : `${count}/${total}`,
    action: 'loadMore',
  }
}

/** Returns notes about machine pools that can’t be shown. `id` is the ID of the cluster’s row. */
function poolNotes(
  id: string,
  { cluster, connection }: CloudConfigNode,
  result: Result<CloudConfig | undefined> | undefined,
): NoteNode[] {
  if (!result || 'error' in result) return []
  if (result.value) return unshownNotes(id, 'pools', result.value.unreadable, connection)
  const label = vscode.l10n.t('Machine pools not listed')
  return cluster ? [{ kind: 'note', id: `${id}/none`, label }] : []
}
