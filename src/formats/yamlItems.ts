import type { InsertEdit, InsertTarget } from './listItems.ts'
import { isBlank, lineAround, linesNear, startOfLine, trailingBlanks } from './lines.ts'
import type { Token } from './cursorContext.ts'

/**
 * Adds items to the block list at the selection, or begins one. Undefined if no list is possible there without
 * breaking what is around.
 */
export function addYamlItems(
  where: InsertTarget,
  items: readonly string[],
): InsertEdit | undefined {
  const { text, range, context, style } = where
  const line = lineAround(text, range)
  const { head, tail } = line
  const list = (indent: string) => items.map((one) => `- ${one}`).join(style.eol + indent)
  const isEnd = isBlank(tail)
  const [dashes] = /^[ \t]*(?:-(?:[ \t]+|$))*/.exec(head) ?? ['']
  if (isBlank(head)) {
    const indent = isEnd ? indentBetween(where, head) : /^-(?:\s|$)/.test(tail) ? head : undefined
    if (indent === undefined) return undefined
    const written = indent + list(indent)
    return { start: line.start, end: range.end, text: isEnd ? written : written + style.eol + head }
  }
  if (dashes === head) {
    const last = head.trimEnd().length - 1
    const indent = toSpaces(head.slice(0, last))
    const start = line.start + last + 1
    const goesOn = !isEnd || isInside(where, last)
    const rest = goesOn ? `${style.eol}${indent}-${isEnd ? '' : ' '}` : ''
    return { start, end: range.end, text: list(indent).slice(1) + rest }
  }
  if (!isEnd) return undefined
  const trimmed = { start: range.start - trailingBlanks(head), end: range.end }
  if (keyBefore(where) !== undefined) {
    const indent = listIndent(where, toSpaces(dashes))
    return indent === undefined
      ? undefined
      : { ...trimmed, text: style.eol + indent + list(indent) }
  }
  const column = dashes.trimEnd().length - 1
  // An item that is a single text.
  const isItem = column >= 0 && context.before?.start === line.start + dashes.length
  if (!isItem || isInside(where, column)) return undefined
  const indent = toSpaces(dashes.slice(0, column))
  return { ...trimmed, text: style.eol + indent + list(indent) }
}

/**
 * Writes names where no list is possible: as a flow list under a key, else as a comment; within an unquoted
 * text, as a part of it.
 */
export function addYamlText(where: InsertTarget, names: string, list: string): InsertEdit {
  const { text, range, context, style } = where
  const { start, head, tail } = lineAround(text, range)
  const { before, after, key } = context
  const isEnd = isBlank(tail) || tail.trimStart().startsWith('#')
  if (!isEnd && !isBlank(head)) return addYamlComment(where, names)
  const owner = before ? ownerOf(text, before) : 0
  const isList = key !== undefined && after?.kind === 'dash' && isInside(where, owner - 1)
  const isOver = !isInside(where, owner) && !isList
  if (key && isOver && before === key && !isBlank(head)) {
    const space = head.endsWith(':') ? ' ' : ''
    return { ...range, text: space + list + (tail.startsWith('#') ? ' ' : '') }
  }
  if (!isOver && !key && before?.kind === 'word' && after?.kind === 'word') {
    if (!isBlank(head)) return { ...range, text: names }
    return { start, end: range.end, text: ' '.repeat(columnOf(text, after)) + names }
  }
  if (isBlank(head)) {
    const next = isBlank(tail) ? '' : style.eol + head
    return { start, end: range.end, text: `${head}# ${names}${next}` }
  }
  return { ...range, text: `${/\s$/.test(head) ? '' : ' '}# ${names}${isBlank(tail) ? '' : ' '}` }
}

/** Writes names in a comment above the line, or in the place of what is selected. */
export function addYamlComment({ text, range, style }: InsertTarget, names: string): InsertEdit {
  if (range.end > range.start) return { ...range, text: names }
  const { start, head } = lineAround(text, range)
  const indent = /^[ \t]*/.exec(head)?.[0] ?? ''
  return { start, end: start, text: `${indent}# ${names}${style.eol}` }
}

/** Returns the column that the further lines of a text, and what is in it, must exceed. */
function ownerOf(text: string, token: Token): number {
  const line = startOfLine(text, token.start)
  const dashes = dashesAt(text, line)
  const isItem = dashes.includes('-') && token.start === line + dashes.length
  return isItem ? dashes.trimEnd().length - 1 : dashes.length
}

/** Returns the start of the line of the key before the selection that has no value yet. */
function keyBefore({ text, context: { key } }: InsertTarget): number | undefined {
  return key && startOfLine(text, key.start)
}

/** Returns whether the next token is further in than a column, so that it is part of what begins there. */
function isInside({ text, context: { after } }: InsertTarget, column: number): boolean {
  return after !== undefined && columnOf(text, after) > column
}

/**
 * Returns the indentation of a list under a key: that of the list below, else as elsewhere nearby.
 * Undefined if the key has another value.
 */
function listIndent(where: InsertTarget, outer: string): string | undefined {
  const { text, range, context, style } = where
  const { after } = context
  const below = after ? columnOf(text, after) : -1
  if (after?.kind === 'dash' && below >= outer.length) return ' '.repeat(below)
  if (below > outer.length) return undefined
  const { near, at } = linesNear(text, range.start)
  const steps = Array.from(near.matchAll(keyWithList), ({ groups = {}, index }) => ({
    step: (groups['item'] ?? '').length - (groups['key'] ?? '').length,
    distance: Math.abs(index - at),
  })).filter(({ step }) => step >= 0)
  const nearest = steps.reduce<(typeof steps)[number] | undefined>(
    (best, one) => (best && best.distance <= one.distance ? best : one),
    undefined,
  )
  return outer + (nearest ? ' '.repeat(nearest.step) : style.indent)
}

/** A key with a block list below. */
const keyWithList =
  /^(?<key>(?:[ \t]|-(?=[ \t]))*)[^\s#-][^\r\n#]*:[ \t]*\r?\n(?<item>[ \t]*)-[ \t]/gm

/** Returns the indentation of a list on a blank line, from what is above and below. */
function indentBetween(where: InsertTarget, head: string): string | undefined {
  const { text, range, context } = where
  const { before, after } = context
  const selected = /^[ \t]*(?=-\s)/m.exec(text.slice(range.start, range.end))?.[0]
  if (selected !== undefined) return selected
  const key = keyBefore(where)
  if (key !== undefined) {
    const outer = toSpaces(dashesAt(text, key))
    const indent = listIndent(where, outer)
    const isFree = after?.kind !== 'dash' || columnOf(text, after) < outer.length
    return indent !== undefined && isFree && head.length > outer.length ? head : indent
  }
  if (!before || before.text.startsWith('---')) {
    if (!after) return head
    return after.kind === 'dash' ? ' '.repeat(columnOf(text, after)) : undefined
  }
  // The list of the line above, unless its item goes on below.
  const dashes = dashesAt(text, startOfLine(text, before.start))
  const column = dashes.indexOf('-')
  return column < 0 || isInside(where, column) ? undefined : dashes.slice(0, column)
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
