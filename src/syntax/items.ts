import { readBlocks } from './blockReader.ts'
import { blockAt, type BlockList } from './blocks.ts'
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
export function sourceOf(text: string, format: 'hcl' | 'yaml' | 'json', eol: string) {
  const blocks = readBlocks(text, format)
  return { text, format, eol, blocks, ...entriesIn(blocks), zones: zonesIn(blocks, format) }
}

export type Source = Readonly<ReturnType<typeof sourceOf>>

/** A cursor or selection, with what the reader says of its place. */
export type Cursor = Readonly<ReturnType<typeof cursorAt>>

export function cursorAt(source: Source, { start, end }: OffsetRange) {
  const { text, format, blocks, entries, gaps } = source
  const document = blocks[lastBefore(blocks, start + 1)]?.start ?? 0
  const before = entries[lastBefore(entries, start)]
  const lineStart = startOfLine(text, start)
  const isAround = ({ type, open, end: last }: BlockList) =>
    type !== '-' && open < start && end < last
  const list = blockAt(blocks, start)?.lists.findLast(isAround)
  const gap = gaps[lastBefore(gaps, start + 1)]
  // In YAML, it may be in a line below.
  const gapEnd = gap && (format === 'yaml' && !list ? codeAfter(text, gap.end) : gap.end)
  return {
    ...source,
    start,
    end,
    lineStart,
    /** What is before the selection in its first line, and behind it in its last one. */
    head: text.slice(lineStart, start),
    tail: text.slice(end, startOfNextLine(text, end)).trimEnd(),
    /** The start of its document, and the last entry in it that begins before it. */
    document,
    before: before && before.start >= document ? before : undefined,
    /** The value that is missing there. */
    gap: gapEnd !== undefined && end <= gapEnd ? gap : undefined,
    /** The innermost list in brackets around it. */
    list,
  }
}

/**
 * Adds items to a list in brackets, with missing commas; in a line of its own, one in each line. Undefined for a
 * loop, in an expression, and between two items.
 */
export function addItems(
  { text, format, eol, start, end, head, tail, before, gap }: Cursor,
  list: BlockList,
  items: readonly string[],
): InsertEdit | undefined {
  const isOwnLine = isBlank(head) && isBlank(tail)
  const above = text.slice(list.open, start).trimEnd()
  const isBehindItem = before !== undefined && before.start > list.open
  const last = (before?.end ?? 0) + (before?.value?.quote.length ?? 0)
  const past = codeAfter(text, last)
  const hasComma = above.endsWith(',') || (isBehindItem && past < start && text[past] === ',')
  const lacksComma = !gap && !hasComma && above.length > 1
  const next = codeAfter(text, end)
  const code = text.slice(next, next + 4)
  const isBeforeItem = /^[^\],]/.test(code)
  const isInside = format === 'hcl' && /^(?:for\b|[+*/%>=&|?:]|<[^<]|!=)/.test(code)
  const isItem = before?.value?.list?.open === list.open && before.value.quote !== ''
  // Nor is a comma written in a comment.
  const line = above.slice(above.lastIndexOf('\n') + 1)
  const isPart = isBeforeItem || !(isItem || /^(?!.*(?:#|\/\/)).*[\w\])}]$/.test(line))
  if (isInside || (lacksComma && isPart)) return undefined
  const indent = indentBefore(text, isBehindItem ? before.start : list.open)
  const outer = isBehindItem ? indent : `${indent}  `
  const lead = isOwnLine && head === '' ? outer : head.endsWith(',') ? ' ' : ''
  const written = items.join(isOwnLine ? `,${eol}${head || outer}` : ', ')
  const comma = isBeforeItem ? (next === end ? ', ' : ',') : ''
  const body = lead + written + comma + (text[end] === '#' ? ' ' : '')
  if (!lacksComma) return { start, end, text: body }
  // A comment may be in between.
  const from = isItem ? last : list.open + above.length
  return { start: from, end, text: `,${text.slice(from, start) || ' '}${body}` }
}

/**
 * Adds items to the block list at a cursor, or begins one below the key without a value. Undefined if neither is
 * possible there.
 */
export function addYamlItems(cursor: Cursor, items: readonly string[]): InsertEdit | undefined {
  const { text, eol, start, end, lineStart, head, tail, before, gap } = cursor
  const lines = (indent: string) => items.map((item) => `- ${item}`).join(eol + indent)
  const isFree = gap !== undefined || !isBlank(text.slice(start, end))
  const isEnd = isFree && /^\s*(?:$|#)/.test(tail)
  if (/^[ \t]*(?:-[ \t]+)*-[ \t]*$/.test(head)) {
    const dash = lineStart + head.lastIndexOf('-')
    return isEnd ? { start: dash, end, text: lines(columnOf(text, dash)) } : undefined
  }
  const isBehindKey = before?.key !== undefined && text.slice(before.end, start).includes(':')
  const dash = codeAfter(text, end)
  if (!isFree && (isBehindKey || dash === end) && /^-\s/.test(text.slice(dash, dash + 2))) {
    const indent = columnOf(text, dash)
    return { start: dash, end: dash, text: lines(indent) + eol + indent }
  }
  if (!isBlank(tail) && !(isEnd && start < end)) return undefined
  const indent = indentAt(cursor, isFree && isBehindKey && !gap?.list)
  if (indent === undefined) return undefined
  const above = isBlank(head) ? '' : eol
  return { start: lineStart + head.trimEnd().length, end, text: above + indent + lines(indent) }
}

/** Returns the indentation of the block list that goes on at a cursor, or begins there. */
function indentAt({ text, start, end, head, document, before }: Cursor, isValue: boolean) {
  const selected = isBlank(head) ? /^[ \t]*(?=-\s)/m.exec(head + text.slice(start, end)) : undefined
  if (selected) return selected[0]
  if (!before) return codeAfter(text, document) < text.length || !isBlank(head) ? undefined : head
  if (before.value && start === end) {
    let { list } = before.value
    let last = before.end + before.value.quote.length
    for (; list?.type === '['; list = list.outer) last = list.end
    return list && codeAfter(text, last) >= start ? columnOf(text, list.open) : undefined
  }
  if (!isValue) return undefined
  const outer = columnOf(text, before.start - (before.key?.quote.length ?? 0))
  const isFurtherIn = isBlank(head) && !head.includes('\t') && head.length > outer.length
  return isFurtherIn ? head : `${outer}  `
}

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
