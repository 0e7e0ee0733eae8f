import type { Connection } from '../../connections/connection.ts'
import { commandIds, viewIds, type ViewId } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { toCommandError } from '../../ui/commandErrors.ts'
import { withViewProgress } from '../../ui/progress.ts'
import { selectedItems } from '../../ui/selectedItems.ts'
import type { FailureNode, TreeNode } from '../../ui/trees/nodes.ts'

/** The maximum number of clusters whose list is loaded again for one of them. */
const maxReloadedClusters = 200

/** Refresh of tree items, which loads them again with what is below them, and of a whole view. */
export function refreshCommands({
  connections,
  clouds,
  clusters,
  deletions,
  deletionMonitor,
}: Parts) {
  return {
    [commandIds.refreshZones]: () => clouds.refresh(),
    [commandIds.refreshMachinePools]: async () => {
      await deletions.refresh()
      clusters.refresh()
      deletionMonitor.refresh()
    },
    [commandIds.loadMore]: moreClusters,
    [commandIds.refresh]: async (node?: TreeNode, selected?: TreeNode[]) => {
      // VS Code passes no node if the view was refreshed under the click.
      if (!node) return refreshAll()
      const nodes = selectedItems(node, selected)
      for (const one of nodes) await invalidate(one)
      // The items themselves are in lists, which are loaded once for all of them.
      const accounts = nodes.filter(({ kind }) => kind === 'account')
      await reloadEach(accounts, viewIds.zones, (connection) =>
        clouds.accounts.refetchOrThrow(connection),
      )
      await reloadEach(nodes.filter(isInClusterList), viewIds.machinePools, (connection) =>
        clusters.reload(connection),
      )
    },
  }

  function refreshAll(): void {
    clouds.refresh()
    clusters.refresh()
  }

  /** Loads the next page of clusters, or the failed one again. */
  async function moreClusters(): Promise<void> {
    const { active } = connections
    if (active) await withViewProgress(viewIds.machinePools, async () => clusters.more(active))
  }

  /** Loads what has failed again, and nothing else. */
  function retry(failed: FailureNode['retry']): void | Promise<void> {
    if (failed === 'accounts') return clouds.accounts.refresh()
    if (failed === 'clusters') return moreClusters()
    if (failed.kind === 'cloudConfig') return clusters.configs.refresh(failed)
    if (failed.kind === 'machinePool') return clusters.machineLists.refresh(failed)
    if (failed.kind === 'region') return clouds.zones.refresh(failed)
    clouds.projects.refresh(failed)
    clouds.regions.refresh(failed)
  }

  function invalidate(node: TreeNode): void | Promise<void> {
    switch (node.kind) {
      case 'account':
      case 'cloudProject':
        return clouds.refreshPlace(node)
      case 'region':
        return clouds.zones.refresh(node)
      case 'project':
        for (const config of clusters.configs.refs) {
          const { project } = clusters.inProject(config)
          if (project?.uid === node.uid) clusters.refreshConfig(config)
        }
        return undefined
      case 'cloudConfig':
      case 'machinePool':
        return clusters.refreshConfig(node)
      case 'failure':
        return retry(node.retry)
      case 'zone':
      case 'machine':
      case 'note':
        return undefined // in no menu
    }
  }

  /** Returns whether an item’s state is in the list of clusters, and worth its requests. */
  function isInClusterList(node: TreeNode): boolean {
    if (node.kind === 'project') return true
    const count = 'connection' in node ? clusters.peek(node.connection)?.clusters.length : 0
    return node.kind === 'cloudConfig' && (count ?? 0) <= maxReloadedClusters
  }
}

async function reloadEach(
  nodes: readonly TreeNode[],
  viewId: ViewId,
  reload: (connection: Connection) => Promise<unknown>,
): Promise<void> {
  const connections = nodes.flatMap((node) => ('connection' in node ? node.connection : []))
  for (const connection of new Set(connections)) {
    try {
      await withViewProgress(viewId, async () => reload(connection))
    } catch (error) {
      throw toCommandError(error, connection)
    }
  }
}
