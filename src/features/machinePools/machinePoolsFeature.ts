import type { Parts } from '../../parts.ts'
import { registerGoToMachinePool } from './goToMachinePool.ts'
import { registerPinCommands } from './pins.ts'
import { registerShowPoolsInZone } from './showPoolsInZone.ts'
import {
  type CloudConfigNode,
  type MachinePoolsNode,
  type MachinePoolNode,
  configId,
} from '../../ui/trees/nodes.ts'
import { createTree } from '../../ui/trees/tree.ts'
import { cloudConfigKind, projectKind } from './clusterKinds.ts'
import { clusterRows, type ExpandedClusters } from './clusterRows.ts'
import { machineKind } from './machineRows.ts'
import { machinePoolKind } from './poolRows.ts'
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
  const expanded: ExpandedClusters = new Map()
  const tree = createTree<MachinePoolsNode>({
    connections,
    apiKeys,
    changes: [pins, deletions, clusters, deletionMonitor],
    hasDeletions: true,
    rows: (state) => ({
      topRows: (connection) => clusterRows(connection, parts, state.gracePeriod, expanded),
      kinds: {
        project: projectKind(parts),
        cloudConfig: cloudConfigKind(parts, state, expanded),
        machinePool: machinePoolKind(parts, state),
        machine: machineKind(parts),
      },
    }),
  })
  const disposables = vscode.Disposable.from(
    tree,
    // After a change of the connections, the clusters of another service or key may be shown. They load only when the
    // user expands them.
    connections.onDidChange(() => expanded.clear()),
    apiKeys.onDidChange(() => expanded.clear()),
    parts.machinePoolsTree.onDidCollapseElement(({ element }) => collapse(element, expanded)),
  )
  return { ...tree, find, dispose: () => disposables.dispose() }

  /**
   * Finds the row of a cluster or a machine pool, and loads the rows above it. Undefined if the view has no such row.
   */
  async function find(
    ref: PoolOrConfigRef,
  ): Promise<CloudConfigNode | MachinePoolNode | undefined> {
    const { machinePoolName } = ref
    const key = configKey(ref)
    const isCluster = (row: MachinePoolsNode): row is CloudConfigNode =>
      row.kind === 'cloudConfig' && configKey(row) === key
    const mayContainIt = (row: MachinePoolsNode) => row.kind === 'project' || isCluster(row)
    if (machinePoolName === undefined) return tree.search(isCluster, mayContainIt)
    const isPool = (row: MachinePoolsNode): row is MachinePoolNode =>
      row.kind === 'machinePool' && row.machinePoolName === machinePoolName
    return tree.search(isPool, mayContainIt)
  }
}

/** Removes a collapsed cluster, or all clusters of a collapsed project, from the expanded ones. */
function collapse(node: MachinePoolsNode, expanded: ExpandedClusters): void {
  for (const [id, config] of expanded) {
    const isInProject = node.kind === 'project' && config.project?.uid === node.uid
    const isCluster = node.kind === 'cloudConfig' && configId(node) === id
    if (isInProject || isCluster) expanded.delete(id)
  }
}
