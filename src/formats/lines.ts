import type { OffsetRange } from './cursorContext.ts'

/** The line around a selection. */
export interface Line {
  readonly start: number
  /** The text before the selection. */
  readonly head: string
  /** The text after the selection. */
  readonly tail: string
}

/** Returns the line of a selection; if it spans lines, the head of the first and the tail of the last. */
export function lineAround(text: string, { start, end }: OffsetRange): Line {
  const lineStart = startOfLine(text, start)
  const [tail = ''] = /^.*/.exec(text.slice(end, endOfLine(text, end))) ?? []
  return { start: lineStart, head: text.slice(lineStart, start), tail }
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

/** The number of characters on each side of a selection in which the style of its neighbors counts. */
const nearby = 20_000

/** Returns the lines near an offset, and the offset in them: the whole text may be long. */
export function linesNear(text: string, offset: number): { near: string; at: number } {
  const first = offset > nearby ? startOfNextLine(text, offset - nearby) : 0
  const start = Math.min(first, startOfLine(text, offset))
  return { near: text.slice(start, offset + nearby), at: offset - start }
}

/** Returns the indentation of an offset’s line. */
export function indentOfLine(text: string, offset: number): string {
  const line = text.slice(startOfLine(text, offset), endOfLine(text, offset))
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

/** Returns whether a text is empty or white space. */
export function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** Returns the number of blanks at the end of a text. */
export function trailingBlanks(text: string): number {
  return text.length - text.trimEnd().length
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset)
  return end < 0 ? text.length : end
}
