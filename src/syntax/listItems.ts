import type { BlockList } from './blocks.ts'
import type { Cursor } from './cursor.ts'
import type { Entry } from './entries.ts'
import { indentBefore, isBlank, skipComments, startOfLine, type InsertEdit } from './offsets.ts'

/**
 * Returns the edit that adds items to a list in brackets at a cursor, with the commas that are missing. Each item gets
 * a line at a cursor in a blank line, and in a list that has an item per line. Undefined if the cursor is in a loop or
 * an expression, between two items without a comma, or in a list of maps.
 */
export function addItems(
  cursor: Cursor,
  list: BlockList,
  items: readonly string[],
): InsertEdit | undefined {
  const { layouts } = cursor
  if (layouts.hasOnlyMaps(list)) return undefined
  const indent = layouts.indentOfItemLines(list, cursor)
  if (indent === undefined) return addItemsAt(cursor, list, items)
  return addItemsAt(moveAfterItem(cursor, list), list, items, indent)
}

/** `itemIndent` is the indentation of the list’s items if the list has an item per line. */
function addItemsAt(
  cursor: Cursor,
  list: BlockList,
  items: readonly string[],
  itemIndent?: string,
): InsertEdit | undefined {
  const { text, start, end, missingValue } = cursor
  const previous = previousItem(cursor, list)
  const textBefore = text.slice(list.open, start).trimEnd()
  const isBehindComma = textBefore.endsWith(',') || (previous && hasComma(cursor, previous))
  const isFirst = skipComments(text, list.open + 1) >= start
  const needsComma = !missingValue && !isBehindComma && !isFirst
  const isBeforeItem = /^[^\],]/.test(upcomingCode(text, skipComments(text, end)))
  if (continuesExpression(cursor)) return undefined
  const previousString = stringBefore(cursor, list)
  if (needsComma) {
    if (isBeforeItem) return undefined
    if (!previousString && !endsWithValue(textBefore)) return undefined
  }
  const layout = layoutAt(cursor, list, itemIndent)
  const keepsComma = cursor.format === 'hcl' && isBeforeTrailingEnd(cursor, isBehindComma === true)
  const body = itemsText(cursor, layout, items, { isBeforeItem, keepsComma })
  if (!needsComma) return { start: layout.start, end, text: body }
  // The comma goes directly after the item: a comment may stand between the item and the cursor.
  const commaAt = previousString ? endWithQuote(previousString) : list.open + textBefore.length
  const separation = layout.beginsLine ? '' : ' '
  return { start: commaAt, end, text: `,${text.slice(commaAt, layout.start) || separation}${body}` }
}

/**
 * Moves a cursor that is before the comment at the end of a line after the comment, and one that is before the closing
 * bracket in a line to the end of the line before.
 */
