import { CodeReader } from './codeReader.ts'
import type { DocumentStyle } from './documentFormat.ts'
import { hclPlace } from './hclPlace.ts'
import { addItems, isWholeItem, type InsertEdit, type InsertTarget } from './listItems.ts'
import { isBlank, lineAround, startOfNextLine } from './lines.ts'
import {
  cursorContextSteps,
  type CursorContext,
  type OffsetRange,
  type Token,
} from './cursorContext.ts'
import { hclText, oneLine, singleQuoted, unquoted, yamlQuotes, type Quote } from './quoting.ts'
import { meaningOf } from './zoneReferences.ts'
import { addYamlComment, addYamlItems, addYamlText } from './yamlItems.ts'

/** The edits that insert names at several positions of a document. */
export interface Insertion {
  /** In document order, without overlaps. */
  readonly edits: readonly InsertEdit[]
  /** The position of each cursor afterwards, as an offset in the new document. */
  readonly ends: readonly number[]
}

/**
 * Inserts names at every selection, as fits there: as items of the surrounding list or as a new list; inside
 * quotes, without quotes of their own; in a comment, as plain words. Under a key for one zone, a single name
 * isn’t written as a list. Where no value can stand, they are a comment, so that the document stays readable.
 * Takes time in proportion to the document, for each selection, in steps of at most a few milliseconds each.
 */
export function* insertionSteps(
  text: string,
  spots: readonly OffsetRange[],
  names: readonly string[],
  style: DocumentStyle,
): Generator<void, Insertion> {
  const ranges = spots.map((spot) => withoutLastLineEnd(text, spot))
  const contexts = yield* cursorContextSteps(text, style.format, ranges)
  const places = withNeighbors(ranges, contexts)
  const quoteAt = quotesIn(text, style)
  const all: InsertEdit[][] = []
  for (const [index, range] of ranges.entries()) {
    if (index % 16 === 0) yield
    all.push(editsAt({ text, range, context: places[index] ?? {}, style }, names, quoteAt))
  }
  return mergeEdits(all)
}

/** Leaves the last line end out of a selection. */
function withoutLastLineEnd(text: string, { start, end }: OffsetRange): OffsetRange {
  const [lineEnd = ''] = /\r?\n$/.exec(text.slice(Math.max(start, end - 2), end)) ?? []
  return { start, end: end - lineEnd.length }
}

