import type { DocumentStyle } from './documentFormat.ts'
import {
  addItems,
  addYamlItems,
  codeAfter,
  cursorAt,
  sourceOf,
  type Cursor,
  type Source,
} from './items.ts'
import { misplaced } from './misplaced.ts'
import {
  indentBefore,
  isBlank,
  lastBefore,
  startOfLine,
  type InsertEdit,
  type OffsetRange,
} from './offsets.ts'
import { quoteIn, unquoted } from './quoting.ts'
import type { ZoneReference } from './zoneReferences.ts'

/** The edits that insert names at several positions of a document. */
interface Insertion {
  /** In document order, without overlaps. */
  readonly edits: readonly InsertEdit[]
  /** The position of each cursor afterwards, as an offset in the new document. */
  readonly ends: readonly number[]
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
  const source = sourceOf(text, style, format)
  const write = (some: readonly string[]) => ranges.map((range) => writtenAt(source, range, some))
  // The reader doesn’t read the escapes that names may need.
  const samples = names.map((_, nth) => `zone-${nth}`)
  const tried: InsertEdit[] = []
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

/** Returns what is written at a cursor, or nothing if nothing can be. */
function writtenAt(
  source: Source,
  range: OffsetRange,
  names: readonly string[],
): InsertEdit | undefined {
  const { text, style, entries, zones } = source
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
    return { ...range, text: quoted.join(',') }
  }
  const cursor = cursorAt(source, range)
  const { start, end, head, before, gap, list } = cursor
  const selected = text.slice(start, end)
  // In YAML, quoted as what is selected, or as the zone before.
  const written = zones.filter(({ value }) => value !== '')
  const zone = written[lastBefore(written, start)] ?? written[0]
  const mark = /^["']/.exec(selected)?.[0] ?? zone?.quote
  const values = names.map((name) => quoteIn(format, mark)(name))
  if (list?.type === '[') return addItems(cursor, list, values)
  const isOne = names.length === 1 && takesOne(cursor, selected, zones)
  const block = format === 'yaml' && !list && !isOne ? addYamlItems(cursor, values) : undefined
  if (block || (!gap && start === end && !isBlank(text))) return block
  // Below its key or dash, a value of YAML is further in.
  const outer = [before?.start, gap?.list?.open].map((at = -1) => at - startOfLine(text, at))
  const isBelow = format === 'yaml' && !list && isBlank(head)
  if (isBelow && head.length <= Math.max(...outer)) return undefined
  const space = /[:=]/.test(text.charAt(start - 1)) ? ' ' : ''
  const isComma = format === 'json' && gap && text[codeAfter(text, end)] === '"'
  const sign = isComma ? ',' : text[end] === '#' ? ' ' : ''
  return { ...range, text: space + (isOne ? values.join() : `[${values.join(', ')}]`) + sign }
}

/** Returns whether one text is selected, or missing under a key that takes one. */
function takesOne(
  { style, gap }: Cursor,
  selected: string,
  zones: readonly ZoneReference[],
): boolean {
  const isOne = style.format === 'yaml' ? /^[^\s[\]{}|>&*!#-].*$/ : /^(["'])[^"'\n]*\1$/
  if (!gap || selected.trim() !== '') return isOne.test(selected)
  const place = zones[lastBefore(zones, gap.start + 1)]
  return place?.start === gap.start && place.isOne === true && place.list === undefined
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
