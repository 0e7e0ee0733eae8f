import type { CodeFormat } from '../contributions.ts'
import { readBlocks } from './readBlocks.ts'
import type { BlockList, WrittenValue } from './blocks.ts'
import { listEntries, type Entry } from './entries.ts'
import { findReferences } from './findReferences.ts'
import { lastIndexBefore, type InsertEdit, type OffsetRange } from './offsets.ts'
import { StepCounter, type Steps } from '../steps.ts'
import { takesZoneIds } from './valueForms.ts'
import { parseZoneName } from './zoneNames.ts'
import type { ZoneReference } from './zoneReferences.ts'

/** The edits that insert names at several positions of a document. */
export interface Insertion {
  /** In document order, without overlaps. */
  readonly edits: readonly InsertEdit[]
  /** The ranges of the inserted texts in the new document; the cursors are at their ends. */
  readonly writtenRanges: readonly OffsetRange[]
}

/** Computes where the texts of edits, which are in document order, will be in the new document. */
export function toInsertion(edits: readonly InsertEdit[]): Insertion {
  let shift = 0
  const written = edits.map(({ start, end, text }) => {
    const newStart = start + shift
    shift += text.length - (end - start)
    return { start: newStart, end: newStart + text.length }
  })
  return { edits, writtenRanges: written }
}

/** What reading a document after an insertion has shown. */
export interface InsertionCheck {
  /**
   * The index of the first edit whose names aren’t values in the new document, or after which something else than the
   * inserted text has another meaning; undefined if there is no such edit.
   */
  readonly failedIndex: number | undefined
  /** For each edit, the texts that are in the same list as the inserted names. */
  readonly textsInLists: readonly ReadonlySet<string>[]
  /** For each edit, the list in the new document that has the inserted names; undefined if they are in no list. */
  readonly lists: readonly (BlockList | undefined)[]
  /** The indexes of the edits at keys that take the IDs of zones. */
  readonly idPlaces: ReadonlySet<number>
}

/**
 * Reads the document as it would be after an insertion, and compares it with the document before. `names` are the names
 * that each edit inserts.
 */
export function* checkInsertion(
  document: { text: string; format: CodeFormat; entries: readonly Entry[] },
  { edits, writtenRanges }: Insertion,
  names: readonly (readonly string[])[],
): Steps<InsertionCheck> {
  const newText = applyEdits(document.text, edits)
  const before = yield* divideEntries(document.entries, edits)
  const { blocks } = yield* readBlocks(newText, document.format)
  const { entries } = yield* listEntries(blocks)
  const after = yield* divideEntries(entries, writtenRanges)
  const byList = Map.groupBy(after.outside, ({ value }) => listOfItems(value))
  const lists = after.inside.map(([entry]) => listOfItems(entry?.value))
  const textsByList = new Map([...new Set(lists)].map((list) => [list, textsOf(byList.get(list))]))
  const textsInLists = after.inside.map((inside, index) => {
    const listTexts = (lists[index] && textsByList.get(lists[index])) ?? new Set()
    const parts = textsBetweenCommas(inside, new Set(names[index]))
    return parts.length === 0 ? listTexts : new Set([...listTexts, ...parts])
  })
  const references = yield* findReferences(blocks, document.format)
  const idPlaces = findIdPlaces(references, after.inside, writtenRanges, textsInLists)
  const changed = after.outside.findIndex(
    ({ description }, index) => description !== before.outside[index]?.description,
  )
  if (changed >= 0 || after.outside.length < before.outside.length) {
    const offset = after.outside[changed]?.start ?? Infinity
    const failedIndex = Math.max(0, lastIndexBefore(writtenRanges, offset))
    return { failedIndex, textsInLists, lists, idPlaces }
  }
  const failed = after.inside.findIndex((inside, index) => {
    return !holdsOnlyNames(inside, before.inside[index] ?? [], names[index] ?? [])
  })
  return { failedIndex: failed < 0 ? undefined : failed, textsInLists, lists, idPlaces }
}

