import type { MissingValue, WrittenValue } from './blocks.ts'
import { CodeTokenizer } from './codeTokenizer.ts'
import { cursorAt, type Cursor, type InsertionSource } from './cursor.ts'
import { isSingular, takesNoZones } from './keyMeanings.ts'
import { functionNameBefore, passThroughFunctions } from './functions.ts'
import { addItems } from './listItems.ts'
import {
  isBlank,
  lastIndexBefore,
  skipComments,
  type InsertEdit,
  type OffsetRange,
} from './offsets.ts'
import { quoterFor } from './quoting.ts'
import { selectsOnlyWholeValues } from './selectedValues.ts'
import { settingAt, textAround } from './settings.ts'
import type { Tokenizer } from './tokenizer.ts'
import {
  isWholeExpression,
  meaningOfSelectedValue,
  takesOtherIds,
  valueFormAt,
  type ValueForm,
} from './valueForms.ts'
import { addYamlItems } from './yamlItems.ts'
import { YamlTokenizer } from './yamlTokenizer.ts'
import type { ZoneReference } from './zoneReferences.ts'

/** Names to insert at a range. */
export interface NamesAtRange {
  readonly range: OffsetRange
  readonly names: readonly string[]
}

/** Returns the edit for each range; undefined for a range where names can’t be inserted. */
export function editsAt(
  source: InsertionSource,
  places: readonly NamesAtRange[],
): (InsertEdit | undefined)[] {
  const { text, format } = source
  // All ranges share a tokenizer, which goes on from range to range: it can only begin at the start of the text.
  const tokenizer = format === 'yaml' ? new YamlTokenizer(text) : new CodeTokenizer(text, format)
  return places.map(({ range, names }) => {
    if (names.length === 0) return { start: range.start, end: range.start, text: '' }
    return editAt(source, range, names, tokenizer)
  })
}

/** Returns the edit that inserts names at a range; undefined if they can’t be inserted there. */
function editAt(
  source: InsertionSource,
  range: OffsetRange,
  names: readonly string[],
  tokenizer: Tokenizer,
): InsertEdit | undefined {
  const text = textAround(source, range)
  const setting = settingAt(source, range)
  if (text && setting !== undefined) {
    const isOfZones = !takesOtherIds(setting) && !takesNoZones(setting)
    return isOfZones ? editInSetting(source, range, names, text) : undefined
  }
  const cursor = cursorAt(source, range)
  const form = valueFormAt(cursor)
  if (form === 'noZones') return undefined
  const string = text?.quote === '' ? undefined : text
  if (!string) return editInCode(cursor, names, tokenizer, form)
  const { start, end, list, isUnclosed } = string
  const isWholeString = range.start === start && range.end === end && !isUnclosed
  if (!isWholeString && !isPartOfList(source.text, range, string)) return undefined
  // Within the `${}` of an old template, a name would be an expression, too.
  if (string.kind === 'reference') return undefined
  const quoted = cursorAt(source, { start: start - 1, end: end + 1 })
  if (isPartialTemplate(string, quoted)) return undefined
  const isItem = list !== undefined && list.type !== '('
  if (!isItem || names.length === 1) return editInString(source, range, names, string)
  // A string that is an item can’t hold several names: the string and its quotes are replaced by one item per name.
  return isWholeString ? editInCode(quoted, names, tokenizer, form) : undefined
}

/** Returns whether a string of HCL is a template that is a part of another expression. */
function isPartialTemplate({ kind }: WrittenValue, quoted: Cursor): boolean {
  return quoted.format === 'hcl' && kind === 'other' && !isWholeExpression(quoted)
}

/**
 * Returns whether a range in a string is empty or a name between commas, as in `"a,"`, so that names can be inserted
 * there. Within a name, they would become a part of it; after an escape or a template (`${`), a part of an expression.
 */
