import * as vscode from 'vscode'
import type { Environment } from './api/keyExposure.ts'
import { ApiKeys } from './connections/apiKeys.ts'
import { Connections } from './connections/connections.ts'
import { Sample } from './connections/sample.ts'
import { createServiceFor } from './connections/services.ts'
import { detailsScheme } from './contributions.ts'
import { Capabilities } from './cache/capabilities.ts'
import { Clouds } from './cloud/clouds.ts'
import { Clusters } from './clusters/clusters.ts'
import { Deletions } from './deletion/deletions.ts'
import { DeletionMonitor } from './deletion/monitor.ts'
import { PollingWindows } from './deletion/pollingWindows.ts'
import { Projects } from './clusters/projects.ts'
import { createFileReader, type ReadLocalFile } from './documents/readFile.ts'
import { GlobalState } from './globalState.ts'
import { CapacityRefusals } from './cloud/capacityRefusals.ts'
import { Pins } from './pins/pins.ts'
import { Commands } from './ui/commands.ts'
import { SharedProgress } from './ui/progress.ts'
import { createSnapshots } from './ui/snapshots.ts'
import type { MachinePoolsNode, ZonesNode } from './ui/trees/nodes.ts'

/** The objects of VS Code that activation has created. */
export interface Activation {
  readonly context: vscode.ExtensionContext
  readonly log: vscode.LogOutputChannel
  readonly zonesTree: vscode.TreeView<ZonesNode>
  readonly machinePoolsTree: vscode.TreeView<MachinePoolsNode>
}

/** What the services can’t create themselves. */
interface PartsOptions {
  /** True in a browser’s extension host. */
  readonly isBrowser: boolean
  /** Returns the environment variables of the extension host; none in a browser. */
  readonly environment: () => Environment
  /** Reads a file of the computer that the extension host runs on; undefined in a browser. */
  readonly readLocalFile: ReadLocalFile | undefined
  /** Creates the function that is used instead of `fetch` for the connection to the sample data. */
  readonly createSample: () => typeof globalThis.fetch
}

/**
 * Creates the services that the features use: connections, caches, and deletions. Called once per window; VS Code
 * disposes of the services through the extension’s subscriptions.
 */
export function createParts(registered: Activation, options: PartsOptions) {
  const { isBrowser, environment, readLocalFile, createSample } = options
  const { context, log } = registered
  const globalState = new GlobalState(context.globalState)
  const connections = new Connections(context.workspaceState)
  const secretsProgress = new SharedProgress({
    title: vscode.l10n.t('Waiting for secret storage…'),
    message: vscode.l10n.t('Make sure your keychain is unlocked.'),
  })
  const apiKeys = new ApiKeys(context.secrets, globalState, (request) =>
    secretsProgress.waitFor(request),
  )
  const sample = new Sample(connections, createSample)
  const pollingWindows = new PollingWindows({
    fs: vscode.workspace.fs,
    folder: vscode.Uri.joinPath(context.globalStorageUri, 'pollingWindows'),
    isFocused: () => vscode.window.state.focused,
    log,
  })
  const serviceFor = createServiceFor({
    connections,
    apiKeys,
    log,
    sampleFetch: sample.fetch,
    isBrowser,
    environment,
    pollShare: () => pollingWindows.shareForRequest(),
  })

  const pins = new Pins(globalState)
  const capabilities = new Capabilities()
  const clusters = new Clusters(serviceFor, capabilities)
  const capacityRefusals = new CapacityRefusals(serviceFor, capabilities, clusters)
  const projects = new Projects(serviceFor, capabilities, clusters)
  const clouds = new Clouds(serviceFor, capabilities, projects)
  const deletionsFolder = vscode.Uri.joinPath(context.globalStorageUri, 'deletions')
  const deletions = new Deletions(vscode.workspace.fs, deletionsFolder, log)
  const deletionMonitor = new DeletionMonitor({
    connections,
    apiKeys,
    pins,
    deletions,
    clusters,
    capabilities,
    pollingWindows,
    log,
  })

  const disposables = {
    connections,
    apiKeys,
    sample,
    pins,
    deletions,
    clouds,
    clusters,
    projects,
    capacityRefusals,
    deletionMonitor,
    details: createSnapshots(detailsScheme, vscode.l10n.t('Show Details')),
  }
  context.subscriptions.push(
    ...Object.values(disposables),
    deletions.onDidEnd((identities) => {
      clusters.clearConfigs(identities)
      // The list of clusters has counts of nodes, in which the nodes of the deleted pools are still counted, so it is
      // loaded again. If that fails, the old list stays.
      const { active } = connections
      if (active) void clusters.refreshList(active).catch(() => {})
    }),
  )
  return {
    ...registered,
    ...disposables,
    commands: new Commands(),
    readFile: createFileReader(readLocalFile),
    globalState,
    serviceFor,
    capabilities,
    deletionsFolder,
  }
}

/** The services that features get. What one feature provides for another is passed on in `main.ts` instead. */
export type Parts = ReturnType<typeof createParts>
