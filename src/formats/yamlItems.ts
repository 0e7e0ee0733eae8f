import { isBlank, startOfLine, type Cursor, type InsertEdit, type Token } from './cursor.ts'

/**
 * Adds items to the block list at a cursor, or begins one as the value of a key, with `one` text if that is what
 * the key takes. Undefined if neither is possible there.
 */
export function addYamlItems(
  cursor: Cursor,
  items: readonly string[],
  one: string | undefined,
): InsertEdit | undefined {
  const { text, range, lineStart, head, tail, before, after, style } = cursor
  const isEnd = /^\s*(?:$|#)/.test(tail)
  const list = (indent: string) => items.map((item) => `- ${item}`).join(style.eol + indent)
  if (before?.kind === 'dash' && before.start >= lineStart && !isBlank(head)) {
    const indent = ' '.repeat(before.start - lineStart)
    // What is further in below, or in a list in the list, would no longer be where it was.
    if (isEnd ? columnOf(text, after) > indent.length : after?.kind === 'dash') return undefined
    const rest = isEnd ? '' : `${style.eol}${indent}- `
    return { start: before.end, end: range.end, text: list(indent).slice(1) + rest }
  }
  if (isBlank(head) && /^-\s/.test(tail)) {
    return { ...range, start: lineStart, text: head + list(head) + style.eol + head }
  }
  const isBehind = !isBlank(head)
  const dashed = isBehind ? '' : head + text.slice(range.start, range.end)
  const selected = /^[ \t]*(?=-\s)/m.exec(dashed)?.[0]
  const owner = selected ?? ownerOf(cursor)
  if (owner === undefined || !(isBehind ? isEnd : isBlank(tail))) return undefined
  const isKey = before?.key !== undefined
  const isDocument = !before || text.startsWith('---', before.start)
  const below = after?.kind === 'dash' ? columnOf(text, after) : -1
  const isList = (isKey || isDocument) && below >= owner.length
  // The same holds behind a key or an item.
  const mayMove = selected === undefined && !isList && !isDocument
  if (mayMove && columnOf(text, after) > owner.length) return undefined
  if (isBehind && !isList && isKey && (one !== undefined || !isBlank(tail))) {
    const space = /\s$/.test(head) ? '' : ' '
    const value = one ?? `[${items.join(', ')}]`
    return { ...range, text: space + value + (tail.startsWith('#') ? ' ' : '') }
  }
  if (!isBlank(tail)) return undefined
  const isFree = !isBehind && !head.includes('\t') && head.length > owner.length
  const step = isKey ? listStep(cursor) : ''
  const own = isFree && (isKey || isDocument) ? head : owner + step
  const indent = selected ?? (isList ? ' '.repeat(below) : own)
  const body = indent + (one !== undefined && isKey && !isList ? one : list(indent))
  if (!isBehind) return { start: lineStart, end: range.end, text: body }
  return { start: lineStart + head.trimEnd().length, end: range.end, text: style.eol + body }
}

/** Returns the indentation of the key or list that a cursor is behind; undefined behind anything else. */
function ownerOf({ text, lineStart, head, before }: Cursor): string | undefined {
  if (!before || text.startsWith('---', before.start)) return isBlank(head) ? '' : undefined
  const line = startOfLine(text, before.key?.start ?? before.start)
  const dashes = /^[ \t]*(?:-[ \t]+)*/.exec(text.slice(line))?.[0] ?? ''
  const isHere = isBlank(head) || line >= lineStart
  if (before.key) return isHere ? dashes.replaceAll('-', ' ') : undefined
  // The list whose item is a single text.
  const isItem = isBlank(head) || before.start === lineStart + dashes.length
  const column = dashes.lastIndexOf('-')
  return isItem && column >= 0 ? dashes.slice(0, column).replaceAll('-', ' ') : undefined
}

/** Returns how much further in than its key a list is: not at all if some nearby are so. */
function listStep({ text, range, style }: Cursor): string {
  const near = text.slice(Math.max(0, range.start - nearby), range.start + nearby)
  return /^([ \t]*)[^\s#-][^\n]*:[ \t]*\r?\n\1- /m.test(near) ? '' : style.indent
}

const nearby = 20_000

function columnOf(text: string, token: Token | undefined): number {
  return token ? token.start - startOfLine(text, token.start) : -1
}
