import * as vscode from 'vscode'
import { dialogMembers, type Dialogs } from './dialogs.ts'
import type { FakeMachine } from './machine.ts'
import type { FakeWindow } from './window.ts'

/** On whose behalf VS Code's API is called. */
export interface Caller {
  machine: FakeMachine
  window: FakeWindow
  dialogs: Dialogs
}

/** The members of VS Code's API that a window stands in for, each by the name of its part of the API. */
export function membersOf(caller: () => Caller) {
  const shown = dialogMembers(() => caller().dialogs)
  const window = () => caller().window
  return {
    env: shown.env,
    commands: {
      registerCommand: (id: string, run: (...args: unknown[]) => unknown) =>
        window().register(id, run),
      executeCommand: async (id: string, ...args: unknown[]) =>
        isBuiltIn(id) ? undefined : window().call(id, ...args),
    },
    languages: {
      createDiagnosticCollection: stub,
      registerCodeActionsProvider: stub,
      registerCodeLensProvider: stub,
      registerCompletionItemProvider: stub,
      registerDocumentDropEditProvider: stub,
      registerHoverProvider: stub,
      registerInlayHintsProvider: stub,
    },
    lm: { registerTool: stub },
    window: {
      ...shown.window,
      createTreeView: (id: string, options: vscode.TreeViewOptions<unknown>) =>
        window().createTree(id, options),
      createOutputChannel: () => window().createLog(),
      createStatusBarItem: stub,
      onDidChangeWindowState: (listener: (state: vscode.WindowState) => unknown) =>
        window().focus.event(listener),
    },
    workspace: {
      getConfiguration: (section?: string) => caller().machine.configuration(section),
      onDidChangeConfiguration: (listener: (event: vscode.ConfigurationChangeEvent) => unknown) =>
        window().settings.event(listener),
      createFileSystemWatcher: ({ baseUri }: vscode.RelativePattern) =>
        window().watch(baseUri.path),
      fs: {
        createDirectory: (uri: vscode.Uri) => window().files.createDirectory(uri),
        delete: (uri: vscode.Uri) => window().files.delete(uri),
        readDirectory: (uri: vscode.Uri) => window().files.readDirectory(uri),
        readFile: (uri: vscode.Uri) => window().files.readFile(uri),
        writeFile: (uri: vscode.Uri, content: Uint8Array) => window().files.writeFile(uri, content),
      },
      registerFileSystemProvider: stub,
      registerTextDocumentContentProvider: stub,
    },
  }
}

/** Commands of VS Code's own, which do nothing that a window without a screen could show. */
function isBuiltIn(id: string): boolean {
  return /^(setContext|workbench\.|list\.|vscode\.|_)|^poolkeeper\.\w+\.focus$/.test(id)
}

function stub() {
  const nothing = () => {}
  return { show: nothing, hide: nothing, set: nothing, clear: nothing, dispose: nothing }
}
