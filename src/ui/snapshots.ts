import * as vscode from 'vscode'
import { visible } from '../texts.ts'

/** Read-only documents that never change by themselves; opened again, one has the new text. */
export class Snapshots implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #scheme: string
  readonly #command: string
  readonly #texts = new Map<string, string>()
  readonly #changed = new vscode.EventEmitter<vscode.Uri>()
  readonly #registrations: vscode.Disposable

  readonly onDidChange = this.#changed.event

  /** `command` is the title of the command that opens them. */
  constructor(scheme: string, command: string) {
    this.#scheme = scheme
    this.#command = command
    this.#registrations = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    )
  }

  /**
   * Loads the document of a subject, without an editor. The subject has nothing secret: VS Code stores it in
   * its window state.
   */
  async load(
    title: string,
    extension: 'json' | 'md',
    subject: string,
    text: string,
  ): Promise<vscode.TextDocument> {
    // The title of a tab is the last part of the path.
    const path = `/${visible(title).replaceAll(/[/\\]/g, '_')}.${extension}`
    const uri = vscode.Uri.from({ scheme: this.#scheme, path, query: subject })
    this.#texts.set(uri.toString(), text)
    this.#changed.fire(uri) // it may be open
    return vscode.workspace.openTextDocument(uri)
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const text = this.#texts.get(uri.toString())
    if (text !== undefined) return text
    // VS Code opens it after a restart.
    return vscode.l10n.t('This text is no longer available. Run “{0}” again.', this.#command)
  }

  dispose(): void {
    this.#registrations.dispose()
    this.#changed.dispose()
  }
}