/**
 * Returns the indexes of the ranges in which a key takes the IDs of zones, or in whose list the zones are IDs already.
 */
function findIdPlaces(
  references: readonly ZoneReference[],
  inside: readonly (readonly Entry[])[],
  ranges: readonly OffsetRange[],
  textsInLists: readonly ReadonlySet<string>[],
): ReadonlySet<number> {
  const ofIds = references.filter(({ isIdKey }) => isIdKey)
  const indexes = ofIds.map(({ start, end }) => {
    const index = lastIndexBefore(ranges, start + 1)
    return end <= (ranges[index]?.end ?? -1) ? index : -1
  })
  const isIdOfKey = ({ keyOfValue = '' }: Entry) => takesZoneIds(keyOfValue)
  // Several insertions into a list have the same texts, which may be many.
  const idTexts = new Set([...new Set(textsInLists)].filter(hasIds))
  for (const [index, entries] of inside.entries()) {
    const texts = textsInLists[index]
    if (entries.some(isIdOfKey) || (texts && idTexts.has(texts))) indexes.push(index)
  }
  return new Set(indexes)
}

/** Returns whether the zones among texts are IDs. */
function hasIds(texts: ReadonlySet<string>): boolean {
  const zones = [...texts].map((text) => parseZoneName(text)).filter((zone) => zone !== undefined)
  return zones.length > 0 && zones.every(({ isId }) => isId)
}

function textsOf(entries: readonly Entry[] = []): ReadonlySet<string> {
  return new Set(entries.map(({ value }) => value?.text ?? ''))
}

/** Returns the texts that are in the same text with commas as inserted names. */
function textsBetweenCommas(inside: readonly Entry[], names: ReadonlySet<string>): string[] {
  const parts = inside.flatMap(({ value }) => value?.text.split(/[,=]/) ?? [])
  return parts.map((part) => part.trim()).filter((part) => !names.has(part))
}

/** Returns the list that a value is an item of. The arguments of a function are no items. */
function listOfItems(value: WrittenValue | undefined): BlockList | undefined {
  return value?.list?.type === '(' ? undefined : value?.list
}

function applyEdits(text: string, edits: readonly InsertEdit[]): string {
  const parts = edits.map((edit, index) => {
    return text.slice(edits[index - 1]?.end ?? 0, edit.start) + edit.text
  })
  return parts.join('') + text.slice(edits.at(-1)?.end ?? 0)
}

/**
 * Returns whether the entries of an inserted text are the inserted names. Each entry must be a literal text, or of a
 * kind that the replaced entries had: an edit may keep the code around the names.
 */
function holdsOnlyNames(
  entries: readonly Entry[],
  replaced: readonly Entry[],
  names: readonly string[],
): boolean {
  const kinds = ['text', ...replaced.map(({ value }) => value?.kind)]
  const texts = entries.map(({ value }) => value?.text).join(',')
  return entries.every(({ value }) => kinds.includes(value?.kind)) && texts.includes(names.join())
}

/** Divides entries into those inside of each range, with a string that contains the range, and those outside of all. */
function* divideEntries(
  entries: readonly Entry[],
  ranges: readonly OffsetRange[],
): Steps<{ inside: Entry[][]; outside: Entry[] }> {
  const inside: Entry[][] = ranges.map(() => [])
  const outside: Entry[] = []
  const counter = new StepCounter()
  for (const entry of entries) {
    if (counter.isStepOver()) yield
    const { start, end, value } = entry
    const index = lastIndexBefore(ranges, end + 1)
    const range = ranges[index] ?? { start: Infinity, end: Infinity }
    const isInside = range.start <= start && end <= range.end
    const isString = value !== undefined && value.quote !== ''
    const isAround = isString && start <= range.start && range.end <= end
    if (isInside || isAround) inside[index]!.push(entry)
    else outside.push(entry)
  }
  return { inside, outside }
}
