import type { TextDocument, TextDocumentContentProvider, TextEditor, Uri } from 'vscode'
import { ExtHostDocumentData } from '@codingame/monaco-vscode-api/vscode/vs/workbench/api/common/extHostDocumentData'
import { ExtHostTextEditor } from '@codingame/monaco-vscode-api/vscode/vs/workbench/api/common/extHostTextEditor'
import {
  Disposable,
  EndOfLine,
  EventEmitter,
  Range,
  Selection,
  Uri as UriMaker,
  type WorkspaceEdit,
} from './values.ts'

interface Change {
  range: Range
  text: string
  /** Whether a cursor at its place goes behind the text, as with what is typed. */
  isInserted?: boolean
}

/** VS Code's document, and what VS Code's window does with its text. */
class FakeDocument extends ExtHostDocumentData {
  /** The texts before, the latest last, and those that were taken back. */
  readonly #past: string[] = []
  readonly #future: string[] = []

  /** `save` writes the text, where that is possible. */
  constructor(uri: Uri, text: string, language?: string, save?: (text: string) => Promise<void>) {
    const languageId = language ?? /\.(yaml|jsonc?)$/.exec(uri.path)?.[1] ?? 'plaintext'
    const $trySaveDocument = async () => {
      await save?.(this.document.getText())
      this._acceptIsDirty(false)
      return save !== undefined
    }
    const eol = text.includes('\r\n') ? '\r\n' : '\n'
    super({ $trySaveDocument }, uri, text.split(/\r?\n/), eol, 1, languageId, false, 'utf8')
  }

  get eol(): string {
    return this.document.eol === EndOfLine.CRLF ? '\r\n' : '\n'
  }

  /** Writes changes in one step to undo; returns where offsets are afterwards. */
  change(changes: readonly Change[], eol = this.eol): (offset: number) => number {
    const { document } = this
    const made = changes.map(({ range, text, isInserted }) => ({
      isInserted: isInserted || !range.isEmpty,
      start: document.offsetAt(range.start),
      end: document.offsetAt(range.end),
      text: text.replaceAll(/\r?\n/g, eol),
    }))
    let text = document.getText()
    this.#past.push(text)
    for (const { start, end, text: written } of made.toSorted((a, b) => b.start - a.start)) {
      text = text.slice(0, start) + written + text.slice(end)
    }
    this.write(text, eol)
    return (offset) => {
      const before = made.filter(
        ({ end, isInserted }) => end < offset || (isInserted && end === offset),
      )
      return before.reduce((sum, one) => sum + one.text.length - (one.end - one.start), offset)
    }
  }

  /** Takes the last step back, or takes it again. */
  step(from: 'undo' | 'redo'): void {
    const [here, there] = from === 'undo' ? [this.#past, this.#future] : [this.#future, this.#past]
    const text = here.pop()
    if (text === undefined) return
    there.push(this.document.getText())
    this.write(text)
  }

  /** Puts a text in the place of the whole. */
  write(text: string, eol = this.eol): void {
    const { lineCount, lineAt, version } = this.document
    const end = { endLineNumber: lineCount, endColumn: lineAt(lineCount - 1).text.length + 1 }
    const range = { startLineNumber: 1, startColumn: 1, ...end }
    this.onEvents({ changes: [{ range, text }], eol, versionId: version + 1 })
    this._acceptIsDirty(true)
  }
}

/** VS Code's editor of a document, and what VS Code's window does with it. */
class FakeEditor {
  readonly document: FakeDocument
  readonly editor: ExtHostTextEditor
  readonly #changed: (contentChanges: readonly Change[]) => void
  readonly #edited = new EventEmitter<void>()

  constructor(
    document: FakeDocument,
    isReadOnly: boolean,
    changed: (contentChanges: readonly Change[]) => void,
  ) {
    this.document = document
    this.#changed = changed
    const nothing = async () => {}
    this.editor = new ExtHostTextEditor(
      '',
      {
        $trySetOptions: nothing,
        $trySetSelections: nothing,
        $tryRevealRange: nothing,
        /** It says no if the document has changed meanwhile, but not that it is read-only. */
        $tryApplyEdits: async (
          _id: '',
          version: number,
          edits: EditorEdit[],
          { setEndOfLine }: { setEndOfLine?: number },
        ) => {
          this.#edited.fire()
          await new Promise((resolve) => setImmediate(resolve)) // the way to its window
          if (document.document.isClosed) throw new Error('The editor is closed')
          if (document.document.version !== version) return false
          const eol = setEndOfLine === undefined ? document.eol : ['\n', '\r\n'][setEndOfLine]
          if (!isReadOnly) this.change(edits.map(changeOf), eol)
          return true
        },
      },
      console,
      { value: document.document },
      [new Selection(0, 0, 0, 0)],
      { tabSize: 4, indentSize: 4, originalIndentSize: 4, insertSpaces: true },
      [],
      1,
    )
  }

  change(changes: readonly Change[], eol?: string): void {
    const { document } = this.document
    const cursors = this.editor.value.selections.map(({ active }) => document.offsetAt(active))
    const after = this.document.change(changes, eol)
    const places = cursors.map((offset) => document.positionAt(after(offset)))
    this.editor._acceptSelections(places.map((place) => new Selection(place, place)))
    this.#changed(changes)
  }

  /** What is typed is on its way for a moment: an edit that is made then doesn’t know of it. */
  async type(text: string): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#edited.event(() => resolve())
      setTimeout(resolve, 50)
    })
    const { selections } = this.editor.value
    this.change(selections.map((range) => ({ range, text, isInserted: true })))
  }
}

