/** A part of a text, such as a selection. A cursor is an empty range. */
export interface OffsetRange {
  readonly start: number
  readonly end: number
}

/** A text edit, with offsets before the change. */
export interface InsertEdit extends OffsetRange {
  readonly text: string
}

/** Returns the index of the last of several ranges, in order, that begins before an offset; -1 if there is none. */
export function lastIndexBefore(ranges: readonly OffsetRange[], offset: number): number {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranges[middle]!.start < offset) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Returns the start of an offset’s line. */
export function startOfLine(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
}

/** Returns the start of the line after an offset’s, or the end of the text. */
export function startOfNextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset)
  return end < 0 ? text.length : end + 1
}

/** Returns the white space at the start of an offset’s line, up to the offset. */
export function indentBefore(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(startOfLine(text, offset), offset))?.[0] ?? ''
}

/** Returns the spaces up to the column of an offset. */
export function columnIndent(text: string, offset: number): string {
  return ' '.repeat(offset - startOfLine(text, offset))
}

/** Returns the offset of what follows white space and comments. */
export function skipComments(text: string, offset: number): number {
  const space = /(?:\s+|#.*|\/\/.*|\/\*[^]*?\*\/)*/y
  space.lastIndex = offset
  space.exec(text)
  return space.lastIndex
}

/** Returns whether a text is empty or white space. */
export function isBlank(text: string): boolean {
  return text.trim() === ''
}
