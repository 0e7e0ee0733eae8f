import * as vscode from 'vscode'
import { parseMarked } from '../../unit/syntax/marked.ts'

let count = 0

/** Opens a new document in an editor; `‸` in its text stands for a cursor, `‹…›` for a selection. */
export async function openEditor(name: string, marked: string): Promise<vscode.TextEditor> {
  const { text, selections } = parseMarked(marked)
  const uri = vscode.Uri.from({ scheme: 'untitled', path: `${++count}-${name}` })
  const document = await vscode.workspace.openTextDocument(uri)
  const editor = await vscode.window.showTextDocument(document, { preview: false })
  editor.options = { insertSpaces: true, tabSize: 2 }
  const eol = text.includes('\r\n') ? vscode.EndOfLine.CRLF : vscode.EndOfLine.LF
  await editor.edit((builder) => builder.setEndOfLine(eol))
  await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), text))
  editor.selections = selections.map(
    ({ start, end }) => new vscode.Selection(document.positionAt(start), document.positionAt(end)),
  )
  return editor
}

/** The text of an editor with its cursors. */
export function markedText({ document, selections }: vscode.TextEditor): string {
  let text = document.getText()
  const offsets = selections.map(({ active }) => document.offsetAt(active))
  for (const offset of offsets.sort((a, b) => b - a)) {
    text = `${text.slice(0, offset)}‸${text.slice(offset)}`
  }
  return text
}

/** For `afterEach`: closes all editors, and saves nothing. */
export async function closeAll(): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs)
  for (const tab of tabs) {
    if (tab.isDirty)
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor')
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors')
}
