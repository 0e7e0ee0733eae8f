import { maxReadKeyLength, type BlockKey, type WrittenValue } from './blocks.ts'
import type { OffsetRange } from './offsets.ts'
import type { Tokenizer } from './tokenizer.ts'

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
export class PendingToken implements ScalarToken {
  start = 0
  end = 0
  quote: WrittenValue['quote'] = ''
  isUnclosed = false
  /** The column in YAML; 0 in other formats. */
  column = 0
  isFirstInLine = true
  /** False if a key can’t stand in this place, so that the token is a value in any case. */
  mayBeKey = true

  /** Becomes the token that was read last, and returns itself. */
  hold(
    { start, end, isUnclosed, isFirstInLine }: Tokenizer,
    quote: WrittenValue['quote'],
    column: number,
    mayBeKey: boolean,
  ): this {
    this.start = start
    this.end = end
    this.quote = quote
    this.isUnclosed = isUnclosed
    this.column = column
    this.isFirstInLine = isFirstInLine
    this.mayBeKey = mayBeKey
    return this
  }
}

/** Returns the offset of the text between the quotes. */
function startOfText({ start, quote }: ScalarToken): number {
  return start + quote.length
}

/** Returns the offset of the end of the text between the quotes. */
function endOfText({ end, quote, isUnclosed }: ScalarToken): number {
  return isUnclosed ? end : end - quote.length
}

/** Returns the text between the quotes. */
export function unquotedText(source: string, token: ScalarToken): string {
  return source.slice(startOfText(token), endOfText(token))
}

/** Reads a string or word as a key. */
export function readKey(source: string, token: ScalarToken, isHcl: boolean): BlockKey {
  const { quote } = token
  const start = startOfText(token)
  const end = endOfText(token)
  const isShort = end - start <= maxReadKeyLength
  const text = isShort ? source.slice(start, end) : ''
  const isText = isShort && scalarKind(text, quote !== '', isHcl) !== 'other'
  return { text, start, end, quote, isText }
}

/** Reads a string or word as a value. */
export function readScalar(source: string, token: ScalarToken, isHcl: boolean): WrittenValue {
  const { quote, isUnclosed } = token
  const start = startOfText(token)
  const end = endOfText(token)
  const text = source.slice(start, end)
  const isKnown = !isUnclosed && end - start <= maxValueLength
  const kind = isKnown ? scalarKind(text, quote !== '', isHcl) : 'other'
  const value = { text, start, end, kind, quote, isUnclosed, list: undefined }
  // Older Terraform writes a reference as a template: `"${var.zone}"` instead of `var.zone`.
  if (quote === '' || kind === 'text' || !templateOfReference.test(text)) return value
  return { ...value, text: text.slice(2, -1), start: start + 2, end: end - 1, kind: 'reference' }
}

/** Returns what a string or word, without quotes, is: a literal text, a reference such as `var.zone`, or neither. */
function scalarKind(text: string, isQuoted: boolean, isHcl: boolean): WrittenValue['kind'] {
  if (isQuoted || !isHcl) {
    if (!specialSign.test(text)) return 'text'
    const isSpecial = escapeOrTemplate.test(text) || (!isQuoted && yamlSign.test(text))
    return isSpecial ? 'other' : 'text'
  }
  if (literalOfHcl.test(text)) return 'text'
  return reference.test(text) ? 'reference' : 'other'
}

/** One of these is in each text of YAML or between quotes that is no literal: most texts are told fast. */
const specialSign = /[\\{<'*|>]/
const escapeOrTemplate = /\\|\$\{|\{\{|%\{|<%|''/
/** Begins an alias, a merge of maps, or a block scalar. */
const yamlSign = /^[*<|>]/
const literalOfHcl = /^(?:[\d.]+|true|false)$/
/** Matches `var.zone` and `aws_eks_cluster.a[0].name`. */
const reference = /^[a-z_][\w.-]*(?:\[\d+\]\.[\w.-]+)*$/i
const templateOfReference = /^\$\{[\w.-]+(?:\[\d+\]\.[\w.-]+)*\}$/

/** Returns a value whose text isn’t known. */
export function unknownValue({ start, end }: OffsetRange): WrittenValue {
  return { text: '', start, end, kind: 'other', quote: '', isUnclosed: false, list: undefined }
}
