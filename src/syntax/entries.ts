import type { Block, BlockGap, BlockKey, WrittenValue } from './blocks.ts'
import type { OffsetRange } from './offsets.ts'

/** A block, key, or value of a document. */
export interface Entry extends OffsetRange {
  /** What it says, for comparison: two entries with the same description mean the same. */
  readonly description: string
  readonly key?: BlockKey
  readonly value?: WrittenValue
}

/** Returns the blocks, keys, and values of documents, and what is missing in them, in the order of the text. */
export function entriesIn(documents: readonly Block[]): { entries: Entry[]; gaps: BlockGap[] } {
  const entries: Entry[] = []
  const gaps: BlockGap[] = []
  for (const document of documents) addBlock(document, 0)
  const byStart = (a: OffsetRange, b: OffsetRange) => a.start - b.start
  return { entries: entries.sort(byStart), gaps: gaps.sort(byStart) }

  function addBlock(block: Block, depth: number): void {
    const { head, start, end, parent } = block
    if (parent) entries.push({ start, end, description: `${depth} ${head.join(' ')}` })
    for (const key of block.keys) {
      entries.push({ start: key.start, end: key.end, description: `${depth} ${key.text}:`, key })
    }
    for (const [key, values] of block.values) {
      for (const value of values) {
        const { kind, list, text } = value
        const description = `${depth} ${key}: ${kind} ${list?.isValueOfKey} ${text}`
        entries.push({ start: value.start, end: value.end, description, value })
      }
    }
    gaps.push(...block.gaps)
    for (const child of block.children) addBlock(child, depth + 1)
  }
}
