import type { CodeFormat } from '../contributions.ts'
import type { Block } from './blocks.ts'
import { CodeReader } from './codeReader.ts'
import { Frames } from './frames.ts'
import { keyOf, readScalar, textOf, type PendingToken } from './scalars.ts'
import { YamlReader } from './yamlReader.ts'

/**
 * Reads the documents in a text as nested blocks, in time in proportion to the text. A text that is being edited is
 * mostly broken: what can’t be read is left out, and an unclosed list ends at the next key.
 */
export function readBlocks(text: string, format: CodeFormat): Block[] {
  return new BlockReader(text, format).read()
}

/** Reads the blocks of a text, token by token. */
class BlockReader {
  readonly #text: string
  readonly #isHcl: boolean
  /** The reader, if the format is YAML. */
  readonly #yaml: YamlReader | undefined
  readonly #reader: CodeReader | YamlReader
  readonly #frames: Frames
  /** The latest string or word: a key if a sign follows, else a value. */
  #pending: PendingToken | undefined
  /** True if a key may follow in the same line. */
  #mayKeyFollow = true
  /** The start of the space before a value that may be missing, or -1. */
  #gapStart = -1
  /** The words of a line that may begin a block in HCL. */
  #headWords: PendingToken[] = []

  constructor(text: string, format: CodeFormat) {
    this.#text = text
    this.#isHcl = format === 'hcl' || format === 'terraform'
    this.#yaml = format === 'yaml' ? new YamlReader(text) : undefined
    this.#reader = this.#yaml ?? new CodeReader(text, this.#isHcl ? 'hcl' : 'json')
    this.#frames = new Frames(format === 'yaml')
  }

  read(): Block[] {
    while (!this.#frames.isTooDeep && this.#reader.next()) this.#readToken()
    this.#endPending()
    if (this.#isLineBased) this.#endGapInLine()
    else this.#endGap(this.#text.length)
    this.#frames.endDocument(this.#reader.end)
    return this.#frames.documents
  }

  /** True if a value must begin on the line of its key or dash, or further in. */
  get #isLineBased(): boolean {
    return this.#yaml ? this.#frames.isBlockStyle : this.#isHcl && this.#frames.top.type === '{'
  }

  #readToken(): void {
    const { kind, isFirst } = this.#reader
    if (kind === 'comment') return this.#readComment()
    if (this.#isHcl && this.#readConditionSign()) return
    const pending = this.#pending
    if (kind === 'sign' && pending?.mayBeKey && this.#readKey(pending)) return
    const functionName = kind === 'open' && pending ? this.#functionNameOf(pending) : ''
    this.#endPending()
    if (isFirst && this.#isLineBased) this.#endLine()
    const mayBeKey = isFirst || this.#mayKeyFollow
    this.#mayKeyFollow = kind === 'open' || kind === 'comma' || kind === 'dash'
    if (kind === 'quoted') this.#holdToken(mayBeKey)
    else if (kind === 'word') this.#readWord(mayBeKey)
    else if (kind === 'open') this.#readOpening(functionName)
    else this.#readSeparator()
  }

  #readSeparator(): void {
    const { kind } = this.#reader
    if (kind === 'close') this.#readClosing()
    else if (kind === 'comma') this.#readComma()
    else if (kind === 'dash') this.#readDash()
    else this.#addUnknownValue()
  }

  /** In a list, a value may follow a comment. */
  #readComment(): void {
    if (this.#gapStart < 0) return
    this.#endPending()
    if (this.#isLineBased) return
    const { start, end } = this.#reader
    const isInList = this.#frames.top.type !== '{' && this.#frames.lacksValue
    this.#endGap(start)
    if (!isInList) return
    const lineBreak = /^\r?\n/.exec(this.#text.slice(end, end + 2))?.[0] ?? ''
    this.#gapStart = end + lineBreak.length
  }

  /** Ends the value, or the space for a missing value. In YAML, what is indented more belongs to the value. */
  #endLine(): void {
    const { top } = this.#frames
    const { column = -1, kind } = this.#yaml ?? {}
    // The dashes of a list may stand in the column of its key.
    const isListOfKey = column === top.column && kind === 'dash' && top.type === '{'
    if (column > top.column || isListOfKey) {
      this.#gapStart = -1
      return
    }
    this.#endGapInLine()
    this.#headWords = []
    this.#beginValue(false)
  }

  #readWord(mayBeKey: boolean): void {
    if (this.#yaml && this.#readMarker(this.#yaml)) this.#mayKeyFollow = mayBeKey
    else this.#holdToken(mayBeKey)
  }

  #holdToken(mayBeKey: boolean): void {
    const { start, end, kind, isClosed, isFirst } = this.#reader
    const column = this.#yaml?.column ?? 0
    const mark = this.#text[start] === "'" ? "'" : '"'
    const quote = kind === 'quoted' ? mark : ''
    this.#pending = { start, end, column, isFirst, mayBeKey, isClosed, quote }
  }

  /**
   * Skips a marker of YAML: an anchor, a tag, a template in a line of its own, or the end of a document. Returns false
   * if the token is none.
   */
  #readMarker({ start, end, column, isFirst }: YamlReader): boolean {
    const sign = this.#text.charAt(start)
    if (sign === '{') return isFirst
    if (!'!&-.'.includes(sign)) return false
    const marker = this.#text.slice(start, Math.min(end, start + 4))
    // A tag of a tool, such as `!Ref` of CloudFormation, changes its value; YAML’s own, such as `!!str`, doesn’t.
    if (/^![^!]/.test(marker)) this.#addUnknownValue()
    if (sign === '!' || sign === '&') {
      if (this.#gapStart >= 0) this.#gapStart = end
      return true
    }
    if (!isFirst || column > 0 || !/^(?:---|\.\.\.)$/.test(marker)) return false
    this.#frames.endDocument(end)
    this.#frames.beginDocument(end)
    this.#gapStart = -1
    return true
  }

  /** Reads the pending token as a key. Returns false if no key can be here. */
  #readKey(token: PendingToken): boolean {
    if (!this.#canBeKey(token)) return false
    const isInList = this.#frames.top.type !== '{'
    this.#pending = undefined
    this.#mayKeyFollow = false
    this.#headWords = []
    if (this.#frames.isBlockStyle) this.#frames.goToMap(token.column, token.start)
    else if (!isInList) this.#endGapInLine()
    else {
      this.#endGap(token.start)
      if (this.#yaml) {
        // A list in brackets may have a map of one key without braces.
        this.#frames.top.expectsValue = false
        return true
      }
      this.#frames.closeLists(this.#reader.end)
    }
    this.#frames.addKey(keyOf(this.#text, token, this.#isHcl))
    this.#beginValue(true)
    return true
  }

  #canBeKey({ quote, isClosed, isFirst }: PendingToken): boolean {
    const { type, isComputed } = this.#frames.top
    if (quote !== '' && !isClosed) return false
    // In a list of HCL, the sign may be that of a condition or a loop.
    return !(this.#isHcl && type !== '{' && (!isFirst || isComputed))
  }

  /** Begins a value, or a place for one, unless none `isExpected`. */
  #beginValue(isExpected: boolean): void {
    this.#frames.beginValue(isExpected)
    this.#gapStart = isExpected && this.#frames.top.type !== '(' ? this.#reader.end : -1
  }

  /**
   * Begins one of the two values of a condition in HCL (`a ? b : c`); what comes before them isn’t the key’s value.
   * Returns false if the token isn’t a sign of a condition.
   */
  #readConditionSign(): boolean {
    const { start, end } = this.#reader
    const { top } = this.#frames
    const sign = end - start === 1 ? this.#text.charAt(start) : ''
    const beginsCondition = sign === '?' && top.key !== '' && !top.isComputed
    if (!beginsCondition && !(sign === ':' && top.isInCondition)) return false
    this.#endPending()
    this.#endGap(start)
    if (beginsCondition) this.#frames.markValueAsPart()
    this.#beginValue(true)
    top.isInCondition = true
    return true
  }

  #endGap(end: number): void {
    if (this.#gapStart >= 0) this.#frames.addGap(this.#gapStart, end)
    this.#gapStart = -1
  }

  /** Records the space before a value that is missing, up to the end of the line. */
  #endGapInLine(): void {
    if (this.#gapStart >= 0) this.#endGap(this.#reader.skipBlanks(this.#gapStart))
  }

  /** Reads the pending token as a value, or as a word before a block. */
  #endPending(): void {
    const pending = this.#pending
    if (!pending) return
    this.#pending = undefined
    const { top } = this.#frames
    if (!top.expectsValue) {
      if (this.#isHcl && top.type === '{') this.#headWords.push(pending)
      return
    }
    const value = readScalar(this.#text, pending, this.#isHcl)
    if (this.#isHcl && value.text === 'for') this.#frames.markAsLoop()
    this.#frames.addValue(value)
  }

  #addUnknownValue(): void {
    const { start, end } = this.#reader
    this.#frames.addValue({
      text: '',
      start,
      end,
      kind: 'other',
      quote: '',
      isOpen: false,
      list: undefined,
    })
  }

