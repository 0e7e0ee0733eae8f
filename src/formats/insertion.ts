import { CodeReader } from './codeReader.ts'
import { contextAt, lastBefore, readTokens, type OffsetRange, type Token } from './cursorContext.ts'
import type { DocumentFormat, DocumentStyle } from './documentFormat.ts'
import { indentBefore, isBlank, lineAround, startOfNextLine } from './lines.ts'
import { addItems, isMember, placeAt, type InsertEdit, type InsertTarget } from './listItems.ts'
import { hclText, oneLine, singleQuoted, unquoted, yamlText, type Quote } from './quoting.ts'
import { scanZones } from './scan.ts'
import { addYamlItems } from './yamlItems.ts'
import type { ZoneReference } from './zoneReferences.ts'

/** The edits that insert names at several positions of a document. */
export interface Insertion {
  /** In document order, without overlaps. */
  readonly edits: readonly InsertEdit[]
  /** The position of each cursor afterwards, as an offset in the new document. */
  readonly ends: readonly number[]
}

/**
 * Inserts names at every selection: in quotes, without quotes of their own; in a list, as its items; as the value of a
 * key, one text or a list, as the key takes it; in comments and texts, as words. Returns the offset of the first
 * selection where nothing may be written, and writes nothing then.
 */
export function insertNames(
  text: string,
  spots: readonly OffsetRange[],
  names: readonly string[],
  style: DocumentStyle,
): Insertion | number {
  const { format } = style
  const ranges = spots.map((spot) => withoutLastLineEnd(text, spot))
  const tokens = readTokens(text, format)
  const zones = format === 'plain' ? [] : scanZones(text, format)
  const written = zones.filter(({ value }) => value !== '')
  const all: InsertEdit[][] = []
  const firsts = new Map<string, number>()
  const owners: number[] = []
  for (const [nth, range] of ranges.entries()) {
    const context = contextAt(text, tokens, range)
    // Between the same two neighbors, the names are written once.
    const { within, before, after } = context
    const gap = format === 'plain' || within ? `${nth}` : `${before?.end} ${after?.start}`
    const first = firsts.get(gap) ?? all.length
    owners.push(first)
    if (first < all.length) continue
    firsts.set(gap, first)
    const where = { text, range, line: lineAround(text, range), context, style }
    const place = zones[lastBefore(zones, range.end + 1)]
    const isOne = names.length === 1 && isOneText(where, place)
    const edits = editsAt(
      where,
      names,
      isOne,
      quoteOf(format, written[lastBefore(written, range.start)] ?? written[0]),
    )
    if (!edits) return range.start
    all.push(edits)
  }
  const { edits, ends } = mergeEdits(all)
  return { edits, ends: owners.map((first) => ends[first] ?? 0) }
}

/** Leaves the last line end out of a selection. */
function withoutLastLineEnd(text: string, { start, end }: OffsetRange): OffsetRange {
  const [lineEnd = ''] = /\r?\n$/.exec(text.slice(Math.max(start, end - 2), end)) ?? []
  return { start, end: end - lineEnd.length }
}

