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
import { type PoolOrConfigRef, configKey } from '../../model/refs.ts'

/** The Machine Pools view, and finding and pinning machine pools. */
export function registerMachinePoolsFeature(parts: Parts) {
  const machinePoolsView = createMachinePoolsView(parts)
  parts.context.subscriptions.push(machinePoolsView)
  registerPinCommands(parts)
  registerGoToMachinePool(parts)
  registerShowPoolsInZone(parts)
  return { machinePoolsView }
}

/** The tree of the Machine Pools view: project (if several) → cluster → machine pool → machine. */
function createMachinePoolsView(parts: Parts) {
  const { connections, apiKeys, pins, deletions, clusters, deletionMonitor } = parts
  /** The expanded clusters, by row ID. */
  const expanded: ExpandedClusters = new Map()
  // With another service or key, expanded clusters are loaded on request again.
  const forgets = [connections, apiKeys].map((one) => one.onDidChange(() => expanded.clear()))
  forgets.push(parts.machinePoolsTree.onDidCollapseElement(({ element }) => close(element)))
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
  const dispose = () => vscode.Disposable.from(tree, ...forgets).dispose()
  return { ...tree, find, dispose }

  /** Handles a collapsed item: VS Code no longer requests its children. */
  function close(node: MachinePoolsNode): void {
    for (const [id, config] of expanded) {
      const isUnder = node.kind === 'project' && config.project?.uid === node.uid
      if (isUnder || (node.kind === 'cloudConfig' && id === configId(node))) expanded.delete(id)
    }
  }

  /** Finds the node of a cluster or a machine pool, and loads what it needs; undefined if there is none. */
  async function find(of: PoolOrConfigRef): Promise<CloudConfigNode | MachinePoolNode | undefined> {
    const key = configKey(of)
    const isConfig = (row: MachinePoolsNode): row is CloudConfigNode =>
      row.kind === 'cloudConfig' && configKey(row) === key
    const mayHaveIt = (row: MachinePoolsNode) => row.kind === 'project' || isConfig(row)
    if (of.machinePoolName === undefined) return tree.search(isConfig, mayHaveIt)
    const isPool = (row: MachinePoolsNode): row is MachinePoolNode =>
      row.kind === 'machinePool' && row.machinePoolName === of.machinePoolName
    return tree.search(isPool, mayHaveIt)
  }
}
