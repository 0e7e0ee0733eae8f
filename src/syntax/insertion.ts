import type { MissingValue, WrittenValue } from './blocks.ts'
import { CodeTokenizer } from './codeTokenizer.ts'
import { cursorAt, readSource, type Cursor, type InsertionSource } from './cursor.ts'
import type { DocumentFormat } from './documentFormat.ts'
import { findFailedEdit, toInsertion, type Insertion } from './insertionCheck.ts'
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
import type { Tokenizer } from './tokenizer.ts'
import { selectsOnlyWholeValues } from './selectedValues.ts'
import { addYamlItems } from './yamlItems.ts'
import { YamlTokenizer } from './yamlTokenizer.ts'
import type { ZoneReference } from './zoneReferences.ts'

/** The edits of an insertion; or the reason for none: a selection where names would break the code. */
export type InsertionResult =
  | ({ readonly isAllowed: true } & Insertion)
  /** `offset` is the start of the first selection where names can’t be inserted. */
  | { readonly isAllowed: false; readonly offset: number }

/**
 * Computes the edits that insert names at every selection: within a string without more quotes (`"a,b"`), in a list as
 * items, and behind a key as a text or a list, depending on what the key takes. The insertion isn’t allowed if the
 * document, read again after it, wouldn’t have the names as values and everything else as before.
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
  // Whether the document can be read after the insertion is tried with names that need no escapes: a value with escapes
  // is never read as a known text, so real names might not be found again.
  const samples = names.map((_, index) => `zone-${index}`)
  const failed = findFailedRange(source, editsAt(source, ranges, samples), samples)
  const refused = failed === undefined ? undefined : ranges[failed]
  if (refused) return { isAllowed: false, offset: refused.start }
  const edits = editsAt(source, ranges, names).filter((edit) => edit !== undefined)
  return { isAllowed: true, ...toInsertion(edits) }
}

function insertLines(
  text: string,
  ranges: readonly OffsetRange[],
  names: readonly string[],
  eol: string,
): Insertion {
  // A name with a line break must not begin a new line.
  const lines = names.map((name) => name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' '))
  return toInsertion(
    ranges.map((range) => ({ ...range, text: lines.join(eol + indentBefore(text, range.start)) })),
  )
}

/**
 * Cuts white space off the end of a selection. Moves a cursor without a selection behind the indentation of its line.
 */
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

/** Returns the edit for each range; undefined for a range where names can’t be inserted. */
function editsAt(
  source: InsertionSource,
  ranges: readonly OffsetRange[],
  names: readonly string[],
): (InsertEdit | undefined)[] {
  const { text, format } = source
  // All ranges share a tokenizer, which goes on from range to range: it can only begin at the start of the text.
  const tokenizer = format === 'yaml' ? new YamlTokenizer(text) : new CodeTokenizer(text, format)
  return ranges.map((range) => editAt(source, range, names, tokenizer))
}

/** Returns the index of the first range where the names can’t be inserted; undefined if they can everywhere. */
function findFailedRange(
  source: InsertionSource,
  edits: readonly (InsertEdit | undefined)[],
  names: readonly string[],
): number | undefined {
  const failed = edits.findIndex((edit, index) => {
    return !edit || !isSeparate(source.text, edits[index - 1], edit)
  })
  if (failed >= 0) return failed
  return findFailedEdit(source, toInsertion(edits.filter((edit) => edit !== undefined)), names)
}

/**
 * Returns whether two edits don’t overlap and, if only space is between them, a comma or dash separates their texts.
 */
function isSeparate(text: string, previous: InsertEdit | undefined, edit: InsertEdit): boolean {
  const between = text.slice(previous?.end ?? 0, edit.start)
  if (!previous || skipComments(between, 0) < between.length) return true
  const beginsWithSign = /^\s*[,-]/.test(edit.text)
  return previous.end <= edit.start && previous.text.endsWith(',') !== beginsWithSign
}

/** Returns the edit that inserts names at a range; undefined if they can’t be inserted there. */
function editAt(
  source: InsertionSource,
  range: OffsetRange,
  names: readonly string[],
  tokenizer: Tokenizer,
): InsertEdit | undefined {
  const string = stringAround(source, range)
  if (!string) return editInCode(source, range, names, tokenizer)
  const { start, end, list, isUnclosed } = string
  const isWholeString = range.start === start && range.end === end && !isUnclosed
  if (!isWholeString && !isPlain(source.text.slice(start, range.end))) return undefined
  if (string.kind === 'reference') return undefined
  const isItem = list !== undefined && list.type !== '('
  if (!isItem || names.length === 1) return editInString(source, range, names, string)
  // A string that is an item can’t hold several names: the string and its quotes are replaced by one item per name.
  const quoted = { start: start - 1, end: end + 1 }
  return isWholeString ? editInCode(source, quoted, names, tokenizer) : undefined
}

