// The types of VS Code's own sources, as far as the fake uses them; test/tsconfig.json puts this in the place of those
// that @codingame/monaco-vscode-api has, which would double what the compiler reads.
import type * as vscode from 'vscode'

export * from 'vscode'
export {
  TabInputCustom as CustomEditorTabInput,
  TabInputText as TextTabInput,
  Uri as URI,
} from 'vscode'

export function format2(text: string, values: object): string
export function compareAnything(one: string, other: string, typed: string): number
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
  createDocumentData(of: { language: string; content: string }): Promise<vscode.Uri>
  $acceptModelChanged(uri: vscode.Uri, events: object, isDirty: boolean): void
  $acceptModelSaved(uri: vscode.Uri): void
}

export class ExtHostDocumentContentProvider {
  constructor(...parts: unknown[])
  registerTextDocumentContentProvider: typeof vscode.workspace.registerTextDocumentContentProvider
  $provideTextDocumentContent(provider: number, uri: vscode.Uri): Promise<string>
}

export const ExtensionMemento: new (...parts: unknown[]) => vscode.Memento & vscode.Disposable
