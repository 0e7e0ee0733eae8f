import { cursorAt, readSource, type InsertionSource } from './cursor.ts'
import type { DocumentFormat } from './documentFormat.ts'
import {
  checkInsertion,
  toInsertion,
  type Insertion,
  type InsertionCheck,
} from './insertionCheck.ts'
import { editsAt, takesSingleArgument, type NamesAtRange } from './insertionEdits.ts'
import { isSingular } from './keyMeanings.ts'
import {
  indentBefore,
  isBlank,
  lastIndexBefore,
  skipComments,
  startOfLine,
  type InsertEdit,
  type OffsetRange,
} from './offsets.ts'
import { settingAt } from './settings.ts'
import type { Steps } from '../steps.ts'
import { meaningOfSelectedValue, takesZoneIds, valueFormAt } from './valueForms.ts'

/** The edits of an insertion; or the reason for none, and the start of the selection that it holds for. */
export type InsertionResult =
  | ({ readonly isAllowed: true } & Insertion)
  | {
      readonly isAllowed: false
      readonly reason: InsertionRefusal
      readonly offset: number
    }

/**
 * Why nothing is inserted: names would break the code at a selection, the key there takes zone IDs and a zone has none,
 * the key takes a single zone and several are to be inserted, or all lists have the names already.
 */
export type InsertionRefusal = 'noValueAllowed' | 'takesIds' | 'takesSingleZone' | 'alreadyListed'

/**
 * Computes the edits that insert zones at every selection: within a string without more quotes (`"a,b"`), in a list as
 * items, and after a key as a text or a list, depending on what the key takes. A key for zone IDs gets the IDs of the
 * zones, others their names. Those that the list at a selection has are left out there. The insertion isn’t allowed if
 * the document, read again after it, wouldn’t have the names as values and everything else as before.
 */
export function* insertZones(
  text: string,
  selections: readonly OffsetRange[],
  zones: readonly InsertedZone[],
  format: DocumentFormat,
  eol: '\n' | '\r\n',
): Steps<InsertionResult> {
  const inOrder = selections.toSorted((a, b) => a.start - b.start)
  const names = unique(zones.map(({ name }) => name))
  if (format === 'plain') return { isAllowed: true, ...insertLines(text, inOrder, names, eol) }
  const source = yield* readSource(text, format, eol)
  const namedPlaces = inOrder.map((selection) => ({ range: trimSelection(text, selection), names }))
  const check = yield* tryInsertion(source, namedPlaces)
  if (check.failedIndex !== undefined)
    return refusalAt(namedPlaces[check.failedIndex]!, 'noValueAllowed')
  const ids = unique(zones.map(({ name, zoneId = name }) => zoneId))
  const takesIds = namedPlaces.map(({ range }, index) => {
    return check.idPlaces.has(index) || takesZoneIds(settingAt(source, range) ?? '')
  })
  const idPlace = namedPlaces.find((_place, index) => takesIds[index])
  if (idPlace && zones.some(({ zoneId }) => zoneId === undefined))
    return refusalAt(idPlace, 'takesIds')
  const places = namedPlaces.map(({ range }, index) => {
    return { range, names: takesIds[index] ? ids : names }
  })
  const single = places.find((place) => {
    return place.names.length > 1 && takesSingleValue(source, place.range)
  })
  if (single) return refusalAt(single, 'takesSingleZone')
  return insertUnlistedNames(source, places, check)
}

/** A zone to insert. */
export interface InsertedZone {
  readonly name: string
  readonly zoneId?: string
}

function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)]
}

function refusalAt({ range }: NamesAtRange, reason: InsertionRefusal): InsertionResult {
  return { isAllowed: false, reason, offset: range.start }
}

/** Inserts, at each place, the names that aren’t among the texts of the list there, and not at a place before it. */
function insertUnlistedNames(
  source: InsertionSource,
  places: readonly NamesAtRange[],
  { textsInLists, lists }: InsertionCheck,
): InsertionResult {
  const firstPlaces = new Map(lists.map((list, index) => [list, index] as const).toReversed())
  // Each place in a list gets the same names, so the first one has them all. Settings are no list of zones.
  const isFilledBefore = (index: number) => {
    const isSetting = settingAt(source, places[index]!.range) !== undefined
    return !isSetting && lists[index] !== undefined && firstPlaces.get(lists[index]) !== index
  }
  const unlisted = places.map(({ range, names }, index) => {
    if (isFilledBefore(index)) return { range, names: [] }
    return { range, names: names.filter((name) => !textsInLists[index]!.has(name)) }
  })
  if (unlisted.every(({ names }) => names.length === 0))
    return refusalAt(places[0]!, 'alreadyListed')
  const edits = editsAt(source, unlisted)
  // A setting takes no name that would need quotes.
  const failedIndex = edits.indexOf(undefined)
  if (failedIndex >= 0) return refusalAt(places[failedIndex]!, 'noValueAllowed')
  return { isAllowed: true, ...toInsertion(edits.filter((edit) => edit !== undefined)) }
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
 * Cuts white space off the end of a selection. Moves a cursor without a selection to after the indentation of its line.
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

/** Reads the document as it would be after an insertion. */
function* tryInsertion(
  source: InsertionSource,
  places: readonly NamesAtRange[],
): Steps<InsertionCheck> {
  // The insertion is tried with names that need no escapes: a value with escapes is never read as a known text, so real
  // names might not be found again.
  const samples = places.map(({ range, names }) => ({
    range,
    names: names.map((_name, index) => `zone-${index}`),
  }))
  const edits = editsAt(source, samples)
  const failedIndex = edits.findIndex((edit, index) => {
    return !edit || !isSeparate(source.text, edits[index - 1], edit)
  })
  if (failedIndex >= 0) return { failedIndex, textsInLists: [], lists: [], idPlaces: new Set() }
  const insertion = toInsertion(edits.filter((edit) => edit !== undefined))
  return yield* checkInsertion(
    source,
    insertion,
    samples.map(({ names }) => names),
  )
}

/**
 * Returns whether two edits don’t overlap and, if only space is between them, a comma or dash separates their texts.
 */
function isSeparate(text: string, previous: InsertEdit | undefined, edit: InsertEdit): boolean {
  const between = text.slice(previous?.end ?? 0, edit.start)
  if (!previous || skipComments(between, 0) < between.length) return true
  const replacesNothing = ({ start, end }: InsertEdit) => isBlank(text.slice(start, end))
  const beginsWithSign = /^\s*[,-]/.test(edit.text)
  if (replacesNothing(previous) && replacesNothing(edit) && !beginsWithSign) return false
  return previous.end <= edit.start && previous.text.endsWith(',') !== beginsWithSign
}

/**
 * Returns whether a range is the value, or the missing value, of a key or setting such as `zone`, which takes a single
 * zone.
 */
function takesSingleValue(source: InsertionSource, range: OffsetRange): boolean {
  const setting = settingAt(source, range)
  if (setting !== undefined) return isSingular(setting)
  const { references } = source
  const cursor = cursorAt(source, range)
  const form = valueFormAt(cursor)
  if (form === 'list' || form === 'singleZone') return form === 'singleZone'
  if (takesSingleArgument(cursor)) return true
  if (form === undefined && meaningOfSelectedValue(cursor)?.takesOneValue === true) return true
  const { missingValue } = cursor
  const { start, end } = missingValue ?? range
  const reference = references[lastIndexBefore(references, end + 1)]
  if (!reference || reference.end < start || reference.listStart !== undefined) return false
  return reference.takesOneValue === true
}
