import * as vscode from 'vscode'
import type { Parts } from '../../parts.ts'
import { JsonDocuments } from '../../ui/jsonDocuments.ts'
import { zonesDocument } from './zonesDocument.ts'
import { parseUri } from './zonesUri.ts'

/** Creates the documents that show zones as JSON. */
export function createZonesDocuments(parts: Parts): JsonDocuments {
  const textOf = async (uri: vscode.Uri, read: Set<string>) => {
    const target = parseUri(uri)
    if (!target) throw vscode.FileSystemError.FileNotFound(uri)
    return zonesDocument(target, parts, read)
  }
  const { zonesView, clouds } = parts
  return new JsonDocuments(textOf, [zonesView.onDidChangeTreeData, clouds.zones.onDidLoad])
}
