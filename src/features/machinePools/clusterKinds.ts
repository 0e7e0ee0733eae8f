import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { viewIds, type Ability } from '../../contributions.ts'
import type { Clusters } from '../../clusters/clusters.ts'
import type { Parts } from '../../parts.ts'
import { displayText } from '../../displayTexts.ts'
import { consoleLink, pinAbility } from '../../ui/trees/items.ts'
import { nodeId, type CloudConfigNode, type ProjectNode, configId } from '../../ui/trees/nodes.ts'
import type { RowKind } from '../../ui/trees/rows.ts'
import type { TreeState } from '../../ui/trees/tree.ts'
import { configItem, configTooltip } from './clusterAppearance.ts'
import { clustersOfProject, poolsOfCluster, type ExpandedClusters } from './clusterRows.ts'

/** The number of listed clusters up to which refreshing a single cluster also loads the list of clusters again. */
const maxReloadedClusters = 200

/** Defines the rows of projects in the Machine Pools view: their appearance, menus, and children. */
export function projectKind({ clusters }: Pick<Parts, 'clusters'>): RowKind<ProjectNode> {
  return {
    id: ({ connection, uid }) => nodeId(connection, 'machinePools', 'project', uid),
    item: ({ name }) => ({
      label: displayText(name),
      state: vscode.TreeItemCollapsibleState.Expanded,
      icon: new vscode.ThemeIcon('project'),
    }),
    tooltip: (project) => ({
      title: project.name,
      facts: [[vscode.l10n.t('Project'), project.uid, 'id']],
      link: consoleLink(project),
    }),
    abilities: (project) => {
      const abilities: Ability[] = ['project', 'refresh', 'copyId', 'copyAs']
      if (consoleLink(project) !== undefined) abilities.push('console')
      return abilities
    },
    children: (project) => clustersOfProject(project, clusters),
    reload({ uid }) {
      for (const config of clusters.configs.refs) {
        if (clusters.withClusterProject(config).project?.uid === uid)
          clusters.invalidateConfig(config)
      }
    },
    list: ({ connection }) => clusterListOf(connection, clusters),
    name: ({ name }) => name,
    copyId: ({ uid }) => uid,
  }
}

/** Defines the rows of clusters in the Machine Pools view: their appearance, menus, and children. */
export function cloudConfigKind(
  sources: Pick<Parts, 'clusters' | 'pins' | 'deletions' | 'capacityRefusals'>,
  tree: TreeState,
  expanded: ExpandedClusters,
): RowKind<CloudConfigNode> {
  const { clusters } = sources
  return {
    id: configId,
    item: configItem,
    tooltip(config) {
      const list = config.cluster && clusters.peekList(config.connection)
      const result = list?.at ? { value: list, at: list.at } : clusters.configs.peek(config)
      return { ...configTooltip(config), results: [result] }
    },
    abilities(config) {
      const pin = pinAbility(config)
      const abilities: Ability[] = ['details', 'refresh', 'refreshInline', pin, 'copyId', 'copyAs']
      if (consoleLink(config) !== undefined) abilities.push('console')
      return abilities
    },
    children(config) {
      expanded.set(configId(config), config)
      return poolsOfCluster(config, sources, tree)
    },
    reload: (config) => clusters.invalidateConfig(config),
    list({ connection }) {
      // A cluster’s state comes with the list of clusters. For a long list, loading all of its pages again for one
      // cluster would take too many requests.
      const isLong = (clusters.peekList(connection)?.clusters.length ?? 0) > maxReloadedClusters
      return isLong ? undefined : clusterListOf(connection, clusters)
    },
    name: ({ name }) => name,
    copyId: ({ configUid }) => configUid,
  }
}

function clusterListOf(connection: Connection, clusters: Clusters) {
  return {
    viewId: viewIds.machinePools,
    connection,
    reload: () => clusters.refreshList(connection),
  }
}
