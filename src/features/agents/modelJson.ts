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
/** The maximum number of names in an error message. */
const maxNames = 20

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

/** The first items of a list, and the number of those that are left out, if any. */
export interface FittingItems<T> {
  readonly items: readonly T[]
  readonly omitted?: number
}

/** Returns the first items of a list that fit, but at least one, so that a next call makes progress. */
export function takeFitting<T>(items: readonly T[], maxLength = maxListLength): FittingItems<T> {
  let length = 0
  const end = items.findIndex((item, index) => {
    length += modelJson(item).length + 1
    return index > 0 && length > maxLength
  })
  if (end < 0) return { items }
  return { items: items.slice(0, end), omitted: items.length - end }
}

/** Returns texts for a result, with the number of those that are left out as the last one. */
export function shortList(texts: readonly string[] | undefined): readonly string[] | undefined {
  if (texts === undefined || texts.length === 0) return undefined
  const { items, omitted } = takeFitting(texts, maxTextsLength)
  return omitted === undefined ? items : [...items, `(${omitted} more)`]
}

/** Returns the first names of a list, quoted. */
export function quoteNames(names: readonly string[]): string {
  if (names.length === 0) return 'none'
  const quoted = names.slice(0, maxNames).map(modelJson)
  if (names.length > maxNames) quoted.push(`and ${names.length - maxNames} more`)
  return quoted.join(', ')
}
