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
  const [tail = ''] = /^.*/.exec(text.slice(end, startOfNextLine(text, end))) ?? []
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

/** Returns the white space before an offset’s line, up to the offset. */
export function indentBefore(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(startOfLine(text, offset), offset))?.[0] ?? ''
}

/** Returns whether a text is empty or white space. */
export function isBlank(text: string): boolean {
  return text.trim() === ''
}
