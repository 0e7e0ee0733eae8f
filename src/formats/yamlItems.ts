import type { InsertEdit, InsertTarget } from './listItems.ts'
import { indentOfLine, isBlank, lineAround, startOfLine } from './lines.ts'

/** Adds items to the block list at the selection, or begins one. Undefined if no list is possible there. */
export function addYamlItems(
  where: InsertTarget,
  items: readonly string[],
): InsertEdit | undefined {
  const { range, style } = where
  const line = lineAround(where.text, range)
  const { head, tail } = line
  const list = (indent: string) => items.map((one) => `- ${one}`).join(style.eol + indent)
  const isEnd = isBlank(tail)
  const trimmed = { start: range.start - (/\s*$/.exec(head)?.[0].length ?? 0), end: range.end }

  const [mark, outer = ''] = /^((?:[ \t]|-(?=[ \t]))*)-[ \t]*$/.exec(head) ?? []
  if (mark !== undefined) {
    const indent = toSpaces(outer)
    const text = list(indent).slice(head.endsWith('-') ? 1 : 2)
    return { ...range, text: isEnd ? text : `${text}${style.eol}${indent}- ` }
  }
  if (isBlank(head)) {
    const indent = head === '' && isEnd ? indentAbove(where) : head
    const text = indent + list(indent)
    if (isEnd) return { start: line.start, end: range.end, text }
    return { start: line.start, end: range.end, text: text + style.eol + head }
  }
  if (!isEnd) return undefined
  const [isKey, column = ''] = key.exec(head) ?? []
  if (isKey !== undefined) {
    const indent = listIndent(where, toSpaces(column))
    return { ...trimmed, text: style.eol + indent + list(indent) }
  }
  const [isItem, before = ''] = /^((?:[ \t]|-(?=[ \t]))*)-[ \t]+\S/.exec(head) ?? []
  if (isItem === undefined || /:(\s|$)/.test(head)) return undefined
  return { ...trimmed, text: style.eol + toSpaces(before) + list(toSpaces(before)) }
}

/** A key at the end of a line, with what precedes it. */
const key =
  /^((?:[ \t]|-(?=[ \t]))*)(?:"[^"]*"|'[^']*'|[^\s#"'[\]{},-][^#]*?|-[^\s#][^#]*?)[ \t]*:[ \t]*$/

/**
 * Returns the indentation of a list under a key: that of the list below, else as elsewhere in the document.
 */
function listIndent({ text, range, style }: InsertTarget, outer: string): string {
  const [, below] = /^[^\n]*\r?\n([ \t]*)-[ \t]/.exec(text.slice(range.end)) ?? []
  if (below !== undefined && below.length >= outer.length) return below
  const steps = Array.from(text.matchAll(keyWithList), ({ groups = {}, index }) => ({
    step: (groups['item'] ?? '').length - (groups['key'] ?? '').length,
    distance: Math.abs(index - range.start),
  })).filter(({ step }) => step >= 0)
  const [nearest] = steps.sort((a, b) => a.distance - b.distance)
  return outer + (nearest ? ' '.repeat(nearest.step) : style.indent)
}

/** A key with a block list below. */
const keyWithList =
  /^(?<key>(?:[ \t]|-(?=[ \t]))*)[^\s#-][^\r\n#]*:[ \t]*\r?\n(?<item>[ \t]*)-[ \t]/gm

/** Returns the indentation of a new list on an empty line, from the line above. */
function indentAbove(where: InsertTarget): string {
  const { text, range } = where
  const here = startOfLine(text, range.start)
  if (here === 0) return ''
  const above = text.slice(startOfLine(text, here - 1), here).trimEnd()
  const [isKey, column = ''] = key.exec(above) ?? []
  if (isKey !== undefined) return listIndent(where, toSpaces(column))
  return /^[ \t]*-[ \t]/.test(above) ? indentOfLine(text, here - 1) : ''
}

/** Replaces item markers by spaces. */
function toSpaces(text: string): string {
  return text.replaceAll('-', ' ')
}
