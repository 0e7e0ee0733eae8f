// The types of VS Code’s sources, as far as the fake VS Code uses them. test/tsconfig.json replaces the types of
// @codingame/monaco-vscode-api by these, because the compiler would read twice as much with them.
import type * as vscode from 'vscode'

export * from 'vscode'
export {
  TabInputCustom as CustomEditorTabInput,
  TabInputText as TextTabInput,
  Uri as URI,
} from 'vscode'

export function format2(text: string, values: object): string
export function compareAnything(a: string, b: string, typed: string): number
export function matchesFuzzyIconAware(typed: string, label: { text: string }): object | null
export function parseLabelWithIcons(label: string): { text: string }

export class Emitter<T> extends vscode.EventEmitter<T> {
  protected _size: number
  constructor(options: Record<string, (argument: never) => void>)
}

export class ExtHostDocumentsAndEditors {
  constructor(...parts: unknown[])
  acceptDocumentsAndEditorsDelta(delta: object): void
  activeEditor(): vscode.TextEditor | undefined
  getEditor(id: string): { value: vscode.TextEditor } | undefined
  allEditors(): { id: string }[]
}

export class ExtHostDocuments {
  readonly onDidAddDocument: vscode.Event<vscode.TextDocument>
  readonly onDidChangeDocument: vscode.Event<vscode.TextDocumentChangeEvent>
  readonly onDidSaveDocument: vscode.Event<vscode.TextDocument>
  readonly onDidRemoveDocument: vscode.Event<vscode.TextDocument>
  constructor(...parts: unknown[])
  getAllDocumentData(): { document: vscode.TextDocument }[]
  getDocument(uri: vscode.Uri): vscode.TextDocument
  ensureDocumentData(uri: vscode.Uri): Promise<{ document: vscode.TextDocument }>
  createDocumentData(options: { language: string; content: string }): Promise<vscode.Uri>
  $acceptModelChanged(uri: vscode.Uri, events: object, isDirty: boolean): void
  $acceptModelLanguageChanged(uri: vscode.Uri, languageId: string): void
  $acceptModelSaved(uri: vscode.Uri): void
}

export class ExtHostDocumentContentProvider {
  constructor(...parts: unknown[])
  registerTextDocumentContentProvider: typeof vscode.workspace.registerTextDocumentContentProvider
  $provideTextDocumentContent(provider: number, uri: vscode.Uri): Promise<string>
}

export const ExtensionMemento: new (...parts: unknown[]) => vscode.Memento & vscode.Disposable
