import { CodeReader } from './codeReader.ts'
import type { DocumentFormat } from './documentFormat.ts'
import {
  addItems,
  addYamlItems,
  codeAfter,
  cursorAt,
  sourceOf,
  type Cursor,
  type Source,
} from './items.ts'
import { merged, misplaced, type Insertion } from './misplaced.ts'
import {
  indentBefore,
  isBlank,
  lastBefore,
  startOfLine,
  type InsertEdit,
  type OffsetRange,
} from './offsets.ts'
import { quoteIn } from './quoting.ts'
import type { Reader } from './reader.ts'
import { YamlReader } from './yamlReader.ts'

/**
 * Inserts names at every selection: in quotes, without quotes of their own; in a list, as its items; as the value of a
 * key, one text or a list, as the key takes it. Returns the offset of a selection where nothing may be written, and
 * writes nothing then: where the reader wouldn’t find the names again, and all else as it was.
 */
export function insertNames(
  text: string,
  spots: readonly OffsetRange[],
  names: readonly string[],
  format: DocumentFormat,
  eol: '\n' | '\r\n',
): Insertion | number {
  const inOrder = spots.toSorted((a, b) => a.start - b.start)
  if (format === 'plain') {
    const words = names.map((name) => name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' '))
    const lines = (at: number) => words.join(eol + indentBefore(text, at))
    return merged(inOrder.map((range) => ({ ...range, text: lines(range.start) })))
  }
  const ranges = inOrder.map((spot) => rangeOf(text, spot))
  const source = sourceOf(text, format, eol)
  const write = (some: readonly string[]) => {
    // From one selection on to the next: each by itself would be read from the start of the text.
    const reader = format === 'yaml' ? new YamlReader(text) : new CodeReader(text, format)
    return ranges.map((range) => writtenAt(source, range, some, reader))
  }
  // The reader doesn’t read the escapes that names may need.
  const samples = names.map((_, nth) => `zone-${nth}`)
  const tried = write(samples)
  const none = tried.findIndex((edit, nth) => !edit || !isApart(text, tried[nth - 1], edit))
  const made = merged(tried.flatMap((edit) => edit ?? []))
  const wrong = none < 0 ? misplaced(source, made, samples) : none
  return ranges[wrong]?.start ?? merged(write(names).flatMap((edit) => edit ?? []))
}

/** Returns whether two edits stay apart: in one empty place, by a comma or dash of their own. */
function isApart(text: string, last: InsertEdit | undefined, { start, text: written }: InsertEdit) {
  const between = text.slice(last?.end ?? 0, start)
  if (!last || codeAfter(between, 0) < between.length) return true
  return last.end <= start && last.text.endsWith(',') !== /^\s*[,-]/.test(written)
}

/** Leaves the white space at the end out of a selection, and moves a cursor behind the indentation of its line. */
function rangeOf(text: string, { start, end }: OffsetRange): OffsetRange {
  const lineStart = startOfLine(text, start)
  const first = Math.max(start, lineStart + text.slice(lineStart).search(/[^ \t]|$/))
  const [space = ''] = /(?<=\S)\s+$|\r?\n$/.exec(text.slice(start, end)) ?? []
  return start < end ? { start, end: end - space.length } : { start: first, end: first }
}

/** Returns what is written at a cursor, or nothing if nothing can be. */
function writtenAt(
  source: Source,
  range: OffsetRange,
  names: readonly string[],
  reader: Reader,
): InsertEdit | undefined {
  const { text, format, entries } = source
  const string = entries[lastBefore(entries, range.start + 1)]?.value
  if (string && string.quote !== '' && range.end <= string.end) {
    const { start, end, quote, list } = string
    const isAll = range.start === start && range.end === end && !string.isOpen
    // In a template or an escape, a quote doesn’t end the string.
    const isPlain = isAll || !/\\|[$%]$|[$%{]\{/.test(text.slice(start, range.end))
    if (!isPlain || string.kind === 'reference') return undefined
    if (list && list.type !== '(' && names.length > 1) {
      const quoted = { start: start - 1, end: end + 1 }
      return isAll ? writtenAt(source, quoted, names, reader) : undefined
    }
    const quoted = names.map((name) => quoteIn(format, quote)(name).slice(1, -1))
    return { ...range, text: quoted.join(',') }
  }
  const cursor = cursorAt(source, range)
  const { start, end, gap, list, before } = cursor
  if (/^![^\s,"']*\s*$/.test(text.slice(before?.start, end))) return undefined // such as `!Ref`
  const selected = text.slice(start, end)
  if (start < end && !isWhole(cursor, reader)) return undefined
  const quote = quoteIn(format, /^["']/.exec(selected)?.[0])
  const values = names.map((name) => quote(name))
  if (list?.type === '[') return addItems(cursor, list, values)
  const isOne = names.length === 1 && takesOne(cursor, selected)
  const block = format === 'yaml' && !list && !isOne ? addYamlItems(cursor, values) : undefined
  if (block || gap?.list || (!gap && codeAfter(text, start) >= end && !isBlank(text))) return block
  const space = /[:=]/.test(text.charAt(start - 1)) ? ' ' : ''
  const isComma = format === 'json' && gap && text[codeAfter(text, end)] === '"'
  const sign = isComma ? ',' : text[end] === '#' ? ' ' : ''
  return { ...range, text: space + (isOne ? values.join() : `[${values.join(', ')}]`) + sign }
}

/** Returns whether one text is selected, or missing under a key that takes one. */
function takesOne({ format, gap, zones }: Cursor, selected: string): boolean {
  const isOne = format === 'yaml' ? /^[^\s[\]{}|>&*!#-].*$/ : /^(["'])[^"'\n]*\1$/
  if (!gap || !isBlank(selected)) return isOne.test(selected)
  const place = zones[lastBefore(zones, gap.start + 1)]
  return place?.start === gap.start && place.isOne === true && place.list === undefined
}

/** Returns whether a selection has whole values alone, in a list with their commas, or white space. */
function isWhole({ text, format, start, end, list, entries }: Cursor, reader: Reader): boolean {
  const sign = format === 'hcl' ? /^=>?$/ : /^(?::$|&\w)/
  let [depth, conditions, last] = [0, 0, '']
  do {
    if (reader.end <= start) continue
    if (reader.start < start || reader.end > end) return false
    const token = text.slice(reader.start, reader.end)
    const isBlock = token === '{' && /^(?:word|quoted)$/.test(last)
    const isOdd = (token === ',' && list?.type !== '[') || (token === '?' && last === '')
    if (depth === 0 && (isBlock || isOdd || sign.test(token))) return false
    if (depth === 0 && token === '?') conditions += 1
    if (depth === 0 && token === ':' && conditions-- === 0) return false
    if (reader.kind === 'open') depth += 1
    else if (reader.kind === 'close' && depth-- === 0) return false
    last = reader.kind === 'comment' ? last : reader.kind
  } while (reader.next() && reader.start < end)
  const isKey = reader.start >= end && sign.test(text.slice(reader.start, reader.end))
  if (depth + conditions !== 0 || isKey || last === 'sign' || last === 'dash') return false
  // What a loop in HCL is made of is no value, nor is a line of a text in YAML.
  const { value, start: from = -1 } = entries[lastBefore(entries, end)] ?? {}
  const isPart = format === 'yaml' && value?.list?.isWhole === false
  return (from >= start && !isPart) || text[start] === '[' || isBlank(text.slice(start, end))
}
