import * as vscode from 'vscode'
import { zonesDragType } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { createErrorHandler } from '../../ui/commandErrors.ts'
import type { InsertedZone } from '../../syntax/insertion.ts'
import { warnOfNotShown } from '../../ui/listTexts.ts'
import {
  isNode,
  type ZoneNode,
  type ZonesNode,
  type ZonesParentNode,
} from '../../ui/trees/nodes.ts'
import { insertionInto } from './documentInsertion.ts'
import { loadZonesOfRows } from './zonesOfRows.ts'

/** The kind of the drop edit, by which VS Code’s settings and menus tell it from the edits of other extensions. */
const zonesDropKind = vscode.DocumentDropOrPasteEditKind.Empty.append('poolkeeper', 'zones')

/**
 * Supports dragging zones and regions out of the Zones view. The dragged data is only a number that identifies the rows
 * in this window, so another program can’t drop rows that it has made up. Nothing is loaded before the drop. The view
 * itself accepts no drops.
 */
export function createZoneDrag(parts: Parts) {
  let draggedRows: readonly (ZoneNode | ZonesParentNode)[] = []
  let dragId = 0
  const metadata = { dropMimeTypes: [zonesDragType], providedDropEditKinds: [zonesDropKind] }
  const provider = { provideDocumentDropEdits }
  const registration = vscode.languages.registerDocumentDropEditProvider('*', provider, metadata)
  return { handleDrag, dispose: () => registration.dispose() }

  /**
   * Remembers the dragged rows. VS Code gets only a new number for this drag, by which the drop recognizes the rows
   * that it belongs to.
   */
  function handleDrag(rows: readonly ZonesNode[], data: vscode.DataTransfer): void {
    draggedRows = rows.filter((row) => isNode(row, 'zone', 'region', 'regionlessAccount'))
    dragId += 1
    if (draggedRows.length === 0) return
    data.set(zonesDragType, new vscode.DataTransferItem(String(dragId)))
  }

  /** Returns the edit that inserts the dropped zones, in the same way as the command Insert Zones at Cursor. */
  async function provideDocumentDropEdits(
    document: vscode.TextDocument,
    position: vscode.Position,
    data: vscode.DataTransfer,
    token: vscode.CancellationToken,
  ): Promise<vscode.DocumentDropEdit[] | undefined> {
    const droppedId = await data.get(zonesDragType)?.asString()
    if (droppedId !== String(dragId)) return undefined
    return createErrorHandler(parts.log)('drop', async () => {
      const zones = await loadZonesOfRows(draggedRows, parts)
      if (token.isCancellationRequested) return []
      warnOfNotShown(zones)
      if (zones.items.length === 0) return []
      const edit = await createDropEdit(document, position, zones.items)
      return edit && !token.isCancellationRequested ? [edit] : []
    })
  }
}

async function createDropEdit(
  document: vscode.TextDocument,
  position: vscode.Position,
  zones: readonly InsertedZone[],
): Promise<vscode.DocumentDropEdit | undefined> {
  const offset = document.offsetAt(position)
  const insertion = await insertionInto(document, [{ start: offset, end: offset }], zones)
  if (!insertion) return undefined // VS Code cancels a drop into a document that changes
  // The drop edit’s own text stays empty, because VS Code would treat it as a snippet, and indent its lines again.
  const drop = new vscode.DocumentDropEdit('', vscode.l10n.t('Insert Zones'), zonesDropKind)
  drop.additionalEdit = new vscode.WorkspaceEdit()
  drop.additionalEdit.set(document.uri, [...insertion.edits])
  return drop
}
