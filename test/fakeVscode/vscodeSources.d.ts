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

export class ExtHostDocumentData {
  readonly document: vscode.TextDocument
  constructor(...parts: unknown[])
  onEvents(event: object): void
  _acceptIsDirty(isDirty: boolean): void
  dispose(): void
}

export class ExtHostTextEditor {
  readonly value: vscode.TextEditor
  constructor(...parts: unknown[])
  dispose(): void
}

export const ExtensionMemento: new (...parts: unknown[]) => vscode.Memento & vscode.Disposable
