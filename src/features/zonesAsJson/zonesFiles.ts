import * as vscode from 'vscode'
import { zonesScheme } from '../../contributions.ts'
import type { ZonesDocuments } from './zonesDocuments.ts'

/**
 * Registers the documents that show zones as JSON: read-only files, so that VS Code restores them. They
 * are loaded with the first one that is asked for; `changed` tells VS Code of news.
 */
export function registerZonesFiles(
  documents: () => Promise<ZonesDocuments>,
  changed: vscode.EventEmitter<vscode.FileChangeEvent[]>,
): vscode.Disposable {
  const refuse = (uri: vscode.Uri): never => {
    throw vscode.FileSystemError.NoPermissions(uri)
  }
  const files: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    readFile: async (uri) => (await documents()).readFile(uri),
    stat: async (uri) => (await documents()).stat(uri),
    readDirectory: () => [],
    watch: () => new vscode.Disposable(() => {}),
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  }
  const reason = vscode.l10n.t(
    'This shows what the service said. Refresh the Zones view to read it again.',
  )
  const options = { isReadonly: new vscode.MarkdownString(reason), isCaseSensitive: true }
  return vscode.workspace.registerFileSystemProvider(zonesScheme, files, options)
}
