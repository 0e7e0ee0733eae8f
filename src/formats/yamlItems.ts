import type { InsertEdit, InsertTarget } from './listItems.ts'
import { isBlank, startOfLine } from './lines.ts'
import type { Token } from './cursorContext.ts'

/**
 * Adds items to the block list at the selection, or begins one as the value of a key, with `one` text if that is what
 * the key takes. Undefined if neither is possible there without breaking what is around.
 */
export function addYamlItems(
  where: InsertTarget,
  items: readonly string[],
  one: string | undefined,
): InsertEdit | undefined {
  const { text, range, context, style, line } = where
  const { head, tail } = line
  const { before, after } = context
  const { key } = before ?? {}
  const dashes = dashesAt(text, line.start)
  const isEnd = /^\s*(?:$|#)/.test(tail)
  const list = (indent: string) => items.map((item) => `- ${item}`).join(style.eol + indent)
  if (isBlank(head)) {
    const isBefore = /^-(?:\s|$)/.test(tail)
    const indent = isBlank(tail) ? indentBetween(where) : isBefore ? head : undefined
    if (indent === undefined) return undefined
    if (one !== undefined && key && after?.kind !== 'dash') {
      return { start: line.start, end: range.end, text: indent + one }
    }
    const rest = isBefore ? style.eol + head : ''
    return { start: line.start, end: range.end, text: indent + list(indent) + rest }
  }
  if (before?.kind === 'dash' && before.start >= line.start) {
    const indent = ' '.repeat(before.start - line.start)
    if (isEnd && isInside(where, indent.length)) return undefined
    const rest = isEnd ? '' : `${style.eol}${indent}- `
    return { start: before.end, end: range.end, text: list(indent).slice(1) + rest }
  }
  if (!isEnd) return undefined
  const space = /\s$/.test(head) ? '' : ' '
  const indent = toSpaces(dashes)
  if (key && key.start >= line.start) {
    const isList = after?.kind === 'dash' && columnOf(text, after) >= indent.length
    if (!isList && isInside(where, indent.length)) return undefined
    const rest = tail.startsWith('#') ? ' ' : ''
    if (one !== undefined && !isList) return { ...range, text: space + one + rest }
    if (!isBlank(tail)) {
      return isList ? undefined : { ...range, text: `${space}[${items.join(', ')}]${rest}` }
    }
    const inner = isList ? ' '.repeat(columnOf(text, after)) : indent + listStep(where)
    const start = range.start - (head.length - head.trimEnd().length)
    return { start, end: range.end, text: style.eol + inner + list(inner) }
  }
  // Behind an item that is a single text.
  const column = dashes.trimEnd().length - 1
  const isItem = column >= 0 && before?.start === line.start + dashes.length
  if (!isItem || !isBlank(tail) || isInside(where, column)) return undefined
  const outer = toSpaces(dashes.slice(0, column))
  const start = range.start - (head.length - head.trimEnd().length)
  return { start, end: range.end, text: style.eol + outer + list(outer) }
}

/** Returns the indentation of a list on a blank line, from what is above and below. */
function indentBetween(where: InsertTarget): string | undefined {
  const { text, range, line, context } = where
  const { before, after } = context
  const { key } = before ?? {}
  const selected = /^[ \t]*(?=-\s)/m.exec(text.slice(line.start, range.end))?.[0]
  if (selected !== undefined) return selected
  const below = after ? columnOf(text, after) : -1
  const head = line.head.includes('\t') ? '' : line.head // no indentation in YAML
  if (key) {
    const outer = toSpaces(dashesAt(text, startOfLine(text, key.start)))
    if (after?.kind === 'dash' && below >= outer.length) return ' '.repeat(below)
    if (below > outer.length) return undefined
    return head.length > outer.length ? head : outer + listStep(where)
  }
  if (!before || text.startsWith('---', before.start)) {
    if (!after) return head
    return after.kind === 'dash' ? ' '.repeat(below) : undefined
  }
  // The list of the line above, unless its item goes on below.
  const dashes = dashesAt(text, startOfLine(text, before.start))
  const column = dashes.indexOf('-')
  return column < 0 || below > column ? undefined : dashes.slice(0, column)
}

/** Returns how much further in than its key a list is: not at all if some nearby are so. */
function listStep({ text, range, style }: InsertTarget): string {
  const near = text.slice(Math.max(0, range.start - nearby), range.start + nearby)
  return /^([ \t]*)[^\s#-][^\n]*:[ \t]*\r?\n\1- /m.test(near) ? '' : style.indent
}

const nearby = 20_000

/** Returns whether the next token is further in than a column, so that it is part of what begins there. */
function isInside({ text, context: { after } }: InsertTarget, column: number): boolean {
  return after !== undefined && columnOf(text, after) > column
}

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
