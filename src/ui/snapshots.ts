import * as vscode from 'vscode'
import { visible } from '../texts.ts'

/** Read-only JSON documents that never change by themselves; opened again, one has the new text. */
export class Snapshots implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #scheme: string
  readonly #texts = new Map<string, string>()
  readonly #changed = new vscode.EventEmitter<vscode.Uri>()
  readonly #registrations: vscode.Disposable

  readonly onDidChange = this.#changed.event

  constructor(scheme: string) {
    this.#scheme = scheme
    this.#registrations = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    )
  }

  /** Opens the document of a subject, which has nothing secret: VS Code stores it in its window state. */
  async show(
    title: string,
    subject: readonly string[],
    text: string,
    options: vscode.TextDocumentShowOptions,
  ): Promise<void> {
    // The title of a tab is the last part of the path.
    const path = `/${visible(title).replaceAll(/[/\\]/g, '_')}.json`
    const uri = vscode.Uri.from({ scheme: this.#scheme, path, query: JSON.stringify(subject) })
    this.#texts.set(uri.toString(), text)
    this.#changed.fire(uri) // it may be open
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), options)
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const gone = vscode.l10n.t('These details are no longer available. Run “Show Details” again.')
    return this.#texts.get(uri.toString()) ?? gone
  }

  dispose(): void {
    this.#registrations.dispose()
    this.#changed.dispose()
  }
}
