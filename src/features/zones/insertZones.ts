import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import { completeList, type List } from '../../api/list.ts'
import { isAvailable } from '../../api/zones.ts'
import { regionTitle } from '../../cloud/accounts.ts'
import { commandIds } from '../../contributions.ts'
import { shortCodeFileOf } from '../../documents/codeFile.ts'
import type { Parts } from '../../parts.ts'
import { requireActiveConnection } from '../../ui/activeConnection.ts'
import { isTreeNode } from '../../ui/arguments.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { warnOfNotShown } from '../../ui/listTexts.ts'
import { retryLabel, showMessage, type Action } from '../../ui/messages.ts'
import { nothingSelectedText } from '../../ui/prompts/quickInput.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { assertItemOrPalette, selectedItems } from '../../ui/selectedItems.ts'
import { isNode, zonesRefOf, type ZonesNode } from '../../ui/trees/nodes.ts'
import { askRegion } from './askRegion.ts'
import { askZones, haveDifferentStates } from './askZones.ts'
import { insertionAtOnce, insertionInto, type DocumentInsertion } from './documentInsertion.ts'
import { loadAndPinZones, notifyNoZones } from './listZones.ts'
import { regionsInFile } from './regionsInFile.ts'
import { readSelectedAccount } from './selectedAccounts.ts'
import { TrackedRanges } from './trackedRanges.ts'
import { loadZonesOfRows } from './zonesOfRows.ts'

/** The number of tries in slices, after which an insertion into a document that keeps changing is computed at once. */
const maxTriesInSlices = 3

/**
 * Insert Zones at Cursor: inserts zones, or all zones of regions, at every cursor of the active editor,
 * in the list style of the document’s language. Without tree items, it prompts for a region and zones. For regions
 * whose zones have different states, it prompts for zones, so that unavailable zones aren’t inserted by accident.
 */
export function registerInsertZones(parts: Parts): void {
  parts.commands.register(commandIds.insertZones, async (...args: [ZonesNode?, ZonesNode[]?]) => {
    assertItemOrPalette(args)
    const [node, selected] = args
    const nodes = isTreeNode(node) ? selectedItems(node, selected) : undefined
    const editor = requireWritableEditor()
    const run = () => vscode.commands.executeCommand(commandIds.insertZones, ...args)
    const retry = { title: retryLabel(), run }
    const zones = await (nodes ? zonesOfNodes(nodes, retry, parts) : askForZones(editor, parts))
    if (!zones) return
    const isInserted = await insertAtCursors(editor, zones.items)
    if (!isInserted) throw notInsertedError()
    warnOfNotShown(zones)
    if (!nodes) return
    // The edit is at the editor’s cursor, so the focus moves there from the view.
    await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup')
  })
}

/** Returns the active editor. Throws if no editor is active, or if its file system is read-only. */
function requireWritableEditor(): vscode.TextEditor {
  const editor = vscode.window.activeTextEditor
  const { scheme = '' } = editor?.document.uri ?? {}
  const isWritable = vscode.workspace.fs.isWritableFileSystem(scheme)
  if (!editor || isWritable === false) throw notInsertedError()
  return editor
}

/** The zones to insert. Their number of unreadable zones is shown as a warning after the insertion. */
type ZonesToInsert = List<Zone>

/**
 * Returns the zones of selected rows. Prompts if regions are selected whose zones have different states. Undefined if
 * canceled.
 */
async function zonesOfNodes(
  nodes: readonly ZonesNode[],
  retry: Action,
  parts: Parts,
): Promise<ZonesToInsert | undefined> {
  const { pins, clouds } = parts
  const rows = nodes.filter((node) => isNode(node, 'zone', 'region', 'regionlessAccount'))
  const zones = await loadZonesOfRows(rows, parts, retry)
  // Zones that the user has selected one by one are inserted whatever their states are.
  const areZonesSelected = nodes.every(({ kind }) => kind === 'zone')
  const needsNoPrompt = areZonesSelected || !haveDifferentStates(zones.items)
  if (zones.items.length > 0 && needsNoPrompt) return zones
  const titles = new Set(rows.map((row) => regionTitle(pins, clouds, zonesRefOf(row))))
  return selectZones(zones, [...titles].join(', '))
}

