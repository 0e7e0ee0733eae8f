import * as vscode from 'vscode'
import { displayText } from '../displayTexts.ts'

/**
 * Creates read-only documents whose text doesn’t change while they are open. When the same subject is opened again, its
 * document gets the new text. `command` is the title of the command that opens the documents.
 */
export function createSnapshots(scheme: string, command: string) {
  const texts = new Map<string, string>()
  const changed = new vscode.EventEmitter<vscode.Uri>()
  const registrations = vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) =>
        texts.get(uri.toString()) ??
        // After a restart, VS Code opens the tabs of the last window again, but the texts of these documents are gone.
        vscode.l10n.t('This document is no longer available. Run “{0}” again.', command),
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => texts.delete(uri.toString())),
  )
  return { load, dispose: () => registrations.dispose() }

  /**
   * Creates or updates the document of a subject, but doesn’t show it in an editor. `subject` identifies the document,
   * and must not contain secrets: it is part of the document’s URI, which VS Code stores in the state of the window.
   */
  async function load(
    title: string,
    extension: 'json' | 'md',
    subject: string,
    text: string,
  ): Promise<vscode.TextDocument> {
    // The last part of the path becomes the title of the editor’s tab.
    const path = `/${displayText(title).replaceAll(/[/\\]/g, '_')}.${extension}`
    const uri = vscode.Uri.from({ scheme, path, query: subject })
    texts.set(uri.toString(), text)
    // If the document is open, VS Code has to read its new text.
    changed.fire(uri)
    return vscode.workspace.openTextDocument(uri)
  }
}
