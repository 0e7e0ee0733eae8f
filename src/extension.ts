import * as vscode from 'vscode'
import { registerAddConnection } from './commands/addConnection.ts'
import { registerAddMachinePool } from './commands/addMachinePool.ts'
import { registerApiKeyCommands } from './commands/apiKey.ts'
import { registerCheckConnection } from './commands/checkConnection.ts'
import { registerCopyZonesAs } from './commands/copyZonesAs.ts'
import { registerConnectionCommands } from './commands/connections.ts'
import { registerDeleteMachinePool } from './commands/deleteMachinePool.ts'
import { registerFindInViews } from './commands/findInViews.ts'
import { reportFollowed } from './commands/followedReport.ts'
import { registerGoToMachinePool } from './commands/goToMachinePool.ts'
import { registerListZones } from './commands/listZones.ts'
import { createRunCommand } from './commands/runCommand.ts'
import { registerSelectProject } from './commands/selectProject.ts'
import { registerViewCommands } from './commands/viewCommands.ts'
import type { NetworkProbe } from './check/networkProbe.ts'
import { ApiKeys } from './connections/apiKeys.ts'
import { Connections } from './connections/connections.ts'
import { servicesFrom } from './connections/services.ts'
import { commandIds, viewIds } from './contributions.ts'
import { Clouds } from './inventory/clouds.ts'
import { Clusters } from './inventory/clusters.ts'
import { Deletions } from './inventory/deletions.ts'
import { Following } from './inventory/following.ts'
import { MachinePools } from './inventory/machinePools.ts'
import { Offers } from './inventory/offers.ts'
import { Projects } from './inventory/projects.ts'
import { Tracked } from './inventory/tracked.ts'
import { CheckDocuments } from './views/checkDocuments.ts'
import { followConnections } from './views/connectionContext.ts'
import { MachinePoolsView } from './views/machinePoolsView.ts'
import { createStatusBar } from './views/statusBar.ts'
import { ZonesView } from './views/zonesView.ts'

/**
 * Constructs the parts, wires them, and hands them to VS Code to dispose of. Outside a browser there
 * is a probe, too: see src/node.
 */
export function activate(context: vscode.ExtensionContext, probe?: NetworkProbe): void {
  const log = vscode.window.createOutputChannel('Poolkeeper', { log: true })
  const runCommand = createRunCommand(log)

  const connections = new Connections(context.workspaceState)
  const apiKeys = new ApiKeys(context.secrets, context.globalState)
  const { serviceFor, greet } = servicesFrom(apiKeys, log)

  const tracked = new Tracked(context.globalState)
  const offers = new Offers()
  const clouds = new Clouds(serviceFor, offers)
  const clusters = new Clusters(serviceFor, offers)
  const deletions = new Deletions(tracked)
  const following = new Following(() => connections.all, tracked, deletions, clusters)
  const machinePools = new MachinePools(serviceFor, deletions, following, log)
  const projects = new Projects(serviceFor, offers, clusters)

  const zonesView = new ZonesView(connections, apiKeys, tracked, clouds)
  const machinePoolsView = new MachinePoolsView(
    connections,
    apiKeys,
    tracked,
    clusters,
    machinePools,
  )
  const machinePoolsTree = vscode.window.createTreeView(viewIds.machinePools, {
    treeDataProvider: machinePoolsView,
    canSelectMany: true,
  })
  const zonesTree = vscode.window.createTreeView(viewIds.zones, {
    treeDataProvider: zonesView,
    canSelectMany: true,
  })

  const documents = new CheckDocuments()

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
    zonesTree,
    machinePoolsView,
    machinePoolsTree,
    documents,
    createStatusBar(connections, projects),
    followConnections(connections, apiKeys, [clouds, clusters, projects, following], log),
    runCommand(commandIds.showLog, () => log.show()),
    registerAddConnection(runCommand, connections, apiKeys, projects),
    registerConnectionCommands(runCommand, connections, apiKeys, tracked),
    registerApiKeyCommands(runCommand, connections, apiKeys),
    registerCheckConnection(runCommand, {
      connections,
      apiKeys,
      serviceFor,
      greet,
      documents,
      probe,
      log,
    }),
    registerSelectProject(runCommand, connections, apiKeys, projects),
    registerListZones(runCommand, connections, apiKeys, tracked, clouds),
    registerCopyZonesAs(runCommand, tracked, clouds, context.globalState),
    registerAddMachinePool(runCommand, connections, tracked, clusters),
    reportFollowed(following, log),
    registerDeleteMachinePool(runCommand, {
      connections,
      apiKeys,
      tracked,
      clusters,
      machinePools,
      projects,
      view: machinePoolsTree,
      log,
    }),
    registerGoToMachinePool(runCommand, {
      connections,
      apiKeys,
      tracked,
      clusters,
      rows: machinePoolsView,
      view: machinePoolsTree,
    }),
    registerFindInViews(runCommand),
    registerViewCommands(runCommand, connections, clouds, clusters, following, tracked),
  )
  following.refresh() // what an earlier start of VS Code has left
}