/**
 * Prompts for a region and its zones; undefined if canceled. The account that the file is checked against, and the
 * regions that it names, are offered first.
 */
async function askForZones(
  editor: vscode.TextEditor,
  parts: Parts,
): Promise<ZonesToInsert | undefined> {
  const { connections, pins, clouds, context } = parts
  const connection = requireActiveConnection(connections)
  if (!(await ensureApiKey(connection, parts))) return undefined
  const title = vscode.l10n.t('Insert Zones')
  await shortCodeFileOf(editor.document)?.load()
  const region = await askRegion(title, connection, parts, {
    account: readSelectedAccount(context.workspaceState, connection),
    regionsOf: (account) => regionsInFile(editor, account, parts),
  })
  if (!region) return undefined
  const zones = await loadAndPinZones(region, parts)
  return selectZones(zones, regionTitle(pins, clouds, region))
}

/**
 * Prompts for zones; the available zones are selected at first. Undefined if canceled, and if there are no zones, which
 * is shown as a message.
 */
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
  if (selected?.length === 0) {
    showMessage('info', nothingSelectedText())
    return undefined
  }
  // The prompt’s title has already said how many zones aren’t shown, so the result counts none.
  return selected && completeList(selected)
}

function notInsertedError(): CommandError {
  const text = vscode.l10n.t(
    'The zones were not inserted because the editor is read-only or not open. Place the cursor in an editable file and try again.',
  )
  return new CommandError(text)
}

/**
 * Inserts zones at every cursor, as one undo step. Reading a large file takes time, in which the user may go on: the zones
 * belong to where the cursors were. Resolves to false if the editor was closed or is read-only.
 */
async function insertAtCursors(
  editor: vscode.TextEditor,
  zones: readonly Zone[],
): Promise<boolean> {
  // A prompt may have been open for a long time. The text of a closed editor may already be another.
  if (!vscode.window.visibleTextEditors.includes(editor)) return false
  const { document } = editor
  const cursors = new TrackedRanges(document, editor.selections)
  try {
    for (let tries = 1; ; tries++) {
      const compute = tries <= maxTriesInSlices ? insertionInto : insertionAtOnce
      const insertion = await compute(document, cursors.offsets, zones)
      const isApplied = insertion ? await applyInsertion(editor, insertion, cursors) : 'changed'
      if (isApplied !== 'changed') return isApplied
    }
  } finally {
    cursors.dispose()
  }
}

/**
 * Applies the edits, and moves the cursors after the zones, unless the user has moved them. Resolves to false if the
 * editor was closed or is read-only, and to `changed` if the document was edited since the edits were computed.
 */
async function applyInsertion(
  editor: vscode.TextEditor,
  { edits, cursorOffsets }: DocumentInsertion,
  cursors: TrackedRanges,
): Promise<boolean | 'changed'> {
  const { document } = editor
  const { version } = document
  const areCursorsThere = cursors.areSelectedIn(editor)
  const replaceTexts = (builder: vscode.TextEditorEdit) => {
    for (const { range, newText } of edits) builder.replace(range, newText)
  }
  // VS Code rejects if the editor was closed.
  const isApplied = await Promise.resolve(editor.edit(replaceTexts)).catch(() => undefined)
  // VS Code reports success even if the editor is read-only, and failure if the document was edited since.
  if (isApplied === undefined || document.version === version) return false
  if (!isApplied) return 'changed'
  if (!areCursorsThere) return true
  const positions = cursorOffsets.map((offset) => document.positionAt(offset))
  editor.selections = positions.map((position) => new vscode.Selection(position, position))
  editor.revealRange(editor.selection)
  return true
}
