import type { Block, MissingValue, BlockKey, WrittenValue } from './blocks.ts'
import type { OffsetRange } from './offsets.ts'

/** A block, key, or value in the text of a document, for comparing a document before and after an edit. */
export interface Entry extends OffsetRange {
  /** The depth and content, such as `1 zone:`. Entries with the same description mean the same. */
  readonly description: string
  readonly key?: BlockKey
  readonly value?: WrittenValue
  /** The key of the value. */
  readonly keyOfValue?: string
}

/** Returns the blocks, keys, and values of documents, and their missing values, each in the order of the text. */
export function listEntries(documents: readonly Block[]): {
  entries: Entry[]
  missingValues: MissingValue[]
} {
  const entries: Entry[] = []
  const missingValues: MissingValue[] = []
  for (const document of documents) addBlock(document, 0)
  const byStart = (a: OffsetRange, b: OffsetRange) => a.start - b.start
  return { entries: entries.sort(byStart), missingValues: missingValues.sort(byStart) }

  function addBlock(block: Block, depth: number): void {
    const { header, start, end, parent } = block
    if (parent) entries.push({ start, end, description: `${depth} ${header.join(' ')}` })
    for (const key of block.keys) {
      entries.push({ start: key.start, end: key.end, description: `${depth} ${key.text}:`, key })
    }
    for (const [key, values] of block.values) {
      for (const value of values) {
        const { kind, list, text } = value
        const description = `${depth} ${key}: ${kind} ${list?.isValueOfKey} ${text}`
        entries.push({ start: value.start, end: value.end, description, value, keyOfValue: key })
      }
    }
    // A call that spreads them would throw: a file may have a hundred thousand.
    for (const missing of block.missingValues) missingValues.push(missing)
    for (const child of block.children) addBlock(child, depth + 1)
  }
}
