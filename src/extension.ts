import * as vscode from 'vscode'
import { commandIds, settingIds, toolNames, viewIds, zonesDragType } from './contributions.ts'
import type { Poolkeeper } from './main.ts'
import type { Activation } from './parts.ts'

/** Loads `main.ts`, and resolves to its function `start`. Node.js and browsers load it in different ways. */
export type LoadMain = () => Promise<(registered: Activation) => Poolkeeper>

/**
 * Registers the commands, tools, views, and panels that VS Code looks up by name on activation. They are implemented in
 * `main.ts`, which is loaded when the first of them is used, or soon after activation if there is a connection. Loading
 * it only then keeps the start of VS Code fast. This file and `main.ts` share only the constants of `contributions.ts`.
 */
export function activate(context: vscode.ExtensionContext, loadMain: LoadMain): void {
  const { subscriptions } = context
  const log = vscode.window.createOutputChannel('Poolkeeper', { log: true }) // also logs why `main.ts` couldn’t be loaded
  const reportFailure = (error: unknown): never => {
    log.error(String(error))
    throw new Error(vscode.l10n.t('Couldn’t load part of Poolkeeper. Reload the window.'))
  }
  let loading: ReturnType<LoadMain> | undefined
  const load: LoadMain = async () => {
    const start = await loadMain()
    // Loading and starting take some tens of milliseconds each. What is waiting needn’t wait for both.
    await new Promise((resolve) => setTimeout(resolve))
    return start
  }
  const loadOnce: LoadMain = async () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined // the next use tries to load it again
      return reportFailure(error)
    }))
  let isDeactivated = false
  let starting: Promise<Poolkeeper> | undefined
  const getPoolkeeper = async (): Promise<Poolkeeper> => {
    const start = await loadOnce()
    if (isDeactivated) throw new Error('The window was closed')
    // `connect` runs once, even if it fails: a second run would register the same names again, and VS Code throws then.
    return (starting ??= connect(start).catch(reportFailure))
  }
  const connect = async (start: Awaited<ReturnType<LoadMain>>): Promise<Poolkeeper> => {
    const poolkeeper = start({ context, log, zonesTree, machinePoolsTree })
    const { zonesView, machinePoolsView } = poolkeeper
    subscriptions.push(
      zonesView.onDidChangeTreeData(zones.notifyChanged),
      machinePoolsView.onDidChangeTreeData(machinePools.notifyChanged),
    )
    return poolkeeper
  }

  const zones = createLazyProvider(async () => (await getPoolkeeper()).zonesView)
  const zonesTree = vscode.window.createTreeView(viewIds.zones, {
    treeDataProvider: zones.provider,
    canSelectMany: true,
    showCollapseAll: true,
    dragAndDropController: {
      dragMimeTypes: [zonesDragType],
      dropMimeTypes: [],
      handleDrag: async (rows, data) => (await getPoolkeeper()).zoneDrag.handleDrag(rows, data),
    },
  })
  const machinePools = createLazyProvider(async () => (await getPoolkeeper()).machinePoolsView)
  const machinePoolsTree = vscode.window.createTreeView(viewIds.machinePools, {
    treeDataProvider: machinePools.provider,
    canSelectMany: true,
    showCollapseAll: true,
  })
  subscriptions.push(
    log,
    { dispose: () => (isDeactivated = true) },
    zonesTree,
    machinePoolsTree,
    ...registerCommands(getPoolkeeper),
    ...registerTools(getPoolkeeper),
  )

  // With a connection, the status bar, monitored deletions, hovers, and completions must work before the user runs a
  // command. That is started a moment after activation, so that it doesn’t delay the opening of the window.
  const startIfNeeded = () => {
    if (hasConnections()) void getPoolkeeper().catch(() => {})
  }
  setTimeout(startIfNeeded)
  subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settingIds.connections)) startIfNeeded()
    }),
  )
}

/** Returns whether the setting has any connections. All of them may be invalid. */
function hasConnections(): boolean {
  const configured = vscode.workspace.getConfiguration().get(settingIds.connections)
  return Array.isArray(configured) && configured.length > 0
}

/** Creates a tree data provider that loads the view’s implementation when VS Code first asks for rows. */
function createLazyProvider<Node>(load: () => Promise<vscode.TreeDataProvider<Node>>) {
  const changed = new vscode.EventEmitter<Node | undefined>()
  const provider: vscode.TreeDataProvider<Node> = {
    onDidChangeTreeData: changed.event,
    getChildren: async (node) => (await load()).getChildren(node),
    getTreeItem: async (node) => (await load()).getTreeItem(node),
    getParent: async (node) => (await load()).getParent?.(node),
    resolveTreeItem: async (...args) => (await load()).resolveTreeItem?.(...args),
  }
  return { provider, notifyChanged: (node: Node | undefined) => changed.fire(node) }
}

function registerCommands(getPoolkeeper: () => Promise<Poolkeeper>): vscode.Disposable[] {
  return Object.values(commandIds).map((id) =>
    vscode.commands.registerCommand(id, async (...args: unknown[]) => {
      const poolkeeper = await getPoolkeeper()
      return poolkeeper.run(id, args)
    }),
  )
}

/** Registers the tools for language models. Some products that are built from VS Code don’t support such tools. */
function registerTools(getPoolkeeper: () => Promise<Poolkeeper>): vscode.Disposable[] {
  if (!('lm' in vscode && 'registerTool' in vscode.lm)) return []
  return Object.values(toolNames).map((name) => {
    const getTool = async () => (await getPoolkeeper()).tools[name]
    return vscode.lm.registerTool<unknown>(name, {
      prepareInvocation: async ({ input }) => (await getTool()).prepare(input),
      invoke: async ({ input }, token) => (await getTool()).invoke(input, token),
    })
  })
}
