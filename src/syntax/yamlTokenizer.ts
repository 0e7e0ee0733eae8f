import { charSet, charCodes, isBlankCode, isSpaceCode, Tokenizer } from './tokenizer.ts'

/**
 * Splits YAML into tokens, as far as keys, values, and lists need it. Markers such as anchors (`&a`) and tags (`!Ref`)
 * are words, and so are templates (`{{ … }}`). An unclosed string ends with its line. An unclosed flow collection (a
 * map or list in brackets) ends before the first line that begins with a key or dash and isn’t indented further.
 */
export class YamlTokenizer extends Tokenizer {
  /** The number of open flow collections. */
  depth = 0
  /** The column of the current token. */
  column = 0
  #lineStart = 0
  /** The offset of the first token in the current line. */
  #firstToken = 0
  /** The column of the first token in the current line. */
  #indent = 0
  /** The lines of an open flow collection are indented further than this column. */
  #flowIndent = -1
  /** The column of the last key or dash in the line: the further lines of its text are indented further. */
  #ownerColumn = -1
  /**
   * The number of `close` tokens, each of no length, still to be emitted for flow collections that were never closed.
   */
  #unclosedCount = 0
  /** The closing signs of template comments, such as `#}`, that don’t occur in the rest of the text. */
  readonly #missingCommentEnds = new Set<string>()
  /** No `}}` stands before this offset: it is noted so that a line with many `{{` is searched only once. */
  #noTemplateEndBefore = 0

  next(): boolean {
    const { text, end: previousEnd } = this
    const { length } = text
    let offset = previousEnd
    let code = 0
    this.isFirstInLine = offset === 0
    for (; offset < length; offset++) {
      code = text.charCodeAt(offset)
      if (!isSpaceCode(code)) break
      if (code !== charCodes.newline) continue
      this.isFirstInLine = true
      this.#lineStart = offset + 1
    }
    if (offset >= length) return false
    this.isFirstInLine ||= offset === this.#firstToken
    this.start = offset
    this.column = offset - this.#lineStart
    if (this.isFirstInLine) this.#startLine(offset)
    if (this.#unclosedCount === 0) return this.#readToken(offset, code)
    this.#unclosedCount -= 1
    this.depth -= 1
    return this.setToken('close', offset)
  }

  /**
   * Notes the indentation of a line. If it is outside of the open flow collections, they have ended without brackets.
   */
  #startLine(offset: number): void {
    this.#firstToken = offset
    this.#indent = this.column
    const isOutside = this.depth > 0 && this.column <= this.#flowIndent && this.#unclosedCount === 0
    if (isOutside && this.#isItemOrKey(offset)) this.#unclosedCount = this.depth
  }

  #readToken(offset: number, code: number): true {
    switch (code) {
      case charCodes.hash:
        return this.setToken('comment', this.lineEnd(offset))
      case charCodes.dash:
        if (this.depth > 0 || !isSpaceCode(this.charCodeAt(offset + 1))) break
        this.#ownerColumn = this.column
        return this.setToken('dash', offset + 1)
      case charCodes.colon:
        if (this.#isSign(offset)) return this.setToken('sign', offset + 1)
        break
      case charCodes.quote:
      case charCodes.apostrophe:
        return this.#readString(offset, code)
      case charCodes.comma:
        if (this.depth > 0) return this.setToken('comma', offset + 1)
        break
      case charCodes.openBracket:
        return this.#openCollection(offset)
      case charCodes.openBrace:
        return this.#readBrace(offset)
      case charCodes.closeBracket:
      case charCodes.closeBrace:
        if (this.depth === 0) break
        this.depth -= 1
        return this.setToken('close', offset + 1)
      case charCodes.bar:
      case charCodes.greater:
        if (this.#isBlockHeader(offset)) return this.setToken('block', this.#blockEnd(offset))
        break
    }
    this.#setOwner()
    return this.setToken('word', this.#wordEnd(offset))
  }

  /** Returns whether a colon follows a key: `a: b`, or without the space in a flow collection, `{"a":b}`. */
  #isSign(offset: number): boolean {
    const next = this.charCodeAt(offset + 1)
    if (isSpaceCode(next)) return true
    if (this.depth === 0) return false
    return (this.kind === 'quoted' && offset === this.end) || flowSigns[next] === 1
  }

  /** Reads what begins with a brace: a template (`{{ … }}`), a template’s comment (`{# … #}`), or a map (`{a: b}`). */
  #readBrace(offset: number): true {
    if (this.#readTemplateComment(offset)) return true
    if (this.charCodeAt(offset + 1) !== charCodes.openBrace) return this.#openCollection(offset)
    return this.setToken('word', this.#templateEnd(offset) ?? this.lineEnd(offset))
  }

  #openCollection(offset: number): true {
    if (this.depth === 0) {
      this.#flowIndent = this.isFirstInLine && this.column === 0 ? -1 : this.#indent
    }
    this.depth += 1
    return this.setToken('open', offset + 1)
  }

  /** Returns whether a block scalar begins at an offset, with a header such as `|` or `>-`. */
  #isBlockHeader(offset: number): boolean {
    return this.depth === 0 && blockHeader.test(this.text.slice(offset, this.lineEnd(offset)))
  }

  #setOwner(): void {
    const mayBeKey = this.isFirstInLine || this.kind === 'dash'
    if (this.depth === 0 && mayBeKey) this.#ownerColumn = this.column
  }

