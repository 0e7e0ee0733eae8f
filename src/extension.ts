import * as vscode from 'vscode'
import {
  codeLanguages,
  commandIds,
  settingIds,
  toolNames,
  viewIds,
  zonesDragType,
} from './contributions.ts'
import type { Poolkeeper } from './main.ts'
import type { Registered } from './parts.ts'

/** Loads `main.ts`; resolves to the function that starts it. Differs between Node.js and a browser. */
export type LoadMain = () => Promise<(registered: Registered) => Poolkeeper>

/**
 * Registers the names that VS Code looks up on activation: commands, tools, views, and panels. Their
 * implementation is in `main.ts`, which is loaded with the first use; the two share only the constants of
 * `contributions.ts`.
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

  subscriptions.push(loadWhenNeeded(() => void main().catch(() => {})))
}

/** Keys that zones may be under in a file, and names that they may be a value for. */
const zoneKeys =
  /(?:(?:az|zone)s?(?:[_-]?(?:\d|names?|ids?))?|locations?|failure_?domains?|subnets?(?:_?ids)?)["']?\s{0,40}[=:]|default["']?\s{0,40}=|(?:name|key)["']?\s{0,40}[=:]\s{0,40}["']?[^\s"']{0,80}(?:az|zone)/i
/** Longer files are searched in part: they are rarely written by hand. */
const maxSearched = 1_000_000

/**
 * Loads what shows itself without a use: the status bar, the badge, context keys, monitored deletions, hovers,
 * and completions. VS Code may activate the extension for any file, even its own settings, so this waits until one
 * may have zones and there is a connection to ask. Every use loads it anyway.
 */
function loadWhenNeeded(load: () => void): vscode.Disposable {
  const { workspace } = vscode
  const isCode = ({ languageId }: vscode.TextDocument) => codeLanguages.includes(languageId)
  const loadIfZones = (text: string): void => {
    if (!zoneKeys.test(text)) return
    const connections = workspace.getConfiguration().get(settingIds.connections)
    if (!Array.isArray(connections) || connections.length === 0) return
    listeners.dispose()
    load()
  }
  const open = (document: vscode.TextDocument): void => {
    if (isCode(document)) loadIfZones(document.getText().slice(0, maxSearched))
  }
  const listeners = vscode.Disposable.from(
    workspace.onDidOpenTextDocument(open),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (!isCode(document)) return
      for (const { range, text } of contentChanges) {
        // Of a line, only what is near: it may be a whole file.
        const { line, character } = range.start
        const near = document.lineAt(line).text.slice(Math.max(0, character - 100), character + 100)
        loadIfZones(`${near}\n${text.slice(0, maxSearched)}`)
      }
    }),
  )
  setTimeout(() => workspace.textDocuments.forEach(open))
  return listeners
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
