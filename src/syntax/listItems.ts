import type { BlockList } from './blocks.ts'
import type { Cursor } from './cursor.ts'
import type { Entry } from './entries.ts'
import { indentBefore, isBlank, skipComments, type InsertEdit } from './offsets.ts'

/**
 * Returns the edit that adds items to a list in brackets at a cursor, with the commas that are missing. At a cursor in
 * a blank line, each item gets a line. Undefined if the cursor is in a loop or an expression, or between two items
 * without a comma.
 */
export function addItems(
  cursor: Cursor,
  list: BlockList,
  items: readonly string[],
): InsertEdit | undefined {
  const { text, start, end, missingValue } = cursor
  const previous = previousItem(cursor, list)
  const textBefore = text.slice(list.open, start).trimEnd()
  const isBehindComma = textBefore.endsWith(',') || (previous && hasComma(cursor, previous))
  const needsComma = !missingValue && !isBehindComma && textBefore.length > 1
  const isBeforeItem = /^[^\],]/.test(upcomingCode(text, skipComments(text, end)))
  if (continuesExpression(cursor)) return undefined
  const previousString = stringBefore(cursor, list)
  if (needsComma) {
    if (isBeforeItem) return undefined
    if (!previousString && !endsWithValue(textBefore)) return undefined
  }
  const body = itemsText(cursor, list, items, isBeforeItem)
  if (!needsComma) return { start, end, text: body }
  // The comma goes directly behind the item: a comment may stand between the item and the cursor.
  const commaAt = previousString ? endWithQuote(previousString) : list.open + textBefore.length
  return { start: commaAt, end, text: `,${text.slice(commaAt, start) || ' '}${body}` }
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
 * Returns whether the code behind the cursor continues an expression of HCL (`+ b`, `? b : c`), or is a loop (`for`).
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

/** Returns the text of items with the white space, line breaks, and commas that they need at the cursor. */
function itemsText(
  cursor: Cursor,
  list: BlockList,
  items: readonly string[],
  isBeforeItem: boolean,
): string {
  const { text, eol, end, lineTextBefore, lineTextAfter } = cursor
  const isOwnLine = isBlank(lineTextBefore) && isBlank(lineTextAfter)
  const indent = itemIndent(cursor, list)
  const separator = isOwnLine ? `,${eol}${lineTextBefore || indent}` : ', '
  let result = items.join(separator)
  if (isOwnLine && lineTextBefore === '') result = indent + result
  else if (lineTextBefore.endsWith(',')) result = ` ${result}`
  if (isBeforeItem) result += skipComments(text, end) === end ? ', ' : ','
  return text[end] === '#' ? `${result} ` : result
}

function itemIndent(cursor: Cursor, list: BlockList): string {
  const previous = previousItem(cursor, list)
  if (previous) return indentBefore(cursor.text, previous.start)
  return `${indentBefore(cursor.text, list.open)}  `
}
