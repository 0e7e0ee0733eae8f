import type * as vscode from 'vscode'
import type { ApiKeys } from './connections/apiKeys.ts'
import type { Connections } from './connections/connections.ts'
import type { SentRequests } from './connections/sentRequests.ts'
import type { Ping, ServiceFor } from './connections/services.ts'
import type { Clouds } from './inventory/clouds.ts'
import type { RegionRef } from './inventory/refs.ts'
import type { Clusters } from './inventory/clusters.ts'
import type { Deletions } from './inventory/deletions.ts'
import type { DeletionWriter } from './inventory/deletionWriter.ts'
import type { Following } from './inventory/following.ts'
import type { MachinePoolRef } from './inventory/machinePoolRef.ts'
import type { MachinePools } from './inventory/machinePools.ts'
import type { GlobalState } from './state/globalState.ts'
import type { Projects } from './inventory/projects.ts'
import type { Tracked } from './inventory/tracked.ts'
import type { MachinePoolNode, MachinePoolsNode, RegionNode, ZonesNode } from './ui/trees/nodes.ts'

/**
 * What `main.ts` makes once, for what needs it to pick from. It names the ground only: what one
 * feature makes for itself, it declares itself.
 */
export interface Parts {
  context: vscode.ExtensionContext
  globalState: GlobalState
  log: vscode.LogOutputChannel
  connections: Connections
  apiKeys: ApiKeys
  serviceFor: ServiceFor
  ping: Ping
  tracked: Tracked
  deletions: Deletions
  deletionWriter: DeletionWriter
  clouds: Clouds
  clusters: Clusters
  following: Following
  machinePools: MachinePools
  projects: Projects
  /** The requests that were sent last. */
  sentRequests: SentRequests
  zonesView: View<ZonesNode, RegionRef, RegionNode>
  zonesTree: vscode.TreeView<ZonesNode>
  machinePoolsView: View<MachinePoolsNode, MachinePoolRef, MachinePoolNode>
  machinePoolsTree: vscode.TreeView<MachinePoolsNode>
}

/** The rows of a view, and the one among them that shows a thing. */
export interface View<Node, Ref, Row extends Node> {
  readonly onDidChangeTreeData: vscode.Event<Node | undefined>
  getChildren(node?: Node): Promise<Node[]>
  /** Undefined where no row shows it. */
  find(ref: Ref): Promise<Row | undefined>
}