function stringAround({ entries }: InsertionSource, range: OffsetRange): WrittenValue | undefined {
  const value = entries[lastIndexBefore(entries, range.start + 1)]?.value
  return value && value.quote !== '' && range.end <= value.end ? value : undefined
}

/**
 * Returns whether names can be inserted into a string behind `textBefore`, the part of the string before the cursor:
 * this part has no escape and no template (`${`), in which the names would become a part of an expression.
 */
function isPlain(textBefore: string): boolean {
  return !/\\|[$%]$|[$%{]\{/.test(textBefore)
}

function editInString(
  { format }: InsertionSource,
  range: OffsetRange,
  names: readonly string[],
  { quote }: WrittenValue,
): InsertEdit {
  const quoteName = quoterFor(format, quote)
  return { ...range, text: names.map((name) => quoteName(name).slice(1, -1)).join(',') }
}

/** Returns the edit that inserts names outside of strings: as items, or as a value. */
function editInCode(
  source: InsertionSource,
  range: OffsetRange,
  names: readonly string[],
  tokenizer: Tokenizer,
): InsertEdit | undefined {
  const cursor = cursorAt(source, range)
  const { text, format, start, end, list } = cursor
  if (isBehindTag(cursor)) return undefined
  const selected = text.slice(start, end)
  if (start < end && !selectsOnlyWholeValues(cursor, tokenizer)) return undefined
  const quoteName = quoterFor(format, /^["']/.exec(selected)?.[0])
  const values = names.map((name) => quoteName(name))
  if (list?.type === '[') return addItems(cursor, list, values)
  const isSingle = names.length === 1 && takesSingleText(cursor, selected)
  if (format === 'yaml' && !list && !isSingle) {
    const edit = addYamlItems(cursor, values)
    if (edit) return edit
  }
  return canWriteValue(cursor) ? valueEdit(cursor, values, isSingle) : undefined
}

/** Returns whether a tag of YAML such as `!Ref` stands before the selection: it takes no zones. */
function isBehindTag({ text, end, previousEntry }: Cursor): boolean {
  return /^![^\s,"']*\s*$/.test(text.slice(previousEntry?.start, end))
}

/**
 * Returns whether a name at the cursor is written as a text, and not as a list with one item: it replaces a selected
 * text, or it is the missing value of a key such as `zone`, which takes no list.
 */
function takesSingleText({ format, missingValue, references }: Cursor, selected: string): boolean {
  const isValueMissing = missingValue !== undefined && isBlank(selected)
  return isValueMissing ? isMissingText(missingValue, references) : isText(selected, format)
}

/** Returns whether selected code is one text, such as `a b` in YAML, or `"a b"` in other formats. */
function isText(selected: string, format: InsertionSource['format']): boolean {
  const singleText = format === 'yaml' ? /^[^\s[\]{}|>&*!#-].*$/ : /^(["'])[^"'\n]*\1$/
  return singleText.test(selected)
}

/** Returns whether a missing value is that of a key which takes a single zone or region, and isn’t in a list. */
function isMissingText(missingValue: MissingValue, references: readonly ZoneReference[]): boolean {
  // A missing value of a zone or region key is among the references, too, as an empty reference.
  const reference = references[lastIndexBefore(references, missingValue.start + 1)]
  if (reference?.start !== missingValue.start || reference.listStart !== undefined) return false
  return reference.takesOneValue === true
}

/** Returns whether a value is missing or selected at the cursor, or the document is empty. */
function canWriteValue({ text, start, end, missingValue }: Cursor): boolean {
  if (missingValue) return missingValue.list === undefined
  return skipComments(text, start) < end || isBlank(text)
}

function valueEdit(
  { text, format, start, end, missingValue }: Cursor,
  values: readonly string[],
  isSingle: boolean,
): InsertEdit {
  const needsSpaceBefore = /[:=]/.test(text.charAt(start - 1))
  // In JSON, a comma must separate the value from the key that follows.
  const needsComma = format === 'json' && missingValue && text[skipComments(text, end)] === '"'
  const needsSpaceBehind = text[end] === '#'
  let value = isSingle ? values.join() : `[${values.join(', ')}]`
  if (needsSpaceBefore) value = ` ${value}`
  if (needsComma) value += ','
  else if (needsSpaceBehind) value += ' '
  return { start, end, text: value }
}
