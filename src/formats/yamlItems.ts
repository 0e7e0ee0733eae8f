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
  const { key } = before ?? {}
  const isEnd = /^\s*(?:$|#)/.test(tail)
  const list = (indent: string) => items.map((item) => `- ${item}`).join(style.eol + indent)
  if (isBlank(head)) {
    const isAbove = /^-(?:\s|$)/.test(tail)
    const indent = isBlank(tail) ? indentBetween(cursor) : isAbove ? head : undefined
    if (indent === undefined) return undefined
    const isValue = one !== undefined && key && after?.kind !== 'dash'
    const rest = isAbove ? style.eol + head : ''
    const body = indent + (isValue ? one : list(indent)) + rest
    return { start: lineStart, end: range.end, text: body }
  }
  if (before?.kind === 'dash' && before.start >= lineStart) {
    const indent = ' '.repeat(before.start - lineStart)
    // What is further in below, or in a list in the list, would no longer be where it was.
    if (isEnd ? isInside(cursor, indent.length) : after?.kind === 'dash') return undefined
    const rest = isEnd ? '' : `${style.eol}${indent}- `
    return { start: before.end, end: range.end, text: list(indent).slice(1) + rest }
  }
  if (!isEnd) return undefined
  const dashes = dashesAt(text, lineStart)
  const start = range.start - (head.length - head.trimEnd().length)
  if (key && key.start >= lineStart) {
    const indent = toSpaces(dashes)
    const isList = after?.kind === 'dash' && columnOf(text, after) >= indent.length
    if (!isList && isInside(cursor, indent.length)) return undefined
    if (!isList && (one !== undefined || !isBlank(tail))) {
      const space = /\s$/.test(head) ? '' : ' '
      const value = one ?? `[${items.join(', ')}]`
      return { ...range, text: space + value + (tail.startsWith('#') ? ' ' : '') }
    }
    if (!isBlank(tail)) return undefined
    const inner = isList ? ' '.repeat(columnOf(text, after)) : indent + listStep(cursor)
    return { start, end: range.end, text: style.eol + inner + list(inner) }
  }
  // Behind an item that is a single text.
  const column = dashes.trimEnd().length - 1
  if (column < 0 || before?.start !== lineStart + dashes.length || !isBlank(tail)) return undefined
  if (isInside(cursor, column)) return undefined
  const outer = toSpaces(dashes.slice(0, column))
  return { start, end: range.end, text: style.eol + outer + list(outer) }
}

/** Returns the indentation of a list on a blank line, from what is above and below. */
function indentBetween(cursor: Cursor): string | undefined {
  const { text, range, lineStart, before, after } = cursor
  const { key } = before ?? {}
  const selected = /^[ \t]*(?=-\s)/m.exec(text.slice(lineStart, range.end))?.[0]
  if (selected !== undefined) return selected
  const below = after?.kind === 'dash' ? columnOf(text, after) : -1
  const head = cursor.head.includes('\t') ? '' : cursor.head // no indentation in YAML
  if (key) {
    const outer = toSpaces(dashesAt(text, startOfLine(text, key.start)))
    if (below >= outer.length) return ' '.repeat(below)
    if (isInside(cursor, outer.length)) return undefined
    return head.length > outer.length ? head : outer + listStep(cursor)
  }
  if (!before || text.startsWith('---', before.start)) return below < 0 ? head : ' '.repeat(below)
  // The list of the line above.
  const dashes = dashesAt(text, startOfLine(text, before.start))
  const column = dashes.indexOf('-')
  return column < 0 || isInside(cursor, column) ? undefined : dashes.slice(0, column)
}

/** Returns whether the next token is further in than a column, so that it is part of what begins there. */
function isInside({ text, after }: Cursor, column: number): boolean {
  return after !== undefined && columnOf(text, after) > column
}

/** Returns how much further in than its key a list is: not at all if some nearby are so. */
function listStep({ text, range, style }: Cursor): string {
  const near = text.slice(Math.max(0, range.start - nearby), range.start + nearby)
  return /^([ \t]*)[^\s#-][^\n]*:[ \t]*\r?\n\1- /m.test(near) ? '' : style.indent
}

const nearby = 20_000

/** Returns the indentation and the dashes of a line. */
function dashesAt(text: string, line: number): string {
  const pattern = /[ \t]*(?:-[ \t]+)*/y
  pattern.lastIndex = line
  return pattern.exec(text)?.[0] ?? ''
}

function columnOf(text: string, { start }: Token): number {
  return start - startOfLine(text, start)
}

/** Replaces item markers by spaces. */
function toSpaces(text: string): string {
  return text.replaceAll('-', ' ')
}