/** Returns the edit at the selection first, then the edits that it requires elsewhere. */
function editsAt(
  where: InsertTarget,
  names: readonly string[],
  quoteAt: (offset: number) => Quote,
): InsertEdit[] {
  const { text, range, context, style } = where
  const { within, open } = context
  const words = names.map(oneLine).join(', ')
  const write = (written: string) => [{ ...range, text: written }]
  if (style.format === 'plain') {
    return write(names.map(oneLine).join(style.eol + indentBefore(where)))
  }
  if (within?.kind === 'block') return [inBlock(where, within, names.map(oneLine))]
  const values = names.map(quoteAt(range.start))
  const inOneLine = `[${values.join(', ')}]`
  if (within?.kind === 'quoted') {
    const isCode = style.format === 'hcl' && isInTemplate(text, within.start, range.start)
    if (!isCode) return [betweenQuotes(where, within, names)]
    if (!isArgument(where)) return write(`/* ${words} */`)
    return write(names.length === 1 ? values.join() : inOneLine)
  }
  // Commas would end an unquoted text in a flow collection.
  if (within) return write(within.kind === 'word' && open ? words.replaceAll(',', '') : words)
  const { head, tail } = lineAround(text, range)
  const space = /[:=]$/.test(head) ? ' ' : ''
  const isText = /^(["'])[^"']*\1$/.test(text.slice(range.start, range.end))
  const isOne = names.length === 1 && (isText || isOneZoneKey(head))
  const value = isOne ? values.join() : inOneLine
  if (style.format === 'hcl') {
    const place = hclPlace(where)
    if (place === 'item') return addItems(where, values)
    if (place === 'argument') return addItems(where, [value])
    return write(place ? space + value : comment(where, words, head, tail))
  }
  if (open?.text === '[') return addItems(where, values)
  if (style.format === 'yaml') {
    const hasValue = context.key && !/^\s*(?:$|[,}\]#])/.test(tail)
    if (open && hasValue) return [addYamlComment(where, words)]
    if (open) return write(yamlMember(context, space + value, words))
    if (isOne && isBlank(tail) && context.before === context.key) return write(space + value)
    return [addYamlItems(where, values) ?? addYamlText(where, words, value)]
  }
  const comma = isMember(where) ? ',' : ''
  if (!isValue(where, tail) && !(comma && context.key))
    return write(comment(where, words, head, tail))
  if (isOne) return write(space + value + comma)
  const isCompact = open && !text.slice(open.end, range.start).includes('\n')
  return write(space + (isCompact ? inOneLine : jsonArray(where, values)) + comma)
}

/** Returns the quoting style at an offset. */
function quotesIn(text: string, { format }: DocumentStyle): (offset: number) => Quote {
  if (format === 'yaml') return yamlQuotes(text)
  return () => (format === 'hcl' ? hclText : JSON.stringify)
}

/** Writes names as lines of a heredoc or a block scalar, but not on its first line or that of its end. */
function inBlock(
  where: InsertTarget,
  { start, end, text: block }: Token,
  names: readonly string[],
): InsertEdit {
  const { text, range, style } = where
  const line = lineAround(text, range)
  const isYaml = style.format === 'yaml'
  if (line.start <= start) {
    const lineEnd = startOfNextLine(text, range.end)
    if (!isYaml) return { start: lineEnd, end: lineEnd, text: names.join(style.eol) + style.eol }
    const space = /\s$/.test(line.head) ? '' : ' '
    return { ...range, text: `${space}# ${names.join(', ')}${isBlank(line.tail) ? '' : ' '}` }
  }
  const isLast = !isYaml && startOfNextLine(text, range.end) > end
  if (!isBlank(line.head) && !isLast)
    return { ...range, text: names.join(style.eol + indentBefore(where)) }
  const indent = isYaml ? (/\n([ \t]*)[^\s]/.exec(block)?.[1] ?? line.head) : line.head
  const next = isBlank(line.tail) ? '' : style.eol + line.head
  return { start: line.start, end: range.end, text: indent + names.join(style.eol + indent) + next }
}

/** Returns whether an argument is missing at the selection, in a template. */
function isArgument({ text, range }: InsertTarget): boolean {
  const before = text.slice(Math.max(0, range.start - 80), range.start).trimEnd()
  return /[(,[]$/.test(before) && /^\s*[)\]},]/.test(text.slice(range.end, range.end + 80))
}

/** Returns whether a string up to the selection ends within a template. */
function isInTemplate(text: string, start: number, end: number): boolean {
  const reader = new CodeReader(text.slice(start, end), 'hcl')
  return reader.next() && reader.isInTemplate
}

/** Returns whether a value is missing at the selection, in JSON. */
function isValue({ context }: InsertTarget, tail: string): boolean {
  const { before, after, key } = context
  if (!/^\s*(?:$|[,\]}]|\/[/*])/.test(tail)) return false
  return before ? before === key : !after
}

/** Writes names where nothing but a comment can stand. */
function comment(where: InsertTarget, words: string, head: string, tail: string): string {
  const { style, context } = where
  // Nothing may follow the end of a heredoc in its line.
  const { before } = context
  if (before?.kind === 'block' && before.end > where.range.start - head.length) {
    return `${style.eol}${indentBefore(where)}# ${words}`
  }
  const space = head === '' || /\s$/.test(head) ? '' : ' '
  return space + (style.format === 'hcl' && isBlank(tail) ? `# ${words}` : `/* ${words} */`)
}

/** Writes names into a flow mapping: a value after a key, else keys. */
function yamlMember({ before, after, key }: CursorContext, value: string, words: string): string {
  if (key) return value
  const isAfterMember = before?.kind !== 'open' && before?.kind !== 'comma'
  const isBeforeMember = after?.kind !== 'close' && after?.kind !== 'comma'
  return `${isAfterMember ? ', ' : ''}${words}${isBeforeMember ? ', ' : ''}`
}

/** Returns whether a line ends with a key for a single zone, or a comparison with one. */
function isOneZoneKey(head: string): boolean {
  const last = /([\w-]{1,80})["']?\s{0,80}(?:[:=]|[!=]=)\s{0,80}$/.exec(head.slice(-250))?.[1]
  return last !== undefined && meaningOf(last)?.kind === 'zone' && !/s(?:[_-]?\d)?$/i.test(last)
}

/** A multiline array, indented like the line that it begins on. */
function jsonArray(where: InsertTarget, values: readonly string[]): string {
  const outer = where.style.eol + indentBefore(where)
  const inner = outer + where.style.indent
  return `[${inner}${values.join(`,${inner}`)}${outer}]`
}

/** The indentation before a selection. */
function indentBefore({ text, range }: InsertTarget): string {
  return /^[ \t]*/.exec(lineAround(text, range).head)?.[0] ?? ''
}

/** Returns whether another member of the object follows without a comma, in JSON. */
function isMember({ text, context: { open, after } }: InsertTarget): boolean {
  if (open?.text !== '{' || after?.kind !== 'quoted') return false
  return /^\s*:/.test(text.slice(after.end, after.end + 80))
}

/** The names between existing quotes: as items if in a list, else separated by commas. */
function betweenQuotes(where: InsertTarget, within: Token, names: readonly string[]): InsertEdit {
  const { text, range, context, style } = where
  const mark = within.text[0] === "'" ? "'" : '"'
  const quote = style.format === 'hcl' ? hclText : mark === "'" ? singleQuoted : JSON.stringify
  const contents = names.map((name) => unquoted(quote(name)))
  const { head } = lineAround(text, { start: within.start, end: within.start })
  // Not in the indentation of a further line of the string.
  const line = lineAround(text, range)
  const isIndent = line.start > within.start && isBlank(line.head)
  const shift = isIndent ? line.tail.length - line.tail.trimStart().length : 0
  const at = { start: range.start + shift, end: Math.max(range.end, range.start + shift) }
  const write = (separator: string) => ({ ...at, text: contents.join(separator) })
  const hasText = (start: number, end: number) => !isBlank(text.slice(start, end))
  const isMiddle = hasText(within.start + 1, range.start) && hasText(range.end, within.end - 1)
  if (isMiddle || (style.format === 'hcl' && !isWholeItem(context))) return write(',')
  if (context.open?.text === '[') {
    const lineEnd = isBlank(head) ? style.eol + head : ' '
    return write(`${mark},${lineEnd}${mark}`)
  }
  const [item, outer = ''] = /^((?:[ \t]|-(?=[ \t]))*)-[ \t]+$/.exec(head) ?? []
  if (style.format !== 'yaml' || item === undefined) return write(',')
  return write(`${mark}${style.eol}${outer.replaceAll('-', ' ')}- ${mark}`)
}

/** Adjusts the contexts of adjacent selections: each gets the names of its neighbors before and after it. */
function withNeighbors(
  spots: readonly OffsetRange[],
  places: readonly CursorContext[],
): CursorContext[] {
  const order = spots.map((_, index) => index)
  order.sort((a, b) => (spots[a]?.start ?? 0) - (spots[b]?.start ?? 0))
  const all = [...places]
  for (const [nth, index] of order.entries()) {
    const place = places[index]
    const spot = spots[index]
    if (!place?.open || !spot || place.within) continue
    const isNear = (other: number | undefined) => {
      const there = other === undefined ? undefined : places[other]
      return there && !there.within && there.before === place.before && there.open === place.open
    }
    const [previous, next] = [order[nth - 1], order[nth + 1]]
    const none = { text: '', isClosed: true } as const
    const comma = { ...none, kind: 'comma', start: spot.start, end: spot.start } as const
    const word = { ...none, kind: 'word', start: spot.end, end: spot.end } as const
    all[index] = {
      ...place,
      ...(isNear(previous) && { before: comma }),
      ...(isNear(next) && { after: word }),
    }
  }
  return all
}

/** Merges the edits of all selections, and computes where each selection’s first edit ends. */
function mergeEdits(all: readonly (readonly InsertEdit[])[]): Insertion {
  const sorted = all
    .flatMap((edits, index) => edits.map((edit, nth) => ({ edit, index: nth === 0 ? index : -1 })))
    .sort((a, b) => a.edit.start - b.edit.start || a.edit.end - b.edit.end)
  const edits: InsertEdit[] = []
  const ends: number[] = []
  let moved = 0
  for (const { edit, index } of sorted) {
    const last = edits.at(-1)
    const isKnown = last && last.text === edit.text && last.start === edit.start
    if (index < 0 && isKnown) continue // two selections need the same comma
    // Two cursors in the same leading white space would both replace it.
    const start = Math.max(edit.start, last?.end ?? 0)
    const end = Math.max(edit.end, start)
    edits.push({ start, end, text: edit.text })
    moved += edit.text.length - (end - start)
    if (index >= 0) ends[index] = end + moved
  }
  return { edits, ends }
}
