import * as vscode from 'vscode'
import { zonesDragType } from '../../contributions.ts'
import type { ZonesNode } from '../../ui/trees/nodes.ts'

/** The kind of edit that VS Code knows a drop of zones by. */
export const zonesDropKind = vscode.DocumentDropOrPasteEditKind.Empty.append('poolkeeper', 'zones')

/**
 * Lets zones and regions be dragged out of the Zones view. What is dragged carries but a number, by
 * which this window knows the rows: nothing from elsewhere passes for them, and nothing is read before
 * the drop. The view itself takes no drop.
 */
export class ZoneDrag {
  #latest: { id: string; rows: readonly ZonesNode[] } | undefined
  #count = 0

  handleDrag(source: readonly ZonesNode[], data: vscode.DataTransfer): void {
    const rows = source.filter(({ kind }) => kind === 'zone' || kind === 'region')
    if (rows.length === 0) return
    const id = String(++this.#count)
    this.#latest = { id, rows }
    data.set(zonesDragType, new vscode.DataTransferItem(id))
  }

  /** Takes the rows where they are dropped on an editor. */
  registerDrop(
    drop: (
      rows: readonly ZonesNode[],
      document: vscode.TextDocument,
      position: vscode.Position,
      token: vscode.CancellationToken,
    ) => Promise<vscode.DocumentDropEdit[]>,
  ): vscode.Disposable {
    const provider: vscode.DocumentDropEditProvider = {
      provideDocumentDropEdits: async (document, position, data, token) => {
        const rows = await this.#rowsIn(data)
        return rows && drop(rows, document, position, token)
      },
    }
    const metadata = { dropMimeTypes: [zonesDragType], providedDropEditKinds: [zonesDropKind] }
    return vscode.languages.registerDocumentDropEditProvider('*', provider, metadata)
  }

  /** Undefined for what was not dragged here. */
  async #rowsIn(data: vscode.DataTransfer): Promise<readonly ZonesNode[] | undefined> {
    const id = await data.get(zonesDragType)?.asString()
    return id !== undefined && id === this.#latest?.id ? this.#latest.rows : undefined
  }
}
