import * as vscode from 'vscode'
import { visible } from '../texts.ts'

/**
 * Creates read-only documents that never change by themselves; opened again, one has the new text. `command` is the title
 * of the command that opens them.
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
        // VS Code opens the documents of its last window after a restart.
        vscode.l10n.t('This text is no longer available. Run “{0}” again.', command),
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => texts.delete(uri.toString())),
  )
  return { load, dispose: () => registrations.dispose() }

  /**
   * Loads the document of a subject, without an editor. The subject has nothing secret: VS Code stores it in
   * its window state.
   */
  async function load(
    title: string,
    extension: 'json' | 'md',
    subject: string,
    text: string,
  ): Promise<vscode.TextDocument> {
    // The title of a tab is the last part of the path.
    const path = `/${visible(title).replaceAll(/[/\\]/g, '_')}.${extension}`
    const uri = vscode.Uri.from({ scheme, path, query: subject })
    texts.set(uri.toString(), text)
    // The document may be open.
    changed.fire(uri)
    return vscode.workspace.openTextDocument(uri)
  }
}
