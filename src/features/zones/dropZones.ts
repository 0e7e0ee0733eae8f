import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import { isAvailable } from '../../api/zoneState.ts'
import { haveStates } from './askZones.ts'
import type { Parts } from '../../parts.ts'
import type { ZonesNode } from '../../ui/trees/nodes.ts'
import { namesInDocument, rangeIn } from './namesInDocument.ts'
import { createErrorHandler } from '../../ui/commands.ts'
import { zonesOfRows } from './zonesOfRows.ts'

/** The kind of edit that VS Code knows a drop of zones by. */
export const zonesDropKind = vscode.DocumentDropOrPasteEditKind.Empty.append('poolkeeper', 'zones')

/**
 * Returns the edits for zones and regions that are dropped on a document, as in Insert Zones at Cursor. If
 * their states differ, there is another edit for the available ones.
 */
export async function dropZones(
  { log, tracked, clouds }: Parts,
  rows: readonly ZonesNode[],
  document: vscode.TextDocument,
  position: vscode.Position,
  token: vscode.CancellationToken,
): Promise<vscode.DocumentDropEdit[]> {
  const attempt = createErrorHandler(log)
  const zones = (await attempt('drop', () => zonesOfRows(rows, tracked, clouds))) ?? []
  if (zones.length === 0 || token.isCancellationRequested) return []
  const all = editOf(document, position, zones, allText(zones.length))
  const available = zones.filter(({ state }) => isAvailable(state))
  if (!haveStates(zones) || available.length === 0) return [all]
  return [all, editOf(document, position, available, availableText(available.length))]
}

function editOf(
  document: vscode.TextDocument,
  position: vscode.Position,
  zones: readonly Zone[],
  title: string,
): vscode.DocumentDropEdit {
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document)
  const names = zones.map(({ name }) => name)
  const range = new vscode.Range(position, position)
  const { edits } = namesInDocument(document, [range], names, editor?.options)
  // VS Code would treat the inserted text as a snippet and indent its lines again.
  const drop = new vscode.DocumentDropEdit('', title, zonesDropKind)
  drop.additionalEdit = new vscode.WorkspaceEdit()
  for (const edit of edits) {
    drop.additionalEdit.replace(document.uri, rangeIn(document, edit), edit.text)
  }
  return drop
}

function allText(count: number): string {
  return count === 1 ? vscode.l10n.t('Insert 1 zone') : vscode.l10n.t('Insert all {0} zones', count)
}

function availableText(count: number): string {
  return count === 1
    ? vscode.l10n.t('Insert 1 available zone')
    : vscode.l10n.t('Insert {0} available zones', count)
}
