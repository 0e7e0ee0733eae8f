import type { CodeFormat } from '../contributions.ts'
import { readBlocks } from './blockReader.ts'
import { entriesIn, type Entry } from './entries.ts'
import { lastIndexBefore, type InsertEdit, type OffsetRange } from './offsets.ts'

/** The edits that insert names at several positions of a document. */
export interface Insertion {
  /** In document order, without overlaps. */
  readonly edits: readonly InsertEdit[]
  /** The ranges of the inserted texts in the new document; the cursors are at their ends. */
  readonly written: readonly OffsetRange[]
}

/** Adds to edits, in order, where their texts are in the new document. */
export function insertionOf(edits: readonly InsertEdit[]): Insertion {
  let shift = 0
  const written = edits.map(({ start, end, text }) => {
    const newStart = start + shift
    shift += text.length - (end - start)
    return { start: newStart, end: newStart + text.length }
  })
  return { edits, written }
}

/**
 * Reads the document as it would be after an insertion. Returns the index of the first edit whose names the reader
 * doesn’t find as values, or behind which something else has changed; undefined if the insertion is fine.
 */
export function findFailedEdit(
  document: { text: string; format: CodeFormat; entries: readonly Entry[] },
  { edits, written }: Insertion,
  names: readonly string[],
): number | undefined {
  const newText = applyEdits(document.text, edits)
  const before = divideEntries(document.entries, edits)
  const after = divideEntries(entriesIn(readBlocks(newText, document.format)).entries, written)
  const changed = after.outside.findIndex(
    ({ description }, index) => description !== before.outside[index]?.description,
  )
  if (changed >= 0 || after.outside.length < before.outside.length) {
    const offset = after.outside[changed]?.start ?? Infinity
    return Math.max(0, lastIndexBefore(written, offset))
  }
  const failed = after.inside.findIndex(
    (entries, index) => !hasNames(entries, before.inside[index] ?? [], names),
  )
  return failed < 0 ? undefined : failed
}

function applyEdits(text: string, edits: readonly InsertEdit[]): string {
  const parts = edits.map((edit, index) => {
    return text.slice(edits[index - 1]?.end ?? 0, edit.start) + edit.text
  })
  return parts.join('') + text.slice(edits.at(-1)?.end ?? 0)
}

/** Returns whether entries have names as values, and are nothing else than texts, or what was there before. */
function hasNames(
  entries: readonly Entry[],
  replaced: readonly Entry[],
  names: readonly string[],
): boolean {
  const kinds = ['text', ...replaced.map(({ value }) => value?.kind)]
  const texts = entries.map(({ value }) => value?.text).join(',')
  return entries.every(({ value }) => kinds.includes(value?.kind)) && texts.includes(names.join())
}

/** Returns the entries inside of each of some ranges, or in a string around it, and all other entries, in order. */
function divideEntries(entries: readonly Entry[], ranges: readonly OffsetRange[]) {
  const inside: Entry[][] = ranges.map(() => [])
  const outside: Entry[] = []
  for (const entry of entries) {
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
