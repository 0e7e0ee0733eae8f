import * as vscode from 'vscode'
import { contextKeys } from '../../contributions.ts'
import { checkedLanguage, isZone, referencesIn } from './zoneDocuments.ts'

/** The time in ms without edits after which the active editor is looked at again. */
const quietMs = 300

/**
 * Keeps the context key that says whether the active editor has zones: `some` or `none`. Check Zones in File
 * is in the editor’s menu only if it has some.
 */
export function registerEditorZones(): vscode.Disposable {
  let timer: ReturnType<typeof setTimeout> | undefined
  const update = (): void => {
    const document = vscode.window.activeTextEditor?.document
    const hasZones =
      document && checkedLanguage(document) !== undefined && referencesIn(document).some(isZone)
    void vscode.commands.executeCommand(
      'setContext',
      contextKeys.editorZones,
      hasZones ? 'some' : 'none',
    )
  }
  const updateSoon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(update, quietMs)
  }
  update()
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document === vscode.window.activeTextEditor?.document) updateSoon()
    }),
    { dispose: () => clearTimeout(timer) },
  )
}
