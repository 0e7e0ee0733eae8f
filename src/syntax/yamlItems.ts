import type { Cursor } from './cursor.ts'
import { columnIndent, isBlank, skipComments, type InsertEdit } from './offsets.ts'

/**
 * Adds items to the block list of YAML at a cursor, or begins a list below the key without a value. Undefined if neither
 * is possible there.
 */
export function addYamlItems(cursor: Cursor, items: readonly string[]): InsertEdit | undefined {
  if (endsWithDash(cursor.head)) return fillItem(cursor, items)
  return addAboveItem(cursor, items) ?? addLines(cursor, items)
}

function endsWithDash(head: string): boolean {
  return /^[ \t]*(?:-[ \t]+)*-[ \t]*$/.test(head)
}

function fillItem(cursor: Cursor, items: readonly string[]): InsertEdit | undefined {
  const { text, end, lineStart, head } = cursor
  if (!canReplaceLineEnd(cursor)) return undefined
  const dash = lineStart + head.lastIndexOf('-')
  return { start: dash, end, text: itemLines(cursor, items, columnIndent(text, dash)) }
}

/** Adds items above the first item of a list, at a cursor between its key and the item, or at its dash. */
function addAboveItem(cursor: Cursor, items: readonly string[]): InsertEdit | undefined {
  const { text, eol, end } = cursor
  const dash = skipComments(text, end)
  const isDash = /^-\s/.test(text.slice(dash, dash + 2))
  if (isFree(cursor) || !isDash || !(isBehindKey(cursor) || dash === end)) return undefined
  const indent = columnIndent(text, dash)
  return { start: dash, end: dash, text: itemLines(cursor, items, indent) + eol + indent }
}

/** Adds items in lines of their own: in a blank line, behind the text of a line, or in the place of selected items. */
function addLines(cursor: Cursor, items: readonly string[]): InsertEdit | undefined {
  const { eol, start, end, lineStart, head, tail } = cursor
  const isSelection = start < end
  if (!isBlank(tail) && !(isSelection && canReplaceLineEnd(cursor))) return undefined
  const indent = listIndent(cursor)
  if (indent === undefined) return undefined
  const lineBreak = isBlank(head) ? '' : eol
  return {
    start: lineStart + head.trimEnd().length,
    end,
    text: lineBreak + indent + itemLines(cursor, items, indent),
  }
}

function itemLines({ eol }: Cursor, items: readonly string[], indent: string): string {
  return items.map((item) => `- ${item}`).join(eol + indent)
}

/** Returns whether a value is missing at the cursor, or what is selected is replaced. */
function isFree({ text, start, end, gap }: Cursor): boolean {
  return gap !== undefined || !isBlank(text.slice(start, end))
}

/** Returns whether a value is missing or replaced, and nothing but a comment follows in the line. */
function canReplaceLineEnd(cursor: Cursor): boolean {
  return isFree(cursor) && /^\s*(?:$|#)/.test(cursor.tail)
}

function isBehindKey({ text, start, before }: Cursor): boolean {
  return before?.key !== undefined && text.slice(before.end, start).includes(':')
}

/** Returns the indentation of the block list that continues or begins at a cursor; undefined if none can. */
function listIndent(cursor: Cursor): string | undefined {
  const { text, start, end, head, documentStart, before, gap } = cursor
  const selectedIndent = /^[ \t]*(?=-\s)/m.exec(head + text.slice(start, end))?.[0]
  if (isBlank(head) && selectedIndent !== undefined) return selectedIndent
  if (!before) {
    const isEmpty = skipComments(text, documentStart) >= text.length
    return isEmpty && isBlank(head) ? head : undefined
  }
  if (before.value && start === end) return indentOfListBefore(cursor)
  const isMissingValue = isFree(cursor) && isBehindKey(cursor) && !gap?.list
  if (!isMissingValue) return undefined
  const keyIndent = columnIndent(text, before.start - (before.key?.quote.length ?? 0))
  const isFurtherIn = isBlank(head) && !head.includes('\t') && head.length > keyIndent.length
  return isFurtherIn ? head : `${keyIndent}  `
}

/** Returns the indentation of the block list that the value before a cursor ends; undefined if it ends none. */
function indentOfListBefore({ text, start, before }: Cursor): string | undefined {
  const { value, end = 0 } = before ?? {}
  let list = value?.list
  let lastEnd = end + (value?.quote.length ?? 0)
  while (list?.type === '[') {
    lastEnd = list.end
    list = list.outer
  }
  return list && skipComments(text, lastEnd) >= start ? columnIndent(text, list.open) : undefined
}
