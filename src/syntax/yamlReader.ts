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
  #lineStart = 0
  /** The offset of the line’s first token. */
  #firstToken = 0
  /** The column of the line’s first token. */
  #indent = 0
  /** The indentation that a flow collection must exceed. */
  #flowIndent = -1
  /** The column of the line’s innermost key or dash, whose text is indented more. */
  #ownerColumn = -1
  /** The number of unclosed flow collections that end here. */
  #unclosedCount = 0
  /** The closing signs of template comments that no longer follow in the text. */
  readonly #missingCommentEnds = new Set<string>()
  /** The offset before which no template is closed: a line is searched for its end only once. */
  #noTemplateEndBefore = 0

  next(): boolean {
    const { text, end: previousEnd } = this
    const { length } = text
    let offset = previousEnd
    let code = 0
    this.isFirst = offset === 0
    for (; offset < length; offset++) {
      code = text.charCodeAt(offset)
      if (!isSpaceCode(code)) break
      if (code !== codes.newline) continue
      this.isFirst = true
      this.#lineStart = offset + 1
    }
    if (offset >= length) return false
    this.isFirst ||= offset === this.#firstToken
    this.start = offset
    this.column = offset - this.#lineStart
    if (this.isFirst) this.#startLine(offset)
    if (this.#unclosedCount === 0) return this.#readToken(offset, code)
    this.#unclosedCount -= 1
    this.depth -= 1
    return this.endToken('close', offset, false)
  }

  /** Notes the indentation of a line, and whether the open flow collections should have been closed before it. */
  #startLine(offset: number): void {
    this.#firstToken = offset
    this.#indent = this.column
    const isOutside = this.depth > 0 && this.column <= this.#flowIndent && this.#unclosedCount === 0
    if (isOutside && this.#isItemOrKey(offset)) this.#unclosedCount = this.depth
  }

  #readToken(offset: number, code: number): true {
    switch (code) {
      case codes.hash:
        return this.endToken('comment', this.lineEnd(offset))
      case codes.dash:
        if (this.depth > 0 || !isSpaceCode(this.codeAt(offset + 1))) break
        this.#ownerColumn = this.column
        return this.endToken('dash', offset + 1)
      case codes.colon:
        if (this.#isSign(offset)) return this.endToken('sign', offset + 1)
        break
      case codes.quote:
      case codes.apostrophe:
        return this.#readString(offset, code)
      case codes.comma:
        if (this.depth > 0) return this.endToken('comma', offset + 1)
        break
      case codes.openBracket:
        return this.#openCollection(offset)
      case codes.openBrace:
        return this.#readBrace(offset)
      case codes.closeBracket:
      case codes.closeBrace:
        if (this.depth === 0) break
        this.depth -= 1
        return this.endToken('close', offset + 1)
      case codes.bar:
      case codes.greater:
        if (this.#isBlockHeader(offset)) return this.endToken('block', this.#blockEnd(offset))
        break
    }
    this.#setOwner()
    return this.endToken('word', this.#wordEnd(offset))
  }

  /** Returns whether a colon follows a key: before white space, and in a flow collection behind a quoted key, too. */
  #isSign(offset: number): boolean {
    const next = this.codeAt(offset + 1)
    if (isSpaceCode(next)) return true
    if (this.depth === 0) return false
    return (this.kind === 'quoted' && offset === this.end) || flowSigns[next] === 1
  }

  /** Reads what begins with a brace: a template, its comment, or a flow collection. */
  #readBrace(offset: number): true {
    if (this.#readTemplateComment(offset)) return true
    if (this.codeAt(offset + 1) !== codes.openBrace) return this.#openCollection(offset)
    return this.endToken('word', this.#templateEnd(offset) ?? this.lineEnd(offset))
  }

  #openCollection(offset: number): true {
    if (this.depth === 0) {
      this.#flowIndent = this.isFirst && this.column === 0 ? -1 : this.#indent
    }
    this.depth += 1
    return this.endToken('open', offset + 1)
  }

  /** Returns whether the header of a block scalar, such as `|` or `>-`, stands here. */
  #isBlockHeader(offset: number): boolean {
    return this.depth === 0 && blockHeader.test(this.text.slice(offset, this.lineEnd(offset)))
  }

  #setOwner(): void {
    const mayBeKey = this.isFirst || this.kind === 'dash'
    if (this.depth === 0 && mayBeKey) this.#ownerColumn = this.column
  }

  /**
   * Reads a quoted string. It may continue in lines that are indented more than its key. The first token in a line
   * doesn’t: it is taken for a key in quotes.
   */
  #readString(offset: number, quote: number): true {
    const { text } = this
    const indent = this.depth > 0 ? this.#flowIndent : this.#ownerColumn
    this.#setOwner()
    let firstLineEnd = -1
    let end = offset + 1
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end)
      if (code === codes.newline) {
        if (firstLineEnd < 0) firstLineEnd = this.codeAt(end - 1) === codes.return ? end - 1 : end
        if (this.isFirst || !this.#mayContinueIn(end + 1, indent)) break
      } else if (code === codes.backslash && quote === codes.quote) {
        if (this.codeAt(end + 1) !== codes.newline) end += 1
      } else if (code === quote) {
        const isDoubled = quote === codes.apostrophe && this.codeAt(end + 1) === quote
        if (!isDoubled) {
          if (firstLineEnd >= 0) this.#lineStart = text.lastIndexOf('\n', end) + 1
          return this.endToken('quoted', end + 1)
        }
        end += 1
      }
    }
    const unclosedEnd = firstLineEnd < 0 ? Math.min(end, text.length) : firstLineEnd
    return this.endToken('quoted', unclosedEnd, false)
  }

  /** Returns whether a string may continue in a line: one that is blank, or indented more. */
  #mayContinueIn(lineStart: number, indent: number): boolean {
    const first = this.skipBlanks(lineStart)
    return this.isLineEnd(first) || first - lineStart > indent
  }

  /** Returns the end of a block scalar, whose lines are indented more than its owner. */
  #blockEnd(offset: number): number {
    const { text } = this
    let end = this.lineEnd(offset)
    let line = text.indexOf('\n', offset) + 1
    for (; line > 0; line = text.indexOf('\n', line) + 1) {
      const first = this.skipBlanks(line)
      const isInside = first - line > this.#ownerColumn
      // A blank line is part of the text only if the text continues behind it.
      if (isInside) end = this.lineEnd(first)
      else if (!this.isLineEnd(first)) break
    }
    return end
  }

  /** Returns the end of an unquoted text, a marker, or a reference. */
  #wordEnd(offset: number): number {
    const { text } = this
    const isInFlow = this.depth > 0
    const isMarker = markers[text.charCodeAt(offset)] === 1
    /** The end of the last character that isn’t blank. */
    let end = offset + 1
    for (let next = end; next < text.length; next++) {
      const code = text.charCodeAt(next)
      if (plainChars[code]) {
        end = next + 1
        continue
      }
      if (code === codes.newline || code === codes.return) break
      if (isBlankCode(code)) {
        if (isMarker) break
        continue
      }
      const templateEnd = code === codes.openBrace ? this.#templateEnd(next) : undefined
      if (templateEnd !== undefined) {
        next = templateEnd - 1
        end = templateEnd
        continue
      }
      if (isInFlow && flowSigns[code]) break
      if (code === codes.hash && end < next) break
      if (code === codes.colon && !isMarker) {
        const after = this.codeAt(next + 1)
        if (isSpaceCode(after) || (isInFlow && flowSigns[after])) break
      }
      end = next + 1
    }
    return end
  }

  /**
   * Reads a comment of a template in Helm or Jinja (`{# … #}`), which may have several lines. Returns false if there is
   * none.
   */
  #readTemplateComment(offset: number): boolean {
    const { text } = this
    const opening = commentOpenings.find((sign) => text.startsWith(sign, offset))
    if (opening === undefined) return false
    const closing = opening === '{#' ? '#}' : '*/'
    const isMissing = this.#missingCommentEnds.has(closing)
    const last = isMissing ? -1 : text.indexOf(closing, offset + opening.length)
    if (last < 0) {
      this.#missingCommentEnds.add(closing)
      return false
    }
    const lineBreak = text.slice(offset, last).lastIndexOf('\n')
    if (lineBreak >= 0) this.#lineStart = offset + lineBreak + 1
    const end = last + closing.length
    const rest = ['}}', ' -}}'].find((sign) => text.startsWith(sign, end)) ?? ''
    return this.endToken('comment', end + rest.length)
  }

  /** Returns the end of the template (`{{ … }}`) that begins here; undefined if it doesn’t end in its line. */
  #templateEnd(offset: number): number | undefined {
    const isOpening = this.codeAt(offset + 1) === codes.openBrace
    if (!isOpening || offset < this.#noTemplateEndBefore) return undefined
    let end = offset + 2
    for (; !this.isLineEnd(end); end++) {
      if (this.text.startsWith('}}', end)) return end + 2
    }
    this.#noTemplateEndBefore = end
    return undefined
  }

  #isItemOrKey(offset: number): boolean {
    const end = Math.min(this.lineEnd(offset), offset + 202)
    return /^(?:-|[^\s#,[\]{}"':]{1,200}:)(?!\S)/.test(this.text.slice(offset, end))
  }
}

const blockHeader = /^.[-+\d]*(?:[ \t]+#|[ \t]*$)/
const commentOpenings = ['{#', '{{/*', '{{- /*']
const flowSigns = charSet(',[]{}')
const markers = charSet('&!*')
/** The characters that have no meaning in an unquoted text. */
const plainChars = charSet(
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./()=+@$%^|<>?\\;~',
)
