import { maxReadKeyLength, type BlockKey, type WrittenValue } from './blocks.ts'
import type { OffsetRange } from './offsets.ts'

/** Longer values aren’t read: their kind is `other`. In UTF-16 units. */
const maxValueLength = 300

/** A string or word in a file. Its offsets include its quotes. */
export interface ScalarToken {
  readonly start: number
  readonly end: number
  readonly quote: WrittenValue['quote']
  /** True if the closing quote is missing. */
  readonly isUnclosed: boolean
}

/** A string or word of which only the next token tells whether it is a key (`a =`, `a:`) or a value. */
export interface PendingToken extends ScalarToken {
  /** The column in YAML; 0 in other formats. */
  readonly column: number
  readonly isFirstInLine: boolean
  /** False if a key can’t stand in this place, so that the token is a value in any case. */
  readonly mayBeKey: boolean
}

/** Returns the offsets of the text between the quotes. */
function withinQuotes({ start, end, quote, isUnclosed }: ScalarToken) {
  return { start: start + quote.length, end: isUnclosed ? end : end - quote.length }
}

/** Returns the text between the quotes. */
export function unquotedText(source: string, token: ScalarToken): string {
  const { start, end } = withinQuotes(token)
  return source.slice(start, end)
}

/** Reads a string or word as a key. */
export function readKey(source: string, token: ScalarToken, isHcl: boolean): BlockKey {
  const { quote } = token
  const { start, end } = withinQuotes(token)
  const isShort = end - start <= maxReadKeyLength
  const text = isShort ? source.slice(start, end) : ''
  const isText = isShort && scalarKind(text, quote !== '', isHcl) !== 'other'
  return { text, start, end, quote, isText }
}

/** Reads a string or word as a value. */
export function readScalar(source: string, token: ScalarToken, isHcl: boolean): WrittenValue {
  const { quote, isUnclosed } = token
  const { start, end } = withinQuotes(token)
  const text = source.slice(start, end)
  const isKnown = !isUnclosed && end - start <= maxValueLength
  const kind = isKnown ? scalarKind(text, quote !== '', isHcl) : 'other'
  const value = { text, start, end, kind, quote, isUnclosed, list: undefined }
  // Older Terraform writes a reference as a template: `"${var.zone}"` instead of `var.zone`.
  if (quote === '' || !templateOfReference.test(text)) return value
  return { ...value, text: text.slice(2, -1), start: start + 2, end: end - 1, kind: 'reference' }
}

/** Returns what a string or word, without quotes, is: a literal text, a reference such as `var.zone`, or neither. */
function scalarKind(text: string, isQuoted: boolean, isHcl: boolean): WrittenValue['kind'] {
  if (isQuoted || !isHcl) {
    const hasYamlSign = !isQuoted && /^[*<|>]/.test(text)
    const hasEscapeOrTemplate = /\\|\$\{|\{\{|%\{|<%|''/.test(text)
    return hasYamlSign || hasEscapeOrTemplate ? 'other' : 'text'
  }
  if (/^(?:[\d.]+|true|false)$/.test(text)) return 'text'
  return reference.test(text) ? 'reference' : 'other'
}

/** Matches `var.zone` and `aws_eks_cluster.a[0].name`. */
const reference = /^[a-z_][\w.-]*(?:\[\d+\]\.[\w.-]+)*$/i
const templateOfReference = /^\$\{[\w.-]+(?:\[\d+\]\.[\w.-]+)*\}$/

/** Returns a value whose text isn’t known. */
export function unknownValue({ start, end }: OffsetRange): WrittenValue {
  return { text: '', start, end, kind: 'other', quote: '', isUnclosed: false, list: undefined }
}
