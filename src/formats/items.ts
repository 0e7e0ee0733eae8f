import type { BlockList } from './blocks.ts'
import type { Cursor, InsertEdit } from './insertion.ts'
import { indentBefore, isBlank, startOfLine } from './offsets.ts'

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
  const isItem = before?.value?.list?.open === list.open && before.value.quote !== ''
  const last = isItem ? before.end + 1 : list.open + above.length
  return { start: last, end, text: `,${text.slice(last, from) || ' '}${body}` }
}

/**
 * Adds items to the block list at a cursor, or begins one as the value of a key, with `one` text if that is what
 * the key takes. Undefined if neither is possible there.
 */
export function addYamlItems(
  cursor: Cursor,
  items: readonly string[],
  one: string | undefined,
): InsertEdit | undefined {
  const { text, style, start, end, lineStart, head, tail, before, after, gap } = cursor
  const isCursor = start === end
  const isEnd = /^\s*(?:$|#)/.test(tail)
  const lines = (indent: string) => items.map((item) => `${indent}- ${item}`).join(style.eol)
  if (/^[ \t]*(?:-[ \t]+)*-[ \t]*$/.test(head)) {
    const dash = lineStart + head.lastIndexOf('-')
    const body = lines(' '.repeat(dash - lineStart)).trimStart()
    return isEnd && !(isCursor && !gap) ? { start: dash, end, text: body } : undefined
  }
  if (isBlank(head) && isCursor && /^-\s/.test(tail)) {
    return { start: lineStart, end, text: lines(head) + style.eol + head }
  }
  const selected = isBlank(head) ? /^[ \t]*(?=-\s)/m.exec(head + text.slice(start, end)) : null
  if (selected)
    return isBlank(tail) ? { start: lineStart, end, text: lines(selected[0]) } : undefined
  const isBehind = !isBlank(head)
  if (!(isBehind ? isEnd : isBlank(tail))) return undefined
  const below = (body: string) =>
    isBehind
      ? { start: lineStart + head.trimEnd().length, end, text: style.eol + body }
      : { start: lineStart, end, text: body }
  let list = before?.value?.list
  let last = (before?.end ?? 0) + (before?.value?.quote === '' ? 0 : 1)
  for (; list?.type === '['; list = list.outer) last = list.end
  if (list?.type === '-') {
    return isBlank(tail) && isCursor && codeAfter(text, last) >= start
      ? below(lines(columnOf(text, list.open)))
      : undefined
  }
  if (before?.key === undefined || !text.slice(before.end, start).includes(':')) {
    return !before && !after && isBlank(tail) ? below(lines(head)) : undefined
  }
  const line = startOfLine(text, before.start)
  const owner = /^[ \t]*(?:-[ \t]+)*/.exec(text.slice(line, before.start))?.[0] ?? ''
  const outer = owner.replaceAll('-', ' ')
  if (isCursor && !gap) {
    const dash = codeAfter(text, end)
    const isList = /^-\s/.test(text.slice(dash, dash + 2)) && isBlank(tail)
    return isList ? below(lines(columnOf(text, dash))) : undefined
  }
  if (isBehind && (one !== undefined || !isBlank(tail))) {
    if (line < lineStart) return undefined
    const space = /\s$/.test(head) ? '' : ' '
    const value = one ?? `[${items.join(', ')}]`
    return { start, end, text: space + value + (tail.startsWith('#') ? ' ' : '') }
  }
  const isFree = !isBehind && !head.includes('\t') && head.length > outer.length
  const indent = isFree ? head : outer + listStep(cursor)
  return below(one === undefined ? lines(indent) : indent + one)
}

/** Returns the offset of what follows white space and comments. */
export function codeAfter(text: string, offset: number): number {
  const space = /(?:\s+|#.*|\/\/.*|\/\*[^]*?\*\/)*/y
  space.lastIndex = offset
  space.exec(text)
  return space.lastIndex
}

/** Returns how much further in than its key a list is: not at all if some nearby are so. */
function listStep({ text, start, style }: Cursor): string {
  const near = text.slice(Math.max(0, start - nearby), start + nearby)
  return /^([ \t]*)[^\s#-][^\n]*:[ \t]*\r?\n\1- /m.test(near) ? '' : style.indent
}

const nearby = 20_000

/** Returns the indentation of what begins in the column of an offset. */
function columnOf(text: string, offset: number): string {
  return ' '.repeat(offset - startOfLine(text, offset))
}
