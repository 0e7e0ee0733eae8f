import * as vscode from 'vscode'
import { ApiKeys } from './connections/apiKeys.ts'
import { Connections } from './connections/connections.ts'
import { createSampleFetch, type LoadSample } from './connections/sample.ts'
import { servicesFrom } from './connections/services.ts'
import { Capabilities } from './inventory/capabilities.ts'
import { Clouds } from './inventory/clouds.ts'
import { Clusters } from './inventory/clusters.ts'
import { DeletionMonitor } from './inventory/deletionMonitor.ts'
import { DeletionObserver } from './inventory/deletionObserver.ts'
import { Deletions } from './inventory/deletions.ts'
import { DeletionWriter } from './inventory/deletionWriter.ts'
import type { CloudConfigRef, PoolOrConfigRef } from './inventory/machinePoolRef.ts'
import { PoolsByZone } from './inventory/poolsByZone.ts'
import { PoolDeleter } from './inventory/poolDeleter.ts'
import { Projects } from './inventory/projects.ts'
import type { RegionRef } from './inventory/refs.ts'
import { TrackedItems } from './inventory/trackedItems.ts'
import { GlobalState } from './state/globalState.ts'
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
  const globalState = new GlobalState(context.globalState)
  const connections = new Connections(context.workspaceState)
  const apiKeys = new ApiKeys(context.secrets)
  const sample = createSampleFetch(loadSample, connections)
  const services = servicesFrom(connections, apiKeys, log, sample.fetch)
  const { serviceFor, ping, sentRequests } = services

  const tracked = new TrackedItems(globalState)
  const capabilities = new Capabilities()
  const clouds = new Clouds(serviceFor, capabilities)
  const clusters = new Clusters(serviceFor, capabilities)
  const poolsByZone = new PoolsByZone(clusters)
  const projects = new Projects(serviceFor, capabilities, clusters)
  const deletionsFolder = vscode.Uri.joinPath(context.globalStorageUri, 'deletions')
  const deletions = new Deletions(vscode.workspace.fs, deletionsFolder)
  const deletionWriter = new DeletionWriter(deletions, tracked)
  const observed = { deletions, deletionWriter, clusters, capabilities, serviceFor, log }
  const observer = new DeletionObserver(observed)
  const deletionMonitor = new DeletionMonitor({ connections, deletions, observer, clusters, log })
  const poolDeleter = new PoolDeleter({ ...observed, observer, deletionMonitor })

  const disposables = {
    globalState,
    connections,
    apiKeys,
    tracked,
    deletions,
    clouds,
    clusters,
    poolsByZone,
    projects,
    deletionMonitor,
    poolDeleter,
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
    log,
    serviceFor,
    ping,
    sentRequests,
    capabilities,
    deletionsFolder,
    deletionWriter,
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
  machinePoolsView: View<MachinePoolsNode, PoolOrConfigRef, CloudConfigNode | MachinePoolNode> & {
    /** Returns whether the items of a cloud config’s machine pools are shown while the view is. */
    isExpanded(config: CloudConfigRef): boolean
  }
  machinePoolsTree: vscode.TreeView<MachinePoolsNode>
}

/** The nodes of a view. */
export interface View<Node, Ref, Row extends Node> {
  readonly onDidChangeTreeData: vscode.Event<Node | undefined>
  getChildren(node?: Node): Promise<Node[]>
  getTreeItem(node: Node): vscode.TreeItem
  /** Resolves to undefined if no node shows it. */
  find(ref: Ref): Promise<Row | undefined>
}
