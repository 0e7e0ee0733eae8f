import { readBlocks } from './blockReader.ts'
import type { Block, BlockLanguage, WrittenValue } from './blocks.ts'
import { lastBefore, type InsertEdit, type OffsetRange } from './cursor.ts'

/** What is written at a cursor. */
export interface Written extends InsertEdit {
  /** True in a string or a list, whose key may take anything. */
  readonly isInside: boolean
}

/** A block, key, or value, with what it says. */
interface Entry extends OffsetRange {
  readonly said: string
  readonly value?: WrittenValue
}

/**
 * Returns the index of what is written, of several in order, where the reader doesn’t find the names as values in the
 * result, or behind which something else isn’t as it was in `blocks`; -1 if all is well. `ends` are the ends of all.
 */
export function misplaced(
  blocks: readonly Block[],
  result: string,
  language: BlockLanguage,
  all: readonly Written[],
  ends: readonly number[],
  names: readonly string[],
): number {
  const now = all.map(({ text }, nth) => {
    const end = ends[nth] ?? 0
    return { start: end - text.length, end }
  })
  const before = divide(blocks, all)
  const after = divide(readBlocks(result, language), now)
  const odd = after.others.findIndex(({ said }, nth) => said !== before.others[nth]?.said)
  if (odd >= 0 || after.others.length < before.others.length) {
    return Math.max(0, lastBefore(now, after.others[odd]?.start ?? Infinity))
  }
  return all.findIndex(({ isInside }, nth) => {
    const old = before.within[nth]!
    const values = after.within[nth]!.map(({ value }) => value)
    const isRight = values.every((value) => {
      const isKind = value?.kind === 'text' || old.some((one) => one.value?.kind === value?.kind)
      if (value?.lacksComma && !old.some((one) => one.value?.lacksComma)) return false
      return isKind && (isInside || old.length > 0 || value?.list?.isWhole !== false)
    })
    const texts = values.map((value) => value?.text).join(',')
    return !isRight || !texts.includes(names.join(','))
  })
}

/** Returns what blocks have within ranges, and around a range in a string, and all else, in order. */
function divide(documents: readonly Block[], ranges: readonly OffsetRange[]) {
  const within: Entry[][] = ranges.map(() => [])
  const others: Entry[] = []
  for (const entry of entriesIn(documents)) {
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

function entriesIn(documents: readonly Block[]): Entry[] {
  const entries: Entry[] = []
  for (const document of documents) add(document, 0)
  return entries.sort((a, b) => a.start - b.start)

  function add({ head, start, end, keys, values, children, parent }: Block, depth: number): void {
    entries.push({ start, end: parent ? end : Infinity, said: `${depth} ${head.join(' ')}` })
    for (const key of keys) entries.push({ ...key, said: `${depth} ${key.text}:` })
    for (const [key, all] of values) {
      for (const value of all) {
        const said = `${depth} ${key}: ${value.kind} ${value.list?.isWhole} ${value.lacksComma} ${value.text}`
        entries.push({ start: value.start, end: value.end, said, value })
      }
    }
    for (const child of children) add(child, depth + 1)
  }
}
