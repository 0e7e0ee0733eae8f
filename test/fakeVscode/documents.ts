import type { TextDocumentContentProvider, Uri } from 'vscode'
import { TextLines } from './languages.ts'
import { Disposable, EventEmitter, Position, type Range, Uri as UriMaker } from './values.ts'

/** A document whose text a provider gives: read-only, and always the latest. */
class FakeDocument {
  readonly uri: Uri
  readonly languageId: string
  readonly version = 1
  isClosed = false
  readonly #provider: TextDocumentContentProvider

  constructor(uri: Uri, provider: TextDocumentContentProvider, language = 'plaintext') {
    this.uri = uri
    this.languageId = language
    this.#provider = provider
  }

  get isUntitled(): boolean {
    return this.uri.scheme === 'untitled'
  }

  get fileName(): string {
    return this.uri.path
  }

  getText(range?: Range): string {
    const text = this.#provider.provideTextDocumentContent(this.uri, undefined as never) as string
    return range ? new TextLines(text).in(range) : text
  }

  offsetAt(position: Position): number {
    return new TextLines(this.getText()).offsetAt(position)
  }

  positionAt(offset: number): Position {
    const { line, character } = new TextLines(this.getText()).positionAt(offset)
    return new Position(line, character)
  }

  lineAt(line: number): { text: string } {
    return new TextLines(this.getText()).lineAt(line)
  }
}

/** The documents that are open, one editor for each. Files want a real VS Code. */
export class Documents {
  readonly #providers = new Map<string, TextDocumentContentProvider>()
  readonly #closed = new EventEmitter<FakeDocument>()
  readonly #visible = new EventEmitter<unknown>()
  readonly #open = new Map<string, FakeDocument>()
  #active: FakeDocument | undefined

  readonly onDidClose = this.#closed.event
  readonly onDidChangeVisible = this.#visible.event

  registerProvider = (scheme: string, provider: TextDocumentContentProvider): Disposable => {
    this.#providers.set(scheme, provider)
    return new Disposable(() => this.#providers.delete(scheme))
  }

  open = async (uri: Uri | { language: string; content: string }): Promise<FakeDocument> => {
    if ('content' in uri) return this.#untitled(uri)
    const provider = this.#providers.get(uri.scheme)
    if (!provider) throw new Error(`Only a real VS Code opens ${uri.toString()}`)
    const document = this.#open.get(uri.toString()) ?? new FakeDocument(uri, provider)
    this.#open.set(uri.toString(), document)
    return document
  }

  #untitled({ language, content }: { language: string; content: string }): FakeDocument {
    const uri = UriMaker.parse(`untitled:Untitled-${this.#open.size + 1}`)
    const document = new FakeDocument(uri, { provideTextDocumentContent: () => content }, language)
    this.#open.set(uri.toString(), document)
    return document
  }

  show = async (document: FakeDocument): Promise<{ document: FakeDocument }> => {
    this.#active = document
    this.#visible.fire(undefined)
    return { document }
  }

  get active(): { document: FakeDocument } | undefined {
    return this.#active && { document: this.#active }
  }

  get visible(): { document: FakeDocument }[] {
    return this.active ? [this.active] : []
  }

  get all(): FakeDocument[] {
    return [...this.#open.values()]
  }

  closeAll(): void {
    this.#active = undefined
    for (const [key, document] of this.#open) {
      this.#open.delete(key)
      document.isClosed = true
      this.#closed.fire(document)
    }
  }
}
