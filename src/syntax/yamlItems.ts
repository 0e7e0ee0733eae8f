import type { Cursor } from './cursor.ts'
import { dashListAt } from './listLayout.ts'
import { columnIndent, isBlank, skipComments, type InsertEdit } from './offsets.ts'

/**
 * Returns the edit that adds items to the block list (`- a`) of YAML at a cursor, or that begins a list below a key
 * without a value. Undefined if neither is possible at the cursor.
 */
export function addYamlItems(cursor: Cursor, items: readonly string[]): InsertEdit | undefined {
  const edit = endsWithDash(cursor.lineTextBefore)
    ? fillItem(cursor, items)
    : (addAboveItem(cursor, items) ?? addLines(cursor, items))
  // Directly after a text, `#` begins no comment.
  const isBeforeComment = edit !== undefined && cursor.text[edit.end] === '#'
  return isBeforeComment ? { ...edit, text: `${edit.text} ` } : edit
}

function endsWithDash(text: string): boolean {
  return /^[ \t]*(?:-[ \t]+)*-[ \t]*$/.test(text)
}

/** Returns the edit that writes items at a cursor after a dash without an item. */
function fillItem(cursor: Cursor, items: readonly string[]): InsertEdit | undefined {
  const { text, end, lineStart, lineTextBefore } = cursor
  const dash = lineStart + lineTextBefore.lastIndexOf('-')
  if (!canReplaceLineEnd(cursor) || isInListOfMaps(cursor, dash)) return undefined
  return { start: dash, end, text: itemLines(cursor, items, columnIndent(text, dash)) }
}

/**
 * Returns the edit that adds items above the first item of a list: the cursor is before its dash, below the list’s key.
 * Undefined for a list of maps, such as tasks.
 */
function addAboveItem(cursor: Cursor, items: readonly string[]): InsertEdit | undefined {
  const { text, eol, end, lineStart, lineTextBefore } = cursor
  const dash = skipComments(text, end)
  const isDash = /^-\s/.test(text.slice(dash, dash + 2))
  if (isMissingOrReplaced(cursor) || !isDash || !(isBehindKey(cursor) || dash === end))
    return undefined
  if (isInListOfMaps(cursor, dash)) return undefined
  const indent = columnIndent(text, dash)
  // A blank line that the cursor is in becomes the line of the first new item.
  const isInBlankLine = dash > end && isBlank(lineTextBefore) && isBlank(text.slice(end, dash))
  const start = isInBlankLine ? lineStart : dash
  const itemIndent = isInBlankLine ? indent : ''
  return { start, end: dash, text: itemIndent + itemLines(cursor, items, indent) + eol + indent }
}

/** Returns whether the list that has an item at an offset has maps as items: a name isn’t one of them. */
function isInListOfMaps({ blocks, layouts }: Cursor, dash: number): boolean {
  const list = dashListAt(blocks, dash)
  return list !== undefined && layouts.hasOnlyMaps(list)
}

/**
 * Returns the edit that writes each item into a new line: in or below the cursor’s line, or in place of selected items.
 */
function addLines(cursor: Cursor, items: readonly string[]): InsertEdit | undefined {
  const { eol, start, end, lineStart, lineTextBefore, lineTextAfter } = cursor
  const isSelection = start < end
  if (!isBlank(lineTextAfter) && !(isSelection && canReplaceLineEnd(cursor))) return undefined
  const indent = listIndent(cursor)
  if (indent === undefined) return undefined
  const lineBreak = isBlank(lineTextBefore) ? '' : eol
  return {
    start: lineStart + lineTextBefore.trimEnd().length,
    end,
    text: lineBreak + indent + itemLines(cursor, items, indent),
  }
}

function itemLines({ eol }: Cursor, items: readonly string[], indent: string): string {
  return items.map((item) => `- ${item}`).join(eol + indent)
}

/** Returns whether a value is missing at the cursor, or a selected value is to be replaced. */
function isMissingOrReplaced({ text, start, end, missingValue }: Cursor): boolean {
  return missingValue !== undefined || !isBlank(text.slice(start, end))
}

/**
 * Returns whether the rest of the line can be replaced by items: a comment at most follows the missing or selected
 * value.
 */
function canReplaceLineEnd(cursor: Cursor): boolean {
  return isMissingOrReplaced(cursor) && /^\s*(?:$|#)/.test(cursor.lineTextAfter)
}

function isBehindKey({ text, start, previousEntry }: Cursor): boolean {
  return previousEntry?.key !== undefined && text.slice(previousEntry.end, start).includes(':')
}

/** Returns the indentation for items at a cursor: that of the list that they continue, or of a list that they begin. */
function listIndent(cursor: Cursor): string | undefined {
  const { text, start, end, lineTextBefore, documentStart, previousEntry, missingValue } = cursor
  const selectedIndent = /^[ \t]*(?=-\s)/m.exec(lineTextBefore + text.slice(start, end))?.[0]
  if (isBlank(lineTextBefore) && selectedIndent !== undefined) return selectedIndent
  if (!previousEntry) {
    const isEmpty = skipComments(text, documentStart) >= text.length
    return isEmpty && isBlank(lineTextBefore) ? lineTextBefore : undefined
  }
  if (previousEntry.value && start === end) return indentOfListBefore(cursor)
  const isMissingValue = isMissingOrReplaced(cursor) && isBehindKey(cursor) && !missingValue?.list
  if (!isMissingValue) return undefined
  const keyIndent = columnIndent(text, previousEntry.start - (previousEntry.key?.quote.length ?? 0))
  const isFurtherIn =
    isBlank(lineTextBefore) &&
    !lineTextBefore.includes('\t') &&
    lineTextBefore.length > keyIndent.length
  return isFurtherIn ? lineTextBefore : `${keyIndent}  `
}

/**
 * Returns the indentation of the block list whose last item is the value before a cursor; undefined for other values.
 */
function indentOfListBefore({ text, start, previousEntry }: Cursor): string | undefined {
  const { value, end = 0 } = previousEntry ?? {}
  let list = value?.list
  let lastEnd = end + (value?.quote.length ?? 0)
  while (list?.type === '[') {
    lastEnd = list.end
    list = list.outer
  }
  return list && skipComments(text, lastEnd) >= start ? columnIndent(text, list.open) : undefined
}
