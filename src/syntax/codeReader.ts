import { startOfNextLine } from './offsets.ts'
import { charSet, codes, isSpaceCode, Reader } from './reader.ts'

/** Reads HCL, or JSON with comments. A string ends with its line; in HCL, its templates may contain strings. */
export class CodeReader extends Reader {
  readonly #isHcl: boolean

  constructor(text: string, syntax: 'hcl' | 'json') {
    super(text)
    this.#isHcl = syntax === 'hcl'
  }

  next(): boolean {
    const { text } = this
    const { length } = text
    let offset = this.end
    this.isFirst = offset === 0
    for (; offset < length; offset++) {
      const code = text.charCodeAt(offset)
      if (!isSpaceCode(code)) return this.#readToken(offset, code)
      if (code === codes.newline) this.isFirst = true
    }
    return false
  }

  #readToken(offset: number, code: number): true {
    this.start = offset
    switch (code) {
      case codes.quote:
        return this.#readString(offset)
      case codes.comma:
        return this.endToken('comma', offset + 1)
      case codes.colon:
        return this.#readColon(offset)
      case codes.equals:
        return this.#readEquals(offset)
      case codes.hash:
        if (this.#isHcl) return this.endToken('comment', this.lineEnd(offset))
        break
      case codes.slash:
        if (this.#readComment(offset)) return true
        break
      case codes.less:
        if (this.#isHcl && this.codeAt(offset + 1) === codes.less) return this.#readHeredoc(offset)
        break
    }
    if (openers[code]) return this.endToken('open', offset + 1)
    if (closers[code]) return this.endToken('close', offset + 1)
    return this.#readWord(offset, code)
  }

  #readColon(offset: number): true {
    // Functions of providers in HCL have names such as `provider::aws::arn_parse`.
    const isDouble = this.codeAt(offset + 1) === codes.colon
    return isDouble ? this.endToken('word', offset + 2) : this.endToken('sign', offset + 1)
  }

  #readEquals(offset: number): true {
    const next = this.codeAt(offset + 1)
    if (next === codes.equals || next === codes.greater) return this.endToken('word', offset + 2)
    return this.endToken(this.#isHcl ? 'sign' : 'word', offset + 1)
  }

  /** Reads a word, a sign without a meaning, or an operator such as `!=`. */
  #readWord(offset: number, code: number): true {
    let end = offset + 1
    if (wordEnds[code])
      return this.endToken('word', this.codeAt(end) === codes.equals ? end + 1 : end)
    while (!isWordEnd(this.codeAt(end))) end += 1
    return this.endToken('word', end)
  }

  #readComment(offset: number): boolean {
    const next = this.codeAt(offset + 1)
    if (next === codes.slash) return this.endToken('comment', this.lineEnd(offset))
    if (next !== codes.star) return false
    const end = this.text.indexOf('*/', offset + 2)
    return this.endToken('comment', end < 0 ? this.text.length : end + 2)
  }

  #readString(offset: number): true {
    let end = offset + 1
    /** The number of open braces in the open templates. */
    let depth = 0
    /** The depths at which the open templates were opened. */
    const templates: number[] = []
    let isCode = false
    for (; ; end++) {
      const code = this.codeAt(end)
      if (plainStringChars[code]) continue
      if (this.isLineEnd(end)) return this.endToken('quoted', end, false)
      if (isCode) {
        if (code === codes.quote) isCode = false
        else if (code === codes.openBrace) depth += 1
        else if (code === codes.closeBrace && depth-- === templates.at(-1)) {
          templates.pop()
          isCode = false
        }
      } else if (code === codes.quote) {
        if (templates.length === 0) return this.endToken('quoted', end + 1)
        isCode = true
      } else if (code === codes.backslash) end += this.isLineEnd(end + 1) ? 0 : 1
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
      this.codeAt(offset + 1) === codes.openBrace &&
      this.codeAt(offset - 1) !== code
    )
  }

  /** Reads a heredoc, which ends with a line that has only its delimiter. */
  #readHeredoc(offset: number): true {
    const { text } = this
    const delimiterStart = offset + (this.codeAt(offset + 2) === codes.dash ? 3 : 2)
    let delimiterEnd = delimiterStart
    while (delimiterChars[this.codeAt(delimiterEnd)]) delimiterEnd += 1
    if (delimiterEnd === delimiterStart || !this.isLineEnd(delimiterEnd)) {
      return this.endToken('word', offset + 2)
    }
    const delimiter = text.slice(delimiterStart, delimiterEnd)
    let line = startOfNextLine(text, delimiterEnd)
    for (; line < text.length; line = startOfNextLine(text, line)) {
      const first = this.skipBlanks(line)
      if (!text.startsWith(delimiter, first)) continue
      const end = first + delimiter.length
      if (this.isLineEnd(this.skipBlanks(end))) return this.endToken('block', end)
    }
    return this.endToken('block', text.length)
  }
}

const openers = charSet('[{(')
const closers = charSet(']})')
/** The characters that end a word, or are a token by themselves. */
const wordEnds = charSet('"\'#,/:=<>!?()[]{}')
const templateSigns = charSet('$%')
const delimiterChars = charSet('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-')
/** The characters that have no meaning in a string. */
const plainStringChars = charSet(
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./: ,',
)

function isWordEnd(code: number): boolean {
  return isSpaceCode(code) || wordEnds[code] === 1
}
