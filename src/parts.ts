import * as vscode from 'vscode'
import { ApiKeys } from './connections/apiKeys.ts'
import { Connections } from './connections/connections.ts'
import { createSampleFetch, type LoadSample } from './connections/sample.ts'
import { servicesFrom } from './connections/services.ts'
import { Capabilities } from './inventory/capabilities.ts'
import { Clouds } from './inventory/clouds.ts'
import { Clusters } from './inventory/clusters.ts'
import { Deletions } from './inventory/deletion/deletions.ts'
import { DeletionMonitor } from './inventory/deletion/monitor.ts'
import type { PoolOrConfigRef } from './inventory/machinePoolRef.ts'
import { PoolsByZone } from './inventory/poolsByZone.ts'
import { Projects } from './inventory/projects.ts'
import type { RegionRef } from './inventory/refs.ts'
import { TrackedItems } from './inventory/trackedItems.ts'
import type { KindOf } from './ui/trees/rows.ts'
import type {
  CloudConfigNode,
  MachinePoolNode,
  MachinePoolsNode,
  RegionNode,
  ZonesNode,
} from './ui/trees/nodes.ts'

/** Creates the services below the features, once per window; VS Code disposes of them. */
export function createGround(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  loadSample: LoadSample,
) {
  const { globalState } = context
  const connections = new Connections(context.workspaceState)
  const apiKeys = new ApiKeys(context.secrets)
  const sample = createSampleFetch(loadSample, connections)
  const services = servicesFrom(connections, apiKeys, log, sample.fetch)
  const { serviceFor, ping, sentRequests } = services

  const tracked = new TrackedItems(globalState)
  const capabilities = new Capabilities()
  const clusters = new Clusters(serviceFor, capabilities)
  const poolsByZone = new PoolsByZone(clusters)
  const projects = new Projects(serviceFor, capabilities, clusters)
  const clouds = new Clouds(serviceFor, capabilities, projects)
  const deletionsFolder = vscode.Uri.joinPath(context.globalStorageUri, 'deletions')
  const deletions = new Deletions(vscode.workspace.fs, deletionsFolder)
  const deletionMonitor = new DeletionMonitor({
    connections,
    tracked,
    deletions,
    clusters,
    capabilities,
    log,
  })

  const disposables = {
    connections,
    apiKeys,
    tracked,
    deletions,
    clouds,
    clusters,
    poolsByZone,
    projects,
    deletionMonitor,
  }
  context.subscriptions.push(
    ...Object.values(disposables),
    sample,
    services,
    deletions.onDidEnd((identities) => {
      clusters.forgetConfigs(identities)
      // The health of their nodes counts those of the pools that are gone. After a failure, the list stays.
      const { active } = connections
      if (active) void clusters.reload(active).catch(() => {})
    }),
  )
  return {
    ...disposables,
    context,
    globalState,
    log,
    serviceFor,
    ping,
    sentRequests,
    capabilities,
    deletionsFolder,
  }
}

/** The services that features use. What a feature constructs for others, it declares itself. */
export type Parts = Ground & Views

/** The services that the views use, too. */
export type Ground = ReturnType<typeof createGround>

/** The views, which their features construct. */
export interface Views {
  zonesView: View<ZonesNode, RegionRef, RegionNode>
  zonesTree: vscode.TreeView<ZonesNode>
  machinePoolsView: View<MachinePoolsNode, PoolOrConfigRef, CloudConfigNode | MachinePoolNode>
  machinePoolsTree: vscode.TreeView<MachinePoolsNode>
}

/** The nodes of a view. */
interface View<Node, Ref, Row extends Node> {
  readonly onDidChangeTreeData: vscode.Event<Node | undefined>
  getChildren(node?: Node): Promise<Node[]>
  getTreeItem(node: Node): vscode.TreeItem
  readonly kindOf: KindOf
  /** Resolves to undefined if no node shows it. */
  find(ref: Ref): Promise<Row | undefined>
}
