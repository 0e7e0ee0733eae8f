import type { Spot } from './places.ts'

/** The line around a spot. */
export interface Line {
  readonly start: number
  /** What stands before the spot. */
  readonly head: string
  /** What stands behind it. */
  readonly tail: string
}

/** The line that a spot is in; of one over several lines, the first one's head, the last one's tail. */
export function lineAround(text: string, { start, end }: Spot): Line {
  const lineStart = startOfLine(text, start)
  const [tail = ''] = /^.*/.exec(text.slice(end, endOfLine(text, end))) ?? []
  return { start: lineStart, head: text.slice(lineStart, start), tail }
}

/** Where the line of an offset begins. */
export function startOfLine(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
}

/** The white space that the line of an offset begins with. */
export function indentOfLine(text: string, offset: number): string {
  const line = text.slice(startOfLine(text, offset), endOfLine(text, offset))
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

/** Whether there is nothing but white space. */
export function isBlank(text: string): boolean {
  return text.trim() === ''
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset)
  return end < 0 ? text.length : end
}
