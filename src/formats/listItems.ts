import {
  indentBefore,
  isBlank,
  type Cursor,
  type InsertEdit,
  type OffsetRange,
  type Token,
} from './cursor.ts'

/**
 * Adds items to the list in brackets around a cursor, with missing commas; in a line of its own, one in each line.
 * Undefined behind what isn’t an item.
 */
export function addItems(cursor: Cursor, items: readonly string[]): InsertEdit | undefined {
  const { text, lineStart, head, tail, before, after, style } = cursor
  const range = behindIndent(cursor)
  if (!before || before.end > range.start || !mayEndItem(text, before)) return undefined
  const isLoop = style.format === 'hcl' && after && text.slice(after.start, after.end) === 'for'
  if (isLoop) return undefined
  const isOwnLine = isBlank(head) && isBlank(tail)
  const outer = indentBefore(text, before.start) + (before.kind === 'open' ? style.indent : '')
  const indent = isOwnLine ? head || outer : ''
  const isComma = before.kind === 'comma'
  // In HCL, the last item may have a comma.
  const isLast = isOwnLine && style.format === 'hcl' && isComma && after?.kind === 'close'
  const isItem = after !== undefined && after.kind !== 'close' && after.kind !== 'comma'
  const gap = isItem && after.start === range.end ? ' ' : ''
  const written = items.join(isOwnLine ? `,${style.eol}${indent}` : ', ')
  const body = `${indent}${written}${isItem || isLast ? `,${gap}` : ''}`
  const edit = { start: isOwnLine ? lineStart : range.start, end: range.end, text: body }
  if (before.end === range.start && isComma) return { ...edit, text: ` ${body}` }
  if (isComma || before.kind === 'open') return edit
  // A comment may be in between.
  const space = text.slice(before.end, edit.start) || ' '
  return { ...edit, start: before.end, text: `,${space}${body}` }
}

/** Returns the range of a cursor, or where the text of its line begins: YAML doesn’t allow items further out. */
function behindIndent({ range, head, tail }: Cursor): OffsetRange {
  const { start, end } = range
  const isBefore = start === end && isBlank(head) && !isBlank(tail)
  const at = end + (isBefore ? tail.length - tail.trimStart().length : 0)
  return isBefore ? { start: at, end: at } : range
}

/** Returns whether an item may begin or end with a token; an operator goes on. */
function mayEndItem(text: string, { kind, start }: Token): boolean {
  return kind === 'word' ? /[^?!=<>&|+*%/:.-]/.test(text.charAt(start)) : kind !== 'sign'
}
