// Takes the place of `vscode` in plain Node.js: the values of its API, and one window without a screen,
// in which the extension is installed. What it has not, only a real VS Code shows.
import type {
  CancellationToken,
  LanguageModelTool,
  LanguageModelToolInvocationOptions,
} from 'vscode'
import * as values from './values.ts' // before all that uses them
import { Documents } from './documents.ts'
import { extension, machine, window as home } from './home.ts'
import { Languages } from './languages.ts'
import { tools } from './manifest.ts'
import { membersOf } from './members.ts'
import { createPanel } from './panel.ts'

export * from './values.ts'

const members = membersOf(() => ({ machine, window: home, dialogs: home.dialogs }))
const documents = new Documents(members.workspace.fs)
const ofLanguages = new Languages()

export const commands = {
  ...members.commands,
  executeCommand: async (id: string, ...args: unknown[]) => {
    if (id in documents.commands) await documents.commands[id]?.(args[0] as never)
    else if (id === 'workbench.view.explorer') home.hideTrees()
    // No editor renders anything: VS Code opens the text then.
    else if (id === 'vscode.openWith') await documents.show(await documents.open(args[0] as never))
    else if (id in ofLanguages.commands) {
      const document = await documents.open(args[0] as never)
      return ofLanguages.commands[id]?.(document as never, args[1] as never)
    } else return members.commands.executeCommand(id, ...args)
    return undefined
  },
}

export const env = {
  ...members.env,
  appName: 'Fake VS Code',
  language: 'en',
  remoteName: undefined,
  uiKind: values.UIKind.Desktop,
  uriScheme: 'vscode-insiders',
  openExternal: async () => true,
}

export const extensions = {
  getExtension: (id: string) => (id === extension.id ? extension : undefined),
}

export const languages = { ...members.languages, ...ofLanguages.members }

const registered = new Map<string, LanguageModelTool<unknown>>()
export const lm = {
  tools,
  registerTool: (name: string, tool: LanguageModelTool<unknown>) => {
    registered.set(name, tool)
    return nothing()
  },
  invokeTool: async (
    name: string,
    options: LanguageModelToolInvocationOptions<unknown>,
    token: CancellationToken = new values.CancellationTokenSource().token,
  ) => registered.get(name)?.invoke(options, token),
}

export const window = {
  ...members.window,
  state: { focused: true, active: true },
  showTextDocument: documents.show,
  createWebviewPanel: createPanel,
  onDidChangeVisibleTextEditors: documents.onDidChangeVisible,
  onDidChangeActiveTextEditor: documents.onDidChangeVisible,
  get activeTextEditor() {
    return documents.active
  },
  get visibleTextEditors() {
    return documents.visible
  },
  tabGroups: {
    get activeTabGroup() {
      const { active } = documents
      const input = active && new values.TabInputText(active.document.uri)
      return { activeTab: input && { input }, viewColumn: values.ViewColumn.Active }
    },
    get all() {
      const { activeTab } = this.activeTabGroup
      const isDirty = documents.active?.document.isDirty
      return [{ tabs: activeTab ? [{ ...activeTab, isDirty }] : [] }]
    },
  },
}

export const workspace = {
  ...members.workspace,
  fs: {
    ...members.workspace.fs,
    isWritableFileSystem: (scheme: string) => scheme === 'file' || undefined,
  },
  workspaceFolders: [{ uri: values.Uri.file('/workspace'), name: 'workspace', index: 0 }],
  applyEdit: documents.apply,
  registerTextDocumentContentProvider: documents.registerProvider,
  openTextDocument: documents.open,
  asRelativePath: ({ path }: { path: string }) => path.replace(/^\//, ''),
  get textDocuments() {
    return documents.all
  },
  onDidOpenTextDocument: documents.onDidOpen,
  onDidChangeTextDocument: documents.onDidChange,
  onDidCloseTextDocument: documents.onDidClose,
  onDidSaveTextDocument: documents.onDidSave,
}

function nothing() {
  return { dispose: () => {} }
}
