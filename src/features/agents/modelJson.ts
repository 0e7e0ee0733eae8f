import { shorten } from '../../api/response.ts'
import { escapeInvisibleJson } from '../../ui/markup.ts'

/** Longer than any name or message; longer texts are truncated. */
const maxTextLength = 1_000
/** Longer than the sentences of any result’s `text`, whose external texts are short already. */
const maxSentencesLength = 20_000
/** The maximum length of a result’s list as JSON, in characters, so that it fits a model’s context. */
const maxListLength = 50_000
/** The maximum length of a list of texts, of which a result has several. */
const maxTextsLength = 5_000

/**
 * Returns a result as compact JSON. It becomes part of a prompt, so external text is shortened, and invisible
 * characters are escaped.
 */
export function modelJson(value: unknown): string {
  return escapeInvisibleJson(
    JSON.stringify(value, (key, part: unknown) =>
      typeof part === 'string'
        ? shorten(part, key === 'text' ? maxSentencesLength : maxTextLength)
        : part,
    ),
  )
}

/** Returns the first items of a list that fit, at least one, so that a next call gets on; and the number of the others. */
export function takeFitting<T>(
  items: readonly T[],
  maxLength = maxListLength,
): { shown: readonly T[]; leftOut?: number } {
  let length = 0
  const end = items.findIndex((item, index) => {
    length += modelJson(item).length + 1
    return index > 0 && length > maxLength
  })
  return end < 0 ? { shown: items } : { shown: items.slice(0, end), leftOut: items.length - end }
}

/** Returns texts for a result, with the number of those that are left out as the last one. */
export function shortList(texts: readonly string[] | undefined): readonly string[] | undefined {
  if (texts === undefined || texts.length === 0) return undefined
  const { shown, leftOut } = takeFitting(texts, maxTextsLength)
  return leftOut === undefined ? shown : [...shown, `(${leftOut} more)`]
}

/** Returns the first names of a list, quoted. */
export function quoteNames(names: readonly string[]): string {
  const shown = names.slice(0, 20).map(modelJson)
  const more = names.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(', ') || 'none'
}
