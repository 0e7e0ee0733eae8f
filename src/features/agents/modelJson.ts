import { escapeInvisibleJson } from '../../formats/prettyJson.ts'

/** Longer than any name or message; the rest of a text from outside is left out. */
const maxTextLength = 1_000

/**
 * A result as compact JSON. What a service sends ends up in the prompt of a model, so no text in it is
 * longer than a name can be, and nothing in it is invisible.
 */
export function modelJson(value: unknown): string {
  return escapeInvisibleJson(
    JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? clipped(part) : part)),
  )
}

/** The first items of a list, and how many were left out, if any. */
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
