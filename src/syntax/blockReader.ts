import type { CodeFormat } from '../contributions.ts'
import type { TextContent } from './blocks.ts'
import { CodeTokenizer } from './codeTokenizer.ts'
import { Frames } from './frames.ts'
import { readKey, readScalar, unknownValue, unquotedText, PendingToken } from './scalars.ts'
import { itemsPerStep, type Steps } from '../steps.ts'
import { YamlTokenizer } from './yamlTokenizer.ts'

/** Builds the blocks of a text from its tokens. */
export class BlockReader {
  readonly #text: string
  readonly #isHcl: boolean
  /** The tokenizer, if the format is YAML. */
  readonly #yaml: YamlTokenizer | undefined
  readonly #tokenizer: CodeTokenizer | YamlTokenizer
  readonly #frames: Frames
  /** The last string or word, held back until the next token: a key if a sign (`=`, `:`) follows, else a value. */
  #pending: PendingToken | undefined
  /** What `#pending` is whenever it is set: there is one at a time, and an object for each would take time. */
  readonly #pendingToken = new PendingToken()
  /**
   * True if the next token may be a key, although it isn’t the first in its line: as after `{`, a comma, or a dash.
   */
  #mayKeyFollow = true
  /** The start of the space after a key, bracket, or comma, where a value may be missing; -1 if none may be. */
  #missingValueStart = -1
  /** The words of a line in HCL that are the header of a block if a brace follows: `resource "aws_subnet" "a"`. */
  #headerWords: string[] = []
  #headerStart = 0

  constructor(text: string, format: CodeFormat) {
    this.#text = text
    this.#isHcl = format === 'hcl' || format === 'terraform'
    this.#yaml = format === 'yaml' ? new YamlTokenizer(text) : undefined
    this.#tokenizer = this.#yaml ?? new CodeTokenizer(text, this.#isHcl ? 'hcl' : 'json')
    this.#frames = new Frames(format === 'yaml')
  }

