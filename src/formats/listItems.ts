import type { DocumentStyle } from './documentFormat.ts'
import {
  indentOfLine,
  isBlank,
  lineAround,
  startOfLine,
  trailingBlanks,
  type Line,
} from './lines.ts'
import type { CursorContext, OffsetRange, Token } from './cursorContext.ts'

/** A text edit, with offsets before the change. */
export interface InsertEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The position of an insertion, with its document. */
export interface InsertTarget {
  readonly text: string
  readonly range: OffsetRange
  readonly context: CursorContext
  readonly style: DocumentStyle
}

/**
 * Adds items to the bracketed list around the selection, with missing commas. The edit at the selection comes
 * first.
 */
export function addItems(where: InsertTarget, items: readonly string[]): InsertEdit[] {
  const { text, range, context } = where
  const line = lineAround(text, range)
  const edit = isOverLines(where, line)
    ? inLines(where, line, items)
    : inOneLine(where, line, items)
  const { before } = context
  if (!before || !isItemBefore(before)) return [edit]
  if (before.end >= edit.start) return [{ ...edit, text: `,${edit.text}` }]
  return [edit, { start: before.end, end: before.end, text: ',' }]
}

/** Returns whether the list has one item per line here. */
function isOverLines({ text, range, context }: InsertTarget, { head, tail }: Line): boolean {
  if (isBlank(head)) return true
  const goesOn = context.after && startOfLine(text, context.after.start) > range.end
  return isEndOfLine(tail) && (goesOn || context.after?.kind === 'comma')
}

function inOneLine(
  { range, context }: InsertTarget,
  { head }: Line,
  items: readonly string[],
): InsertEdit {
  const { before, after } = context
  const space = /\s$/.test(head) || before?.kind === 'open' ? '' : ' '
  const comma = isItemAfter(after) ? (after?.start === range.end ? ', ' : ',') : ''
  return { ...range, text: space + items.join(', ') + comma }
}

function inLines(where: InsertTarget, line: Line, items: readonly string[]): InsertEdit {
  const { range, context, style } = where
  const { before, after } = context
  const indent = itemIndent(where, line)
  const lineEnd = style.eol + indent
  const isNewLine = isBlank(line.head)
  const start = isNewLine ? line.start : range.start - trailingBlanks(line.head)
  const body = (isNewLine ? indent : lineEnd) + items.join(`,${lineEnd}`)
  // A trailing comma, if HCL has one there or the list is empty.
  const last = style.format === 'hcl' && !isItemBefore(before) ? ',' : ''
  if (isEndOfLine(line.tail)) {
    const comma = isItemAfter(after) ? ',' : after?.kind === 'comma' ? '' : last
    return { start, end: range.end, text: body + comma }
  }
  const end = range.end + (/^\s*/.exec(line.tail)?.[0].length ?? 0)
  if (isItemAfter(after)) return { start, end, text: `${body},${lineEnd}` }
  const closing = after?.kind === 'close' ? last + style.eol + line.head : ''
  return { start, end, text: body + closing }
}

/**
 * Returns the indentation of the neighboring items, else that of the cursor, else one step more than the
 * bracket’s line.
 */
function itemIndent({ text, context, style }: InsertTarget, { head }: Line): string {
  const { open, before, after } = context
  const first = startOfLine(text, open?.start ?? 0)
  for (const other of [before, after]) {
    if (!other?.text || other === open || (other === after && !isItemAfter(after))) continue
    const line = startOfLine(text, other.start)
    const isFirst = other === before || isBlank(text.slice(line, other.start))
    if (line !== first && isFirst) return indentOfLine(text, other.start)
  }
  const outer = indentOfLine(text, first)
  return isBlank(head) && head.length > outer.length ? head : outer + style.indent
}

/** Returns whether only a comma or a comment follows in the line. */
function isEndOfLine(tail: string): boolean {
  return /^(?:,\s*)?(?:$|#|\/\/|\/\*)/.test(tail.trimStart())
}

/** Returns whether a string is an item by itself, not a part of an expression. */
export function isWholeItem({ before, after }: CursorContext): boolean {
  return !isItemBefore(before) && !isItemAfter(after)
}

function isItemBefore(token: Token | undefined): boolean {
  return token !== undefined && token.kind !== 'open' && token.kind !== 'comma'
}

function isItemAfter(token: Token | undefined): boolean {
  return token !== undefined && token.kind !== 'close' && token.kind !== 'comma'
}
