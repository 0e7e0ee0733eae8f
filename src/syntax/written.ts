import type { WrittenValue } from './blocks.ts'

/** Of longer texts, nothing is known. */
const maxValueLength = 300

/** A string or word, with its quotes. */
export interface Scalar {
  readonly start: number
  readonly end: number
  readonly quote: WrittenValue['quote']
  readonly isClosed: boolean
}

/** Returns the offsets of what is between the quotes. */
export function withinQuotes({ start, end, quote, isClosed }: Scalar) {
  return { start: start + quote.length, end: isClosed ? end - quote.length : end }
}

/** Returns what a string or word says as a value. */
export function valueOf(source: string, scalar: Scalar, isHcl: boolean): WrittenValue {
  const { quote, isClosed } = scalar
  const { start, end } = withinQuotes(scalar)
  const text = source.slice(start, end)
  const isKnown = isClosed && end - start <= maxValueLength
  const kind = isKnown ? kindOf(text, quote !== '', isHcl) : 'other'
  const value = { text, start, end, kind, quote, isOpen: !isClosed, list: undefined }
  // As older Terraform writes references.
  if (quote === '' || !/^\$\{[\w.-]+\}$/.test(text)) return value
  return { ...value, text: text.slice(2, -1), start: start + 2, end: end - 1, kind: 'reference' }
}

/** Returns what is known of a text. */
export function kindOf(text: string, isQuoted: boolean, isHcl: boolean): WrittenValue['kind'] {
  if (isQuoted || !isHcl) {
    const isMarked = !isQuoted && /^[*<|>]/.test(text)
    return isMarked || /\\|\$\{|\{\{|%\{|<%|''/.test(text) ? 'other' : 'text' // an escape or a template
  }
  if (/^(?:[\d.]+|true|false)$/.test(text)) return 'text'
  return /^[a-z_][\w.-]*$/i.test(text) ? 'reference' : 'other'
}
