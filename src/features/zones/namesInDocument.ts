import * as vscode from 'vscode'
import { documentFormat, type DocumentStyle } from '../../formats/documentFormat.ts'
import { insertionSteps, type Insertion } from '../../formats/insertion.ts'
import { inSlices } from '../../formats/slices.ts'

/**
 * Returns the edits that insert names into a document as it is now; `options` are those of its editor. Lets others
 * run in between, and resolves to undefined if canceled meanwhile.
 */
export function namesInDocument(
  document: vscode.TextDocument,
  ranges: readonly vscode.Range[],
  names: readonly string[],
  options: vscode.TextEditorOptions | undefined,
  isCancelled: () => boolean,
): Promise<Insertion | undefined> {
  const spots = ranges.map(({ start, end }) => ({
    start: document.offsetAt(start),
    end: document.offsetAt(end),
  }))
  const steps = insertionSteps(document.getText(), spots, names, styleOf(document, options))
  return inSlices(steps, isCancelled)
}

/** Converts the offsets of an edit to a range. */
export function rangeIn(
  document: vscode.TextDocument,
  { start, end }: { start: number; end: number },
): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end))
}

function styleOf(
  document: vscode.TextDocument,
  options: vscode.TextEditorOptions | undefined,
): DocumentStyle {
  const { tabSize = 2, insertSpaces = true } = options ?? {}
  const format = documentFormat(document.languageId, document.uri.path)
  // YAML doesn’t allow tabs.
  const hasTabs = insertSpaces === false && format !== 'yaml'
  return {
    format,
    indent: hasTabs ? '\t' : ' '.repeat(typeof tabSize === 'number' ? tabSize : 2),
    eol: document.eol === vscode.EndOfLine.LF ? '\n' : '\r\n',
  }
}
