import type { CursorContext, OffsetRange, Token } from './cursorContext.ts'
import type { DocumentStyle } from './documentFormat.ts'
import { indentBefore, isBlank, startOfLine, type Line } from './lines.ts'

/** A text edit, with offsets before the change. */
export interface InsertEdit extends OffsetRange {
  readonly text: string
}

/** The position of an insertion, with its document. */
export interface InsertTarget {
  readonly text: string
  readonly range: OffsetRange
  readonly line: Line
  readonly context: CursorContext
  readonly style: DocumentStyle
}

/**
 * Returns what may be written in brackets, or in HCL and JSON, instead of what is selected; undefined if nothing may.
 * A value that is selected may be replaced wherever it is.
 */
export function placeAt(where: InsertTarget): 'item' | 'value' | undefined {
  const { text, range, context, style } = where
  const { before, after } = context
  const { open, key } = before ?? {}
  const isInBody = style.format === 'hcl' && (!open || text[open.start] === '{')
  const isPastLine = isInBody && text.slice(range.end, after?.start).includes('\n')
  const isEnd = !after || isPastLine || after.kind === 'close' || after.kind === 'comma'
  const isFirst = before?.kind === 'open' || before?.kind === 'comma'
  const isSelected = /^(?:(["'])[^"'\n]*\1|\[[^]*\])$/.test(text.slice(range.start, range.end))
  const isLoop = open !== undefined && loop.test(text.slice(open.end, open.end + 300))
  const isIndex =
    open !== undefined && style.format === 'hcl' && index.test(text.slice(open.start - 1))
  if (open && text[open.start] === '[' && !isLoop && !isIndex) {
    const isOperator =
      before?.kind === 'word' && /^[^\w"'.]+$/.test(text.slice(before.start, before.end))
    if (!key && !isOperator && (isFirst || isEnd))
      return isFirst && !isEnd && isSelected ? 'value' : 'item'
  }
  if (isSelected && style.format === 'hcl') return isLabel(where) ? undefined : 'value'
  if (isLoop || isIndex) return undefined
  if (key) {
    const isOver = isInBody && text.slice(key.end, range.start).includes('\n')
    return !isOver && (isEnd || isMember(where)) ? 'value' : undefined
  }
  if (!before && !after) return 'value'
  return isFirst && isEnd && open && text[open.start] === '(' ? 'value' : undefined
}

const loop = /^(?:\s|#.*\n|\/\/.*\n)*for\s+\w/
const index = /^[\w\])"*]\[/

/** Returns whether what is selected is a key, or a label of a block. */
function isLabel({ text, context: { before, after }, range }: InsertTarget): boolean {
  if (after?.kind === 'sign' && /^\s*=/.test(text.slice(range.end, range.end + 80))) return true
  if (!before || startOfLine(text, before.end) !== startOfLine(text, range.start)) return false
  const word = text.slice(before.start, before.end)
  return before.kind === 'quoted' || (/^\w/.test(word) && !/^(?:in|if)$/.test(word))
}

/** Returns whether another member of the object follows without a comma, in JSON. */
export function isMember({ text, context: { before, after }, style }: InsertTarget): boolean {
  if (style.format !== 'json' || !before?.open || after?.kind !== 'quoted') return false
  return /^\s*:/.test(text.slice(after.end, after.end + 80))
}

/** Adds items to the bracketed list around the selection, with missing commas. The edit at the selection comes first. */
export function addItems(where: InsertTarget, items: readonly string[]): InsertEdit[] {
  const { range, context, line } = where
  const { before } = context
  const edit = isBlank(line.head) ? inLines(where, items) : inOneLine(where, items)
  if (!before || before.kind === 'open' || before.kind === 'comma') return [edit]
  if (before.end >= range.start) return [{ ...edit, text: `,${edit.text}` }]
  return [edit, { start: before.end, end: before.end, text: ',' }]
}

function inOneLine({ range, context, line }: InsertTarget, items: readonly string[]): InsertEdit {
  const { before, after } = context
  const space = /\s$/.test(line.head) || before?.kind === 'open' ? '' : ' '
  const comma = isItem(after) ? (after?.start === range.end ? ', ' : ',') : ''
  return { ...range, text: space + items.join(', ') + comma }
}

/** Writes an item in each line, indented as the cursor or the item before. */
function inLines(
  { text, range, context, style, line }: InsertTarget,
  items: readonly string[],
): InsertEdit {
  const { before, after } = context
  const { start = 0 } = before?.open ?? {}
  const isAlone = !before || startOfLine(text, before.start) === startOfLine(text, start)
  const outer = isAlone
    ? indentBefore(text, start) + style.indent
    : indentBefore(text, before.start)
  const indent = line.head || outer
  const lineEnd = style.eol + indent
  // In HCL, the last item may have a comma.
  const isMore =
    isItem(after) || (style.format === 'hcl' && before?.kind === 'comma' && after?.kind !== 'comma')
  const body = indent + items.join(`,${lineEnd}`) + (isMore ? ',' : '')
  const isOver = /^\s*(?:$|,|#|\/\/|\/\*)/.test(line.tail)
  const rest = isOver ? '' : isItem(after) ? lineEnd : style.eol + line.head
  const blanks = isOver ? 0 : line.tail.length - line.tail.trimStart().length
  return { start: line.start, end: range.end + blanks, text: body + rest }
}

function isItem(token: Token | undefined): boolean {
  return token !== undefined && token.kind !== 'close' && token.kind !== 'comma'
}
