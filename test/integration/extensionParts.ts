// What the extension hands to VS Code while it activates. It exports nothing, but it shares `vscode`
// with the tests under its folder, and these are loaded before it activates: they keep a copy of
// what passes by.
import * as vscode from 'vscode'
import { commandIds, contextKeys, reportScheme } from '../../src/contributions.ts'
import { onActivation } from './activating.ts'
import { like, replace } from '../replace.ts'
import { until } from '../until.ts'

interface LogLine {
  level: string
  text: string
}

interface Parts {
  context: vscode.ExtensionContext
  statusBarItem: vscode.StatusBarItem
  trees: Map<string, vscode.TreeDataProvider<unknown>>
  /** The views themselves, as VS Code shows them. */
  views: Map<string, vscode.TreeView<unknown>>
  /** Tells the extension that a row of a view is closed, by view. */
  closings: Map<string, vscode.EventEmitter<vscode.TreeViewExpansionEvent<unknown>>>
  /** The views with Collapse All. */
  collapsible: Set<string>
  /** What the views let be dragged, by view. */
  drags: Map<string, vscode.TreeDragAndDropController<unknown>>
  /** What takes what is dropped on an editor. */
  drops: vscode.DocumentDropEditProvider
  /** What a test says is selected in a view, in the place of the user. */
  selection: Map<string, unknown[]>
  /** Whether a test says that a view is visible, in the place of VS Code. */
  visibility: Map<string, boolean>
  /** What has the texts of reports. */
  reports: vscode.TextDocumentContentProvider
  log: LogLine[]
  /** The values of the context keys that the extension has set. */
  contextKeys: Map<string, unknown>
  /** The tools for language models, as VS Code calls them. */
  tools: Map<string, vscode.LanguageModelTool<unknown>>
}

const found = vscode.extensions.getExtension('poolkeeper.poolkeeper')
if (!found) throw new Error('The extension is not in this host')
if (found.isActive) throw new Error('The extension has activated before the tests were loaded')
const extension = found

/** What the extension has made; complete once it is active. */
export const parts = {
  trees: new Map(),
  views: new Map(),
  closings: new Map(),
  collapsible: new Set(),
  drags: new Map(),
  selection: new Map(),
  visibility: new Map(),
  log: [],
  contextKeys: new Map(),
  tools: new Map(),
} as unknown as Parts

/** Activates the extension, once, and waits for what its first use loads. */
export async function activate(): Promise<void> {
  await extension.activate()
  await vscode.commands.executeCommand(commandIds.refreshZones)
  await until('the context keys', () => parts.contextKeys.has(contextKeys.hasConsole))
}

const { createTreeView, createStatusBarItem, createOutputChannel } = vscode.window
const { registerTextDocumentContentProvider } = vscode.workspace
const { executeCommand } = vscode.commands
const { registerDocumentDropEditProvider } = vscode.languages
const { registerTool } = vscode.lm

replace(vscode.window, 'createTreeView', (id, options) => {
  parts.trees.set(id, options.treeDataProvider)
  if (options.showCollapseAll) parts.collapsible.add(id)
  if (options.dragAndDropController) parts.drags.set(id, options.dragAndDropController)
  const view: vscode.TreeView<unknown> = createTreeView(id, options)
  parts.views.set(id, view)
  const closing = new vscode.EventEmitter<vscode.TreeViewExpansionEvent<unknown>>()
  view.onDidCollapseElement((event) => closing.fire(event))
  parts.closings.set(id, closing)
  const own = {
    get selection() {
      return parts.selection.get(id) ?? view.selection
    },
    get visible() {
      return parts.visibility.get(id) ?? view.visible
    },
    onDidCollapseElement: closing.event,
  }
  return like(view, own) as ReturnType<typeof createTreeView<never>>
})

replace(vscode.workspace, 'registerTextDocumentContentProvider', (scheme, provider) => {
  if (scheme === reportScheme) parts.reports = provider
  return registerTextDocumentContentProvider(scheme, provider)
})

replace(vscode.languages, 'registerDocumentDropEditProvider', (selector, provider, metadata) => {
  parts.drops = provider
  return registerDocumentDropEditProvider(selector, provider, metadata)
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
  return like(channel, Object.assign({}, ...levels) as Partial<vscode.LogOutputChannel>)
})

replace(vscode.lm, 'registerTool', (name, tool) => {
  parts.tools.set(name, tool)
  return registerTool(name, tool)
})

replace(vscode.commands, 'executeCommand', ((command: string, ...args: unknown[]) => {
  if (command === 'setContext') parts.contextKeys.set(String(args[0]), args[1])
  return executeCommand(command, ...args)
}) as typeof executeCommand)

onActivation(extension, (context) => {
  parts.context = context
})
