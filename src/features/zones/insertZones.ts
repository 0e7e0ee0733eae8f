import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import { completeList, type List } from '../../api/list.ts'
import { isAvailable } from '../../api/zones.ts'
import { regionTitle } from '../../cloud/accounts.ts'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { requireActiveConnection } from '../../ui/activeConnection.ts'
import { isTreeNode } from '../../ui/arguments.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { uniqueNames } from '../../ui/copyFormats.ts'
import { warnOfNotShown } from '../../ui/listTexts.ts'
import { retryLabel, type Action } from '../../ui/messages.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { assertItemOrPalette, selectedItems } from '../../ui/selectedItems.ts'
import { isNode, zonesRefOf, type ZonesNode } from '../../ui/trees/nodes.ts'
import { askRegion } from './askRegion.ts'
import { askZones, haveDifferentStates } from './askZones.ts'
import { insertionInto } from './documentInsertion.ts'
import { loadAndPinZones, notifyNoZones } from './listZones.ts'
import { zonesOfRows } from './zonesOfRows.ts'

/**
 * Insert Zones at Cursor: inserts the names of zones, or of all zones of regions, at every cursor of the
 * active editor, in the document’s list style. Without tree items, it prompts for a region and its zones. If
 * the states of the zones of regions differ, it prompts for zones.
 */
export function registerInsertZones(parts: Parts): void {
  parts.commands.register(commandIds.insertZones, async (...args: [ZonesNode?, ZonesNode[]?]) => {
    assertItemOrPalette(args)
    const [node, selected] = args
    const nodes = isTreeNode(node) ? selectedItems(node, selected) : undefined
    const editor = requireWritableEditor()
    const run = () => vscode.commands.executeCommand(commandIds.insertZones, ...args)
    const retry = { title: retryLabel(), run }
    const zones = await (nodes ? zonesOfNodes(nodes, retry, parts) : askForZones(parts))
    if (!zones) return
    const isInserted = await insertAtCursors(editor, uniqueNames(zones.items))
    if (!isInserted) throw notInsertedError()
    warnOfNotShown(zones)
    if (!nodes) return
    // Moves the focus from the view to the editor.
    await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup')
  })
}

/** Returns the active editor. Throws if there is none, or its file system is read-only. */
function requireWritableEditor(): vscode.TextEditor {
  const editor = vscode.window.activeTextEditor
  const { scheme = '' } = editor?.document.uri ?? {}
  const isWritable = vscode.workspace.fs.isWritableFileSystem(scheme)
  if (!editor || isWritable === false) throw notInsertedError()
  return editor
}

/** Zones, with the number of unreadable zones that must be told once the zones are inserted. */
type ZonesToInsert = List<Zone>

/** Returns the zones of selected rows; undefined if canceled. Prompts if the states of the zones of regions differ. */
async function zonesOfNodes(
  nodes: readonly ZonesNode[],
  retry: Action,
  parts: Parts,
): Promise<ZonesToInsert | undefined> {
  const { pins, clouds } = parts
  const rows = nodes.filter((node) => isNode(node, 'zone', 'region', 'regionlessAccount'))
  const zones = await zonesOfRows(rows, parts, retry)
  // Individually selected zones are inserted as they are.
  const areZonesSelected = nodes.every(({ kind }) => kind === 'zone')
  const needsNoPrompt = areZonesSelected || !haveDifferentStates(zones.items)
  if (zones.items.length > 0 && needsNoPrompt) return zones
  const titles = new Set(rows.map((row) => regionTitle(pins, clouds, zonesRefOf(row))))
  return selectZones(zones, [...titles].join(', '))
}

/** Prompts for a region and its zones; undefined if canceled. */
async function askForZones(parts: Parts): Promise<ZonesToInsert | undefined> {
  const { connections, pins, clouds } = parts
  const connection = requireActiveConnection(connections)
  if (!(await ensureApiKey(connection, parts))) return undefined
  const title = vscode.l10n.t('Insert Zones at Cursor')
  const region = await askRegion(title, connection, pins, clouds)
  if (!region) return undefined
  const zones = await loadAndPinZones(region, parts)
  return selectZones(zones, regionTitle(pins, clouds, region))
}

/** Prompts for zones, with the available ones selected; undefined if canceled, and without zones, which it reports. */
async function selectZones(
  zones: List<Zone>,
  regionTitles: string,
): Promise<ZonesToInsert | undefined> {
  if (zones.items.length === 0) {
    notifyNoZones(regionTitles, zones)
    return undefined
  }
  const isSelected = ({ state }: Zone) => !haveDifferentStates(zones.items) || isAvailable(state)
  const prompt = vscode.l10n.t('Select zones to insert')
  const selected = await askZones(regionTitles, zones, prompt, isSelected)
  // The prompt’s title has told how many zones aren’t shown.
  return selected && completeList(selected)
}

function notInsertedError(): CommandError {
  const text = vscode.l10n.t(
    'The zones were not inserted because the editor is read-only or not open. Place the cursor in an editable file and try again.',
  )
  return new CommandError(text)
}

/** Inserts names at every cursor, as one undo step; resolves to whether the document has changed. */
async function insertAtCursors(
  editor: vscode.TextEditor,
  names: readonly string[],
): Promise<boolean> {
  const { document, selections } = editor
  const { version } = document
  const { edits, cursorOffsets } = insertionInto(document, selections, names)
  const replaceTexts = (builder: vscode.TextEditorEdit) => {
    for (const { range, newText } of edits) builder.replace(range, newText)
  }
  // VS Code rejects if the editor was closed: a prompt may have been open for a long time.
  const isApplied = await Promise.resolve(editor.edit(replaceTexts)).catch(() => undefined)
  // VS Code reports success even if the editor is read-only, and failure if the document was edited since.
  if (isApplied === undefined || document.version === version) return false
  if (!isApplied) return insertAtCursors(editor, names)
  const cursors = cursorOffsets.map((offset) => document.positionAt(offset))
  editor.selections = cursors.map((cursor) => new vscode.Selection(cursor, cursor))
  editor.revealRange(editor.selection)
  return true
}
