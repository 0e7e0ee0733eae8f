import * as vscode from 'vscode'
import { commandIds, settingIds, toolNames, viewIds, zonesDragType } from './contributions.ts'
import type { Poolkeeper } from './main.ts'
import type { Activation } from './parts.ts'

/** Loads `main.ts`; resolves to the function that starts it. Differs between Node.js and a browser. */
export type LoadMain = () => Promise<(registered: Activation) => Poolkeeper>

/**
 * Registers the names that VS Code looks up on activation: commands, tools, views, and panels. Their
 * implementation is in `main.ts`, which is loaded with the first use, or soon where there is a connection; the two
 * share only the constants of `contributions.ts`.
 */
export function activate(context: vscode.ExtensionContext, loadMain: LoadMain): void {
  const { subscriptions } = context
  const log = vscode.window.createOutputChannel('Poolkeeper', { log: true }) // also logs why loading failed
  const fail = (error: unknown): never => {
    log.error(String(error))
    throw new Error(vscode.l10n.t('Couldn’t load part of Poolkeeper. Reload the window.'))
  }
  let loaded: ReturnType<LoadMain> | undefined
  const load: LoadMain = async () =>
    (loaded ??= loadMain().catch((error: unknown) => {
      loaded = undefined // the next use tries again
      return fail(error)
    }))
  let started: Promise<Poolkeeper> | undefined
  const main = async (): Promise<Poolkeeper> => {
    const start = await load()
    if (isOver) throw new Error('The window was closed')
    // Once, even if it fails: what it has registered by then would be registered again.
    return (started ??= begin(start).catch(fail))
  }
  const begin = async (start: Awaited<ReturnType<LoadMain>>): Promise<Poolkeeper> => {
    const poolkeeper = start({ context, log, zonesTree, machinePoolsTree })
    subscriptions.push(
      poolkeeper.zonesView.onDidChangeTreeData(zones.tell),
      poolkeeper.machinePoolsView.onDidChangeTreeData(machinePools.tell),
    )
    return poolkeeper
  }
  let isOver = false

  const zones = treeOf(async () => (await main()).zonesView)
  const zonesTree = vscode.window.createTreeView(viewIds.zones, {
    treeDataProvider: zones.provider,
    canSelectMany: true,
    showCollapseAll: true,
    dragAndDropController: {
      dragMimeTypes: [zonesDragType],
      dropMimeTypes: [],
      handleDrag: async (rows, data) => (await main()).zoneDrag.handleDrag(rows, data),
    },
  })
  const machinePools = treeOf(async () => (await main()).machinePoolsView)
  const machinePoolsTree = vscode.window.createTreeView(viewIds.machinePools, {
    treeDataProvider: machinePools.provider,
    canSelectMany: true,
    showCollapseAll: true,
  })

  subscriptions.push(
    log,
    { dispose: () => (isOver = true) },
    zonesTree,
    machinePoolsTree,
    ...Object.values(commandIds).map((id) =>
      vscode.commands.registerCommand(id, async (...args: unknown[]) =>
        (await main()).run(id, args),
      ),
    ),
    ...registerTools(main),
  )

  // The status bar, the badge, monitored deletions, hovers, and completions show themselves without a use, but
  // only where there is a connection. Later, for whatever VS Code is opening is not to wait for it.
  const loadIfNeeded = () => {
    if (hasConnections()) void main().catch(() => {})
  }
  setTimeout(loadIfNeeded)
  subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settingIds.connections)) loadIfNeeded()
    }),
  )
}

/** Returns whether the user has configured connections, of which all may be invalid. */
function hasConnections(): boolean {
  const configured = vscode.workspace.getConfiguration().get(settingIds.connections)
  return Array.isArray(configured) && configured.length > 0
}

/** Creates a tree data provider that loads its view with the first request. */
function treeOf<Node>(view: () => Promise<vscode.TreeDataProvider<Node>>) {
  const changed = new vscode.EventEmitter<Node | undefined>()
  const provider: vscode.TreeDataProvider<Node> = {
    onDidChangeTreeData: changed.event,
    getChildren: async (node) => (await view()).getChildren(node),
    getTreeItem: async (node) => (await view()).getTreeItem(node),
    getParent: async (node) => (await view()).getParent?.(node),
    resolveTreeItem: async (item, ...of) => (await view()).resolveTreeItem?.(item, ...of),
  }
  return { provider, tell: (node: Node | undefined) => changed.fire(node) }
}

/** Registers the tools for language models, which not every product built from VS Code supports. */
function registerTools(main: () => Promise<Poolkeeper>): vscode.Disposable[] {
  if (!('lm' in vscode && 'registerTool' in vscode.lm)) return []
  return Object.values(toolNames).map((name) =>
    vscode.lm.registerTool<unknown>(name, {
      prepareInvocation: async ({ input }) => (await main()).tools[name].prepare(input),
      invoke: async ({ input }, token) => (await main()).tools[name].invoke(input, token),
    }),
  )
}
