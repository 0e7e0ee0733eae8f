import type { WrittenValue } from './blocks.ts'
import { CodeReader } from './codeReader.ts'
import { cursorAt, readSource, type Cursor, type Source } from './cursor.ts'
import type { DocumentFormat } from './documentFormat.ts'
import { findFailedEdit, insertionOf, type Insertion } from './insertionCheck.ts'
import { addItems } from './listItems.ts'
import {
  indentBefore,
  isBlank,
  lastIndexBefore,
  skipComments,
  startOfLine,
  type InsertEdit,
  type OffsetRange,
} from './offsets.ts'
import { quoterFor } from './quoting.ts'
import type { Reader } from './reader.ts'
import { hasWholeValues } from './selectedValues.ts'
import { addYamlItems } from './yamlItems.ts'
import { YamlReader } from './yamlReader.ts'

/** The edits of an insertion, or where nothing may be written. */
export type InsertionResult =
  | ({ readonly isAllowed: true } & Insertion)
  /** `offset` is the start of a selection that doesn’t allow values. */
  | { readonly isAllowed: false; readonly offset: number }

/**
 * Computes the edits that insert names at every selection: in quotes, without quotes of their own; in a list, as its
 * items; as the value of a key, one text or a list, as the key takes it. Nothing may be written where the reader wouldn’t
 * find the names again, or wouldn’t find all else as it was.
 */
export function insertNames(
  text: string,
  selections: readonly OffsetRange[],
  names: readonly string[],
  format: DocumentFormat,
  eol: '\n' | '\r\n',
): InsertionResult {
  const inOrder = selections.toSorted((a, b) => a.start - b.start)
  if (format === 'plain') return { isAllowed: true, ...insertLines(text, inOrder, names, eol) }
  const ranges = inOrder.map((selection) => trimSelection(text, selection))
  const source = readSource(text, format, eol)
  // The reader doesn’t read the escapes that names may need, so other names are tried first.
  const samples = names.map((_, index) => `zone-${index}`)
  const failed = findFailedRange(source, editsAt(source, ranges, samples), samples)
  const refused = failed === undefined ? undefined : ranges[failed]
  if (refused) return { isAllowed: false, offset: refused.start }
  const edits = editsAt(source, ranges, names).filter((edit) => edit !== undefined)
  return { isAllowed: true, ...insertionOf(edits) }
}

function insertLines(
  text: string,
  ranges: readonly OffsetRange[],
  names: readonly string[],
  eol: string,
): Insertion {
  // A name with a line break must not begin a new line.
  const lines = names.map((name) => name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' '))
  return insertionOf(
    ranges.map((range) => ({ ...range, text: lines.join(eol + indentBefore(text, range.start)) })),
  )
}

/** Leaves the white space at the end out of a selection, and moves a cursor behind the indentation of its line. */
function trimSelection(text: string, { start, end }: OffsetRange): OffsetRange {
  if (start < end) {
    const [space = ''] = /(?<=\S)\s+$|\r?\n$/.exec(text.slice(start, end)) ?? []
    return { start, end: end - space.length }
  }
  const lineStart = startOfLine(text, start)
  const indentEnd = lineStart + text.slice(lineStart).search(/[^ \t]|$/)
  const offset = Math.max(start, indentEnd)
  return { start: offset, end: offset }
}

/** Returns the edit for each range; undefined where nothing can be written. */
function editsAt(
  source: Source,
  ranges: readonly OffsetRange[],
  names: readonly string[],
): (InsertEdit | undefined)[] {
  const { text, format } = source
  // One reader goes on from range to range: a reader for each would read the text from its start.
  const reader = format === 'yaml' ? new YamlReader(text) : new CodeReader(text, format)
  return ranges.map((range) => editAt(source, range, names, reader))
}

/** Returns the index of the first range where the names can’t be inserted; undefined if they can everywhere. */
function findFailedRange(
  source: Source,
  edits: readonly (InsertEdit | undefined)[],
  names: readonly string[],
): number | undefined {
  const failed = edits.findIndex((edit, index) => {
    return !edit || !isSeparate(source.text, edits[index - 1], edit)
  })
  if (failed >= 0) return failed
  return findFailedEdit(source, insertionOf(edits.filter((edit) => edit !== undefined)), names)
}

/** Returns whether two edits don’t run into each other: in the same empty place, a comma or dash separates them. */
function isSeparate(text: string, previous: InsertEdit | undefined, edit: InsertEdit): boolean {
  const between = text.slice(previous?.end ?? 0, edit.start)
  if (!previous || skipComments(between, 0) < between.length) return true
  const beginsWithSign = /^\s*[,-]/.test(edit.text)
  return previous.end <= edit.start && previous.text.endsWith(',') !== beginsWithSign
}

