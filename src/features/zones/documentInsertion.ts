import * as vscode from 'vscode'
import { documentFormat } from '../../syntax/documentFormat.ts'
import {
  insertZones,
  type InsertedZone,
  type InsertionRefusal,
  type InsertionResult,
} from '../../syntax/insertion.ts'
import type { OffsetRange } from '../../syntax/offsets.ts'
import { runAtOnce, runInSlices, type Steps } from '../../steps.ts'
import { CommandError } from '../../ui/commandErrors.ts'

/** The edits that insert zones into the version of a document that was read. */
export interface DocumentInsertion {
  readonly edits: readonly vscode.TextEdit[]
  /** The offsets of the cursors in the document after the edits. */
  readonly cursorOffsets: readonly number[]
}

/**
 * Computes the edits that insert zones at ranges of a document, which are offsets. Resolves to undefined if the document
 * changes meanwhile. Rejects with a {@link CommandError} if they can’t be written at one of the ranges.
 */
export async function insertionInto(
  document: vscode.TextDocument,
  ranges: readonly OffsetRange[],
  zones: readonly InsertedZone[],
): Promise<DocumentInsertion | undefined> {
  const { version } = document
  const result = await runInSlices(computeInsertion(document, ranges, zones))
  return document.version === version ? toDocumentInsertion(document, result) : undefined
}

/** Does at once what {@link insertionInto} does in slices. Throws what it rejects with. */
export function insertionAtOnce(
  document: vscode.TextDocument,
  ranges: readonly OffsetRange[],
  zones: readonly InsertedZone[],
): DocumentInsertion {
  return toDocumentInsertion(document, runAtOnce(computeInsertion(document, ranges, zones)))
}

function computeInsertion(
  document: vscode.TextDocument,
  ranges: readonly OffsetRange[],
  zones: readonly InsertedZone[],
): Steps<InsertionResult> {
  const format = documentFormat(document.languageId, document.uri.path)
  const eol = document.eol === vscode.EndOfLine.LF ? '\n' : '\r\n'
  return insertZones(document.getText(), ranges, zones, format, eol)
}

function toDocumentInsertion(
  document: vscode.TextDocument,
  result: InsertionResult,
): DocumentInsertion {
  if (!result.isAllowed) {
    throw refusalError(result.reason, document.positionAt(result.offset).line)
  }
  const edits = result.edits.map(({ start, end, text }) => {
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end))
    return vscode.TextEdit.replace(range, text)
  })
  return { edits, cursorOffsets: result.writtenRanges.map(({ end }) => end) }
}

/** Returns the error that says why nothing was inserted. */
function refusalError(reason: InsertionRefusal, line: number): CommandError {
  return new CommandError(refusalText(reason, line + 1))
}

function refusalText(reason: InsertionRefusal, lineNumber: number): string {
  switch (reason) {
    case 'noValueAllowed':
      return vscode.l10n.t(
        'The zones were not inserted because line {0} doesn’t allow zones at the cursor. Place the cursor in a list, in quotes, or where a value is missing, and try again.',
        lineNumber,
      )
    case 'takesIds':
      return vscode.l10n.t(
        'The zones were not inserted because the key in line {0} takes zone IDs, and the service doesn’t report an ID for each zone.',
        lineNumber,
      )
    case 'takesSingleZone':
      return vscode.l10n.t(
        'The zones were not inserted because the key in line {0} takes a single zone. Select one zone and try again.',
        lineNumber,
      )
    case 'alreadyListed':
      return vscode.l10n.t(
        'The zones were not inserted because the list in line {0} already has them.',
        lineNumber,
      )
  }
}
