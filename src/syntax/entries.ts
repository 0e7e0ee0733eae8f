import type { Block, MissingValue, BlockKey, WrittenValue } from './blocks.ts'
import type { OffsetRange } from './offsets.ts'
import { StepCounter, type Steps } from '../steps.ts'

/** A block, key, or value in the text of a document, for comparing a document before and after an edit. */
export interface Entry extends OffsetRange {
  /** The depth and content, such as `1 zone:`. Entries with the same description mean the same. */
  readonly description: string
  readonly key?: BlockKey
  readonly value?: WrittenValue
  /** The key of the value. */
  readonly keyOfValue?: string
}

/** What a document contains, each in the order of the text. */
interface DocumentEntries {
  /** The blocks, keys, and values. */
  readonly entries: readonly Entry[]
  readonly missingValues: readonly MissingValue[]
}

/** Lists the blocks, keys, and values of documents, and their missing values. */
export function* listEntries(documents: readonly Block[]): Steps<DocumentEntries> {
  const entries: Entry[] = []
  const missingValues: MissingValue[] = []
  const counter = new StepCounter()
  /** The blocks that are still to be listed, the next one last. */
  const remaining = documents.toReversed().map((block) => ({ block, depth: 0 }))
  for (let next = remaining.pop(); next; next = remaining.pop()) {
    const { block, depth } = next
    for (const entry of entriesOf(block, depth)) {
      entries.push(entry)
      if (counter.isStepOver()) yield
    }
    // A call that spreads them would throw: a file may have a hundred thousand.
    for (const missing of block.missingValues) missingValues.push(missing)
    for (const child of block.children.toReversed())
      remaining.push({ block: child, depth: depth + 1 })
  }
  const byStart = (a: OffsetRange, b: OffsetRange) => a.start - b.start
  return { entries: entries.sort(byStart), missingValues: missingValues.sort(byStart) }
}

/** Yields the entries of a block, without those of the blocks in it. */
function* entriesOf(block: Block, depth: number): Iterable<Entry> {
  const { header, start, end, parent } = block
  if (parent) yield { start, end, description: `${depth} ${header.join(' ')}` }
  for (const key of block.keys)
    yield { start: key.start, end: key.end, description: `${depth} ${key.text}:`, key }
  for (const [key, values] of block.values) {
    for (const value of values) {
      const { kind, list, text } = value
      const description = `${depth} ${key}: ${kind} ${list?.isValueOfKey} ${text}`
      yield { start: value.start, end: value.end, description, value, keyOfValue: key }
    }
  }
}