/** Returns the edit that inserts names at a range; undefined if nothing can be written. */
function editAt(
  source: Source,
  range: OffsetRange,
  names: readonly string[],
  reader: Reader,
): InsertEdit | undefined {
  const string = stringAround(source, range)
  if (!string) return editInCode(source, range, names, reader)
  const { start, end, list, isOpen } = string
  const isWholeString = range.start === start && range.end === end && !isOpen
  if (!isWholeString && !isPlainUpTo(source.text.slice(start, range.end))) return undefined
  if (string.kind === 'reference') return undefined
  const isItem = list !== undefined && list.type !== '('
  if (!isItem || names.length === 1) return editInString(source, range, names, string)
  // Several names need an item each, so the quotes are replaced, too.
  const quoted = { start: start - 1, end: end + 1 }
  return isWholeString ? editInCode(source, quoted, names, reader) : undefined
}

function stringAround({ entries }: Source, range: OffsetRange): WrittenValue | undefined {
  const value = entries[lastIndexBefore(entries, range.start + 1)]?.value
  return value && value.quote !== '' && range.end <= value.end ? value : undefined
}

/** Returns whether the start of a string ends outside of templates and escapes, where a quote would not end the string. */
function isPlainUpTo(startOfString: string): boolean {
  return !/\\|[$%]$|[$%{]\{/.test(startOfString)
}

function editInString(
  { format }: Source,
  range: OffsetRange,
  names: readonly string[],
  { quote }: WrittenValue,
): InsertEdit {
  const quoteName = quoterFor(format, quote)
  return { ...range, text: names.map((name) => quoteName(name).slice(1, -1)).join(',') }
}

/** Writes names outside of strings: as items, or as a value. */
function editInCode(
  source: Source,
  range: OffsetRange,
  names: readonly string[],
  reader: Reader,
): InsertEdit | undefined {
  const cursor = cursorAt(source, range)
  const { text, format, start, end, list } = cursor
  if (isBehindTag(cursor)) return undefined
  const selected = text.slice(start, end)
  if (start < end && !hasWholeValues(cursor, reader)) return undefined
  const quoteName = quoterFor(format, /^["']/.exec(selected)?.[0])
  const values = names.map((name) => quoteName(name))
  if (list?.type === '[') return addItems(cursor, list, values)
  const isSingle = names.length === 1 && takesSingleValue(cursor, selected)
  if (format === 'yaml' && !list && !isSingle) {
    const edit = addYamlItems(cursor, values)
    if (edit) return edit
  }
  return canWriteValue(cursor) ? valueEdit(cursor, values, isSingle) : undefined
}

/** Returns whether the selection is the value of a tag of YAML such as `!Ref`, which isn’t a text. */
function isBehindTag({ text, end, before }: Cursor): boolean {
  return /^![^\s,"']*\s*$/.test(text.slice(before?.start, end))
}

/** Returns whether one text is selected, or missing under a key that takes one. */
function takesSingleValue({ format, gap, references }: Cursor, selected: string): boolean {
  if (!gap || !isBlank(selected)) {
    const singleText = format === 'yaml' ? /^[^\s[\]{}|>&*!#-].*$/ : /^(["'])[^"'\n]*\1$/
    return singleText.test(selected)
  }
  const position = references[lastIndexBefore(references, gap.start + 1)]
  if (position?.start !== gap.start || position.listStart !== undefined) return false
  return position.takesOneValue === true
}

/** Returns whether a value is missing or selected at the cursor, or the text is empty. */
function canWriteValue({ text, start, end, gap }: Cursor): boolean {
  if (gap) return gap.list === undefined
  return skipComments(text, start) < end || isBlank(text)
}

function valueEdit(
  { text, format, start, end, gap }: Cursor,
  values: readonly string[],
  isSingle: boolean,
): InsertEdit {
  const needsSpaceBefore = /[:=]/.test(text.charAt(start - 1))
  // In JSON, the next key follows.
  const needsComma = format === 'json' && gap && text[skipComments(text, end)] === '"'
  const needsSpaceBehind = text[end] === '#'
  let value = isSingle ? values.join() : `[${values.join(', ')}]`
  if (needsSpaceBefore) value = ` ${value}`
  if (needsComma) value += ','
  else if (needsSpaceBehind) value += ' '
  return { start, end, text: value }
}
