import type { DocumentFormat } from '../../../src/syntax/documentFormat.ts'
import { type InsertedZone } from '../../../src/syntax/insertion.ts'
import type { OffsetRange } from '../../../src/syntax/offsets.ts'
import { insertZones } from './atOnce.ts'

/** Reads a document in which `‸` stands for a cursor, and `‹…›` for a selection. */
export function parseMarked(marked: string): { text: string; selections: OffsetRange[] } {
  const selections: OffsetRange[] = []
  let text = ''
  let start = 0
  for (const sign of marked) {
    if (sign === '‹') start = text.length
    else if (sign === '›') selections.push({ start, end: text.length })
    else if (sign === '‸') selections.push({ start: text.length, end: text.length })
    else text += sign
  }
  return { text, selections }
}

/** Inserts zones at the marks of a document; returns it with its new cursors, or undefined if nothing is written. */
export function insertAtMarks(
  marked: string,
  zones: readonly InsertedZone[],
  format: DocumentFormat,
  eol: '\n' | '\r\n' = '\n',
): string | undefined {
  const { text, selections } = parseMarked(marked)
  const insertion = insertZones(text, selections, zones, format, eol)
  if (!insertion.isAllowed) return undefined
  let result = text
  for (const { start, end, text: insertedText } of insertion.edits.toReversed()) {
    result = result.slice(0, start) + insertedText + result.slice(end)
  }
  for (const { end } of insertion.writtenRanges.toReversed()) {
    result = `${result.slice(0, end)}‸${result.slice(end)}`
  }
  return result
}
