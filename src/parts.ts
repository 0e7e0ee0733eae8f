import type * as vscode from 'vscode'
import type { ApiKeys } from './connections/apiKeys.ts'
import type { Connections } from './connections/connections.ts'
import type { Renames } from './connections/renames.ts'
import type { SentRequests } from './connections/sentRequests.ts'
import type { Ping, ServiceFor } from './connections/services.ts'
import type { Clouds } from './inventory/clouds.ts'
import type { RegionRef } from './inventory/refs.ts'
import type { Clusters } from './inventory/clusters.ts'
import type { Deletions } from './inventory/deletions.ts'
import type { DeletionWriter } from './inventory/deletionWriter.ts'
import type { DeletionMonitor } from './inventory/deletionMonitor.ts'
import type { MachinePoolRef } from './inventory/machinePoolRef.ts'
import type { PoolDeleter } from './inventory/poolDeleter.ts'
import type { GlobalState } from './state/globalState.ts'
import type { Projects } from './inventory/projects.ts'
import type { TrackedItems } from './inventory/trackedItems.ts'
import type { MachinePoolNode, MachinePoolsNode, RegionNode, ZonesNode } from './ui/trees/nodes.ts'

/**
 * The objects that `main.ts` constructs once, to pick from. It has what is below the features only: what a
 * feature constructs, it declares itself.
 */
export interface Parts {
  context: vscode.ExtensionContext
  globalState: GlobalState
  log: vscode.LogOutputChannel
  connections: Connections
  renames: Renames
  apiKeys: ApiKeys
  serviceFor: ServiceFor
  ping: Ping
  tracked: TrackedItems
  deletions: Deletions
  deletionWriter: DeletionWriter
  clouds: Clouds
  clusters: Clusters
  deletionMonitor: DeletionMonitor
  poolDeleter: PoolDeleter
  projects: Projects
  sentRequests: SentRequests
  zonesView: View<ZonesNode, RegionRef, RegionNode>
  zonesTree: vscode.TreeView<ZonesNode>
  machinePoolsView: View<MachinePoolsNode, MachinePoolRef, MachinePoolNode>
  machinePoolsTree: vscode.TreeView<MachinePoolsNode>
}

/** The nodes of a view. */
export interface View<Node, Ref, Row extends Node> {
  readonly onDidChangeTreeData: vscode.Event<Node | undefined>
  getChildren(node?: Node): Promise<Node[]>
  /** Resolves to undefined if no node shows it. */
  find(ref: Ref): Promise<Row | undefined>
}