  /** Returns the function of HCL whose arguments open behind a token; empty if there is none. */
  #functionNameOf({ start, end, quote }: PendingToken): string {
    const isCall =
      this.#isHcl && quote === '' && this.#reader.start === end && this.#text.charAt(end) === '('
    return isCall && this.#frames.lacksValue ? this.#text.slice(start, end) : ''
  }

  #readOpening(functionName: string): void {
    const { start } = this.#reader
    const { top } = this.#frames
    this.#frames.markValueAsPart() // it is called, or indexed
    this.#gapStart = -1
    const headWords = this.#headWords
    this.#headWords = []
    switch (this.#text.charAt(start)) {
      case '[':
        this.#openList(start)
        break
      case '(':
        this.#frames.openCall(start, functionName)
        break
      default:
        if (top.expectsValue || top.type !== '{') this.#frames.openMap([top.key], start)
        else this.#openBlock(headWords, start)
    }
  }

  #openList(start: number): void {
    this.#frames.openList(start)
    this.#gapStart = this.#reader.end
    const isIndex = this.#isHcl && /[\w\])"*]/.test(this.#text.charAt(start - 1))
    if (isIndex) this.#frames.top.isComputed = true
  }

  #openBlock(headWords: readonly PendingToken[], start: number): void {
    const head = headWords.map((word) => textOf(this.#text, word))
    this.#frames.openMap(head, headWords[0]?.start ?? start)
  }

  #readClosing(): void {
    const { start, end } = this.#reader
    this.#endGap(start)
    this.#frames.close(this.#text.charAt(start), end)
    this.#frames.top.expectsValue = false
  }

  #readComma(): void {
    this.#endGap(this.#reader.start)
    const { type, isComputed } = this.#frames.top
    this.#beginValue(type !== '{' && !isComputed)
  }

  #readDash(): void {
    this.#frames.goToList(this.#yaml?.column ?? 0, this.#reader.start)
    this.#beginValue(this.#frames.top.type !== '{')
  }
}
