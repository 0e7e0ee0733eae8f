import type { Parts } from '../../parts.ts'
import { registerGoToMachinePool } from './goToMachinePool.ts'
import { registerPinCommands } from './pins.ts'
import { registerShowPoolsInZone } from './showPoolsInZone.ts'
import type { CloudConfigNode, MachinePoolsNode, MachinePoolNode } from '../../ui/trees/nodes.ts'
import { createTree } from '../../ui/trees/tree.ts'
import { configId } from './clusterAppearance.ts'
import { cloudConfigKind, projectKind } from './clusterKinds.ts'
import { clusterRows, type ExpandedClusters } from './clusterRows.ts'
import { poolKinds } from './poolRows.ts'
import * as vscode from 'vscode'
import { configKey, type PoolOrConfigRef } from '../../model/refs.ts'

/** Creates the Machine Pools view, and registers the commands that find and pin machine pools. */
export function registerMachinePoolsFeature(parts: Parts) {
  const machinePoolsView = createMachinePoolsView(parts)
  parts.context.subscriptions.push(machinePoolsView)
  registerPinCommands(parts)
  registerGoToMachinePool(parts)
  registerShowPoolsInZone(parts)
  return { machinePoolsView }
}

/** Creates the tree of the Machine Pools view: project (if several) → cluster → machine pool → machine. */
function createMachinePoolsView(parts: Parts) {
  const { connections, apiKeys, pins, deletions, clusters, deletionMonitor } = parts
  /** The expanded clusters, by row ID. */
  const expanded: ExpandedClusters = new Map()
  const tree = createTree<MachinePoolsNode>({
    connections,
    apiKeys,
    changes: [pins, deletions, clusters, deletionMonitor],
    hasProtection: true,
    rows: (state) => ({
      topRows: (connection) => clusterRows(connection, parts, state.gracePeriod, expanded),
      kinds: {
        project: projectKind(parts),
        cloudConfig: cloudConfigKind(parts, state, expanded),
        ...poolKinds(parts, state),
      },
    }),
  })
  const subscriptions = vscode.Disposable.from(
    tree,
    // With another service or key, expanded clusters are loaded on request again.
    connections.onDidChange(() => expanded.clear()),
    apiKeys.onDidChange(() => expanded.clear()),
    parts.machinePoolsTree.onDidCollapseElement(({ element }) => forgetExpanded(element)),
  )
  return { ...tree, find, dispose: () => subscriptions.dispose() }

  /** Forgets what a collapsed row had expanded: VS Code no longer requests its children. */
  function forgetExpanded(node: MachinePoolsNode): void {
    for (const [id, config] of expanded) {
      const isInProject = node.kind === 'project' && config.project?.uid === node.uid
      const isCluster = node.kind === 'cloudConfig' && id === configId(node)
      if (isInProject || isCluster) expanded.delete(id)
    }
  }

  /** Finds the row of a cluster or a machine pool, and loads what it needs; undefined if there is none. */
  async function find(
    ref: PoolOrConfigRef,
  ): Promise<CloudConfigNode | MachinePoolNode | undefined> {
    const key = configKey(ref)
    const isCluster = (row: MachinePoolsNode): row is CloudConfigNode =>
      row.kind === 'cloudConfig' && configKey(row) === key
    const mayContain = (row: MachinePoolsNode) => row.kind === 'project' || isCluster(row)
    if (ref.machinePoolName === undefined) return tree.search(isCluster, mayContain)
    const isPool = (row: MachinePoolsNode): row is MachinePoolNode =>
      row.kind === 'machinePool' && row.machinePoolName === ref.machinePoolName
    return tree.search(isPool, mayContain)
  }
}
