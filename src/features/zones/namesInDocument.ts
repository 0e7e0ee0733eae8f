import * as vscode from 'vscode'
import { documentFormat } from '../../syntax/documentFormat.ts'
import { insertNames } from '../../syntax/insertion.ts'
import { CommandError } from '../../ui/commandErrors.ts'

/**
 * Returns the edits that insert names into a document as it is now, and where the cursors are then. Throws a
 * {@link CommandError} if nothing may be written at one of the ranges.
 */
export function namesInDocument(
  document: vscode.TextDocument,
  ranges: readonly vscode.Range[],
  names: readonly string[],
) {
  const spots = ranges.map(({ start, end }) => ({
    start: document.offsetAt(start),
    end: document.offsetAt(end),
  }))
  const format = documentFormat(document.languageId, document.uri.path)
  const eol = document.eol === vscode.EndOfLine.LF ? '\n' : '\r\n'
  const made = insertNames(document.getText(), spots, names, format, eol)
  if (!made.isAllowed) {
    const text = vscode.l10n.t(
      'The zones were not inserted because line {0} doesn’t allow a value at the cursor. Place the cursor in a list, in quotes, or where a value is missing, and try again.',
      document.positionAt(made.offset).line + 1,
    )
    throw new CommandError(text)
  }
  const at = (offset: number) => document.positionAt(offset)
  const edits = made.edits.map(({ start, end, text }) =>
    vscode.TextEdit.replace(new vscode.Range(at(start), at(end)), text),
  )
  return { edits, ends: made.written.map(({ end }) => end) }
}
