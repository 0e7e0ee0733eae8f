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
import { Tracked, trackedKey } from './inventory/tracked.ts'
import type { ActivatedParts } from './later.ts'
import { registerActions, toldLoading, type LoadLater } from './loading.ts'
import { once } from './once.ts'
import { GlobalState } from './state/globalState.ts'
import { CheckDocuments } from './features/connectionCheck/checkDocuments.ts'
import { registerConnectionContext } from './features/connections/connectionContext.ts'
import { registerStatusBar } from './features/connections/statusBar.ts'
import { registerBadge } from './features/deletion/badge.ts'
import { registerOtherWindows } from './features/deletion/otherWindows.ts'
import { createMachinePoolsView } from './features/machinePools/machinePoolsView.ts'
import { registerZoneProviders } from './features/zoneChecks/zoneProviders.ts'
import { ZoneDrag } from './features/zones/zoneDrag.ts'
import { createZonesView } from './features/zones/zonesView.ts'
import { registerZonesFiles } from './features/zonesAsJson/zonesFiles.ts'

/**
 * Constructs the parts, wires them, and hands them to VS Code to dispose of. Everything that a first
 * look at the views does not need is loaded later.
 */
export function activate(context: vscode.ExtensionContext, loadLater: LoadLater): void {
  const log = vscode.window.createOutputChannel('Poolkeeper', { log: true })
  const load = toldLoading(loadLater, log)

  // Marks of deletions and the history are of this computer alone; keys never leave secret storage.
  context.globalState.setKeysForSync([trackedKey])
  const owned = <T extends vscode.Disposable>(one: T): T => {
    context.subscriptions.push(one)
    return one
  }
  const stateWriter = once(async () => {
    const { StateWriter } = await load()
    return owned(new StateWriter(context.globalState))
  })
  const globalState = new GlobalState(context.globalState, stateWriter)
  const connections = new Connections(context.workspaceState)
  const apiKeys = new ApiKeys(context.secrets, globalState)
  const services = once(async () => {
    const later = await load()
    owned(later.registerWalkthrough(parts))
    return owned(later.servicesFrom(connections, apiKeys, log))
  })
  const serviceFor: ServiceFor = async (...of) => (await services()).serviceFor(...of)
  const greet: Greet = async (...of) => (await services()).greet(...of)

  const tracked = new Tracked(globalState)
  const offers = new Offers()
  const clouds = new Clouds(serviceFor, offers)
  const clusters = new Clusters(serviceFor, offers)
  const deletionsFolder = vscode.Uri.joinPath(context.globalStorageUri, 'deletions')
  const deletionWriter = once(async () => {
    const { DeletionWriter } = await load()
    return new DeletionWriter(deletions, tracked)
  })
  const deletions = new Deletions(vscode.workspace.fs, deletionsFolder, deletionWriter)
  const observer = once(async () => {
    const { DeletionObserver } = await load()
    return new DeletionObserver({ deletions, clusters, serviceFor, log }, following.watches)
  })
  const following = new Following(() => connections.all, deletions, observer, log)
  const machinePools = new MachinePools(serviceFor, deletions, following, log)
  const projects = new Projects(serviceFor, offers, clusters)

  const zonesView = createZonesView({ connections, apiKeys, tracked, clouds, load })
  const machinePoolsView = createMachinePoolsView({
    connections,
    apiKeys,
    tracked,
    deletions,
    clusters,
    machinePools,
    load,
  })
  const zoneDrag = new ZoneDrag()
  const zonesChanged = new vscode.EventEmitter<vscode.FileChangeEvent[]>()
  const zonesDocuments = once(async () => {
    const { ZonesDocuments } = await load()
    return owned(new ZonesDocuments(parts, zonesChanged))
  })
  const zoneChecks = once(async () => owned((await load()).createZoneChecks(parts)))
  const parts: ActivatedParts = {
    context,
    globalState,
    log,
    connections,
    apiKeys,
    serviceFor,
    greet,
    tracked,
    deletions,
    clouds,
    clusters,
    following,
    machinePools,
    projects,
    sentRequests: async () => (await services()).sentRequests,
    zonesView,
    machinePoolsView,
    machinePoolsTree: owned(
      vscode.window.createTreeView(viewIds.machinePools, {
        treeDataProvider: machinePoolsView,
        canSelectMany: true,
      }),
    ),
    zonesTree: owned(
      vscode.window.createTreeView(viewIds.zones, {
        treeDataProvider: zonesView,
        canSelectMany: true,
        dragAndDropController: zoneDrag,
      }),
    ),
    documents: owned(new CheckDocuments()),
    zonesDocuments,
    zoneChecks,
  }

  context.subscriptions.push(
    log,
    connections,
    apiKeys,
    tracked,
    deletions,
    clouds,
    clusters,
    following,
    projects,
    machinePools,
    zonesView,
    machinePoolsView,
    parts.machinePoolsTree.onDidCollapseElement(({ element }) => machinePoolsView.close(element)),
    zonesChanged,
    registerZonesFiles(zonesDocuments, zonesChanged),
    zoneDrag.registerDrop(async (...drop) => (await load()).dropZones(parts, ...drop)),
    registerZoneProviders(zoneChecks),
    registerStatusBar(parts),
    registerConnectionContext({
      ...parts,
      inventories: [{ refresh: () => offers.reset() }, clouds, clusters, projects, following],
      load,
    }),
    deletions.onDidEnd((identities) => clusters.forgetConfigs(identities)),
    registerOtherWindows({ ...parts, folder: deletionsFolder, load }),
    registerBadge(parts),
    registerActions(load, parts),
    vscode.window.registerWebviewPanelSerializer(comparisonPanelType, {
      deserializeWebviewPanel: async (panel, state) =>
        (await load()).restoreComparison(panel, state, parts),
    }),
  )
}