/** Returns whether a text is selected, or missing under a key that takes one. */
function isOneText(
  { text, range, context: { before }, style }: InsertTarget,
  place: ZoneReference | undefined,
): boolean {
  const selected = text.slice(range.start, range.end)
  const isText = style.format === 'yaml' ? /^[^\s[\]{}|>&*!#-].*$/ : /^(["'])[^"'\n]*\1$/
  if (isText.test(selected)) return true
  if (place?.isOne !== true || place.list !== undefined) return false
  return (
    place.end >= range.start - 1 || (before?.key !== undefined && before.key.end <= place.start)
  )
}

/** Returns how a document quotes: in YAML, as the zone before. */
function quoteOf(format: DocumentFormat, zone: ZoneReference | undefined): Quote {
  if (format !== 'yaml') return format === 'hcl' ? hclText : JSON.stringify
  return zone?.quote === "'" ? singleQuoted : zone?.quote === '"' ? JSON.stringify : yamlText
}

/** Returns the edit at the selection first, then the edits that it requires elsewhere; undefined if there is none. */
function editsAt(
  where: InsertTarget,
  names: readonly string[],
  isOne: boolean,
  quote: Quote,
): InsertEdit[] | undefined {
  const { text, range, context, style } = where
  const { within, before } = context
  const { open, key } = before ?? {}
  const words = names.map(oneLine)
  const write = (written: string) => [{ ...range, text: written }]
  if (style.format === 'plain')
    return write(words.join(style.eol + indentBefore(text, range.start)))
  if (within?.kind === 'comment') return write(words.join(', '))
  if (within && within.kind !== 'word' && isInTemplate(where, within)) return undefined
  if (within?.kind === 'block') return isInText(where, within) ? write(words.join(', ')) : undefined
  if (within?.kind === 'quoted') return betweenQuotes(where, within, names)
  if (within) return isPlainText(where, within) ? write(words.join(open ? ' ' : ', ')) : undefined
  const values = names.map((name) => quote(name))
  const value = isOne ? values.join() : `[${values.join(', ')}]`
  if (style.format === 'yaml' && !open) {
    const edit = addYamlItems(where, values, isOne ? value : undefined)
    return edit && [edit]
  }
  const place = placeAt(where)
  if (place === 'item') return addItems(where, values)
  const space = key && key.end === range.start ? ' ' : ''
  return place && write(space + value + (isMember(where) ? ',' : ''))
}

/** Returns whether a selection is in a line of a text over lines, but not in its first or last one. */
function isInText({ text, range, line, style }: InsertTarget, { start, end }: Token): boolean {
  if (line.start <= start) return false
  if (style.format === 'yaml') return !isBlank(line.head) || /^\S/.test(line.tail)
  return startOfNextLine(text, range.end) <= end
}

/** Returns whether a word is a text of YAML, and no key, mark, or template. */
function isPlainText({ text, context: { after }, style }: InsertTarget, word: Token): boolean {
  if (style.format !== 'yaml' || word.kind !== 'word' || after?.kind === 'sign') return false
  return !/^[&*!]|\{\{/.test(text.slice(word.start, word.end))
}

/** Writes names between quotes: as items, if they are those of one, else separated by commas. */
function betweenQuotes(
  where: InsertTarget,
  within: Token,
  names: readonly string[],
): InsertEdit[] | undefined {
  const { text, range, context, style } = where
  if (where.line.start > within.start && isBlank(where.line.head)) return undefined
  const mark = text[within.start] === "'" ? "'" : '"'
  const quote = style.format === 'hcl' ? hclText : mark === "'" ? singleQuoted : JSON.stringify
  const contents = names.map((name) => unquoted(quote(name)))
  const line = lineAround(text, { start: within.start, end: within.end })
  const rest = text.slice(within.start + 1, range.start) + text.slice(range.end, within.end - 1)
  const [item, outer = ''] = /^((?:[ \t]|-(?=[ \t]))*)-[ \t]+$/.exec(line.head) ?? []
  const { before, after } = context
  const open = before?.open
  const isItem = open && text[open.start] === '[' && isEdge(before) && isEdge(after)
  let separator = ','
  if (isBlank(rest) && isItem) separator = `${mark}, ${mark}`
  else if (isBlank(rest) && style.format === 'yaml' && item !== undefined) {
    separator = `${mark}${style.eol}${outer.replaceAll('-', ' ')}- ${mark}`
  }
  return [{ ...range, text: contents.join(separator) }]
}

function isEdge(token: Token | undefined): boolean {
  return token !== undefined && /^(?:open|close|comma)$/.test(token.kind)
}

/** Returns whether a text up to the selection ends within a template, such as `${…}`, or `{{ … }}` outside HCL. */
function isInTemplate({ text, range, style }: InsertTarget, { kind, start }: Token): boolean {
  const before = text.slice(start, range.start)
  if (style.format !== 'hcl') return before.lastIndexOf('{{') > before.lastIndexOf('}}')
  const isString = kind === 'quoted'
  // In a heredoc, quotes mean something only in templates.
  const sign = isString ? 0 : Math.max(before.lastIndexOf('${'), before.lastIndexOf('%{'))
  if (sign < 0 || (!isString && before[sign - 1] === before[sign])) return false
  const template = isString ? before : `"${before.slice(sign).replaceAll(/[\r\n]/g, ' ')}`
  const reader = new CodeReader(template, 'hcl')
  return reader.next() && reader.isInTemplate
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
    const start = Math.max(edit.start, edits.at(-1)?.end ?? 0)
    const end = Math.max(edit.end, start)
    edits.push({ start, end, text: edit.text })
    moved += edit.text.length - (end - start)
    if (index >= 0) ends[index] = end + moved
  }
  return { edits, ends }
}
