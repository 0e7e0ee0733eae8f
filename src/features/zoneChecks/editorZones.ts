import * as vscode from 'vscode'
import { setContext } from '../../ui/contextKeys.ts'
import { checkedLanguage, isZone, referencesIn } from './zoneDocuments.ts'

/** The time in ms without edits after which the active editor is looked at again. */
const quietMs = 300

/**
 * Keeps the context key that says whether the active editor has zones: `some` or `none`. Check Zones in File
 * is in the editor’s menu only if it has some.
 */
export function registerEditorZones(): vscode.Disposable {
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest = 0
  let known: 'some' | 'none' | undefined
  const update = async (): Promise<void> => {
    const own = ++latest
    const document = vscode.window.activeTextEditor?.document
    const isOver = () => own !== latest // superseded by a later update
    const references =
      document && checkedLanguage(document) !== undefined
        ? await referencesIn(document, isOver)
        : undefined
    if (isOver()) return
    const now = references?.some(isZone) ? 'some' : 'none'
    if (now === known) return
    known = now
    setContext('editorZones', now)
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
