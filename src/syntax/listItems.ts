import type { BlockList } from './blocks.ts'
import type { Cursor } from './cursor.ts'
import type { Entry } from './entries.ts'
import { indentBefore, isBlank, skipComments, type InsertEdit } from './offsets.ts'

/**
 * Adds items to a list in brackets, with missing commas; in a line of its own, one item in each line. Undefined for a
 * loop, in an expression, and between two items.
 */
export function addItems(
  cursor: Cursor,
  list: BlockList,
  items: readonly string[],
): InsertEdit | undefined {
  const { text, start, end, gap } = cursor
  const previous = previousItem(cursor, list)
  const textBefore = text.slice(list.open, start).trimEnd()
  const isBehindComma = textBefore.endsWith(',') || (previous && hasComma(cursor, previous))
  const needsComma = !gap && !isBehindComma && textBefore.length > 1
  const isBeforeItem = /^[^\],]/.test(codeAt(text, skipComments(text, end)))
  if (continuesExpression(cursor)) return undefined
  const previousString = stringBefore(cursor, list)
  if (needsComma) {
    if (isBeforeItem) return undefined
    if (!previousString && !endsWithValue(textBefore)) return undefined
  }
  const body = itemsText(cursor, list, items, isBeforeItem)
  if (!needsComma) return { start, end, text: body }
  // The comma follows the item; a comment may be between it and the cursor.
  const commaAt = previousString ? endOf(previousString) : list.open + textBefore.length
  return { start: commaAt, end, text: `,${text.slice(commaAt, start) || ' '}${body}` }
}

/** Returns the entry before the cursor, if it is in the list. */
function previousItem({ before }: Cursor, list: BlockList): Entry | undefined {
  return before !== undefined && before.start > list.open ? before : undefined
}

/** Returns the entry before the cursor, if it is a string that is an item of the list. */
function stringBefore({ before }: Cursor, list: BlockList): Entry | undefined {
  const { value } = before ?? {}
  return value?.list?.open === list.open && value.quote !== '' ? before : undefined
}

function endOf({ end, value }: Entry): number {
  return end + (value?.quote.length ?? 0)
}

function hasComma({ text, start }: Cursor, item: Entry): boolean {
  const next = skipComments(text, endOf(item))
  return next < start && text[next] === ','
}

/** Returns whether the code behind the cursor continues an expression of HCL, or is a loop. */
function continuesExpression({ text, format, end }: Cursor): boolean {
  const code = codeAt(text, skipComments(text, end))
  return format === 'hcl' && /^(?:for\b|[+*/%>=&|?:]|<[^<]|!=)/.test(code)
}

/**
 * Returns whether the last line of a text ends with a value, so that a comma can be inserted after it. A line with a
 * comment doesn’t: the comma would become part of the comment.
 */
function endsWithValue(text: string): boolean {
  const line = text.slice(text.lastIndexOf('\n') + 1)
  return /^(?!.*(?:#|\/\/)).*[\w\])}]$/.test(line)
}

/** Returns as much of the code at an offset as is needed to tell signs apart. */
function codeAt(text: string, offset: number): string {
  return text.slice(offset, offset + 4)
}

/** Returns the text of items with the white space and commas that they need at the cursor. */
function itemsText(
  cursor: Cursor,
  list: BlockList,
  items: readonly string[],
  isBeforeItem: boolean,
): string {
  const { text, eol, end, head, tail } = cursor
  const isOwnLine = isBlank(head) && isBlank(tail)
  const indent = itemIndent(cursor, list)
  const separator = isOwnLine ? `,${eol}${head || indent}` : ', '
  let result = items.join(separator)
  if (isOwnLine && head === '') result = indent + result
  else if (head.endsWith(',')) result = ` ${result}`
  if (isBeforeItem) result += skipComments(text, end) === end ? ', ' : ','
  return text[end] === '#' ? `${result} ` : result
}

function itemIndent(cursor: Cursor, list: BlockList): string {
  const previous = previousItem(cursor, list)
  if (previous) return indentBefore(cursor.text, previous.start)
  return `${indentBefore(cursor.text, list.open)}  `
}
