import * as v from 'valibot'
import * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import { visible } from '../texts.ts'

/** The state of a requested document. */
interface DocumentState {
  text: string
  /** In epoch ms; increases with every change, so that VS Code notices it. */
  mtime: number
  /** True if it may have changed. */
  isStale: boolean
  /** The number of the current update. */
  version: number
  /** The items in it that were loaded. */
  readonly read: Set<string>
}

/** A kind of document. */
interface DocumentSource<Target> {
  scheme: string
  /** VS Code stores a document’s target in its URI, so it has all data to recreate it, and nothing secret. */
  target: v.GenericSchema<unknown, Target>
  /** Creates the text. `read` is kept with the document, to record what is loaded in it. */
  textOf(target: Target, read: Set<string>): Promise<string>
  /** They fire when documents may have changed. */
  changes: readonly vscode.Event<unknown>[]
}

/**
 * Read-only documents that show items of a view as JSON. A document follows the view while it is visible; a
 * hidden one catches up when it is shown.
 */
export class JsonDocuments<Target = unknown> implements vscode.Disposable {
  readonly #source: DocumentSource<Target>
  readonly #made = new Map<string, DocumentState>()
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>()
  readonly #subscriptions: vscode.Disposable
  #isDue = false
  /** The number of times that documents may have changed. */
  #changes = 0

  /** Fires when a document is to be read again. */
  readonly onDidChangeFile = this.#changed.event

  constructor(source: DocumentSource<Target>) {
    this.#source = source
    this.#subscriptions = vscode.Disposable.from(
      ...source.changes.map((change) => change(() => this.#markStale())),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#updateSoon()),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#made.delete(uri.toString())),
    )
  }

  /** Opens the document of a target. The last part of its path, the title, is that of the tab. */
  async show(
    target: Target,
    title: string,
    options: vscode.TextDocumentShowOptions,
  ): Promise<void> {
    const path = `/${visible(title).replaceAll(/[/\\]/g, '_')}.json`
    const query = JSON.stringify(target)
    const uri = vscode.Uri.from({ scheme: this.#source.scheme, path, query })
    // VS Code keeps documents for a while, and checks for changes when it shows them again.
    if (!isVisible(uri)) this.#made.delete(uri.toString())
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), options)
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const key = uri.toString()
    const known = this.#made.get(key)
    if (known) return encoded(known.text)
    const made: DocumentState = {
      text: '',
      mtime: clock.now(),
      isStale: false,
      version: 0,
      read: new Set(),
    }
    const changes = this.#changes
    made.text = await this.#textOf(uri, made.read)
    this.#made.set(key, made)
    if (changes !== this.#changes) this.#markStale() // what changed meanwhile may be missing
    return encoded(made.text)
  }

  /**
   * The size of a document is unknown until it is requested. It counts as changed until then, because VS Code
   * keeps the text of a closed document, and reads it again only after a change.
   */
  stat(uri: vscode.Uri): vscode.FileStat {
    const { text = '', mtime = clock.now() } = this.#made.get(uri.toString()) ?? {}
    return { type: vscode.FileType.File, ctime: 0, mtime, size: encoded(text).length }
  }

  dispose(): void {
    this.#subscriptions.dispose()
    this.#changed.dispose()
  }

  async #textOf(uri: vscode.Uri, read: Set<string>): Promise<string> {
    const schema = v.pipe(v.string(), v.parseJson(), this.#source.target)
    const found = v.safeParse(schema, uri.query)
    if (!found.success) throw vscode.FileSystemError.FileNotFound(uri)
    return this.#source.textOf(found.output, read)
  }

  #markStale(): void {
    this.#changes += 1
    for (const made of this.#made.values()) made.isStale = true
    this.#updateSoon()
  }

  /** Coalesces updates. */
  #updateSoon(): void {
    if (this.#isDue) return
    this.#isDue = true
    queueMicrotask(() => {
      this.#isDue = false
      for (const { document } of vscode.window.visibleTextEditors) void this.#update(document.uri)
    })
  }

  async #update(uri: vscode.Uri): Promise<void> {
    const made = this.#made.get(uri.toString())
    if (!made?.isStale) return
    made.isStale = false
    const version = ++made.version
    const text = await this.#textOf(uri, made.read)
    if (version !== made.version || text === made.text) return
    made.text = text
    made.mtime = Math.max(made.mtime + 1, clock.now())
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }])
  }
}

function isVisible(uri: vscode.Uri): boolean {
  const shown = vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString())
  return shown.includes(uri.toString())
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
