import * as vscode from 'vscode'
import { zonesDragType } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import type { ZonesNode } from '../../ui/trees/nodes.ts'
import { dropZones, zonesDropKind } from './dropZones.ts'

/**
 * Lets zones and regions be dragged out of the Zones view, and dropped on an editor. What is dragged
 * carries but a number, by which this window knows the rows: nothing from elsewhere passes for them, and
 * nothing is read before the drop. The view itself takes no drop.
 */
export class ZoneDrag implements vscode.DocumentDropEditProvider {
  readonly #parts: Pick<Parts, 'log' | 'tracked' | 'clouds'>
  #latest: { id: string; rows: readonly ZonesNode[] } | undefined
  #count = 0

  constructor(parts: Pick<Parts, 'log' | 'tracked' | 'clouds'>) {
    this.#parts = parts
  }

  /** Has VS Code ask here for what is dropped on an editor. */
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