function isPartOfList(text: string, range: OffsetRange, { start, end, isUnclosed }: WrittenValue) {
  const textBefore = text.slice(start, range.end)
  if (/\\|[$%]$|[$%{]\{/.test(textBefore)) return false
  const isBehindComma = /(?:^|,)\s*$/.test(text.slice(start, range.start))
  return isBehindComma && (isUnclosed || /^\s*(?:,|$)/.test(text.slice(range.end, end)))
}

/** Returns the edit that inserts names into a setting, joined by commas; undefined if they would need quotes. */
function editInSetting(
  source: InsertionSource,
  range: OffsetRange,
  names: readonly string[],
  text: WrittenValue,
): InsertEdit | undefined {
  if (text.quote !== '') return editInString(source, range, names, text)
  if (!names.every((name) => /^[\w.-]+$/.test(name))) return undefined
  // The whole text is replaced: it is a single entry before and after the edit.
  const { start, end } = text
  const before = source.text.slice(start, range.start)
  return { start, end, text: before + names.join(',') + source.text.slice(range.end, end) }
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
  cursor: Cursor,
  names: readonly string[],
  tokenizer: Tokenizer,
  form: ValueForm | undefined,
): InsertEdit | undefined {
  const { text, format, start, end, list } = cursor
  if (isBehindTag(cursor) || isBehindSetting(cursor)) return undefined
  const selected = text.slice(start, end)
  if (start < end && !selectsOnlyWholeValues(cursor, tokenizer)) return undefined
  if (isExpression(selected, format) && !isWholeExpression(cursor)) return undefined
  const quoteName = quoterFor(format, /^["']/.exec(selected)?.[0] ?? quoteOfNeighbor(cursor))
  const values = names.map((name) => quoteName(name))
  if (list?.type === '[') return addItems(cursor, list, values)
  const isSingleText = takesText(cursor, names, form)
  if (format === 'yaml' && !list && !isSingleText) {
    const edit = addYamlItems(cursor, values)
    if (edit) return edit
  }
  if (!canWriteValue(cursor)) return undefined
  return valueEdit(cursor, isSingleText ? quoteName(names.join(',')) : `[${values.join(', ')}]`)
}

/** Returns the quotation mark of the text before the cursor, or after it, that is in a list with the cursor. */
function quoteOfNeighbor({ entries, end, previousEntry, list }: Cursor): string | undefined {
  const nextEntry = entries[lastIndexBefore(entries, end) + 1]
  const neighbors = [previousEntry?.value, list && nextEntry?.value]
  const neighbor = neighbors.find((value) => {
    if (!value?.list || value.kind !== 'text' || value.text === '') return false
    return list === undefined ? value.list.type === '-' : value.list.open === list.open
  })
  return neighbor?.quote
}

/** Returns whether a tag of YAML such as `!Ref` stands before the selection: it takes no zones. */
function isBehindTag({ text, end, previousEntry }: Cursor): boolean {
  return /^![^\s,"']*\s*$/.test(text.slice(previousEntry?.start, end))
}

/**
 * Returns whether the cursor is after a setting that is an item, such as `--zone=us-east-1a`: a zone by itself is no
 * setting.
 */
function isBehindSetting({ start, end, missingValue, previousEntry }: Cursor): boolean {
  const { list, kind, text = '' } = previousEntry?.value ?? {}
  const isAfterItem = start === end && missingValue === undefined && list !== undefined
  return isAfterItem && kind === 'text' && /^-{0,2}[\w.-]+=/.test(text)
}

/** Returns whether the names at the cursor are written as one text, joined by commas, and not as a list. */
function takesText(cursor: Cursor, names: readonly string[], form: ValueForm | undefined): boolean {
  const selected = cursor.text.slice(cursor.start, cursor.end)
  if (selectsJoinedNames(cursor) || form === 'text' || form === 'singleZone') return true
  return names.length === 1 && form !== 'list' && takesSingleText(cursor, selected)
}

/** Returns whether a literal such as `"a,b"` is selected that isn’t an item: what replaces it is such a text again. */
function selectsJoinedNames({ entries, start, end }: Cursor): boolean {
  const { value } = entries[lastIndexBefore(entries, end)] ?? {}
  if (value?.kind !== 'text' || value.start < start || value.end > end) return false
  const isItem = value.list !== undefined && value.list.type !== '('
  return !isItem && value.text.includes(',')
}

/**
 * Returns whether a name at the cursor is written as a text, and not as a list with one item: it replaces a selected
 * text, or it is the value of a key such as `zone`, which takes no list.
 */
function takesSingleText(cursor: Cursor, selected: string): boolean {
  const { format, missingValue, references } = cursor
  if (missingValue && isBlank(selected)) return isMissingText(missingValue, references)
  return isText(selected, format) || meaningOfSelectedValue(cursor)?.takesOneValue === true
}

/**
 * Returns whether a single name at the cursor can be right: the argument of a function, such as `lookup`, is a text; so
 * is the item after one such as `--zones`.
 */
export function takesSingleArgument(cursor: Cursor): boolean {
  const { text, format, start, end, list, missingValue, previousEntry } = cursor
  if (list?.type === '(') {
    const isOneText = isText(text.slice(start, end), format) && !selectsJoinedNames(cursor)
    return isOneText && !passThroughFunctions.test(functionNameBefore(list.open, text))
  }
  const { list: previousList, kind, text: option = '' } = previousEntry?.value ?? {}
  const listAround = list ?? missingValue?.list ?? previousList
  const isInSameList = previousList !== undefined && previousList.open === listAround?.open
  return isInSameList && kind === 'text' && /^--?[a-z][\w-]*$/i.test(option)
}

/** Returns whether selected code is an expression of HCL, such as `var.zone` or `"${var.zone}"`, and no text or list. */
function isExpression(selected: string, format: InsertionSource['format']): boolean {
  const isTemplate = /^\s*"/.test(selected) && /[$%]\{/.test(selected)
  return format === 'hcl' && (isTemplate || /^\s*[^\s"[]/.test(selected))
}

/** Returns whether selected code is one text, such as `a b` in YAML, or `"a b"` in other formats. */
function isText(selected: string, format: InsertionSource['format']): boolean {
  const singleText = format === 'yaml' ? /^[^\s[\]{}|>&*!#-].*$/ : /^(["'])[^"'\n]*\1$/
  return singleText.test(selected)
}

/** Returns whether a missing value is that of a key which takes a single zone or region, and isn’t in a list. */
function isMissingText(missingValue: MissingValue, references: readonly ZoneReference[]): boolean {
  if (missingValue.list) return false
  // A missing value of a zone or region key is among the references, too, as an empty reference.
  const reference = references[lastIndexBefore(references, missingValue.start + 1)]
  if (reference?.start === missingValue.start) return reference.takesOneValue === true
  return missingValue.key !== '' && isSingular(missingValue.key)
}

/**
 * Returns whether a value is missing or selected at the cursor, or the document is empty and may be a list. A document
 * of HCL has keys.
 */
function canWriteValue({ text, format, start, end, missingValue }: Cursor): boolean {
  if (missingValue) return missingValue.list === undefined
  return skipComments(text, start) < end || (format !== 'hcl' && isBlank(text))
}

function valueEdit({ text, format, start, end, missingValue }: Cursor, code: string): InsertEdit {
  const needsSpaceBefore = /[:=]/.test(text.charAt(start - 1))
  // In JSON, a comma must separate the value from the key that follows.
  const needsComma = format === 'json' && missingValue && text[skipComments(text, end)] === '"'
  const needsSpaceBehind = text[end] === '#'
  let value = needsSpaceBefore ? ` ${code}` : code
  if (needsComma) value += ','
  else if (needsSpaceBehind) value += ' '
  return { start, end, text: value }
}
