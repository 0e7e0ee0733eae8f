import { readBlocks } from './blockReader.ts'
import {
  cursorAt,
  indentBefore,
  lastBefore,
  readTokens,
  type Cursor,
  type InsertEdit,
  type OffsetRange,
  type Token,
} from './cursor.ts'
import type { DocumentStyle } from './documentFormat.ts'
import { misplaced, type Written } from './misplaced.ts'
import { addItems } from './listItems.ts'
import { quoteIn, unquoted, type Quote } from './quoting.ts'
import { zonesIn } from './scan.ts'
import { addYamlItems } from './yamlItems.ts'
import type { ZoneReference } from './zoneReferences.ts'

/** The edits that insert names at several positions of a document. */
export interface Insertion {
  /** In document order, without overlaps. */
  readonly edits: readonly InsertEdit[]
  /** The position of each cursor afterwards, as an offset in the new document. */
  readonly ends: readonly number[]
}

/** The zones of a document, with the positions for them, and without. */
interface Zones {
  readonly all: readonly ZoneReference[]
  readonly written: readonly ZoneReference[]
}

/**
 * Inserts names at every selection: in quotes, without quotes of their own; in a list, as its items; as the value of a
 * key, one text or a list, as the key takes it. Returns the offset of a selection where nothing may be written, and
 * writes nothing then: where the reader wouldn’t find the names again, and all else as it was.
 */
export function insertNames(
  text: string,
  spots: readonly OffsetRange[],
  names: readonly string[],
  style: DocumentStyle,
): Insertion | number {
  const { format } = style
  const tokens = readTokens(text, format)
  const cursors = spots
    .map((spot) => cursorAt(text, tokens, withoutLastLineEnd(text, spot), style))
    .sort((a, b) => a.range.start - b.range.start)
  if (format === 'plain') return merged(cursors.map((one) => inLines(one, names)))
  const blocks = readBlocks(text, format)
  const all = zonesIn(blocks, format)
  const zones = { all, written: all.filter(({ value }) => value !== '') }
  const write = (some: readonly string[]) => cursors.map((one) => writtenAt(one, some, zones))
  // The reader doesn’t read the escapes that names may need.
  const samples = names.map((_, nth) => `zone-${nth}`)
  const tried = write(samples)
  const isBehindSame = ({ start }: InsertEdit, nth: number) => start < (tried[nth - 1]?.end ?? 0)
  const same = tried.findIndex(isBehindSame)
  const { edits, ends } = merged(tried)
  const wrong =
    same >= 0 ? same : misplaced(blocks, edited(text, edits), format, tried, ends, samples)
  return cursors[wrong]?.range.start ?? merged(write(names))
}

function edited(text: string, edits: readonly InsertEdit[]): string {
  const parts = edits.map(
    (edit, nth) => text.slice(edits[nth - 1]?.end ?? 0, edit.start) + edit.text,
  )
  return parts.join('') + text.slice(edits.at(-1)?.end ?? 0)
}

/** Leaves the last line end out of a selection. */
function withoutLastLineEnd(text: string, { start, end }: OffsetRange): OffsetRange {
  const [lineEnd = ''] = /\r?\n$/.exec(text.slice(Math.max(start, end - 2), end)) ?? []
  return { start, end: end - lineEnd.length }
}

/** Returns what is written at a cursor, or nothing if nothing can be. */
function writtenAt(cursor: Cursor, names: readonly string[], zones: Zones): Written {
  const { text, range, before, after, style } = cursor
  const isInString = before?.kind === 'quoted' && (range.start < before.end || !before.isClosed)
  if (isInString) {
    const string = cursor.at(before)
    const isEmpty = before.end - before.start === 2
    const isItem = string.before?.kind === 'dash' || bracketOf(string) === '['
    if (isEmpty && isItem && names.length > 1) return writtenAt(string, names, zones)
    return { ...betweenQuotes(cursor, before, names), isInside: true }
  }
  const quote = quoteAt(cursor, zones)
  const values = names.map((name) => quote(name))
  const isOne = names.length === 1 && takesOne(cursor, zones)
  const value = isOne ? values.join() : `[${values.join(', ')}]`
  const open = bracketOf(cursor)
  if (style.format === 'yaml' && open === undefined) {
    const edit = addYamlItems(cursor, values, isOne ? value : undefined)
    return { ...(edit ?? unchanged(cursor)), isInside: before?.key === undefined }
  }
  const isOperand = before?.kind === 'word' || before?.kind === 'sign'
  if (open === '[' && !(isOperand && isText.test(text.slice(range.start, range.end)))) {
    return { ...(addItems(cursor, values) ?? unchanged(cursor)), isInside: true }
  }
  const isSign = before?.kind === 'sign'
  const space = isSign && before.end === range.start ? ' ' : ''
  const comma = style.format === 'json' && isSign && after?.kind === 'quoted' ? ',' : ''
  // The value may be there already.
  const isThere = range.start === range.end && after?.kind === 'open'
  const edit = isThere ? unchanged(cursor) : { ...range, text: space + value + comma }
  return { ...edit, isInside: !before && !after }
}

const isText = /^(?:(["'])[^"'\n]*\1|\[[^]*\])$/

/** Returns whether a text is selected, or missing under a key that takes one. */
function takesOne({ text, range, before, style }: Cursor, { all }: Zones): boolean {
  const selected = text.slice(range.start, range.end)
  const isOne = style.format === 'yaml' ? /^[^\s[\]{}|>&*!#-].*$/ : /^(["'])[^"'\n]*\1$/
  if (isOne.test(selected)) return true
  const place = all[lastBefore(all, range.end + 1)]
  return place?.isOne === true && place.list === undefined && place.start >= (before?.end ?? 0)
}

/** Returns the bracket that is open at a cursor. */
function bracketOf({ text, before }: Cursor): string | undefined {
  return before?.open && text[before.open.start]
}

/** Returns how a document quotes: in YAML, as what is selected, or as the zone before. */
function quoteAt({ text, range, style }: Cursor, { written }: Zones): Quote {
  const selected = text.slice(range.start, range.end).charAt(0)
  const zone = written[lastBefore(written, range.start)] ?? written[0]
  return quoteIn(style.format, /["']/.test(selected) ? selected : zone?.quote)
}

/** Writes names between quotes, separated by commas. */
function betweenQuotes(cursor: Cursor, string: Token, names: readonly string[]): InsertEdit {
  const { text, range, style } = cursor
  const mark = text[string.start] === "'" ? "'" : '"'
  // In a template or an escape, a quote doesn’t end the string.
  const isPlain = !/\\|[$%]$|[$%{]\{/.test(text.slice(string.start, range.start))
  if (!isPlain) return unchanged(cursor)
  const quote = quoteIn(style.format, mark)
  return { ...range, text: names.map((name) => unquoted(quote(name))).join(',') }
}

function unchanged({ text, range }: Cursor): InsertEdit {
  return { ...range, text: text.slice(range.start, range.end) }
}

/** Writes each name in a line. */
function inLines({ text, range, style }: Cursor, names: readonly string[]): InsertEdit {
  const words = names.map((name) => name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' '))
  return { ...range, text: words.join(style.eol + indentBefore(text, range.start)) }
}

/** Adds where each of several edits ends. */
function merged(edits: readonly InsertEdit[]): Insertion {
  let moved = 0
  const ends = edits.map(({ start, end, text }) => {
    moved += text.length - (end - start)
    return end + moved
  })
  return { edits, ends }
}
