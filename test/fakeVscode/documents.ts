import type { TextDocumentContentProvider, TextEditorEdit, Uri } from 'vscode'
import { TextLines } from './languages.ts'
import {
  Disposable,
  EndOfLine,
  EventEmitter,
  Position,
  type Range,
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

/** Where the text of a document comes from, and goes to where it is saved; nowhere for an untitled one. */
interface Source {
  /** Says the latest text; the document is read-only then. */
  provider?: TextDocumentContentProvider
  /** Writes it. */
  save?: (text: string) => Promise<void>
}

/** A document as VS Code has it, with its own text, or read-only with the latest of a provider. */
class FakeDocument {
  readonly uri: Uri
  readonly languageId: string
  version = 1
  isClosed = false
  isDirty = false
  eol: number
  #text: string
  readonly #source: Source
  /** The texts before, the latest last, and those that were taken back. */
  readonly #past: string[] = []
  readonly #future: string[] = []

  constructor(uri: Uri, text: string, source: Source, language?: string) {
    this.uri = uri
    this.languageId = language ?? /\.(yaml|jsonc?)$/.exec(uri.path)?.[1] ?? 'plaintext'
    this.eol = text.includes('\r\n') ? EndOfLine.CRLF : EndOfLine.LF
    this.#text = text
    this.#source = source
  }

  get isUntitled(): boolean {
    return this.uri.scheme === 'untitled'
  }

  get isReadOnly(): boolean {
    return this.#source.provider !== undefined
  }

  get fileName(): string {
    return this.uri.path
  }

  get #lines(): TextLines {
    const { provider } = this.#source
    const text = provider?.provideTextDocumentContent(this.uri, undefined as never)
    return new TextLines(provider ? (text as string) : this.#text)
  }

  getText = (range?: Range): string => this.#lines.in(range)
  offsetAt = (position: Position): number => this.#lines.offsetAt(position)
  lineAt = (line: number): { text: string } => this.#lines.lineAt(line)

  positionAt(offset: number): Position {
    const { line, character } = this.#lines.positionAt(offset)
    return new Position(line, character)
  }

  /** Writes changes in one step to undo; returns where offsets are afterwards. */
  change(changes: readonly Change[], eol = this.eol): (offset: number) => number {
    const signs = eol === EndOfLine.CRLF ? '\r\n' : '\n'
    const made = changes.map(({ range, text, isInserted }) => ({
      isInserted: isInserted || !range.start.isEqual(range.end),
      start: this.offsetAt(range.start),
      end: this.offsetAt(range.end),
      text: text.replaceAll(/\r?\n/g, signs),
    }))
    let text = this.#text
    for (const { start, end, text: written } of made.toSorted((a, b) => b.start - a.start)) {
      text = text.slice(0, start) + written + text.slice(end)
    }
    this.eol = eol
    this.#past.push(this.#text)
    this.#set(text.replaceAll(/\r?\n/g, signs))
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
    there.push(this.#text)
    this.#set(text)
  }

  save = async (): Promise<boolean> => {
    await this.#source.save?.(this.#text)
    this.isDirty = false
    return this.#source.save !== undefined
  }

  #set(text: string): void {
    this.#text = text
    this.version++
    this.isDirty = true
  }
}

/** The editor of a document, with its cursors. */
class FakeEditor {
  readonly document: FakeDocument
  options: object = { tabSize: 4, insertSpaces: true }
  selections: readonly Selection[] = [new Selection(new Position(0, 0), new Position(0, 0))]
  readonly #changed: (changes: readonly Change[]) => void
  readonly #edited = new EventEmitter<void>()

  constructor(document: FakeDocument, changed: (changes: readonly Change[]) => void) {
    this.document = document
    this.#changed = changed
  }

  get selection(): Selection {
    return this.selections[0]!
  }

  set selection(selection: Selection) {
    this.selections = [selection]
  }

  revealRange = (): void => {}

  /** As VS Code: it says no if the document has changed meanwhile, but not that it is read-only. */
  edit = async (write: (builder: TextEditorEdit) => void): Promise<boolean> => {
    const { document } = this
    const { version } = document
    const changes: Change[] = []
    let { eol } = document
    write({
      insert: (at: Position, text: string) => changes.push({ range: new Selection(at, at), text }),
      replace: (range: Range, text: string) => changes.push({ range, text }),
      setEndOfLine: (chosen: number) => (eol = chosen),
    } as never)
    this.#edited.fire()
    await new Promise((resolve) => setImmediate(resolve)) // the way to its window
    if (document.isClosed) throw new Error('TextEditor#edit not possible on closed editors')
    if (document.version !== version) return false
    if (!document.isReadOnly) this.change(changes, eol)
    return true
  }

  change(changes: readonly Change[], eol?: number): void {
    const { document } = this
    const cursors = this.selections.map(({ active }) => document.offsetAt(active))
    const after = document.change(changes, eol)
    this.selections = cursors.map((offset) => {
      const place = document.positionAt(after(offset))
      return new Selection(place, place)
    })
    this.#changed(changes)
  }

  /** What is typed is on its way for a moment: an edit that is made then doesn’t know of it. */
  async type(text: string): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#edited.event(() => resolve())
      setTimeout(resolve, 50)
    })
    this.change(this.selections.map((range) => ({ range, text, isInserted: true })))
  }
}

