/** A position in a document, counted from 0. */
export interface Position {
  readonly line: number
  readonly character: number
}

/** A range in a document. */
export interface Span {
  readonly start: Position
  readonly end: Position
}

/** A change of a document. */
export interface ChangeEdit {
  readonly range: Span
  readonly text: string
}

/** Shifts a range by an edit; undefined if the edit changes its text. */
export function shiftRange(span: Span, { range, text }: ChangeEdit): Span | undefined {
  if (!isBefore(range.start, span.end)) return span
  if (isBefore(span.start, range.end)) return undefined
  const lines = text.split('\n')
  const last = lines.at(-1) ?? ''
  const lineShift = range.start.line - range.end.line + lines.length - 1
  const before = lines.length > 1 ? last.length : range.start.character + last.length
  const shift = before - range.end.character
  const at = ({ line, character }: Position): Position => ({
    line: line + lineShift,
    character: character + (line === range.end.line ? shift : 0),
  })
  return { start: at(span.start), end: at(span.end) }
}

/** Returns whether an edit is on the lines of a range, before the edit. */
export function isOnLines(span: Span, { range }: ChangeEdit): boolean {
  return range.start.line <= span.end.line && range.end.line >= span.start.line
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character)
}
