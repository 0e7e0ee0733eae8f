import type * as vscode from 'vscode'
import type { ApiKeys } from './connections/apiKeys.ts'
import type { Connections } from './connections/connections.ts'
import type { SentRequests } from './connections/sentRequests.ts'
import type { Greet, ServiceFor } from './connections/services.ts'
import type { Clouds } from './inventory/clouds.ts'
import type { Clusters } from './inventory/clusters.ts'
import type { Deletions } from './inventory/deletions.ts'
import type { Following } from './inventory/following.ts'
import type { MachinePools } from './inventory/machinePools.ts'
import type { GlobalState } from './globalState.ts'
import type { Projects } from './inventory/projects.ts'
import type { Tracked } from './inventory/tracked.ts'
import type { ZoneChecks } from './commands/zoneChecks.ts'
import type { CheckDocuments } from './views/checkDocuments.ts'
import type { MachinePoolsView } from './views/machinePoolsView.ts'
import type { MachinePoolsNode, ZonesNode } from './views/nodes.ts'
import type { ZonesDocuments } from './views/zonesDocuments.ts'
import type { ZonesView } from './views/zonesView.ts'

/** What activation has made, for what is loaded later. */
export interface Parts {
  context: vscode.ExtensionContext
  globalState: GlobalState
  log: vscode.LogOutputChannel
  connections: Connections
  apiKeys: ApiKeys
  serviceFor: ServiceFor
  greet: Greet
  tracked: Tracked
  deletions: Deletions
  clouds: Clouds
  clusters: Clusters
  following: Following
  machinePools: MachinePools
  projects: Projects
  /** The requests that were sent last. */
  sentRequests: () => Promise<SentRequests>
  zonesView: ZonesView
  zonesTree: vscode.TreeView<ZonesNode>
  machinePoolsView: MachinePoolsView
  machinePoolsTree: vscode.TreeView<MachinePoolsNode>
  documents: CheckDocuments
  /** Loaded when they are first asked for. */
  zonesDocuments: () => Promise<ZonesDocuments>
  zoneChecks: () => Promise<ZoneChecks>
}
