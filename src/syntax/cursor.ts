import { readBlocks } from './blockReader.ts'
import { blockAt, type Block, type BlockGap, type BlockList } from './blocks.ts'
import { entriesIn, type Entry } from './entries.ts'
import { findReferences } from './findReferences.ts'
import {
  lastIndexBefore,
  skipComments,
  startOfLine,
  startOfNextLine,
  type OffsetRange,
} from './offsets.ts'
import type { ZoneReference } from './zoneReferences.ts'

/** A document that names are inserted into, as the reader sees it. */
export interface Source {
  readonly text: string
  readonly format: 'hcl' | 'yaml' | 'json'
  /** The line ending. */
  readonly eol: string
  readonly blocks: readonly Block[]
  /** In the order of the text. */
  readonly entries: readonly Entry[]
  /** The spaces before missing values, in the order of the text. */
  readonly gaps: readonly BlockGap[]
  readonly references: readonly ZoneReference[]
}

/** A cursor or selection, and what the reader says of its surroundings. */
export interface Cursor extends Source, OffsetRange {
  readonly lineStart: number
  /** The text before the selection in its first line. */
  readonly head: string
  /** The text behind the selection in its last line. */
  readonly tail: string
  /** The start of its document: a text in YAML may have several. */
  readonly documentStart: number
  /** The last entry in its document that begins before it. */
  readonly before: Entry | undefined
  /** The missing value that it is at. */
  readonly gap: BlockGap | undefined
  /** The innermost list in brackets around it. */
  readonly list: BlockList | undefined
}

/** Reads a document that names are inserted into. */
export function readSource(text: string, format: Source['format'], eol: string): Source {
  const blocks = readBlocks(text, format)
  const references = findReferences(blocks, format)
  return { text, format, eol, blocks, ...entriesIn(blocks), references }
}

/** Describes the surroundings of a selection. */
export function cursorAt(source: Source, { start, end }: OffsetRange): Cursor {
  const { text, blocks, entries } = source
  const lineStart = startOfLine(text, start)
  const documentStart = blocks[lastIndexBefore(blocks, start + 1)]?.start ?? 0
  const before = entries[lastIndexBefore(entries, start)]
  const list = blockAt(blocks, start)?.lists.findLast((candidate) =>
    isAround(candidate, start, end),
  )
  return {
    ...source,
    start,
    end,
    lineStart,
    head: text.slice(lineStart, start),
    tail: text.slice(end, startOfNextLine(text, end)).trimEnd(),
    documentStart,
    before: before && before.start >= documentStart ? before : undefined,
    gap: gapAt(source, { start, end }, list),
    list,
  }
}

function isAround(list: BlockList, start: number, end: number): boolean {
  return list.type !== '-' && list.open < start && end < list.end
}

function gapAt(
  { text, format, gaps }: Source,
  { start, end }: OffsetRange,
  list: BlockList | undefined,
): BlockGap | undefined {
  const gap = gaps[lastIndexBefore(gaps, start + 1)]
  if (!gap) return undefined
  // In YAML, a value may be in a line below its key.
  const mayBeBelow = format === 'yaml' && !list
  const gapEnd = mayBeBelow ? skipComments(text, gap.end) : gap.end
  return end <= gapEnd ? gap : undefined
}