/** A change as VS Code sends it to its window, where lines and columns begin with 1. */
interface EditorEdit {
  range: { startLineNumber: number; startColumn: number; endLineNumber: number; endColumn: number }
  text: string
  forceMoveMarkers: boolean
}

function changeOf({ range, text, forceMoveMarkers: isInserted }: EditorEdit): Change {
  const { startLineNumber, startColumn, endLineNumber, endColumn } = range
  const from = new Range(startLineNumber - 1, startColumn - 1, endLineNumber - 1, endColumn - 1)
  return { range: from, text, isInserted }
}

/** The files of the workspace, by their URIs. */
interface Files {
  readFile(uri: Uri): PromiseLike<Uint8Array>
  writeFile(uri: Uri, content: Uint8Array): PromiseLike<void>
}

/** The documents that are open, and the editor of one of them. */
export class Documents {
  readonly #files: Files
  readonly #providers = new Map<string, TextDocumentContentProvider>()
  readonly #opened = new EventEmitter<TextDocument>()
  readonly #changed = new EventEmitter<{
    document: TextDocument
    contentChanges: readonly Change[]
  }>()
  readonly #saved = new EventEmitter<TextDocument>()
  readonly #closed = new EventEmitter<TextDocument>()
  readonly #visible = new EventEmitter<unknown>()
  readonly #open = new Map<string, FakeDocument>()
  #active: FakeEditor | undefined

  readonly onDidOpen = this.#opened.event
  readonly onDidChange = this.#changed.event
  readonly onDidSave = this.#saved.event
  readonly onDidClose = this.#closed.event
  readonly onDidChangeVisible = this.#visible.event

  constructor(files: Files) {
    this.#files = files
  }

  get active(): TextEditor | undefined {
    return this.#active?.editor.value
  }

  get visible(): TextEditor[] {
    return this.active ? [this.active] : []
  }

  get all(): TextDocument[] {
    return [...this.#open.values()].map(({ document }) => document)
  }

  registerProvider = (scheme: string, provider: TextDocumentContentProvider): Disposable => {
    this.#providers.set(scheme, provider)
    const news = provider.onDidChange?.((uri) => {
      this.#open.get(uri.toString())?.write(textOf(provider, uri))
    })
    return new Disposable(() => {
      this.#providers.delete(scheme)
      news?.dispose()
    })
  }

  open = async (of: Uri | { language: string; content: string }): Promise<TextDocument> => {
    const uri = 'content' in of ? UriMaker.parse(`untitled:Untitled-${this.#open.size + 1}`) : of
    const known = this.#open.get(uri.toString())
    if (known) return known.document
    const made =
      'content' in of ? new FakeDocument(uri, of.content, of.language) : await this.#documentAt(of)
    this.#open.set(uri.toString(), made)
    this.#opened.fire(made.document)
    return made.document
  }

  async #documentAt(uri: Uri): Promise<FakeDocument> {
    if (uri.scheme === 'untitled') return new FakeDocument(uri, '')
    const provider = this.#providers.get(uri.scheme)
    if (provider) return new FakeDocument(uri, textOf(provider, uri))
    if (uri.scheme !== 'file') throw new Error(`Only a real VS Code opens ${uri.toString()}`)
    const text = new TextDecoder().decode(await this.#files.readFile(uri))
    const made = new FakeDocument(uri, text, undefined, async (content) => {
      await this.#files.writeFile(uri, new TextEncoder().encode(content))
      this.#saved.fire(made.document)
    })
    return made
  }

  show = async ({ uri }: TextDocument): Promise<TextEditor> => {
    const shown = this.#open.get(uri.toString())!
    this.#active = new FakeEditor(shown, this.#providers.has(uri.scheme), (contentChanges) =>
      this.#changed.fire({ document: shown.document, contentChanges }),
    )
    this.#visible.fire(undefined)
    return this.#active.editor.value
  }

  apply = async (edit: WorkspaceEdit): Promise<boolean> => {
    const { document } = this.active ?? {}
    for (const [uri, edits] of edit.entries()) {
      if (uri.toString() !== document?.uri.toString())
        throw new Error('Only a real VS Code edits what is not shown')
      this.#active?.change(edits.map(({ range, newText: text }) => ({ range, text })))
    }
    return true
  }

  /** What VS Code does to the active editor by its commands. */
  readonly commands: Record<string, (argument: never) => unknown> = {
    type: ({ text }: { text: string }) => this.#active?.type(text),
    undo: () => this.#step('undo'),
    redo: () => this.#step('redo'),
    'workbench.action.closeAllEditors': () => this.#closeAll(),
    'workbench.action.revertAndCloseActiveEditor': () => this.#closeAll(),
  }

  #step(from: 'undo' | 'redo'): void {
    const { document } = this.#active ?? {}
    document?.step(from)
    if (document) this.#changed.fire({ document: document.document, contentChanges: [] })
  }

  #closeAll(): void {
    this.#active?.editor.dispose()
    this.#active = undefined
    for (const [key, made] of this.#open) {
      this.#open.delete(key)
      made.dispose()
      this.#closed.fire(made.document)
    }
  }
}

/** What a provider has to say now. */
function textOf(provider: TextDocumentContentProvider, uri: Uri): string {
  return provider.provideTextDocumentContent(uri, undefined as never) as string
}
