/** A part of a text, such as a selection. A cursor is an empty range. */
export interface OffsetRange {
  readonly start: number
  readonly end: number
}

/** A text edit, with offsets before the change. */
export interface InsertEdit extends OffsetRange {
  readonly text: string
}

/**
 * Returns the index of the last range that begins before an offset; -1 if none does. The ranges are sorted by start.
 */
export function lastIndexBefore(ranges: readonly OffsetRange[], offset: number): number {
  return countLeading(ranges, ({ start }) => start < offset) - 1
}

/** Returns how many elements a test holds for, from the first one on. It must hold for none after those. */
export function countLeading<T>(elements: readonly T[], test: (element: T) => boolean): number {
  let low = 0
  let high = elements.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (test(elements[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the start of the line that an offset is in. */
export function startOfLine(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
}

/** Returns whether only white space stands before an offset in its line. */
export function isFirstInLine(text: string, offset: number): boolean {
  let before = offset - 1
  while (before >= 0 && text[before] !== '\n' && isBlank(text[before]!)) before -= 1
  return before < 0 || text[before] === '\n'
}

/** Returns the start of the line after the line that an offset is in; the end of the text if there is no such line. */
export function startOfNextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset)
  return end < 0 ? text.length : end + 1
}

/** Returns the white space that a line begins with, but at most up to an offset in the line. */
export function indentBefore(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(startOfLine(text, offset), offset))?.[0] ?? ''
}

/** Returns as many spaces as there are characters before an offset in its line. */
export function columnIndent(text: string, offset: number): string {
  return ' '.repeat(offset - startOfLine(text, offset))
}

/** Returns the first offset, from the given one on, that is neither in white space nor in a comment. */
export function skipComments(text: string, offset: number): number {
  const space = /(?:\s+|#.*|\/\/.*|\/\*[^]*?\*\/)*/y
  space.lastIndex = offset
  space.exec(text)
  return space.lastIndex
}

export function isBlank(text: string): boolean {
  return text.trim() === ''
}
