import * as vscode from 'vscode'
import { settingIds } from '../../contributions.ts'
import { shortCodeFileOf, type CodeFile } from '../../documents/codeFile.ts'

/** Returns whether the setting enables automatic features for a file’s format. */
export function isFormatEnabled({ format }: CodeFile): boolean {
  const setting = vscode.workspace.getConfiguration().get(settingIds.fileTypes)
  return (setting as Partial<Record<string, unknown>> | null | undefined)?.[format] !== false
}

/**
 * Returns the code file of a document for features that run without being asked, such as hovers. Undefined if the
 * document is too long, or if the setting turns its format off.
 */
export function automaticFileOf(document: vscode.TextDocument): CodeFile | undefined {
  const file = shortCodeFileOf(document)
  return file && isFormatEnabled(file) ? file : undefined
}

/** Returns whether documents are checked when they are saved. */
export function isCheckOnSaveEnabled(): boolean {
  // Only the user setting counts: no workspace may cause a request.
  const setting = vscode.workspace.getConfiguration().inspect(settingIds.checkOnSave)
  return setting?.globalValue === true
}