  *read(maxTokens: number): Steps<TextContent> {
    let isWhole = false
    for (let left = maxTokens; left > 0 && !isWhole && !this.#frames.isTooLarge;) {
      isWhole = this.#readTokens(Math.min(left, itemsPerStep))
      left -= itemsPerStep
      yield
    }
    this.#endPending()
    if (this.#isLineBased) this.#endMissingValueInLine()
    else this.#endMissingValue(this.#text.length)
    this.#frames.endDocument(this.#tokenizer.end)
    return { blocks: this.#frames.documents, isWhole }
  }

  /** Reads up to a number of tokens. Returns whether they were the last. */
  #readTokens(maxTokens: number): boolean {
    for (let count = 0; count < maxTokens && !this.#frames.isTooLarge; count++) {
      if (!this.#tokenizer.next()) return true
      this.#readToken()
    }
    return false
  }

  /** True where line breaks have a meaning: a value begins in the line of its key or dash, or in YAML further in. */
  get #isLineBased(): boolean {
    return this.#yaml ? this.#frames.isBlockStyle : this.#isHcl && this.#frames.top.type === '{'
  }

  #readToken(): void {
    const { kind, isFirstInLine } = this.#tokenizer
    if (kind === 'comment') return this.#readComment()
    if (this.#isHcl && this.#readConditionSign()) return
    const pending = this.#pending
    if (kind === 'sign' && pending?.mayBeKey && this.#readKey(pending)) return
    const functionName = kind === 'open' && pending ? this.#functionNameOf(pending) : ''
    this.#endPending()
    if (isFirstInLine && this.#isLineBased) this.#endLine()
    const mayBeKey = isFirstInLine || this.#mayKeyFollow
    this.#mayKeyFollow = kind === 'open' || kind === 'comma' || kind === 'dash'
    if (kind === 'quoted') this.#holdToken(mayBeKey)
    else if (kind === 'word') this.#readWord(mayBeKey)
    else if (kind === 'open') this.#readOpening(functionName)
    else this.#readSeparator()
  }

  #readSeparator(): void {
    const { kind } = this.#tokenizer
    if (kind === 'close') this.#readClosing()
    else if (kind === 'comma') this.#readComma()
    else if (kind === 'dash') this.#readDash()
    else this.#addUnknownValue()
  }

  /** Records a missing value before a comment. In a list, the value may also be missing after the comment. */
  #readComment(): void {
    if (this.#missingValueStart < 0) return
    this.#endPending()
    if (this.#isLineBased) return
    const { start, end } = this.#tokenizer
    const isInList = this.#frames.top.type !== '{' && this.#frames.lacksValue
    this.#endMissingValue(start)
    if (!isInList) return
    const lineBreak = /^\r?\n/.exec(this.#text.slice(end, end + 2))?.[0] ?? ''
    this.#missingValueStart = end + lineBreak.length
  }

  /**
   * Ends the value, or records that it is missing, at a new line. In YAML, lines that are further in belong to the
   * value.
   */
  #endLine(): void {
    const { top } = this.#frames
    const { column = -1, kind } = this.#yaml ?? {}
    // The dashes of a list may stand in the column of its key.
    const isListOfKey = column === top.column && kind === 'dash' && top.type === '{'
    if (column > top.column || isListOfKey) {
      this.#missingValueStart = -1
      return
    }
    this.#endMissingValueInLine()
    if (this.#headerWords.length > 0) this.#headerWords = []
    this.#beginValue({ isExpected: false })
  }

  #readWord(mayBeKey: boolean): void {
    if (this.#yaml && this.#readMarker(this.#yaml)) this.#mayKeyFollow = mayBeKey
    else this.#holdToken(mayBeKey)
  }

  #holdToken(mayBeKey: boolean): void {
    const { kind, start } = this.#tokenizer
    const mark = this.#text[start] === "'" ? "'" : '"'
    const quote = kind === 'quoted' ? mark : ''
    const column = this.#yaml?.column ?? 0
    this.#pending = this.#pendingToken.hold(this.#tokenizer, quote, column, mayBeKey)
  }

  /**
   * Reads a marker of YAML: an anchor (`&a`), a tag (`!Ref`), a template at the start of a line (`{{ if … }}`), or the
   * end of a document (`---`). Returns false if the current token is none of these.
   */
  #readMarker({ start, end, column, isFirstInLine }: YamlTokenizer): boolean {
    const sign = this.#text.charAt(start)
    if (sign === '{') return isFirstInLine
    if (!'!&-.'.includes(sign)) return false
    const marker = this.#text.slice(start, Math.min(end, start + 4))
    // CloudFormation’s `!Ref Zone` means something else than `Zone`; a tag of YAML such as `!!str` changes no text.
    if (/^![^!]/.test(marker)) this.#addUnknownValue()
    if (sign === '!' || sign === '&') {
      if (this.#missingValueStart >= 0) this.#missingValueStart = end
      return true
    }
    if (!isFirstInLine || column > 0 || !/^(?:---|\.\.\.)$/.test(marker)) return false
    this.#frames.endDocument(end)
    this.#frames.beginDocument(end)
    this.#missingValueStart = -1
    return true
  }

  /** Adds the pending token as a key. Returns false, and adds nothing, if no key can stand in its place. */
  #readKey(token: PendingToken): boolean {
    if (!this.#canBeKey(token)) return false
    const isInList = this.#frames.top.type !== '{'
    this.#pending = undefined
    this.#mayKeyFollow = false
    this.#headerWords = []
    if (this.#frames.isBlockStyle) this.#frames.goToMap(token.column, token.start)
    else if (!isInList) this.#endMissingValueInLine()
    else {
      this.#endMissingValue(token.start)
      if (this.#yaml) {
        // A list in brackets may have a map of one key without braces.
        this.#frames.top.expectsValue = false
        return true
      }
      this.#frames.closeLists(this.#tokenizer.end)
    }
    this.#frames.addKey(readKey(this.#text, token, this.#isHcl))
    this.#beginValue({ isExpected: true })
    return true
  }

  #canBeKey({ quote, isUnclosed, isFirstInLine }: PendingToken): boolean {
    const { type, isComputed } = this.#frames.top
    if (quote !== '' && isUnclosed) return false
    // In a list of HCL, `:` may belong to a condition (`a ? b : c`) or a loop (`for a in b : a`).
    return !(this.#isHcl && type !== '{' && (!isFirstInLine || isComputed))
  }

  /** Begins a value or item: if one `isExpected`, it is recorded as missing unless it is found. */
  #beginValue({ isExpected }: { readonly isExpected: boolean }): void {
    this.#frames.beginValue({ isExpected })
    this.#missingValueStart = isExpected && this.#frames.top.type !== '(' ? this.#tokenizer.end : -1
  }

  /**
   * Begins one of the two values of a condition in HCL (`a ? b : c`); what comes before them isn’t the key’s value.
   * Returns false if the token isn’t a sign of a condition.
   */
  #readConditionSign(): boolean {
    const { start, end } = this.#tokenizer
    const { top } = this.#frames
    const sign = end - start === 1 ? this.#text.charAt(start) : ''
    const beginsCondition = sign === '?' && top.key !== '' && !top.isComputed
    if (!beginsCondition && !(sign === ':' && top.isInCondition)) return false
    this.#endPending()
    this.#endMissingValue(start)
    if (beginsCondition) this.#frames.markValueAsPartOfExpression()
    this.#beginValue({ isExpected: true })
    top.isInCondition = true
    return true
  }

  #endMissingValue(end: number): void {
    if (this.#missingValueStart >= 0) this.#frames.addMissingValue(this.#missingValueStart, end)
    this.#missingValueStart = -1
  }

  /** Records that a value is missing between the last key or dash and the end of that line. */
  #endMissingValueInLine(): void {
    if (this.#missingValueStart >= 0)
      this.#endMissingValue(this.#tokenizer.skipBlanks(this.#missingValueStart))
  }

  /** Adds the pending token as a value or, where none is expected in HCL, as a word of a block’s header. */
  #endPending(): void {
    const pending = this.#pending
    if (!pending) return
    this.#pending = undefined
    const { top } = this.#frames
    if (!top.expectsValue) {
      if (!this.#isHcl) return
      if (/[=!<>&|]/.test(this.#text.charAt(pending.start)))
        this.#frames.markListsAsPartOfExpression()
      if (top.type === '{') this.#addHeaderWord(pending)
      return
    }
    const value = readScalar(this.#text, pending, this.#isHcl)
    if (this.#isHcl && value.text === 'for') this.#frames.markAsLoop()
    this.#frames.addValue(value)
  }

  #addHeaderWord(word: PendingToken): void {
    if (this.#headerWords.length === 0) this.#headerStart = word.start
    this.#headerWords.push(unquotedText(this.#text, word))
  }

  #addUnknownValue(): void {
    this.#frames.addValue(unknownValue(this.#tokenizer))
  }

  /** Returns the name of a function in HCL if a token is one, directly before the current `(`; else an empty text. */
  #functionNameOf({ start, end, quote }: PendingToken): string {
    const isCall =
      this.#isHcl && quote === '' && this.#tokenizer.start === end && this.#text.charAt(end) === '('
    return isCall && this.#frames.lacksValue ? this.#text.slice(start, end) : ''
  }

  #readOpening(functionName: string): void {
    const { start } = this.#tokenizer
    const { top } = this.#frames
    // A value directly before a bracket is called or indexed, as in `zones[0]`.
    this.#frames.markValueAsPartOfExpression()
    this.#missingValueStart = -1
    const header = this.#headerWords.slice()
    this.#headerWords = []
    const bracket = this.#text.charAt(start)
    if (bracket === '[') this.#openList(start)
    else if (bracket === '(') this.#frames.openCall(start, functionName)
    else if (top.expectsValue || top.type !== '{') this.#frames.openMap([top.key], start)
    else this.#frames.openMap(header, header.length > 0 ? this.#headerStart : start)
  }

  #openList(start: number): void {
    this.#frames.openList(start)
    this.#missingValueStart = this.#tokenizer.end
    const isIndex = this.#isHcl && /[\w\])"*]/.test(this.#text.charAt(start - 1))
    if (isIndex) this.#frames.top.isComputed = true
  }

  #readClosing(): void {
    const { start, end } = this.#tokenizer
    this.#endMissingValue(start)
    this.#frames.closeBracket(this.#text.charAt(start), end)
    this.#frames.top.expectsValue = false
  }

  #readComma(): void {
    this.#endMissingValue(this.#tokenizer.start)
    const { type, isComputed } = this.#frames.top
    this.#beginValue({ isExpected: type !== '{' && !isComputed })
  }

  #readDash(): void {
    this.#frames.goToList(this.#yaml?.column ?? 0, this.#tokenizer.start)
    this.#beginValue({ isExpected: this.#frames.top.type !== '{' })
  }
}