/** The files of the workspace, by their URIs. */
interface Files {
  readFile(uri: Uri): PromiseLike<Uint8Array>
  writeFile(uri: Uri, content: Uint8Array): PromiseLike<void>
}

/** The documents that are open, one editor for each. */
export class Documents {
  readonly #files: Files
  readonly #providers = new Map<string, TextDocumentContentProvider>()
  readonly #opened = new EventEmitter<FakeDocument>()
  readonly #changed = new EventEmitter<{
    document: FakeDocument
    contentChanges: readonly Change[]
  }>()
  readonly #saved = new EventEmitter<FakeDocument>()
  readonly #closed = new EventEmitter<FakeDocument>()
  readonly #visible = new EventEmitter<unknown>()
  readonly #open = new Map<string, FakeDocument>()
  active: FakeEditor | undefined

  readonly onDidOpen = this.#opened.event
  readonly onDidChange = this.#changed.event
  readonly onDidSave = this.#saved.event
  readonly onDidClose = this.#closed.event
  readonly onDidChangeVisible = this.#visible.event

  constructor(files: Files) {
    this.#files = files
  }

  registerProvider = (scheme: string, provider: TextDocumentContentProvider): Disposable => {
    this.#providers.set(scheme, provider)
    return new Disposable(() => this.#providers.delete(scheme))
  }

  open = async (of: Uri | { language: string; content: string }): Promise<FakeDocument> => {
    const uri = 'content' in of ? UriMaker.parse(`untitled:Untitled-${this.#open.size + 1}`) : of
    const known = this.#open.get(uri.toString())
    if (known) return known
    const document =
      'content' in of
        ? new FakeDocument(uri, of.content, {}, of.language)
        : await this.#documentAt(of)
    this.#open.set(uri.toString(), document)
    this.#opened.fire(document)
    return document
  }

  async #documentAt(uri: Uri): Promise<FakeDocument> {
    if (uri.scheme === 'untitled') return new FakeDocument(uri, '', {})
    const provider = this.#providers.get(uri.scheme)
    if (provider) return new FakeDocument(uri, '', { provider })
    if (uri.scheme !== 'file') throw new Error(`Only a real VS Code opens ${uri.toString()}`)
    const text = new TextDecoder().decode(await this.#files.readFile(uri))
    const save = async (content: string) => {
      await this.#files.writeFile(uri, new TextEncoder().encode(content))
      this.#saved.fire(document)
    }
    const document = new FakeDocument(uri, text, { save })
    return document
  }

  show = async (document: FakeDocument): Promise<FakeEditor> => {
    this.active = new FakeEditor(document, (contentChanges) =>
      this.#changed.fire({ document, contentChanges }),
    )
    this.#visible.fire(undefined)
    return this.active
  }

  get visible(): FakeEditor[] {
    return this.active ? [this.active] : []
  }

  get all(): FakeDocument[] {
    return [...this.#open.values()]
  }

  apply = async ({ edits }: WorkspaceEdit): Promise<boolean> => {
    const { active } = this
    const isActive = edits.every(({ uri }) => uri.toString() === active?.document.uri.toString())
    if (!isActive) throw new Error('Only a real VS Code edits what is not shown')
    active?.change(edits)
    return true
  }

  /** What VS Code does to the active editor by its commands. */
  readonly commands: Record<string, (argument: never) => unknown> = {
    type: ({ text }: { text: string }) => this.active?.type(text),
    undo: () => this.#step('undo'),
    redo: () => this.#step('redo'),
    'workbench.action.closeAllEditors': () => this.#closeAll(),
    'workbench.action.revertAndCloseActiveEditor': () => this.#closeAll(),
  }

  #step(from: 'undo' | 'redo'): void {
    const { document } = this.active ?? {}
    document?.step(from)
    if (document) this.#changed.fire({ document, contentChanges: [] })
  }

  #closeAll(): void {
    this.active = undefined
    for (const [key, document] of this.#open) {
      this.#open.delete(key)
      document.isClosed = true
      this.#closed.fire(document)
    }
  }
}
