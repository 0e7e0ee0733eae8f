import { charSet, codes, isBlankCode, isSpaceCode, Reader } from './reader.ts'

/**
 * Reads YAML as far as lists need it. Markers such as anchors and tags are words, and so are templates
 * (`{{ … }}`). An unclosed string ends with its line, and an unclosed flow collection before a key or item that
 * isn’t indented more.
 */
export class YamlReader extends Reader {
  /** The number of open flow collections. */
  depth = 0
  /** The column of the token. */
  column = 0
  #line = 0
  /** The offset of the line’s first token, and its column. */
  #first = 0
  #indent = 0
  /** The indentation that a flow collection must exceed. */
  #flowIndent = -1
  /** The column of the line’s innermost key or dash, whose text is indented more. */
  #owner = -1
  /** The number of unclosed flow collections that end here. */
  #unclosed = 0
  /** The ends of comments of templates that don’t follow any more. */
  readonly #neverEnding = new Set<string>()
  /** The offset before which no template ends. */
  #noTemplate = 0

  next(): boolean {
    const { text, end: previousEnd } = this
    const { length } = text
    let at = previousEnd
    let code = 0
    this.isFirst = at === 0
    for (; at < length; at++) {
      code = text.charCodeAt(at)
      if (!isSpaceCode(code)) break
      if (code !== codes.newline) continue
      this.isFirst = true
      this.#line = at + 1
    }
    if (at >= length) return false
    this.isFirst ||= at === this.#first
    this.start = at
    this.column = at - this.#line
    if (this.isFirst) {
      this.#first = at
      this.#indent = this.column
      const isOver = this.depth > 0 && this.column <= this.#flowIndent && this.#unclosed === 0
      if (isOver && this.#isHead(at)) this.#unclosed = this.depth
    }
    if (this.#unclosed === 0) return this.#token(at, code)
    this.#unclosed -= 1
    this.depth -= 1
    return this.take('close', at, false)
  }

  #token(at: number, code: number): true {
    const next = this.at(at + 1)
    const isInFlow = this.depth > 0
    const isAfterQuote = this.kind === 'quoted' && at === this.end
    switch (code) {
      case codes.hash:
        return this.take('comment', this.lineEnd(at))
      case codes.dash:
        if (isInFlow || !isSpaceCode(next)) break
        this.#owner = this.column
        return this.take('dash', at + 1)
      case codes.colon:
        if (!isSpaceCode(next) && !(isInFlow && (isAfterQuote || flowSigns[next]))) break
        return this.take('sign', at + 1)
      case codes.quote:
      case codes.apostrophe:
        return this.#string(at, code)
      case codes.comma:
        if (isInFlow) return this.take('comma', at + 1)
        break
      case codes.open:
      case codes.openBrace:
        if (code === codes.openBrace && this.#templateComment(at)) return true
        if (code === next && code === codes.openBrace) {
          return this.take('word', this.#templateEnd(at) ?? this.lineEnd(at))
        }
        if (!isInFlow) this.#flowIndent = this.isFirst && this.column === 0 ? -1 : this.#indent
        this.depth += 1
        return this.take('open', at + 1)
      case codes.close:
      case codes.closeBrace:
        if (!isInFlow) break
        this.depth -= 1
        return this.take('close', at + 1)
      case codes.bar:
      case codes.greater:
        if (isInFlow || !blockHead.test(this.text.slice(at, this.lineEnd(at)))) break
        return this.take('block', this.#blockEnd(at))
    }
    this.#setOwner()
    return this.take('word', this.#wordEnd(at))
  }

  /** Takes the key that may begin here for the owner of what is indented more. */
  #setOwner(): void {
    if (this.depth === 0 && (this.isFirst || this.kind === 'dash')) this.#owner = this.column
  }

  /**
   * A quoted string. It may go on in lines that are indented more than its key; a key in quotes, the first in its
   * line, doesn’t.
   */
  #string(at: number, quote: number): true {
    const { text } = this
    const indent = this.depth > 0 ? this.#flowIndent : this.#owner
    this.#setOwner()
    let firstEnd = -1
    let end = at + 1
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end)
      if (code === codes.newline) {
        if (firstEnd < 0) firstEnd = this.at(end - 1) === codes.return ? end - 1 : end
        if (this.isFirst || !this.#isIndentedMore(end + 1, indent)) break
      } else if (code === codes.backslash && quote === codes.quote) {
        if (this.at(end + 1) !== codes.newline) end += 1
      } else if (code === quote) {
        if (quote === codes.apostrophe && this.at(end + 1) === quote) end += 1
        else {
          if (firstEnd >= 0) this.#line = text.lastIndexOf('\n', end) + 1
          return this.take('quoted', end + 1)
        }
      }
    }
    return this.take('quoted', firstEnd < 0 ? Math.min(end, text.length) : firstEnd, false)
  }

  /** Returns whether a line is blank, or indented more. */
  #isIndentedMore(line: number, indent: number): boolean {
    const first = this.skipBlanks(line)
    return this.isLineEnd(first) || first - line > indent
  }

  /** Returns the end of a block text: its lines are indented more than its owner. */
  #blockEnd(at: number): number {
    const { text } = this
    let end = this.lineEnd(at)
    for (let line = text.indexOf('\n', at) + 1; line > 0; line = text.indexOf('\n', line) + 1) {
      const first = this.skipBlanks(line)
      const isInside = first - line > this.#owner
      // A blank line belongs to it, too, if the text goes on.
      if (isInside) end = this.lineEnd(first)
      else if (!this.isLineEnd(first)) break
    }
    return end
  }

