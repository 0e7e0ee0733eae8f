import * as vscode from 'vscode'
import { zonesDragType } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { uniqueNames } from '../../ui/copyFormats.ts'
import { createErrorHandler } from '../../ui/commandErrors.ts'
import { warnOfNotShown } from '../../ui/listTexts.ts'
import {
  isNode,
  type ZoneNode,
  type ZonesNode,
  type ZonesParentNode,
} from '../../ui/trees/nodes.ts'
import { namesInDocument } from './namesInDocument.ts'
import { zonesOfRows } from './zonesOfRows.ts'

/** The kind of edit that VS Code knows a drop of zones by. */
const zonesDropKind = vscode.DocumentDropOrPasteEditKind.Empty.append('poolkeeper', 'zones')

/**
 * Supports dragging zones and regions out of the Zones view. The data is only a number that identifies the
 * nodes in this window, so nothing external passes for them, and nothing is loaded before the drop. The view
 * accepts no drops.
 */
export function createZoneDrag(parts: Parts) {
  let rows: readonly (ZoneNode | ZonesParentNode)[] = []
  let id = 0
  const metadata = { dropMimeTypes: [zonesDragType], providedDropEditKinds: [zonesDropKind] }
  const provider = { provideDocumentDropEdits }
  const registration = vscode.languages.registerDocumentDropEditProvider('*', provider, metadata)
  return { handleDrag, dispose: () => registration.dispose() }

  function handleDrag(source: readonly ZonesNode[], data: vscode.DataTransfer): void {
    rows = source.filter((row) => isNode(row, 'zone', 'region', 'regionlessAccount'))
    id += 1
    if (rows.length > 0) data.set(zonesDragType, new vscode.DataTransferItem(String(id)))
  }

  /** Returns the edit for what is dropped, as in Insert Zones at Cursor. */
  async function provideDocumentDropEdits(
    document: vscode.TextDocument,
    position: vscode.Position,
    data: vscode.DataTransfer,
    token: vscode.CancellationToken,
  ): Promise<vscode.DocumentDropEdit[] | undefined> {
    if ((await data.get(zonesDragType)?.asString()) !== String(id)) return undefined
    return createErrorHandler(parts.log)('drop', async () => {
      const zones = await zonesOfRows(rows, parts)
      if (token.isCancellationRequested) return []
      warnOfNotShown(zones)
      if (zones.items.length === 0) return []
      const range = new vscode.Range(position, position)
      const { edits } = namesInDocument(document, [range], uniqueNames(zones.items))
      // VS Code would treat the inserted text as a snippet and indent its lines again.
      const drop = new vscode.DocumentDropEdit('', vscode.l10n.t('Insert Zones'), zonesDropKind)
      drop.additionalEdit = new vscode.WorkspaceEdit()
      drop.additionalEdit.set(document.uri, edits)
      return [drop]
    })
  }
}
