import { escapeInvisibleJson } from '../../formats/prettyJson.ts'

/** Longer than any name or message; longer texts are truncated. */
const maxTextLength = 1_000

/**
 * Returns a result as compact JSON. It becomes part of a prompt, so external text is shortened, and invisible
 * characters are escaped.
 */
export function modelJson(value: unknown): string {
  return escapeInvisibleJson(
    JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? clipped(part) : part)),
  )
}

/** Returns the first items of a list, and the number of the others. */
export function firstOf<T>(
  items: readonly T[],
  max: number,
): { shown: readonly T[]; leftOut?: number } {
  if (items.length <= max) return { shown: items }
  return { shown: items.slice(0, max), leftOut: items.length - max }
}

function clipped(text: string): string {
  if (text.length <= maxTextLength) return text
  const start = text.slice(0, maxTextLength).replace(/[\uD800-\uDBFF]$/, '')
  return `${start}… (${text.length - start.length} more characters)`
}
