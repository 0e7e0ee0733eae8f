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
  const update = async (): Promise<void> => {
    const document = vscode.window.activeTextEditor?.document
    const isOver = () => document !== vscode.window.activeTextEditor?.document
    const mentions =
      document && checkedLanguage(document) !== undefined
        ? await referencesIn(document, isOver)
        : undefined
    if (isOver()) return
    const hasZones = mentions?.some(isZone)
    void vscode.commands.executeCommand(
      'setContext',
      contextKeys.editorZones,
      hasZones ? 'some' : 'none',
    )
  }
  const updateSoon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void update(), quietMs)
  }
  void update()
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(() => void update()),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document === vscode.window.activeTextEditor?.document) updateSoon()
    }),
    { dispose: () => clearTimeout(timer) },
  )
}