function moveAfterItem(cursor: Cursor, list: BlockList): Cursor {
  const { text, start, end, lineStart, lineTextBefore, lineTextAfter } = cursor
  if (start < end) return cursor
  if (isBlank(lineTextBefore)) {
    const offset = text.slice(0, lineStart).trimEnd().length
    const isBeforeEnd = lineTextAfter.startsWith(']') && list.open < offset
    return isBeforeEnd ? moveCursor(cursor, offset) : cursor
  }
  const isBeforeComment = /^\s*(?:#|\/\/)/.test(lineTextAfter)
  return isBeforeComment ? moveCursor(cursor, end + lineTextAfter.length) : cursor
}

/** Moves a cursor to the end of a line. */
function moveCursor(cursor: Cursor, offset: number): Cursor {
  const lineTextBefore = cursor.text.slice(startOfLine(cursor.text, offset), offset)
  return { ...cursor, start: offset, end: offset, lineTextBefore, lineTextAfter: '' }
}

/** Returns the entry before the cursor, if it is in the list. */
function previousItem({ previousEntry }: Cursor, list: BlockList): Entry | undefined {
  return previousEntry !== undefined && previousEntry.start > list.open ? previousEntry : undefined
}

/** Returns the entry before the cursor, if it is a string that is an item of the list. */
function stringBefore({ previousEntry }: Cursor, list: BlockList): Entry | undefined {
  const value = previousEntry?.value
  // Lists are told apart by the offset of their opening bracket.
  const isInList = value?.list?.open === list.open
  const isString = value !== undefined && value.quote !== ''
  return isInList && isString ? previousEntry : undefined
}

/** Returns the end of an entry with its closing quote. */
function endWithQuote({ end, value }: Entry): number {
  return end + (value?.quote.length ?? 0)
}

/** Returns whether a comma follows an item before the cursor. */
function hasComma({ text, start }: Cursor, item: Entry): boolean {
  const next = skipComments(text, endWithQuote(item))
  return next < start && text[next] === ','
}

/**
 * Returns whether the code after the cursor continues an expression of HCL (`+ b`, `? b : c`), or is a loop (`for`).
 */
function continuesExpression({ text, format, end }: Cursor): boolean {
  const code = upcomingCode(text, skipComments(text, end))
  return format === 'hcl' && /^(?:for\b|[+*/%>=&|?:]|<[^<]|!=)/.test(code)
}

/**
 * Returns whether a comma can be written at the end of a text: its last line ends with a value and has no comment.
 * Behind a comment, the comma would become part of the comment.
 */
function endsWithValue(text: string): boolean {
  const line = text.slice(text.lastIndexOf('\n') + 1)
  return /^(?!.*(?:#|\/\/)).*[\w\])}]$/.test(line)
}

/** Returns the next four characters at an offset: as many as it takes to recognize an operator or `for`. */
function upcomingCode(text: string, offset: number): string {
  return text.slice(offset, offset + 4)
}

/** Returns whether the last item of the list has a comma after it that new items after it should have, too. */
function isBeforeTrailingEnd({ text, start, end }: Cursor, isBehindComma: boolean): boolean {
  const selected = text.slice(start, end)
  const hasTrailingComma = isBlank(selected) ? isBehindComma : selected.trimEnd().endsWith(',')
  return hasTrailingComma && text[skipComments(text, end)] === ']'
}

/** How items are written into a list at a cursor. */
interface Layout {
  /** The start of the edit: directly after the item before the cursor if the new items begin a line. */
  readonly start: number
  /** True if each new item gets a line. */
  readonly isItemPerLine: boolean
  /** True if the new items begin with a line break. */
  readonly beginsLine: boolean
  /** True if the item after the cursor, which is in the cursor’s line, gets a new line. */
  readonly endsLine: boolean
  readonly indent: string
}

function layoutAt(cursor: Cursor, list: BlockList, itemIndent: string | undefined): Layout {
  const { start, lineTextBefore, lineTextAfter } = cursor
  const isBlankBefore = isBlank(lineTextBefore)
  const isBlankLine = isBlankBefore && isBlank(lineTextAfter)
  const beginsLine = itemIndent !== undefined && !isBlankBefore
  const spaceBefore = lineTextBefore.length - lineTextBefore.trimEnd().length
  const cursorIndent = isBlankBefore ? lineTextBefore : ''
  return {
    start: beginsLine ? start - spaceBefore : start,
    isItemPerLine: itemIndent !== undefined || isBlankLine,
    beginsLine,
    endsLine: itemIndent !== undefined && /^\s*[^\s,\]#/]/.test(lineTextAfter),
    indent: cursorIndent || (itemIndent ?? indentOfList(cursor, list)),
  }
}

/** Returns the text of items with the white space, line breaks, and commas that they need at the cursor. */
function itemsText(
  { text, eol, end, lineTextBefore }: Cursor,
  { isItemPerLine, beginsLine, endsLine, indent }: Layout,
  items: readonly string[],
  { isBeforeItem, keepsComma }: { readonly isBeforeItem: boolean; readonly keepsComma: boolean },
): string {
  const newLine = eol + indent
  let result = items.join(isItemPerLine ? `,${newLine}` : ', ')
  if (beginsLine) result = newLine + result
  else if (isItemPerLine && lineTextBefore === '') result = indent + result
  else if (lineTextBefore.endsWith(',')) result = ` ${result}`
  if (endsLine) return `${result},${newLine}`
  if (isBeforeItem) result += skipComments(text, end) === end ? ', ' : ','
  else if (isItemPerLine && keepsComma) result += ','
  return text[end] === '#' ? `${result} ` : result
}

/** Returns the indentation for the items of a list that has no line for each item. */
function indentOfList(cursor: Cursor, list: BlockList): string {
  const previous = previousItem(cursor, list)
  if (previous) return indentBefore(cursor.text, previous.start)
  return `${indentBefore(cursor.text, list.open)}  `
}
