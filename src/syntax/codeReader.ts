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
    let at = this.end
    this.isFirst = at === 0
    for (; at < length; at++) {
      const code = text.charCodeAt(at)
      if (!isSpaceCode(code)) return this.#token(at, code)
      if (code === codes.newline) this.isFirst = true
    }
    return false
  }

  #token(at: number, code: number): true {
    this.start = at
    const next = this.at(at + 1)
    switch (code) {
      case codes.quote:
        return this.#string(at)
      case codes.comma:
        return this.take('comma', at + 1)
      case codes.colon:
        return next === codes.colon ? this.take('word', at + 2) : this.take('sign', at + 1)
      case codes.hash:
        if (this.#isHcl) return this.take('comment', this.lineEnd(at))
        break
      case codes.slash:
        if (next === codes.slash) return this.take('comment', this.lineEnd(at))
        if (next === codes.star) return this.#blockComment(at)
        break
      case codes.equals:
        if (next === codes.equals || next === codes.greater) return this.take('word', at + 2)
        return this.take(this.#isHcl ? 'sign' : 'word', at + 1)
      case codes.less:
        if (this.#isHcl && next === codes.less) return this.#heredoc(at)
        break
    }
    if (opens[code]) return this.take('open', at + 1)
    if (closes[code]) return this.take('close', at + 1)
    if (next === codes.equals && stops[code]) return this.take('word', at + 2) // such as `!=`
    let end = at + 1
    if (!stops[code]) for (let char = this.at(end); !isStop(char); char = this.at(end)) end += 1
    return this.take('word', end)
  }

  #blockComment(at: number): true {
    const end = this.text.indexOf('*/', at + 2)
    return this.take('comment', end < 0 ? this.text.length : end + 2)
  }

  #string(at: number): true {
    let end = at + 1
    let depth = 0 // of braces in the open templates
    const templates: number[] = [] // the depths at which they were opened
    let isCode = false
    for (; ; end++) {
      const code = this.at(end)
      if (plain[code]) continue
      if (this.isLineEnd(end)) return this.take('quoted', end, false)
      if (isCode) {
        if (code === codes.quote) isCode = false
        else if (code === codes.openBrace) depth += 1
        else if (code === codes.closeBrace && depth-- === templates.at(-1)) {
          templates.pop()
          isCode = false
        }
      } else if (code === codes.quote) {
        if (templates.length === 0) return this.take('quoted', end + 1)
        isCode = true
      } else if (code === codes.backslash) end += this.isLineEnd(end + 1) ? 0 : 1
      else if (this.#isHcl && templateSigns[code] && this.at(end + 1) === codes.openBrace) {
        if (this.at(end - 1) === code) continue // `$${` is text
        templates.push((depth += 1))
        isCode = true
        end += 1
      }
    }
  }

  /** A heredoc, which ends with a line that has only its word. */
  #heredoc(at: number): true {
    const { text } = this
    const tag = at + (this.at(at + 2) === codes.dash ? 3 : 2)
    let tagEnd = tag
    while (tagChars[this.at(tagEnd)]) tagEnd += 1
    if (tagEnd === tag || !this.isLineEnd(tagEnd)) return this.take('word', at + 2)
    const word = text.slice(tag, tagEnd)
    let line = startOfNextLine(text, tagEnd)
    for (; line < text.length; line = startOfNextLine(text, line)) {
      const first = this.skipBlanks(line)
      if (!text.startsWith(word, first)) continue
      const end = first + word.length
      if (this.isLineEnd(this.skipBlanks(end))) return this.take('block', end)
    }
    return this.take('block', text.length)
  }
}

const opens = charSet('[{(')
const closes = charSet(']})')
/** The characters that end a word, or are one. */
const stops = charSet('"\'#,/:=<>!?()[]{}')
const templateSigns = charSet('$%')
const tagChars = charSet('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-')
/** The characters that mean nothing in a string. */
const plain = charSet('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./: ,')

function isStop(code: number): boolean {
  return isSpaceCode(code) || stops[code] === 1
}
