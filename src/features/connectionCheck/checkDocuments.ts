import * as vscode from 'vscode'
import { documentScheme } from '../../contributions.ts'
import { visible } from '../../texts.ts'

/**
 * VS Code’s editor that renders Markdown. Where the user has disabled its extension, VS Code opens the
 * text instead. That extension may run in another extension host, so this one can’t look for it.
 */
const markdownPreview = 'vscode.markdown.preview.editor'

/** The reports of Check Connection as read-only documents: the latest one of each connection. */
export class CheckDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>()
  readonly #changed = new vscode.EventEmitter<vscode.Uri>()
  readonly #registration: vscode.Disposable

  readonly onDidChange = this.#changed.event

  constructor() {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(documentScheme, this)
  }

  /** Opens or updates the report of a connection: rendered, or as text if nothing renders Markdown. */
  async show(connectionName: string, text: string): Promise<void> {
    const uri = uriOf(connectionName)
    this.#texts.set(uri.toString(), text)
    this.#changed.fire(uri)
    await vscode.workspace.openTextDocument(uri)
    const options = { preview: true }
    await vscode.commands.executeCommand('vscode.openWith', uri, markdownPreview, options)
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const gone = vscode.l10n.t('This report is no longer available. Run “Check Connection” again.')
    return this.#texts.get(uri.toString()) ?? gone
  }

  dispose(): void {
    this.#registration.dispose()
    this.#changed.dispose()
  }
}

/** The title of a tab is the last part of the path, so slashes in the name must not separate parts. */
function uriOf(connectionName: string): vscode.Uri {
  const title = vscode.l10n.t('Connection check: {0}', visible(connectionName))
  const path = `/${title.replaceAll(/[/\\]/g, '_')}.md`
  return vscode.Uri.from({ scheme: documentScheme, path, query: connectionName })
}
