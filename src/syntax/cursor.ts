import { readBlocks } from './readBlocks.ts'
import { blockAt, type Block, type MissingValue, type BlockList } from './blocks.ts'
import { listEntries, type Entry } from './entries.ts'
import { findReferences } from './findReferences.ts'
import { bracketListAround, ListLayouts } from './listLayout.ts'
import {
  lastIndexBefore,
  skipComments,
  startOfLine,
  startOfNextLine,
  type OffsetRange,
} from './offsets.ts'
import type { Steps } from '../steps.ts'
import type { ZoneReference } from './zoneReferences.ts'

/** A document that names are inserted into: its text, and what was read from it. */
export interface InsertionSource {
  readonly text: string
  readonly format: 'hcl' | 'yaml' | 'json'
  /** The line ending of the document. */
  readonly eol: string
  readonly blocks: readonly Block[]
  /** The blocks, keys, and values in the order of the text. */
  readonly entries: readonly Entry[]
  /** In the order of the text. */
  readonly missingValues: readonly MissingValue[]
  readonly references: readonly ZoneReference[]
  readonly layouts: ListLayouts
}

/** A cursor or selection in a document, with what stands around it. */
export interface Cursor extends InsertionSource, OffsetRange {
  readonly lineStart: number
  /** The text before the selection in its first line. */
  readonly lineTextBefore: string
  /** The text after the selection in its last line, without white space at the end. */
  readonly lineTextAfter: string
  /** The start of the YAML document that the selection is in: a file may have several. 0 in other formats. */
  readonly documentStart: number
  /** The last entry of the YAML document, or of the file, that begins before the selection. */
  readonly previousEntry: Entry | undefined
  /** Set if the selection is where a value isn’t written yet. */
  readonly missingValue: MissingValue | undefined
  /** The innermost list in brackets around the selection. */
  readonly list: BlockList | undefined
}

/** Reads a document that names are inserted into. */
export function* readSource(
  text: string,
  format: InsertionSource['format'],
  eol: string,
): Steps<InsertionSource> {
  const { blocks } = yield* readBlocks(text, format)
  const references = yield* findReferences(blocks, format)
  const layouts = new ListLayouts(text, blocks)
  return { text, format, eol, blocks, ...(yield* listEntries(blocks)), references, layouts }
}

/** Describes the surroundings of a selection. */
export function cursorAt(source: InsertionSource, { start, end }: OffsetRange): Cursor {
  const { text, blocks, entries } = source
  const lineStart = startOfLine(text, start)
  const documentStart = blocks[lastIndexBefore(blocks, start + 1)]?.start ?? 0
  const before = entries[lastIndexBefore(entries, start)]
  const list = bracketListAround(blockAt(blocks, start), { start, end })
  return {
    ...source,
    start,
    end,
    lineStart,
    lineTextBefore: text.slice(lineStart, start),
    lineTextAfter: text.slice(end, startOfNextLine(text, end)).trimEnd(),
    documentStart,
    previousEntry: before && before.start >= documentStart ? before : undefined,
    missingValue: missingValueAt(source, { start, end }, list),
    list,
  }
}

function missingValueAt(
  { text, format, missingValues }: InsertionSource,
  { start, end }: OffsetRange,
  list: BlockList | undefined,
): MissingValue | undefined {
  const missing = missingValues[lastIndexBefore(missingValues, start + 1)]
  if (!missing) return undefined
  // In YAML, a value may be in a line below its key.
  const mayBeBelow = format === 'yaml' && !list
  const missingEnd = mayBeBelow ? skipComments(text, missing.end) : missing.end
  return end <= missingEnd ? missing : undefined
}
