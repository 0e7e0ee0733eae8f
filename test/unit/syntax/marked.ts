import type { DocumentFormat } from '../../../src/syntax/documentFormat.ts'
import { insertNames } from '../../../src/syntax/insertion.ts'
import type { OffsetRange } from '../../../src/syntax/offsets.ts'

/** Reads a document in which `‸` stands for a cursor, and `‹…›` for what is selected. */
export function parseMarked(marked: string): { text: string; spots: OffsetRange[] } {
  const spots: OffsetRange[] = []
  let text = ''
  let start = 0
  for (const sign of marked) {
    if (sign === '‹') start = text.length
    else if (sign === '›') spots.push({ start, end: text.length })
    else if (sign === '‸') spots.push({ start: text.length, end: text.length })
    else text += sign
  }
  return { text, spots }
}

/** Writes names into such a document; returns it with the cursors as they are then, unless nothing is written. */
export function inserted(
  marked: string,
  names: readonly string[],
  format: DocumentFormat,
  eol: '\n' | '\r\n' = '\n',
): string | undefined {
  const { text, spots } = parseMarked(marked)
  const made = insertNames(text, spots, names, format, eol)
  if (!made.isAllowed) return undefined
  const { edits, written: places } = made
  let result = text
  for (const { start, end, text: written } of edits.toReversed()) {
    result = result.slice(0, start) + written + result.slice(end)
  }
  for (const { end } of places.toReversed()) {
    result = `${result.slice(0, end)}‸${result.slice(end)}`
  }
  return result
}
