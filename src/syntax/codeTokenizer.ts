import { startOfNextLine } from './offsets.ts'
import { charSet, charCodes, isSpaceCode, Tokenizer } from './tokenizer.ts'

/**
 * Splits HCL, or JSON with comments, into tokens. A string ends with its line at the latest. In HCL, a string may
 * contain templates that contain strings: `"${lookup(map, "key")}"` is one token.
 */
export class CodeTokenizer extends Tokenizer {
  readonly #isHcl: boolean

  constructor(text: string, syntax: 'hcl' | 'json') {
    super(text)
    this.#isHcl = syntax === 'hcl'
  }

  next(): boolean {
    const { text } = this
    const { length } = text
    let offset = this.end
    this.isFirstInLine = offset === 0
    for (; offset < length; offset++) {
      const code = text.charCodeAt(offset)
      if (!isSpaceCode(code)) return this.#readToken(offset, code)
      if (code === charCodes.newline) this.isFirstInLine = true
    }
    return false
  }

  #readToken(offset: number, code: number): true {
    this.start = offset
    switch (code) {
      case charCodes.quote:
        return this.#readString(offset)
      case charCodes.comma:
        return this.setToken('comma', offset + 1)
      case charCodes.colon:
        return this.#readColon(offset)
      case charCodes.equals:
        return this.#readEquals(offset)
      case charCodes.hash:
        if (this.#isHcl) return this.setToken('comment', this.lineEnd(offset))
        break
      case charCodes.slash:
        if (this.#readComment(offset)) return true
        break
      case charCodes.less:
        if (this.#isHcl && this.charCodeAt(offset + 1) === charCodes.less)
          return this.#readHeredoc(offset)
        break
    }
    if (openers[code]) return this.setToken('open', offset + 1)
    if (closers[code]) return this.setToken('close', offset + 1)
    return this.#readWord(offset, code)
  }

  #readColon(offset: number): true {
    // Functions of providers in HCL have names such as `provider::aws::arn_parse`.
    const isDouble = this.charCodeAt(offset + 1) === charCodes.colon
    return isDouble ? this.setToken('word', offset + 2) : this.setToken('sign', offset + 1)
  }

  #readEquals(offset: number): true {
    const next = this.charCodeAt(offset + 1)
    if (next === charCodes.equals || next === charCodes.greater)
      return this.setToken('word', offset + 2)
    return this.setToken(this.#isHcl ? 'sign' : 'word', offset + 1)
  }

  /**
   * Reads a word, a sign without a meaning, or an operator such as `!=`. In HCL, the reference to an attribute of an
   * instance, as in `aws_subnet.a[0].id`, is a word.
   */
  #readWord(offset: number, code: number): true {
    let end = offset + 1
    if (wordEnds[code])
      return this.setToken('word', this.charCodeAt(end) === charCodes.equals ? end + 1 : end)
    for (;;) {
      while (!isWordEnd(this.charCodeAt(end))) end += 1
      const attribute = this.#isHcl ? this.#attributeBehindIndex(end) : undefined
      if (attribute === undefined) return this.setToken('word', end)
      end = attribute
    }
  }

  /** Returns the offset of the attribute after an index with a number, such as that of `id` in `[0].id`. */
  #attributeBehindIndex(offset: number): number | undefined {
    if (this.text[offset] !== '[') return undefined
    indexBeforeAttribute.lastIndex = offset
    return indexBeforeAttribute.test(this.text) ? indexBeforeAttribute.lastIndex : undefined
  }

  #readComment(offset: number): boolean {
    const next = this.charCodeAt(offset + 1)
    if (next === charCodes.slash) return this.setToken('comment', this.lineEnd(offset))
    if (next !== charCodes.star) return false
    const end = this.text.indexOf('*/', offset + 2)
    return this.setToken('comment', end < 0 ? this.text.length : end + 2)
  }

  #readString(offset: number): true {
    let end = offset + 1
    /** The number of open braces in the open templates. */
    let depth = 0
    /** The depths at which the open templates were opened. */
    const templates: number[] = []
    let isCode = false
    for (; ; end++) {
      const code = this.charCodeAt(end)
      if (plainStringChars[code]) continue
      if (this.isLineEnd(end)) return this.setUnclosedString(end)
      if (isCode) {
        if (code === charCodes.quote) isCode = false
        else if (code === charCodes.openBrace) depth += 1
        else if (code === charCodes.closeBrace && depth-- === templates.at(-1)) {
          templates.pop()
          isCode = false
        }
      } else if (code === charCodes.quote) {
        if (templates.length === 0) return this.setToken('quoted', end + 1)
        isCode = true
      } else if (code === charCodes.backslash) end += this.isLineEnd(end + 1) ? 0 : 1
      else if (this.#isTemplateStart(end, code)) {
        templates.push((depth += 1))
        isCode = true
        end += 1
      }
    }
  }

  /** Returns whether `${` or `%{` begins a template; `$${` is text. */
  #isTemplateStart(offset: number, code: number): boolean {
    return (
      this.#isHcl &&
      templateSigns[code] === 1 &&
      this.charCodeAt(offset + 1) === charCodes.openBrace &&
      this.charCodeAt(offset - 1) !== code
    )
  }

  /** Reads a heredoc, such as `<<EOT`, which ends with a line that has only its delimiter `EOT`. */
  #readHeredoc(offset: number): true {
    const { text } = this
    const delimiterStart = offset + (this.charCodeAt(offset + 2) === charCodes.dash ? 3 : 2)
    let delimiterEnd = delimiterStart
    while (delimiterChars[this.charCodeAt(delimiterEnd)]) delimiterEnd += 1
    if (delimiterEnd === delimiterStart || !this.isLineEnd(delimiterEnd)) {
      return this.setToken('word', offset + 2)
    }
    const delimiter = text.slice(delimiterStart, delimiterEnd)
    let line = startOfNextLine(text, delimiterEnd)
    for (; line < text.length; line = startOfNextLine(text, line)) {
      const first = this.skipBlanks(line)
      if (!text.startsWith(delimiter, first)) continue
      const end = first + delimiter.length
      if (this.isLineEnd(this.skipBlanks(end))) return this.setToken('block', end)
    }
    return this.setToken('block', text.length)
  }
}

const openers = charSet('[{(')
const closers = charSet(']})')
/** The characters that end a word before them, or are a token by themselves. */
const wordEnds = charSet('"\'#,/:=<>!?()[]{}')
const indexBeforeAttribute = /\[\d+\]\.(?=[a-z_])/y
const templateSigns = charSet('$%')
const delimiterChars = charSet('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-')
/** Characters that neither end a string nor begin a template or an escape in it. */
const plainStringChars = charSet(
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./: ,',
)

function isWordEnd(code: number): boolean {
  return isSpaceCode(code) || wordEnds[code] === 1
}