  /**
   * Reads a quoted string. A string may continue in lines that are indented further than its key. A string that is the
   * first token in its line is taken for a key in quotes, which ends with the line.
   */
  #readString(offset: number, quote: number): true {
    const { text } = this
    const indent = this.depth > 0 ? this.#flowIndent : this.#ownerColumn
    this.#setOwner()
    let firstLineEnd = -1
    let end = offset + 1
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end)
      if (code === charCodes.newline) {
        if (firstLineEnd < 0)
          firstLineEnd = this.charCodeAt(end - 1) === charCodes.return ? end - 1 : end
        if (this.isFirstInLine || !this.#mayContinueIn(end + 1, indent)) break
      } else if (code === charCodes.backslash && quote === charCodes.quote) {
        if (this.charCodeAt(end + 1) !== charCodes.newline) end += 1
      } else if (code === quote) {
        const isDoubled = quote === charCodes.apostrophe && this.charCodeAt(end + 1) === quote
        if (!isDoubled) {
          if (firstLineEnd >= 0) this.#lineStart = text.lastIndexOf('\n', end) + 1
          return this.setToken('quoted', end + 1)
        }
        end += 1
      }
    }
    const unclosedEnd = firstLineEnd < 0 ? Math.min(end, text.length) : firstLineEnd
    return this.setUnclosedString(unclosedEnd)
  }

  /** Returns whether a string may continue in a line: a blank line, or a line that is indented further. */
  #mayContinueIn(lineStart: number, indent: number): boolean {
    const first = this.skipBlanks(lineStart)
    return this.isLineEnd(first) || first - lineStart > indent
  }

  /** Returns the end of a block scalar, whose lines are indented further than its key or dash. */
  #blockEnd(offset: number): number {
    const { text } = this
    let end = this.lineEnd(offset)
    let line = text.indexOf('\n', offset) + 1
    for (; line > 0; line = text.indexOf('\n', line) + 1) {
      const first = this.skipBlanks(line)
      const isInside = first - line > this.#ownerColumn
      // A blank line is part of the text only if the text continues after it.
      if (isInside) end = this.lineEnd(first)
      else if (!this.isLineEnd(first)) break
    }
    return end
  }

  /** Returns the end of an unquoted text (`a b`), an anchor (`&a`), a tag (`!Ref`), or an alias (`*a`). */
  #wordEnd(offset: number): number {
    const { text } = this
    const isInFlow = this.depth > 0
    const isMarker = markers[text.charCodeAt(offset)] === 1
    /** The end of the last character that isn’t a space: spaces before a comment aren’t part of the text. */
    let end = offset + 1
    for (let next = end; next < text.length; next++) {
      const code = text.charCodeAt(next)
      if (plainChars[code]) {
        end = next + 1
        continue
      }
      if (code === charCodes.newline || code === charCodes.return) break
      if (isBlankCode(code)) {
        if (isMarker) break
        continue
      }
      const templateEnd = code === charCodes.openBrace ? this.#templateEnd(next) : undefined
      if (templateEnd !== undefined) {
        next = templateEnd - 1
        end = templateEnd
        continue
      }
      if (isInFlow && flowSigns[code]) break
      if (code === charCodes.hash && end < next) break
      if (code === charCodes.colon && !isMarker) {
        const after = this.charCodeAt(next + 1)
        if (isSpaceCode(after) || (isInFlow && flowSigns[after])) break
      }
      end = next + 1
    }
    return end
  }

  /**
   * Reads a comment of a template, in Jinja (`{# … #}`) or Helm (a comment in double braces), which may have several
   * lines. Returns false if no such comment begins at the offset.
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
    return this.setToken('comment', end + rest.length)
  }

  /** Returns the end of the template (`{{ … }}`) at an offset; undefined if there is none that ends in its line. */
  #templateEnd(offset: number): number | undefined {
    const isOpening = this.charCodeAt(offset + 1) === charCodes.openBrace
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
    // Such as `- a`, or `key: a`.
    return /^(?:-|[^\s#,[\]{}"':]{1,200}:)(?!\S)/.test(this.text.slice(offset, end))
  }
}

/** Such as `|`, `>-`, or `|2 # comment`, up to the end of the line. */
const blockHeader = /^.[-+\d]*(?:[ \t]+#|[ \t]*$)/
const commentOpenings = ['{#', '{{/*', '{{- /*']
const flowSigns = charSet(',[]{}')
const markers = charSet('&!*')
/** Characters that never end an unquoted text. */
const plainChars = charSet(
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./()=+@$%^|<>?\\;~',
)
