import { readBlocks } from './blockReader.ts'
import { blockAt, type BlockLanguage, type BlockList } from './blocks.ts'
import type { DocumentStyle } from './documentFormat.ts'
import { entriesIn } from './misplaced.ts'
import {
  indentBefore,
  isBlank,
  lastBefore,
  startOfLine,
  startOfNextLine,
  type InsertEdit,
  type OffsetRange,
} from './offsets.ts'
import { zonesIn } from './scan.ts'

/** Reads a text that something is inserted into. */
export function sourceOf(text: string, style: DocumentStyle, format: BlockLanguage) {
  const blocks = readBlocks(text, format)
  return { text, style, blocks, ...entriesIn(blocks), zones: zonesIn(blocks, format) }
}

export type Source = Readonly<ReturnType<typeof sourceOf>>

/** A cursor or selection, with what the reader says of its place. */
export type Cursor = Readonly<ReturnType<typeof cursorAt>>

export function cursorAt(
  { text, style, blocks, entries, gaps }: Source,
  { start, end }: OffsetRange,
) {
  const lineStart = startOfLine(text, start)
  const nth = lastBefore(entries, start)
  const isAround = ({ type, open, end: last }: BlockList) =>
    type !== '-' && open < start && end < last
  const list = blockAt(blocks, start)?.lists.findLast(isAround)
  const gap = gaps[lastBefore(gaps, start + 1)]
  // In YAML, it may be in a line below.
  const gapEnd = gap && (style.format === 'yaml' && !list ? codeAfter(text, gap.end) : gap.end)
  return {
    text,
    style,
    start,
    end,
    lineStart,
    /** What is before the selection in its first line, and behind it in its last one. */
    head: text.slice(lineStart, start),
    tail: text.slice(end, startOfNextLine(text, end)).trimEnd(),
    /** The last entry that begins before it, and the one that follows. */
    before: entries[nth],
    after: entries[nth + 1],
    /** The value that is missing there. */
    gap: gapEnd !== undefined && end <= gapEnd ? gap : undefined,
    /** The innermost list in brackets around it. */
    list,
  }
}

/**
 * Adds items to a list in brackets, with missing commas; in a line of its own, one in each line. Undefined for a
 * loop.
 */
export function addItems(
  cursor: Cursor,
  list: BlockList,
  items: readonly string[],
): InsertEdit | undefined {
  const { text, style, lineStart, head, tail, before, gap } = cursor
  const isOwnLine = isBlank(head) && isBlank(tail)
  // YAML doesn’t allow items further out than the text of their line.
  const isBefore = cursor.start === cursor.end && isBlank(head) && !isOwnLine
  const shift = isBefore ? tail.length - tail.trimStart().length : 0
  const [start, end] = [cursor.start + shift, cursor.end + shift]
  const above = text.slice(list.open, start).trimEnd()
  const isBehindItem = before !== undefined && before.start > list.open
  const isBehindComma = above.endsWith(',')
  const lacksComma = !gap && !isBehindComma && above.length > 1
  const following = codeAfter(text, end)
  const next = text.slice(following, following + 4)
  if (style.format === 'hcl' && /^for\b/.test(next)) return undefined
  const isBeforeItem = !/^(?:$|[\],])/.test(next)
  const isItem = before?.value?.list?.open === list.open && before.value.quote !== ''
  // Between two parts of an expression, there is no item; between two strings, only the comma is missing.
  const isApart = isItem && codeAfter(text, before.end + 1) >= start
  if (lacksComma && isBeforeItem && !isApart) return undefined
  const outer = indentBefore(text, list.open + above.length) + (isBehindItem ? '' : style.indent)
  const indent = isOwnLine ? head || outer : ''
  // In HCL, the last item may have a comma.
  const isHcl = style.format === 'hcl'
  const isLast = isHcl && isOwnLine && isBehindItem && !lacksComma && next.startsWith(']')
  const written = items.join(isOwnLine ? `,${style.eol}${indent}` : ', ')
  const space = isBeforeItem && following === end ? ' ' : ''
  const body = `${indent}${written}${isBeforeItem || isLast ? ',' : ''}${space}`
  const from = isOwnLine ? lineStart : start
  if (!lacksComma) {
    const isTight = isBehindComma && text[from - 1] === ','
    return { start: from, end, text: (isTight ? ' ' : '') + body }
  }
  // A comment may be in between.
  const last = isItem ? before.end + 1 : list.open + above.length
  return { start: last, end, text: `,${text.slice(last, from) || ' '}${body}` }
}

/**
 * Adds items to the block list at a cursor, or begins one below the key without a value. Undefined if neither is
 * possible there.
 */
export function addYamlItems(cursor: Cursor, items: readonly string[]): InsertEdit | undefined {
  const { text, style, start, end, lineStart, head, tail, gap } = cursor
  const lines = (indent: string) => items.map((item) => `${indent}- ${item}`).join(style.eol)
  if (/^[ \t]*(?:-[ \t]+)*-[ \t]*$/.test(head)) {
    const dash = lineStart + head.lastIndexOf('-')
    const isEnd = /^\s*(?:$|#)/.test(tail) && (gap || start < end)
    return isEnd ? { start: dash, end, text: lines(columnOf(text, dash)).trimStart() } : undefined
  }
  const isBehind = !isBlank(head)
  if (!isBehind && start === end && /^-\s/.test(tail)) {
    return { start: lineStart, end, text: lines(head) + style.eol + head }
  }
  if (!isBlank(tail)) return undefined
  const selected = isBehind ? null : /^[ \t]*(?=-\s)/m.exec(head + text.slice(start, end))
  const indent = selected?.[0] ?? indentAt(cursor)
  if (indent === undefined) return undefined
  if (!isBehind) return { start: lineStart, end, text: lines(indent) }
  const last = lineStart + head.trimEnd().length
  return { start: last, end, text: style.eol + lines(indent) }
}

/** Returns the indentation of the block list that goes on at a cursor, or begins there. */
function indentAt({ text, style, start, end, lineStart, head, before, after, gap }: Cursor) {
  if (!before) return after || !isBlank(head) ? undefined : head
  if (before.value && start === end) {
    let { list } = before.value
    let last = before.end + before.value.quote.length
    for (; list?.type === '['; list = list.outer) last = list.end
    return list && codeAfter(text, last) >= start ? columnOf(text, list.open) : undefined
  }
  if (!before.key || !text.slice(before.end, start).includes(':')) return undefined
  if (start === end && !gap) {
    const dash = codeAfter(text, end)
    return /^-\s/.test(text.slice(dash, dash + 2)) ? columnOf(text, dash) : undefined
  }
  const outer = columnOf(text, before.start - before.key.quote.length)
  const isFree = isBlank(head) && !head.includes('\t') && head.length > outer.length
  if (isFree) return head
  // Not further in than its key, if some nearby are so.
  const near = text.slice(Math.max(0, lineStart - nearby), lineStart + nearby)
  const isFlush = /^([ \t]*)[^\s#-][^\n]*:[ \t]*\r?\n\1- /m.test(near)
  return isFlush ? outer : outer + style.indent
}

const nearby = 20_000

/** Returns the offset of what follows white space and comments. */
export function codeAfter(text: string, offset: number): number {
  const space = /(?:\s+|#.*|\/\/.*|\/\*[^]*?\*\/)*/y
  space.lastIndex = offset
  space.exec(text)
  return space.lastIndex
}

/** Returns the indentation of what begins in the column of an offset. */
function columnOf(text: string, offset: number): string {
  return ' '.repeat(offset - startOfLine(text, offset))
}
