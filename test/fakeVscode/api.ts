import type * as vscode from 'vscode'
import { createDialogApi } from './dialogs.ts'
import { Documents } from './documents.ts'
import { Languages } from './languages.ts'
import type { FakeComputer } from './computer.ts'
import { tools } from './manifest.ts'
import * as values from './values.ts'
import type { FakeWindow } from './window.ts'

/** VS Code’s API for a window without a screen: the part that the extension and its tests use. */
export function createApi(computer: FakeComputer, fakeWindow: FakeWindow) {
  const { env, window } = createDialogApi(() => fakeWindow.activeDialogs)
  const documents = new Documents(fakeWindow.files)
  const languages = new Languages()
  const registered = new Map<string, vscode.LanguageModelTool<unknown>>()
  return {
    commands: {
      registerCommand: fakeWindow.registerCommand,
      executeCommand: async (id: string, ...args: unknown[]): Promise<unknown> => {
        if (/^workbench\.action\.(closeAllEditors|revertAndClose)/.test(id)) {
          return documents.closeAll()
        }
        if (id === 'workbench.view.explorer') return fakeWindow.hideTrees()
        const [uri, ...options] = args as [never, never]
        if (id === 'vscode.openWith') {
          // VS Code opens the text if no editor can render the document.
          await documents.show(await documents.open(uri))
          return undefined
        }
        const query = languages.commands[id]
        if (query) return query(await documents.open(uri), ...options)
        return isBuiltIn(id) ? undefined : fakeWindow.executeCommand(id, ...args)
      },
    },
    env: {
      ...env,
      appName: 'Fake VS Code',
      language: 'en',
      openExternal: async () => true,
    },
    languages: {
      ...languages.members,
      registerDocumentDropEditProvider: createStub,
      setTextDocumentLanguage: documents.setLanguage,
    },
    lm: {
      tools,
      registerTool: (name: string, tool: vscode.LanguageModelTool<unknown>) => {
        registered.set(name, tool)
        return createStub()
      },
      invokeTool: async (
        name: string,
        options: vscode.LanguageModelToolInvocationOptions<unknown>,
        token: vscode.CancellationToken = new values.CancellationTokenSource().token,
      ) => registered.get(name)?.invoke(options, token),
    },
    window: {
      ...window,
      createTreeView: fakeWindow.createTree,
      createOutputChannel: fakeWindow.createLog,
      createStatusBarItem: createStub,
      createWebviewPanel: createPanel,
      showTextDocument: documents.show,
      onDidChangeWindowState: fakeWindow.focusChanges.event,
      onDidChangeActiveTextEditor: createStub,
      onDidChangeTextEditorSelection: createStub,
      onDidChangeActiveTerminal: createStub,
      get state() {
        return { focused: fakeWindow.isFocused, active: true }
      },
      get activeTextEditor() {
        return documents.active
      },
      get visibleTextEditors() {
        return documents.active ? [documents.active] : []
      },
      tabGroups: {
        get activeTabGroup() {
          const { document } = documents.active ?? {}
          const input = document && new values.TabInputText(document.uri)
          const activeTab = input && { input, isDirty: document.isDirty }
          return { activeTab, tabs: activeTab ? [activeTab] : [] }
        },
        get all() {
          return [this.activeTabGroup]
        },
      },
    },
    workspace: {
      fs: fakeWindow.files,
      workspaceFolders: [{ uri: values.Uri.file('/workspace'), name: 'workspace', index: 0 }],
      getConfiguration: computer.getConfiguration,
      onDidChangeConfiguration: fakeWindow.configurationChanges.event,
      createFileSystemWatcher: ({ baseUri }: vscode.RelativePattern) =>
        fakeWindow.watch(baseUri.path),
      registerFileSystemProvider: createStub,
      applyEdit: documents.apply,
      registerTextDocumentContentProvider: (
        scheme: string,
        provider: vscode.TextDocumentContentProvider,
      ) => documents.contents.registerTextDocumentContentProvider(scheme, provider),
      openTextDocument: documents.open,
      asRelativePath: ({ path }: { path: string }) => path.replace(/^\//, ''),
      get textDocuments() {
        return documents.all.getAllDocumentData().map(({ document }) => document)
      },
      onDidOpenTextDocument: documents.all.onDidAddDocument,
      onDidChangeTextDocument: documents.all.onDidChangeDocument,
      onDidCloseTextDocument: documents.all.onDidRemoveDocument,
      onDidSaveTextDocument: documents.all.onDidSaveDocument,
    },
  }
}

/** Whether a command is VS Code’s own, and has no effect without a screen. */
function isBuiltIn(id: string): boolean {
  return /^(setContext|workbench\.|list\.|vscode\.|_)|^poolkeeper\.\w+\.focus$/.test(id)
}

/** A webview panel that nothing renders. Tests read its HTML. */
function createPanel(_type: string, title: string) {
  const disposed = new values.EventEmitter<void>()
  return {
    title,
    webview: { options: {}, html: '' },
    onDidDispose: disposed.event,
    reveal: () => {},
    dispose: () => disposed.fire(),
  }
}

function createStub() {
  return { show: () => {}, hide: () => {}, dispose: () => {} }
}
