import type * as vscode from 'vscode'
import { createDialogApi } from './dialogs.ts'
import { Documents } from './documents.ts'
import { Languages } from './languages.ts'
import type { FakeComputer } from './computer.ts'
import { tools } from './manifest.ts'
import * as values from './values.ts'
import type { FakeWindow } from './window.ts'

/** VS Code's API as a window has it, without a screen. What it has not, only a real VS Code shows. */
export function createApi(machine: FakeComputer, fakeWindow: FakeWindow) {
  const { env, window } = createDialogApi(() => fakeWindow.activeDialogs)
  const documents = new Documents(fakeWindow.files)
  const languages = new Languages()
  const registered = new Map<string, vscode.LanguageModelTool<unknown>>()
  return {
    commands: {
      registerCommand: fakeWindow.registerCommand,
      executeCommand: async (id: string, ...args: unknown[]) => {
        if (/^workbench\.action\.(closeAllEditors|revertAndClose)/.test(id)) documents.closeAll()
        else if (id === 'workbench.view.explorer') fakeWindow.hideTrees()
        // No editor renders anything: VS Code opens the text then.
        else if (id === 'vscode.openWith')
          await documents.show(await documents.open(args[0] as never))
        else if (id in languages.commands) {
          const document = await documents.open(args[0] as never)
          return languages.commands[id]?.(document, args[1] as never)
        } else return isBuiltIn(id) ? undefined : fakeWindow.executeCommand(id, ...args)
        return undefined
      },
    },
    env: {
      ...env,
      appName: 'Fake VS Code',
      language: 'en',
      openExternal: async () => true,
    },
    languages: { ...languages.members, registerDocumentDropEditProvider: createStub },
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
      get activeTextEditor() {
        return documents.active
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
      getConfiguration: machine.getConfiguration,
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

/** Commands of VS Code's own, which do nothing that a window without a screen could show. */
function isBuiltIn(id: string): boolean {
  return /^(setContext|workbench\.|list\.|vscode\.|_)|^poolkeeper\.\w+\.focus$/.test(id)
}

/** A panel that nothing renders: its page is the test. */
function createPanel(_type: string, title: string) {
  const disposed = new values.EventEmitter<void>()
  const asWebviewUri = (uri: vscode.Uri) => uri
  return {
    title,
    webview: { options: {}, html: '', cspSource: 'fake:', asWebviewUri },
    onDidDispose: disposed.event,
    reveal: () => {},
    dispose: () => disposed.fire(),
  }
}

function createStub() {
  const nothing = () => {}
  return { show: nothing, hide: nothing, dispose: nothing }
}