  /** Returns the end of an unquoted text, a marker or a reference. */
  #wordEnd(at: number): number {
    const { text } = this
    const isInFlow = this.depth > 0
    const isMarker = markers[text.charCodeAt(at)] === 1
    let end = at + 1 // the end of the last character that isn’t blank
    for (let next = end; next < text.length; next++) {
      const code = text.charCodeAt(next)
      if (plain[code]) {
        end = next + 1
        continue
      }
      if (code === codes.newline || code === codes.return) break
      if (isBlankCode(code)) {
        if (isMarker) break
        continue
      }
      const template = code === codes.openBrace ? this.#templateEnd(next) : undefined
      if (template !== undefined) {
        next = template - 1
        end = template
        continue
      }
      if (isInFlow && flowSigns[code]) break
      if (code === codes.hash && end < next) break
      if (code === codes.colon && !isMarker) {
        const after = this.at(next + 1)
        if (isSpaceCode(after) || (isInFlow && flowSigns[after])) break
      }
      end = next + 1
    }
    return end
  }

  /** Takes a comment of a template in Helm or Jinja (`{# … #}`), which may have several lines. */
  #templateComment(at: number): boolean {
    const start = commentStarts.find((one) => this.text.startsWith(one, at))
    if (start === undefined) return false
    const mark = start === '{#' ? '#}' : '*/'
    const last = this.#neverEnding.has(mark) ? -1 : this.text.indexOf(mark, at + start.length)
    if (last < 0) {
      this.#neverEnding.add(mark)
      return false
    }
    const line = this.text.slice(at, last).lastIndexOf('\n')
    if (line >= 0) this.#line = at + line + 1
    const rest = ['}}', ' -}}'].find((one) => this.text.startsWith(one, last + 2)) ?? ''
    return this.take('comment', last + 2 + rest.length)
  }

  /** Returns the end of the template (`{{ … }}`) that begins here. It ends on its line. */
  #templateEnd(at: number): number | undefined {
    if (this.at(at + 1) !== codes.openBrace || at < this.#noTemplate) return undefined
    let end = at + 2
    for (; !this.isLineEnd(end); end++) {
      if (this.text.startsWith('}}', end)) return end + 2
    }
    this.#noTemplate = end
    return undefined
  }

  /** Returns whether an item or an unquoted key begins here. */
  #isHead(at: number): boolean {
    const end = Math.min(this.lineEnd(at), at + 202)
    return /^(?:-|[^\s#,[\]{}"':]{1,200}:)(?!\S)/.test(this.text.slice(at, end))
  }
}

const blockHead = /^.[-+\d]*(?:[ \t]+#|[ \t]*$)/
const commentStarts = ['{#', '{{/*', '{{- /*']
const flowSigns = charSet(',[]{}')
const markers = charSet('&!*')
/** The characters that mean nothing in an unquoted text. */
const plain = charSet(
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./()=+@$%^|<>?\\;~',
)
