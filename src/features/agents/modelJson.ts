import { shorten } from '../../api/response.ts'
import { escapeInvisibleJson } from '../../ui/markup.ts'

/**
 * The maximum length of a text in a result, in characters. Names and messages are shorter; a longer text is truncated.
 */
const maxTextLength = 1_000
/**
 * The maximum length of a result’s `text`, in characters. It is longer than any text of Poolkeeper, in which external
 * texts are already shortened.
 */
const maxSentencesLength = 20_000
/** The maximum length of a list in a result, in characters of JSON, so that the result fits a model’s context. */
const maxListLength = 50_000
/** The maximum length of a list of texts, in characters of JSON. A result may have several such lists. */
const maxTextsLength = 5_000
/** The maximum number of names in an error message. */
const maxNames = 20

/**
 * Returns a value as compact JSON for a model’s prompt. External texts are shortened, and invisible characters are
 * escaped.
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

/** The first items of a list, with the number of the items that were left out. */
export interface FittingItems<T> {
  readonly items: readonly T[]
  readonly omitted?: number
}

/**
 * Returns the first items of a list whose JSON fits `maxLength`. At least one item is returned, so that the next call,
 * for the rest, makes progress.
 */
export function takeFitting<T>(items: readonly T[], maxLength = maxListLength): FittingItems<T> {
  let length = 0
  const end = items.findIndex((item, index) => {
    length += modelJson(item).length + 1
    return index > 0 && length > maxLength
  })
  if (end < 0) return { items }
  return { items: items.slice(0, end), omitted: items.length - end }
}

/** Returns the first texts of a list. If texts are left out, the last text says how many. */
export function shortList(texts: readonly string[] | undefined): readonly string[] | undefined {
  if (texts === undefined || texts.length === 0) return undefined
  const { items, omitted } = takeFitting(texts, maxTextsLength)
  return omitted === undefined ? items : [...items, `(${omitted} more)`]
}

/** Returns the first names of a list, each in quotation marks. */
export function quoteNames(names: readonly string[]): string {
  if (names.length === 0) return 'none'
  const quoted = names.slice(0, maxNames).map(modelJson)
  if (names.length > maxNames) quoted.push(`and ${names.length - maxNames} more`)
  return quoted.join(', ')
}
