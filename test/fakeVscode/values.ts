// The values of VS Code's API: classes and enumerations, as far as the extension and its tests use them.
import { URI, Utils } from 'vscode-uri'
import { made } from './editorValues.ts'
import { translate } from './l10n.ts'

export * from './editorValues.ts'

export const version = '1.139.1'

export const Uri = Object.assign(URI, { joinPath: Utils.joinPath.bind(Utils) })

/** Here, as texts are made where the extension's modules are loaded. */
export const l10n = { t: translate }

export class Disposable {
  readonly #dispose: () => unknown

  constructor(dispose: () => unknown) {
    this.#dispose = dispose
  }

  static from(...all: { dispose(): unknown }[]): Disposable {
    return new Disposable(() => {
      for (const one of all) one.dispose()
    })
  }

  dispose(): void {
    this.#dispose()
  }
}

export class EventEmitter<T> {
  /** How many listen to any event now. */
  static listening = 0
  readonly #listeners = new Set<(event: T) => unknown>()

  get event() {
    return (listener: (event: T) => unknown, self?: unknown): Disposable => {
      const bound = (event: T) => listener.call(self, event)
      this.#listeners.add(bound)
      EventEmitter.listening++
      return new Disposable(() => {
        if (this.#listeners.delete(bound)) EventEmitter.listening--
      })
    }
  }

  /** As VS Code does, whatever a listener throws is nobody's but its own. */
  fire(event: T): void {
    for (const listener of Array.from(this.#listeners)) {
      try {
        listener(event)
      } catch (error) {
        void Promise.reject(error)
      }
    }
  }

  dispose(): void {
    EventEmitter.listening -= this.#listeners.size
    this.#listeners.clear()
  }
}

export class CancellationTokenSource {
  readonly #cancelled = new EventEmitter<void>()
  readonly token = {
    isCancellationRequested: false,
    onCancellationRequested: this.#cancelled.event,
  }

  cancel(): void {
    if (this.token.isCancellationRequested) return
    this.token.isCancellationRequested = true
    this.#cancelled.fire()
  }

  dispose(): void {
    this.#cancelled.dispose()
  }
}

export class CancellationError extends Error {}

export class TreeItem {
  collapsibleState: number
  label?: string
  resourceUri?: URI

  constructor(what: string | URI, collapsibleState = 0) {
    if (typeof what === 'string') this.label = what
    else this.resourceUri = what
    this.collapsibleState = collapsibleState
  }
}

export const ThemeColor = made('id')

export class ThemeIcon extends made('id', 'color') {
  static readonly File = new ThemeIcon('file')
  static readonly Folder = new ThemeIcon('folder')
}

export class MarkdownString {
  value: string
  isTrusted?: unknown
  supportThemeIcons: boolean

  constructor(value = '', supportThemeIcons = false) {
    this.value = value
    this.supportThemeIcons = supportThemeIcons
  }

  appendMarkdown(value: string): this {
    this.value += value
    return this
  }

  /** As VS Code escapes it. */
  appendText(value: string): this {
    this.value += value
      .replaceAll(/[\\`*_{}[\]()#+\-!~]/g, '\\$&')
      .replaceAll('<', '&lt;')
      .replaceAll(/ {2,}/g, (blanks) => '&nbsp;'.repeat(blanks.length))
      .replaceAll('\n', '\n\n')
    return this
  }
}

/** What is dragged, by its kind. */
export class DataTransfer extends Map<string, DataTransferItem> {}

export class DataTransferItem {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }

  async asString(): Promise<string> {
    return typeof this.value === 'string' ? this.value : JSON.stringify(this.value)
  }
}

export const LanguageModelTextPart = made('value')
export const LanguageModelToolResult = made('content')
export const RelativePattern = made('baseUri', 'pattern')
export const TabInputText = made('uri')

export class FileSystemError extends Error {
  readonly code: string

  constructor(message = '', code = 'Unknown') {
    super(message)
    this.code = code
  }

  static FileNotFound(what?: URI | string): FileSystemError {
    return new FileSystemError(`Not found: ${String(what)}`, 'FileNotFound')
  }

  static NoPermissions(what?: URI | string): FileSystemError {
    return new FileSystemError(`No permissions: ${String(what)}`, 'NoPermissions')
  }
}

export class TabInputCustom extends TabInputText {}

export const CodeActionKind = { QuickFix: { value: 'quickfix' } }
export const DocumentDropOrPasteEditKind = { Empty: { append: (value: string) => ({ value }) } }

export const CompletionItemKind = { Value: 11 } as const
export const ConfigurationTarget = { Global: 1, Workspace: 2, WorkspaceFolder: 3 } as const
export const EndOfLine = { LF: 1, CRLF: 2 } as const
export const FileType = { Unknown: 0, File: 1, Directory: 2 } as const
export const ProgressLocation = { SourceControl: 1, Window: 10, Notification: 15 } as const
export const QuickPickItemKind = { Separator: -1, Default: 0 } as const
export const StatusBarAlignment = { Left: 1, Right: 2 } as const
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 } as const
export const UIKind = { Desktop: 1, Web: 2 } as const
export const ViewColumn = { Active: -1, Beside: -2 } as const
