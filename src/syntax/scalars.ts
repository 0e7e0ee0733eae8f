import { maxKeyLength, type BlockKey, type WrittenValue } from './blocks.ts'

/** Of longer texts, nothing is known. */
const maxValueLength = 300

/** A string or word in the text, with its quotes. */
export interface ScalarToken {
  readonly start: number
  readonly end: number
  readonly quote: WrittenValue['quote']
  readonly isClosed: boolean
}

/** A string or word: the next token tells whether it is a key or a value. */
export interface PendingToken extends ScalarToken {
  /** Its column in YAML. */
  readonly column: number
  /** True if it is the first in its line. */
  readonly isFirst: boolean
  /** True if a key may stand there. */
  readonly mayBeKey: boolean
}

/** Returns the offsets of the text between the quotes. */
function withinQuotes({ start, end, quote, isClosed }: ScalarToken) {
  return { start: start + quote.length, end: isClosed ? end - quote.length : end }
}

/** Returns the text between the quotes. */
export function textOf(source: string, token: ScalarToken): string {
  const { start, end } = withinQuotes(token)
  return source.slice(start, end)
}

/** Reads a string or word as a key. */
export function keyOf(source: string, token: ScalarToken, isHcl: boolean): BlockKey {
  const { quote } = token
  const { start, end } = withinQuotes(token)
  const isShort = end - start <= maxKeyLength
  const text = isShort ? source.slice(start, end) : ''
  const isText = isShort && scalarKind(text, quote !== '', isHcl) !== 'other'
  return { text, start, end, quote, isText }
}

/** Reads a string or word as a value. */
export function readScalar(source: string, token: ScalarToken, isHcl: boolean): WrittenValue {
  const { quote, isClosed } = token
  const { start, end } = withinQuotes(token)
  const text = source.slice(start, end)
  const isKnown = isClosed && end - start <= maxValueLength
  const kind = isKnown ? scalarKind(text, quote !== '', isHcl) : 'other'
  const value = { text, start, end, kind, quote, isOpen: !isClosed, list: undefined }
  // Older Terraform writes references as templates.
  if (quote === '' || !/^\$\{[\w.-]+\}$/.test(text)) return value
  return { ...value, text: text.slice(2, -1), start: start + 2, end: end - 1, kind: 'reference' }
}

/** Returns whether a string or word is a text, a reference, or neither. */
function scalarKind(text: string, isQuoted: boolean, isHcl: boolean): WrittenValue['kind'] {
  if (isQuoted || !isHcl) {
    const hasYamlSign = !isQuoted && /^[*<|>]/.test(text)
    const hasEscapeOrTemplate = /\\|\$\{|\{\{|%\{|<%|''/.test(text)
    return hasYamlSign || hasEscapeOrTemplate ? 'other' : 'text'
  }
  if (/^(?:[\d.]+|true|false)$/.test(text)) return 'text'
  return /^[a-z_][\w.-]*$/i.test(text) ? 'reference' : 'other'
}
