import * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import { accountTitle } from '../../inventory/accounts.ts'
import type { AccountNode, RegionNode } from '../../ui/trees/nodes.ts'
import { zonesDocument } from './zonesDocument.ts'
import { parseUri, uriOf } from './zonesUri.ts'
import type { Parts } from '../../parts.ts'

/** The state of a requested document. */
interface DocumentState {
  text: string
  /** In epoch ms; increases with every change, so that VS Code notices it. */
  mtime: number
  /** True if it may have changed. */
  isStale: boolean
  /** The number of the current update. */
  version: number
  /** The loaded regions in it. */
  readonly read: Set<string>
}

/**
 * The documents that show zones as JSON. A document follows the Zones view while it is visible; a hidden one
 * catches up when it is shown.
 */
export class ZonesDocuments implements vscode.Disposable {
  readonly #sources: Parts
  readonly #made = new Map<string, DocumentState>()
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>()
  readonly #subscriptions: vscode.Disposable
  #isDue = false

  /** Fires when a document is to be read again. */
  readonly onDidChangeFile = this.#changed.event

  constructor(sources: Parts) {
    this.#sources = sources
    this.#subscriptions = vscode.Disposable.from(
      sources.zonesView.onDidChangeTreeData(() => this.#hearNews()),
      sources.clouds.zones.onDidLoad(() => this.#hearNews()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#updateSoon()),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#made.delete(uri.toString())),
    )
  }

  /** Opens a document, and loads again what failed. */
  async show(
    node: AccountNode | RegionNode,
    options: vscode.TextDocumentShowOptions,
  ): Promise<void> {
    const { clouds, tracked } = this.#sources
    if (node.kind === 'region') {
      const known = clouds.zones.peek(node)
      if (known && 'error' in known) clouds.zones.invalidate(node)
    }
    const uri = uriOf(node, accountTitle(tracked, clouds, node))
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
    made.text = await this.#textOf(uri, made)
    this.#made.set(key, made)
    return encoded(made.text)
  }

  /** The size of a document is unknown until it is requested. */
  stat(uri: vscode.Uri): vscode.FileStat {
    const { text = '', mtime = 0 } = this.#made.get(uri.toString()) ?? {}
    return { type: vscode.FileType.File, ctime: 0, mtime, size: encoded(text).length }
  }

  dispose(): void {
    this.#subscriptions.dispose()
    this.#changed.dispose()
  }

  #hearNews(): void {
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
    const text = await this.#textOf(uri, made)
    if (version !== made.version || text === made.text) return
    made.text = text
    made.mtime = Math.max(made.mtime + 1, clock.now())
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }])
  }

  async #textOf(uri: vscode.Uri, { read }: DocumentState): Promise<string> {
    const subject = parseUri(uri)
    if (!subject) throw vscode.FileSystemError.FileNotFound(uri)
    return zonesDocument(subject, this.#sources, read)
  }
}

function isVisible(uri: vscode.Uri): boolean {
  const shown = vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString())
  return shown.includes(uri.toString())
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
