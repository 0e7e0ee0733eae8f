import type { WrittenValue } from './blocks.ts'
import type { InsertionSource } from './cursor.ts'
import { lastIndexBefore, type OffsetRange } from './offsets.ts'

/** Returns the text that a range is in, or at the end of. */
export function textAround(
  { entries }: InsertionSource,
  range: OffsetRange,
): WrittenValue | undefined {
  const value = entries[lastIndexBefore(entries, range.start + 1)]?.value
  return value && range.end <= value.end ? value : undefined
}

/**
 * Returns the name of the setting in a text whose value, or a name in it, is at a range, so that names can be inserted
 * there: `zones` in `--zones=`, and `AZ` in `AZ=us-east-1a,`. Undefined elsewhere.
 */
export function settingAt(source: InsertionSource, range: OffsetRange): string | undefined {
  const value = textAround(source, range)
  if (value?.kind !== 'text') return undefined
  const before = source.text.slice(value.start, range.start)
  const after = source.text.slice(range.end, value.end)
  const [, name] = /([\w-]+)=(?:[\w.-]+,)*$/.exec(before) ?? []
  return /^(?:,|$)/.test(after) ? name : undefined
}
