// Records what the extension passes to VS Code’s API while it activates, since the extension exports
// nothing. VS Code gives the same `vscode` to the tests, and loads them before the extension activates.
import * as vscode from 'vscode'
import { commandIds, contextKeys, reportScheme } from '../../src/contributions.ts'
import { SerialQueue } from '../../src/api/serialQueue.ts'
import { interceptActivation } from './activating.ts'
import { withOverrides, replace } from '../replace.ts'
import { until } from '../until.ts'

interface LogLine {
  level: string
  text: string
}

interface Parts {
  context: vscode.ExtensionContext
  statusBarItem: vscode.StatusBarItem
  treeProviders: Map<string, vscode.TreeDataProvider<unknown>>
  views: Map<string, vscode.TreeView<unknown>>
  /** By view, the event that a row was collapsed; tests fire it in place of the user. */
  collapseEvents: Map<string, vscode.EventEmitter<vscode.TreeViewExpansionEvent<unknown>>>
  /** The IDs of the views with Collapse All. */
  viewsWithCollapseAll: Set<string>
  dragControllers: Map<string, vscode.TreeDragAndDropController<unknown>>
  dropProvider: vscode.DocumentDropEditProvider
  /** The provider of the hints in code. VS Code’s command for hints doesn’t resolve them. */
  hintsProvider: vscode.InlayHintsProvider
  /** By view, the rows that a test selects in place of the user. */
  selections: Map<string, unknown[]>
  /** By view, whether it is visible, where a test decides that in place of VS Code. */
  visibility: Map<string, boolean>
  /** The provider of the reports of Check Connection. */
  reportProvider: vscode.TextDocumentContentProvider
  log: LogLine[]
  /** The values of the context keys that the extension set. */
  contextKeys: Map<string, unknown>
  /** The tools for language models, by name. */
  tools: Map<string, vscode.LanguageModelTool<unknown>>
  /** The extension’s global state, for the values that tests write; {@link concurrentWrites} doesn’t have them. */
  globalState: vscode.Memento
  /** The keys whose values the extension has written to its global state at the same time. */
  concurrentWrites: string[]
}

const installedExtension = vscode.extensions.getExtension('poolkeeper.poolkeeper')
if (!installedExtension) throw new Error('The extension is not in this host')
if (installedExtension.isActive)
  throw new Error('The extension has activated before the tests were loaded')
const extension = installedExtension

const recorded = {
  treeProviders: new Map(),
  views: new Map(),
  collapseEvents: new Map(),
  viewsWithCollapseAll: new Set(),
  dragControllers: new Map(),
  selections: new Map(),
  visibility: new Map(),
  log: [],
  contextKeys: new Map(),
  tools: new Map(),
  concurrentWrites: [],
} satisfies Partial<Parts>

/** The recorded objects; complete once the extension is active. */
export const parts = recorded as Partial<Parts> as Parts

/** Activates the extension if it is not active, and waits until its main module is loaded. */
export async function activate(): Promise<void> {
  await extension.activate()
  await vscode.commands.executeCommand(commandIds.refreshZones)
  await until('the context keys', () => parts.contextKeys.has(contextKeys.hasConsole))
}

const { createTreeView, createStatusBarItem, createOutputChannel } = vscode.window
const { registerTextDocumentContentProvider } = vscode.workspace
const { executeCommand } = vscode.commands
const { registerDocumentDropEditProvider, registerInlayHintsProvider } = vscode.languages
const { registerTool } = vscode.lm

replace(vscode.window, 'createTreeView', (id, options) => {
  parts.treeProviders.set(id, options.treeDataProvider)
  if (options.showCollapseAll) parts.viewsWithCollapseAll.add(id)
  if (options.dragAndDropController) parts.dragControllers.set(id, options.dragAndDropController)
  const view: vscode.TreeView<unknown> = createTreeView(id, options)
  parts.views.set(id, view)
  const collapseEvent = new vscode.EventEmitter<vscode.TreeViewExpansionEvent<unknown>>()
  view.onDidCollapseElement((event) => collapseEvent.fire(event))
  parts.collapseEvents.set(id, collapseEvent)
  const overrides = {
    get selection() {
      return parts.selections.get(id) ?? view.selection
    },
    get visible() {
      return parts.visibility.get(id) ?? view.visible
    },
    onDidCollapseElement: collapseEvent.event,
  }
  return withOverrides(view, overrides) as ReturnType<typeof createTreeView<never>>
})

replace(vscode.workspace, 'registerTextDocumentContentProvider', (scheme, provider) => {
  if (scheme === reportScheme) parts.reportProvider = provider
  return registerTextDocumentContentProvider(scheme, provider)
})

replace(vscode.languages, 'registerDocumentDropEditProvider', (selector, provider, metadata) => {
  parts.dropProvider = provider
  return registerDocumentDropEditProvider(selector, provider, metadata)
})

replace(vscode.languages, 'registerInlayHintsProvider', (selector, provider) => {
  parts.hintsProvider = provider
  return registerInlayHintsProvider(selector, provider)
})

replace(vscode.window, 'createStatusBarItem', (...args: unknown[]) => {
  parts.statusBarItem = Reflect.apply(createStatusBarItem, vscode.window, args)
  return parts.statusBarItem
})

replace(vscode.window, 'createOutputChannel', (...args: unknown[]) => {
  const channel = Reflect.apply(createOutputChannel, vscode.window, args) as vscode.LogOutputChannel
  const record = (level: 'trace' | 'debug' | 'info' | 'warn' | 'error') => ({
    [level]: (text: string | Error, ...more: unknown[]) => {
      parts.log.push({ level, text: [text, ...more].map(String).join(' ') })
      channel[level](String(text), ...more)
    },
  })
  const levels = (['trace', 'debug', 'info', 'warn', 'error'] as const).map(record)
  return withOverrides(channel, Object.assign({}, ...levels) as Partial<vscode.LogOutputChannel>)
})

replace(vscode.lm, 'registerTool', (name, tool) => {
  parts.tools.set(name, tool)
  return registerTool(name, tool)
})

replace(vscode.commands, 'executeCommand', ((command: string, ...args: unknown[]) => {
  if (command === 'setContext') parts.contextKeys.set(String(args[0]), args[1])
  return executeCommand(command, ...args)
}) as typeof executeCommand)

interceptActivation(extension, (context) => {
  parts.context = context
  const { globalState } = context
  const update = globalState.update.bind(globalState)
  // VS Code may lose values that a test and the extension write at the same time (see GlobalState).
  const queue = new SerialQueue()
  parts.globalState = withOverrides<vscode.Memento>(globalState, {
    update: async (key, value) => queue.run(async () => update(key, value)),
  })
  const pendingKeys = new Set<string>()
  replace(globalState, 'update', async (key, value) => {
    if (pendingKeys.size > 0) parts.concurrentWrites.push(`${[...pendingKeys].join()} and ${key}`)
    pendingKeys.add(key)
    try {
      await parts.globalState.update(key, value)
    } finally {
      pendingKeys.delete(key)
    }
  })
})
