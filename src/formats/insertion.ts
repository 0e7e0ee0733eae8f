import { readBlocks } from './blockReader.ts'
import { blockAt, type Block, type BlockGap, type BlockList } from './blocks.ts'
import type { DocumentStyle } from './documentFormat.ts'
import { addItems, addYamlItems, codeAfter } from './items.ts'
import { entriesIn, misplaced, type Entry, type Written } from './misplaced.ts'
import {
  indentBefore,
  isBlank,
  lastBefore,
  startOfLine,
  startOfNextLine,
  type OffsetRange,
} from './offsets.ts'
import { quoteIn, unquoted, type Quote } from './quoting.ts'
import { zonesIn } from './scan.ts'
import type { ZoneReference } from './zoneReferences.ts'

/** A text edit, with offsets before the change. */
export interface InsertEdit extends OffsetRange {
  readonly text: string
}

/** The edits that insert names at several positions of a document. */
export interface Insertion {
  /** In document order, without overlaps. */
  readonly edits: readonly InsertEdit[]
  /** The position of each cursor afterwards, as an offset in the new document. */
  readonly ends: readonly number[]
}

/** What a document says. */
interface Source {
  readonly text: string
  readonly style: DocumentStyle
  readonly blocks: readonly Block[]
  /** In order. */
  readonly entries: readonly Entry[]
  readonly gaps: readonly BlockGap[]
  readonly zones: readonly ZoneReference[]
}

/** A cursor or selection, with what the reader says of its place. */
export interface Cursor extends OffsetRange {
  readonly text: string
  readonly style: DocumentStyle
  readonly lineStart: number
  /** What is before the selection in its first line, and behind it in its last one. */
  readonly head: string
  readonly tail: string
  /** The last entry that begins before it, and the one that follows. */
  readonly before: Entry | undefined
  readonly after: Entry | undefined
  /** The value that is missing there. */
  readonly gap: BlockGap | undefined
  /** The innermost list around it. */
  readonly list: BlockList | undefined
  /** True between braces, in YAML. */
  readonly isInBraces: boolean
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
  const ranges = spots.map((spot) => rangeOf(text, spot)).sort((a, b) => a.start - b.start)
  const { format } = style
  if (format === 'plain') return merged(ranges.map((range) => inLines(text, range, names, style)))
  const blocks = readBlocks(text, format)
  const source = { text, style, blocks, ...entriesIn(blocks), zones: zonesIn(blocks, format) }
  const write = (some: readonly string[]) => ranges.map((range) => writtenAt(source, range, some))
  // The reader doesn’t read the escapes that names may need.
  const samples = names.map((_, nth) => `zone-${nth}`)
  const tried: Written[] = []
  for (const [nth, edit] of write(samples).entries()) {
    if (!edit || edit.start < (tried.at(-1)?.end ?? 0)) return ranges[nth]!.start
    tried.push(edit)
  }
  const { edits, ends } = merged(tried)
  const wrong = misplaced(source.entries, edited(text, edits), format, tried, ends, samples)
  return ranges[wrong]?.start ?? merged(write(names).flatMap((edit) => edit ?? []))
}

/** Leaves the last line end out of a selection. */
function rangeOf(text: string, { start, end }: OffsetRange): OffsetRange {
  const [lineEnd = ''] = /\r?\n$/.exec(text.slice(Math.max(start, end - 2), end)) ?? []
  return { start, end: end - lineEnd.length }
}

function cursorAt(source: Source, { start, end }: OffsetRange): Cursor {
  const { text, style, blocks, entries, gaps } = source
  const lineStart = startOfLine(text, start)
  const nth = lastBefore(entries, start)
  const { list, block } = aroundOf(blocks, start, end)
  const isInBraces = style.format === 'yaml' && block !== undefined && text[block.start] === '{'
  const gap = gaps[lastBefore(gaps, start + 1)]
  // In YAML, it may be in a line below.
  const isBelow = style.format === 'yaml' && !list && !isInBraces
  const gapEnd = gap && isBelow ? codeAfter(text, gap.end) : gap?.end
  return {
    text,
    style,
    start,
    end,
    lineStart,
    head: text.slice(lineStart, start),
    tail: text.slice(end, startOfNextLine(text, end)).trimEnd(),
    before: entries[nth],
    after: entries[nth + 1],
    gap: gapEnd !== undefined && end <= gapEnd ? gap : undefined,
    list,
    isInBraces,
  }
}

