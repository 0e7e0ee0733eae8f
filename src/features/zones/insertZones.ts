import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import type { List } from '../../api/list.ts'
import { isAvailable } from '../../api/zones.ts'
import { commandIds } from '../../contributions.ts'
import { uniqueNames } from '../../ui/copyFormats.ts'
import { regionTitle } from '../../cloud/accounts.ts'
import type { Parts } from '../../parts.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { askRegion } from './askRegion.ts'
import { askZones, haveStates } from './askZones.ts'
import { isNode, zonesRefOf, type ZonesNode } from '../../ui/trees/nodes.ts'
import { requireActiveConnection } from '../../ui/activeConnection.ts'
import { isTreeNode } from '../../ui/arguments.ts'
import { loadAndPinZones, notifyNoZones } from './listZones.ts'
import { namesInDocument } from './namesInDocument.ts'
import { assertItemOrPalette, selectedItems } from '../../ui/selectedItems.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { retryLabel, type Action } from '../../ui/messages.ts'
import { warnOfNotShown } from '../../ui/listTexts.ts'
import { zonesOfRows } from './zonesOfRows.ts'

/**
 * Insert Zones at Cursor: inserts the names of zones, or of all zones of regions, at every cursor of the
 * active editor, in the document’s list style. Without tree items, it prompts for a region and its zones. If
 * the states of the zones of regions differ, it prompts for zones.
 */
export function registerInsertZones(parts: Parts): void {
  const { commands, connections, pins, clouds } = parts
  commands.register(commandIds.insertZones, async (...args: [ZonesNode?, ZonesNode[]?]) => {
    assertItemOrPalette(args)
    const [node, selected] = args
    const nodes = isTreeNode(node) ? selectedItems(node, selected) : undefined
    const editor = vscode.window.activeTextEditor
    const { scheme = '' } = editor?.document.uri ?? {}
    const isWritable = vscode.workspace.fs.isWritableFileSystem(scheme)
    if (!editor || isWritable === false) throw notInserted()
    const run = () => vscode.commands.executeCommand(commandIds.insertZones, ...args)
    const retry = { title: retryLabel(), run }
    const zones = await (nodes ? ofRows(nodes, retry) : asked())
    if (!zones) return
    if (!(await insert(editor, uniqueNames(zones.items)))) throw notInserted()
    warnOfNotShown(zones)
    // Moves the focus from the view to the editor.
    if (nodes) await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup')
  })

  async function ofRows(
    nodes: readonly ZonesNode[],
    retry: Action,
  ): Promise<ZonesToInsert | undefined> {
    const rows = nodes.filter((node) => isNode(node, 'zone', 'region', 'regionlessAccount'))
    const zones = await zonesOfRows(rows, parts, retry)
    const titles = rows.map((row) => regionTitle(pins, clouds, zonesRefOf(row)))
    // Individually selected zones are inserted as they are.
    const isClear = !haveStates(zones.items) || nodes.every(({ kind }) => kind === 'zone')
    return zones.items.length > 0 && isClear ? zones : ask(zones, [...new Set(titles)].join(', '))
  }

  async function asked(): Promise<ZonesToInsert | undefined> {
    const connection = requireActiveConnection(connections)
    if (!(await ensureApiKey(connection, parts))) return undefined
    const title = vscode.l10n.t('Insert Zones at Cursor')
    const region = await askRegion(title, connection, pins, clouds)
    if (!region) return undefined
    const zones = await loadAndPinZones(region, parts)
    return ask(zones, regionTitle(pins, clouds, region))
  }
}

/** Zones, with the number of those whose absence must be told once they are inserted. */
type ZonesToInsert = List<Zone>

/** Prompts for zones, with the available ones selected; says so if there are none. */
async function ask(zones: List<Zone>, place: string): Promise<ZonesToInsert | undefined> {
  if (zones.items.length === 0) {
    notifyNoZones(place, zones)
    return undefined
  }
  const isPicked = ({ state }: Zone) => !haveStates(zones.items) || isAvailable(state)
  const items = await askZones(place, zones, vscode.l10n.t('Select zones to insert'), isPicked)
  return items && { items, unreadable: 0 } // the prompt’s title has told how many aren’t shown
}

function notInserted(): CommandError {
  const text = vscode.l10n.t(
    'The zones were not inserted because the editor is read-only or not open. Place the cursor in an editable file and try again.',
  )
  return new CommandError(text)
}

/** Inserts names at every cursor, as one undo step; resolves to whether the document has changed. */
async function insert(editor: vscode.TextEditor, names: readonly string[]): Promise<boolean> {
  const { document, selections } = editor
  const { version } = document
  const { edits, ends } = namesInDocument(document, selections, names)
  const write = (builder: vscode.TextEditorEdit) => {
    for (const { range, newText } of edits) builder.replace(range, newText)
  }
  // Rejects if the editor was closed: a prompt may have been open for a long time.
  const isApplied = await Promise.resolve(editor.edit(write)).catch(() => undefined)
  // VS Code reports success even if the editor is read-only, and failure if the document was edited since.
  if (isApplied === undefined || document.version === version) return false
  if (!isApplied) return insert(editor, names)
  const cursors = ends.map((end) => document.positionAt(end))
  editor.selections = cursors.map((cursor) => new vscode.Selection(cursor, cursor))
  editor.revealRange(editor.selection)
  return true
}
