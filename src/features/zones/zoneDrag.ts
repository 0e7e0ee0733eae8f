import * as vscode from 'vscode'
import { zonesDragType } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import type { ZonesNode } from '../../ui/trees/nodes.ts'
import { dropZones, zonesDropKind } from './dropZones.ts'

/**
 * Supports dragging zones and regions out of the Zones view. The data is only a number that identifies the
 * nodes in this window, so nothing external passes for them, and nothing is loaded before the drop. The view
 * accepts no drops.
 */
export class ZoneDrag implements vscode.DocumentDropEditProvider {
  readonly #parts: Parts
  #latest: { id: string; rows: readonly ZonesNode[] } | undefined
  #count = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  register(): vscode.Disposable {
    const metadata = { dropMimeTypes: [zonesDragType], providedDropEditKinds: [zonesDropKind] }
    return vscode.languages.registerDocumentDropEditProvider('*', this, metadata)
  }

  handleDrag(source: readonly ZonesNode[], data: vscode.DataTransfer): void {
    const rows = source.filter(({ kind }) => kind === 'zone' || kind === 'region')
    if (rows.length === 0) return
    const id = String(++this.#count)
    this.#latest = { id, rows }
    data.set(zonesDragType, new vscode.DataTransferItem(id))
  }

  async provideDocumentDropEdits(
    document: vscode.TextDocument,
    position: vscode.Position,
    data: vscode.DataTransfer,
    token: vscode.CancellationToken,
  ): Promise<vscode.DocumentDropEdit[] | undefined> {
    const id = await data.get(zonesDragType)?.asString()
    if (id === undefined || id !== this.#latest?.id) return undefined
    return dropZones(this.#parts, this.#latest.rows, document, position, token)
  }
}