/** Returns the innermost list and block around a range, without their brackets. */
function aroundOf(blocks: readonly Block[], start: number, end: number) {
  let block = blockAt(blocks, start)
  for (; block?.parent; block = block.parent) {
    const list = listIn(block, start, end)
    if (list || start < block.end) return { block, list }
  }
  return { block, list: block && listIn(block, start, end) }
}

function listIn({ lists }: Block, start: number, end: number): BlockList | undefined {
  return lists.findLast((one) => one.type !== '-' && one.open < start && end < one.end)
}

/** Returns what is written at a cursor, or nothing if nothing can be. */
function writtenAt(
  source: Source,
  range: OffsetRange,
  names: readonly string[],
): Written | undefined {
  const { text, style, entries } = source
  const { format } = style
  const string = entries[lastBefore(entries, range.start + 1)]?.value
  if (string && string.quote !== '' && range.end <= string.end) {
    const { start, end, quote, list } = string
    const isItem = list !== undefined && list.type !== '('
    if (start === end && isItem && names.length > 1 && !string.isOpen) {
      return writtenAt(source, { start: start - 1, end: end + 1 }, names)
    }
    // In a template or an escape, a quote doesn’t end the string.
    const isPlain = !/\\|[$%]$|[$%{]\{/.test(text.slice(start, range.start))
    if (!isPlain || string.kind === 'reference') return undefined
    const quoted = names.map((name) => unquoted(quoteIn(format, quote)(name)))
    return { ...range, text: quoted.join(','), isInside: true }
  }
  const cursor = cursorAt(source, range)
  const { start, end, before, gap, list, isInBraces } = cursor
  const selected = text.slice(start, end)
  const quote = quoteAt(source, start, selected)
  const values = names.map((name) => quote(name))
  const isOne = names.length === 1 && takesOne(cursor, selected, source.zones)
  const value = isOne ? values.join() : `[${values.join(', ')}]`
  if (list?.type === '[' && !(isText.test(selected) && isOperand(text, start))) {
    const edit = addItems(cursor, list, values)
    return edit && { ...edit, isInside: true }
  }
  if (format === 'yaml' && !list && !isInBraces) {
    const edit = addYamlItems(cursor, values, isOne ? value : undefined)
    return edit && { ...edit, isInside: true }
  }
  if (!gap && start === end && !isBlank(text)) return undefined
  const isSign = /[:=]/.test(text.charAt(start - 1))
  const isComma = format === 'json' && gap && text[codeAfter(text, end)] === '"'
  const written = `${isSign ? ' ' : ''}${value}${isComma ? ',' : ''}`
  return { start, end, text: written, isInside: before === undefined }
}

const isText = /^(?:(["'])[^"'\n]*\1|\[[^]*\])$/

/** Returns whether what begins at an offset of a list is a part of an item. */
function isOperand(text: string, offset: number): boolean {
  return !/[[,]\s*$/.test(text.slice(startOfLine(text, offset), offset))
}

/** Returns whether a text is selected, or missing under a key that takes one. */
function takesOne(
  { style, gap, list }: Cursor,
  selected: string,
  zones: readonly ZoneReference[],
): boolean {
  const isOne = style.format === 'yaml' ? /^[^\s[\]{}|>&*!#-].*$/ : /^(["'])[^"'\n]*\1$/
  if (isOne.test(selected) || !gap || list) return isOne.test(selected)
  const place = zones[lastBefore(zones, gap.start + 1)]
  return place?.start === gap.start && place.isOne === true && place.list === undefined
}

/** Returns how a document quotes: in YAML, as what is selected, or as the zone before. */
function quoteAt({ style, zones }: Source, start: number, selected: string): Quote {
  const written = zones.filter(({ value }) => value !== '')
  const zone = written[lastBefore(written, start)] ?? written[0]
  const mark = selected.charAt(0)
  return quoteIn(style.format, /["']/.test(mark) ? mark : zone?.quote)
}

/** Writes each name in a line. */
function inLines(
  text: string,
  range: OffsetRange,
  names: readonly string[],
  { eol }: DocumentStyle,
): InsertEdit {
  const words = names.map((name) => name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' '))
  return { ...range, text: words.join(eol + indentBefore(text, range.start)) }
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

function edited(text: string, edits: readonly InsertEdit[]): string {
  const parts = edits.map(
    (edit, nth) => text.slice(edits[nth - 1]?.end ?? 0, edit.start) + edit.text,
  )
  return parts.join('') + text.slice(edits.at(-1)?.end ?? 0)
}
