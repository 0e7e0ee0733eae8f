import { startOfLine, startOfNextLine } from './offsets.ts'

/** The offsets of an item of a list, without its quotes. */
interface Item {
  readonly start: number
  readonly end: number
  readonly quote: string
}

/** The longest space before the sign of a key that is looked at. */
const maxGap = 1000

/**
 * Returns the range that removes an item of a list: with its comma, or with its line in YAML. Undefined if a
 * comment or a tag is in between, without other items, or for a key, whose value would be left.
 */
export function removalOf(
  text: string,
  { start, end, quote }: Item,
): Omit<Item, 'quote'> | undefined {
  const isQuoted = quote !== '' && text[start - 1] === quote && text[end] === quote
  const [first, last] = isQuoted ? [start - 1, end + 1] : [start, end]
  const line = { start: startOfLine(text, first), end: startOfNextLine(text, last) }
  const head = text.slice(line.start, first)
  const tail = text.slice(last, line.end)
  const [comma] = /^[ \t]*,[ \t]*/.exec(tail) ?? []
  if (comma !== undefined) {
    const isAlone = head.trim() === '' && comma.length === tail.trimEnd().length
    return isAlone ? line : { start: first, end: last + comma.length }
  }
  if (/^[ \t]*-[ \t]+$/.test(head) && /^[ \t]*(?:[ \t]#.*)?\r?\n?$/.test(tail)) return line
  const isKey = /^\s*[:=]/.test(text.slice(last, last + maxGap))
  if (isKey) return undefined
  const before = text.slice(0, first).trimEnd()
  const lineBefore = before.slice(startOfLine(before, before.length))
  // The comma may be that of a comment, such as of an item that is commented out.
  const isBeforeComma = before.endsWith(',') && !/#|\/\//.test(lineBefore)
  return isBeforeComma ? { start: before.length - 1, end: last } : undefined
}
