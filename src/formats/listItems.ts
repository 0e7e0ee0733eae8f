import { indentBefore, isBlank, type Cursor, type OffsetRange, type Token } from './cursor.ts'
import type { Written } from './misplaced.ts'

/**
 * Adds items to the list in brackets around a cursor, with missing commas; in a line of its own, one in each line. The
 * edit at the cursor comes first. Undefined behind what isn’t an item.
 */
export function addItems(cursor: Cursor, items: readonly string[]): Written['edits'] | undefined {
  const { text, lineStart, head, tail, before, after, style } = cursor
  const range = behindIndent(cursor)
  if (!before || !mayEndItem(text, before)) return undefined
  const isLoop = style.format === 'hcl' && after && text.slice(after.start, after.end) === 'for'
  if (isLoop) return undefined
  const isOwnLine = isBlank(head) && isBlank(tail)
  const outer = indentBefore(text, before.start) + (before.kind === 'open' ? style.indent : '')
  const indent = isOwnLine ? head || outer : ''
  const isComma = before.kind === 'comma'
  // In HCL, the last item may have a comma.
  const isLast = isOwnLine && style.format === 'hcl' && isComma && after?.kind === 'close'
  const isItem = after !== undefined && after.kind !== 'close' && after.kind !== 'comma'
  const space = isItem && after.start === range.end ? ' ' : ''
  const written = items.join(isOwnLine ? `,${style.eol}${indent}` : ', ')
  const body = `${indent}${written}${isItem || isLast ? `,${space}` : ''}`
  const edit = { start: isOwnLine ? lineStart : range.start, end: range.end, text: body }
  if (before.end < range.start) {
    const comma = { start: before.end, end: before.end, text: ',' }
    return isComma || before.kind === 'open' ? [edit] : [edit, comma]
  }
  if (before.kind === 'open') return [edit]
  return [{ ...edit, text: `${isComma ? '' : ','} ${body}` }]
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
