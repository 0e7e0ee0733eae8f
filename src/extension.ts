import * as vscode from 'vscode'
import { ApiKeys } from './connections/apiKeys.ts'
import { Connections } from './connections/connections.ts'
import type { Greet, ServiceFor } from './connections/services.ts'
import { comparisonPanelType, viewIds } from './contributions.ts'
import { Clouds } from './inventory/clouds.ts'
import { Clusters } from './inventory/clusters.ts'
import { Deletions } from './inventory/deletions.ts'
import { Following } from './inventory/following.ts'
import { MachinePools } from './inventory/machinePools.ts'
import { Offers } from './inventory/offers.ts'
import { Projects } from './inventory/projects.ts'
import { Tracked } from './inventory/tracked.ts'
import { registerActions, type LoadLater } from './loading.ts'
import { once } from './once.ts'
import type { Parts } from './parts.ts'
import { showBadge } from './views/badge.ts'
import { CheckDocuments } from './views/checkDocuments.ts'
import { followConnections } from './views/connectionContext.ts'
import { MachinePoolsView } from './views/machinePoolsView.ts'
import { createStatusBar } from './views/statusBar.ts'
import { ZoneDrag } from './views/zoneDrag.ts'
import { registerZoneProviders } from './views/zoneProviders.ts'
import { registerZonesFiles } from './views/zonesFiles.ts'
import { ZonesView } from './views/zonesView.ts'

/**
 * Constructs the parts, wires them, and hands them to VS Code to dispose of. Everything that a first
 * look at the views does not need is loaded later.
 */
export function activate(context: vscode.ExtensionContext, load: LoadLater): void {
  const log = vscode.window.createOutputChannel('Poolkeeper', { log: true })

  const connections = new Connections(context.workspaceState)
  const apiKeys = new ApiKeys(context.secrets, context.globalState)
  const services = once(async () => {
    const later = await load()
    context.subscriptions.push(later.followWalkthrough(parts))
    return later.servicesFrom(connections, apiKeys, log)
  })
  const serviceFor: ServiceFor = async (...of) => (await services()).serviceFor(...of)
  const greet: Greet = async (...of) => (await services()).greet(...of)

  const tracked = new Tracked(context.globalState)
  const offers = new Offers()
  const clouds = new Clouds(serviceFor, offers)
  const clusters = new Clusters(serviceFor, offers)
  const deletions = new Deletions(tracked)
  const following = new Following(() => connections.all, tracked, deletions, clusters)
  const machinePools = new MachinePools(serviceFor, deletions, following, log)
  const projects = new Projects(serviceFor, offers, clusters)

  const zonesView = new ZonesView(connections, apiKeys, tracked, clouds, load)
  const machinePoolsView = new MachinePoolsView(
    connections,
    apiKeys,
    tracked,
    clusters,
    machinePools,
    load,
  )
  const zoneDrag = new ZoneDrag()
  const zonesChanged = new vscode.EventEmitter<vscode.FileChangeEvent[]>()
  const zonesDocuments = once(async () => (await load()).zonesDocumentsOf(parts, zonesChanged))
  const zoneChecks = once(async () => (await load()).zoneChecksOf(parts))
  const parts: Parts = {
    context,
    log,
    connections,
    apiKeys,
    serviceFor,
    greet,
    tracked,
    clouds,
    clusters,
    following,
    machinePools,
    projects,
    sentRequests: async () => (await services()).sentRequests,
    zonesView,
    machinePoolsView,
    machinePoolsTree: vscode.window.createTreeView(viewIds.machinePools, {
      treeDataProvider: machinePoolsView,
      canSelectMany: true,
    }),
    zonesTree: vscode.window.createTreeView(viewIds.zones, {
      treeDataProvider: zonesView,
      canSelectMany: true,
      dragAndDropController: zoneDrag,
    }),
    documents: new CheckDocuments(),
    zonesDocuments,
    zoneChecks,
  }

  context.subscriptions.push(
    log,
    connections,
    apiKeys,
    tracked,
    clouds,
    clusters,
    following,
    projects,
    machinePools,
    zonesView,
    parts.zonesTree,
    machinePoolsView,
    parts.machinePoolsTree,
    parts.documents,
    zonesChanged,
    registerZonesFiles(zonesDocuments, zonesChanged),
    zoneDrag.registerDrop(async (...drop) => (await load()).dropZones(parts, ...drop)),
    registerZoneProviders(zoneChecks),
    createStatusBar(connections, projects),
    followConnections(connections, apiKeys, [clouds, clusters, projects, following], log, load),
    showBadge(parts.machinePoolsTree, machinePools, tracked),
    registerActions(load, parts),
    vscode.window.registerWebviewPanelSerializer(comparisonPanelType, {
      deserializeWebviewPanel: async (panel, state) =>
        (await load()).restoreComparison(panel, state, parts),
    }),
  )
  following.refresh() // what an earlier start of VS Code has left
}
