import * as vscode from 'vscode'
import { zonesDragType } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { uniqueNames } from '../../ui/copyFormats.ts'
import { createErrorHandler } from '../../ui/commandErrors.ts'
import { warnOfNotShown } from '../../ui/listTexts.ts'
import type { RegionNode, ZoneNode, ZonesNode } from '../../ui/trees/nodes.ts'
import { namesInDocument } from './namesInDocument.ts'
import { zonesOfRows } from './zonesOfRows.ts'

/** The kind of edit that VS Code knows a drop of zones by. */
const zonesDropKind = vscode.DocumentDropOrPasteEditKind.Empty.append('poolkeeper', 'zones')

/**
 * Supports dragging zones and regions out of the Zones view. The data is only a number that identifies the
 * nodes in this window, so nothing external passes for them, and nothing is loaded before the drop. The view
 * accepts no drops.
 */
export class ZoneDrag implements vscode.DocumentDropEditProvider {
  readonly #parts: Parts
  #rows: readonly (ZoneNode | RegionNode)[] = []
  #id = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  register(): vscode.Disposable {
    const metadata = { dropMimeTypes: [zonesDragType], providedDropEditKinds: [zonesDropKind] }
    return vscode.languages.registerDocumentDropEditProvider('*', this, metadata)
  }

  handleDrag(source: readonly ZonesNode[], data: vscode.DataTransfer): void {
    this.#rows = source.filter((row) => row.kind === 'zone' || row.kind === 'region')
    this.#id += 1
    if (this.#rows.length > 0) data.set(zonesDragType, new vscode.DataTransferItem(`${this.#id}`))
  }

  /** Returns the edit for what is dropped, as in Insert Zones at Cursor. */
  async provideDocumentDropEdits(
    document: vscode.TextDocument,
    position: vscode.Position,
    data: vscode.DataTransfer,
    token: vscode.CancellationToken,
  ): Promise<vscode.DocumentDropEdit[] | undefined> {
    const id = await data.get(zonesDragType)?.asString()
    if (id !== `${this.#id}`) return undefined
    return createErrorHandler(this.#parts.log)('drop', async () => {
      const zones = await zonesOfRows(this.#rows, this.#parts)
      if (token.isCancellationRequested) return []
      warnOfNotShown(zones)
      if (zones.length === 0) return []
      const range = new vscode.Range(position, position)
      const { edits } = namesInDocument(document, [range], uniqueNames(zones))
      // VS Code would treat the inserted text as a snippet and indent its lines again.
      const drop = new vscode.DocumentDropEdit('', vscode.l10n.t('Insert Zones'), zonesDropKind)
      drop.additionalEdit = new vscode.WorkspaceEdit()
      drop.additionalEdit.set(document.uri, edits)
      return [drop]
    })
  }
}
