import { readBlocks } from './blockReader.ts'
import type { Block, BlockGap, BlockKey, BlockLanguage, WrittenValue } from './blocks.ts'
import { lastBefore, type InsertEdit, type OffsetRange } from './offsets.ts'

/** A block, key, or value, with what it says. */
export interface Entry extends OffsetRange {
  readonly said: string
  readonly key?: BlockKey
  readonly value?: WrittenValue
}

/** The edits that insert names at several positions of a document. */
export interface Insertion {
  /** In document order, without overlaps. */
  readonly edits: readonly InsertEdit[]
  /** What is written, in the new document; the cursors are at the ends. */
  readonly written: readonly OffsetRange[]
}

/** Adds where each of several edits is afterwards. */
export function merged(edits: readonly InsertEdit[]): Insertion {
  let moved = 0
  const written = edits.map(({ start, end, text }) => {
    const from = start + moved
    moved += text.length - (end - start)
    return { start: from, end: from + text.length }
  })
  return { edits, written }
}

/**
 * Returns the index of what is written, of several in order, where the reader doesn’t find the names as values in the
 * result, or behind which something else isn’t as it was; -1 if all is well.
 */
export function misplaced(
  { text, format, entries }: { text: string; format: BlockLanguage; entries: readonly Entry[] },
  { edits: all, written }: Insertion,
  names: readonly string[],
): number {
  const parts = all.map((edit, nth) => text.slice(all[nth - 1]?.end ?? 0, edit.start) + edit.text)
  const result = parts.join('') + text.slice(all.at(-1)?.end ?? 0)
  const before = divide(entries, all)
  const after = divide(entriesIn(readBlocks(result, format)).entries, written)
  const odd = after.others.findIndex(({ said }, nth) => said !== before.others[nth]?.said)
  if (odd >= 0 || after.others.length < before.others.length) {
    return Math.max(0, lastBefore(written, after.others[odd]?.start ?? Infinity))
  }
  return before.within.findIndex((replaced, nth) => {
    const own = after.within[nth]!
    const kinds = ['text', ...replaced.map(({ value }) => value?.kind)]
    const texts = own.map(({ value }) => value?.text).join(',')
    return !own.every(({ value }) => kinds.includes(value?.kind)) || !texts.includes(names.join())
  })
}

/** Returns what entries are within ranges, and around a range in a string, and all others, in order. */
function divide(entries: readonly Entry[], ranges: readonly OffsetRange[]) {
  const within: Entry[][] = ranges.map(() => [])
  const others: Entry[] = []
  for (const entry of entries) {
    const { start, end, value } = entry
    const nth = lastBefore(ranges, end + 1)
    const range = ranges[nth] ?? { start: Infinity, end: Infinity }
    const isIn = range.start <= start && end <= range.end
    const isAround = start <= range.start && range.end <= end && value && value.quote !== ''
    if (isIn || isAround) within[nth]!.push(entry)
    else others.push(entry)
  }
  return { within, others }
}

/** Returns the blocks, keys, and values of documents, and what is missing in them, in order. */
export function entriesIn(documents: readonly Block[]): { entries: Entry[]; gaps: BlockGap[] } {
  const entries: Entry[] = []
  const gaps: BlockGap[] = []
  for (const document of documents) add(document, 0)
  const inOrder = (a: OffsetRange, b: OffsetRange) => a.start - b.start
  return { entries: entries.sort(inOrder), gaps: gaps.sort(inOrder) }

  function add(block: Block, depth: number): void {
    const { head, start, end, parent } = block
    if (parent) entries.push({ start, end, said: `${depth} ${head.join(' ')}` })
    for (const key of block.keys) {
      entries.push({ start: key.start, end: key.end, said: `${depth} ${key.text}:`, key })
    }
    for (const [key, all] of block.values) {
      for (const value of all) {
        const { kind, list, text } = value
        const said = `${depth} ${key}: ${kind} ${list?.isWhole} ${text}`
        entries.push({ start: value.start, end: value.end, said, value })
      }
    }
    gaps.push(...block.gaps)
    for (const child of block.children) add(child, depth + 1)
  }
}
