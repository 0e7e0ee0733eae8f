import { maxKeyLength, type Block, type BlockLanguage, type WrittenValue } from './blocks.ts'
import { CodeReader } from './codeReader.ts'
import { Frames } from './frames.ts'
import { kindOf, valueOf, withinQuotes, type Scalar } from './written.ts'
import { YamlReader } from './yamlReader.ts'

/** A string or word that is a key or a value. */
interface Held extends Scalar {
  /** Its column in YAML. */
  readonly column: number
  /** True if it is the first in its line. */
  readonly isFirst: boolean
  /** True if a key may stand there. */
  readonly isHead: boolean
}

/**
 * Reads the documents in a text as nested blocks, in time in proportion to the text. A text that is being edited is
 * mostly broken: what can’t be read is left out, and an unclosed list ends at the next key.
 */
export function readBlocks(text: string, language: BlockLanguage): Block[] {
  return new BlockReader(text, language).read()
}

/** Reads the blocks of a text, token by token. */
class BlockReader {
  readonly #text: string
  readonly #isHcl: boolean
  readonly #yaml: YamlReader | undefined
  readonly #reader: CodeReader | YamlReader
  readonly #frames: Frames
  /** A string or word that is a key if a sign follows, else a value. */
  #held: Held | undefined
  #isHead = true
  /** The start of the space before a value that may be missing, or -1. */
  #gap = -1
  /** The words of a line that may begin a block in HCL. */
  #words: Held[] = []

  constructor(text: string, language: BlockLanguage) {
    this.#text = text
    this.#isHcl = language === 'hcl' || language === 'terraform'
    this.#yaml = language === 'yaml' ? new YamlReader(text) : undefined
    this.#reader = this.#yaml ?? new CodeReader(text, this.#isHcl ? 'hcl' : 'json')
    this.#frames = new Frames(language === 'yaml')
  }

  read(): Block[] {
    while (!this.#frames.isTooDeep && this.#reader.next()) this.#token()
    this.#flush()
    if (this.#isInLine) this.#endLineGap()
    else this.#endGap(this.#text.length)
    this.#frames.end(this.#reader.end)
    return this.#frames.documents
  }

  /** True if a value must begin on the line of its key or dash, or further in. */
  get #isInLine(): boolean {
    return this.#yaml ? this.#frames.isIndented : this.#isHcl && this.#frames.top.type === '{'
  }

  #token(): void {
    const { kind, isFirst } = this.#reader
    if (kind === 'comment') return this.#comment()
    if (this.#isHcl && this.#branch()) return
    if (kind === 'sign' && this.#held?.isHead && this.#key(this.#held)) return
    const call = kind === 'open' && this.#isHcl && this.#held ? this.#callOf(this.#held) : ''
    this.#flush()
    if (isFirst && this.#isInLine) this.#endLine()
    const isHead = isFirst || this.#isHead
    this.#isHead = kind === 'open' || kind === 'comma' || kind === 'dash'
    if (kind === 'quoted') this.#hold(isHead)
    else if (kind === 'word') {
      if (this.#yaml && this.#isMark(this.#yaml)) this.#isHead = isHead
      else this.#hold(isHead)
    } else if (kind === 'open') this.#open(call)
    else if (kind === 'close') this.#close()
    else if (kind === 'comma') this.#comma()
    else if (kind === 'dash') this.#dash()
    else this.#addOther()
  }

  /** In a list, a value may follow a comment. */
  #comment(): void {
    if (this.#gap < 0) return
    this.#flush()
    if (this.#isInLine) return
    const { start, end } = this.#reader
    const isInList = this.#frames.top.type !== '{' && this.#frames.isMissing
    this.#endGap(start)
    if (isInList) this.#gap = end + (/^\r?\n/.exec(this.#text.slice(end, end + 2))?.[0].length ?? 0)
  }

  /** Ends the value, or the space for one that is missing; in YAML, what is indented more belongs to it. */
  #endLine(): void {
    const { top } = this.#frames
    const { column = -1, kind } = this.#yaml ?? {}
    if (column > top.column || (column === top.column && kind === 'dash' && top.type === '{')) {
      this.#gap = -1
      return
    }
    this.#endLineGap()
    this.#words = []
    this.#expect(false)
  }

  #hold(isHead: boolean): void {
    const { start, end, kind, isClosed, isFirst } = this.#reader
    const column = this.#yaml?.column ?? 0
    const quote = kind === 'quoted' ? (this.#text[start] === "'" ? "'" : '"') : ''
    this.#held = { start, end, column, isFirst, isHead, isClosed, quote }
  }

  /** Passes anchors, tags, templates in lines of their own, and the ends of documents in YAML. */
  #isMark({ start, end, column, isFirst }: YamlReader): boolean {
    const first = this.#text.charAt(start)
    if (first === '{') return isFirst
    if (!'!&-.'.includes(first)) return false
    const mark = this.#text.slice(start, Math.min(end, start + 4))
    if (/^![^!]/.test(mark)) this.#addOther() // such as `!Ref`
    if (first === '!' || first === '&') {
      if (this.#gap >= 0) this.#gap = end
      return true
    }
    if (!isFirst || column > 0 || !/^(?:---|\.\.\.)$/.test(mark)) return false
    this.#frames.end(end)
    this.#frames.begin(end)
    this.#gap = -1
    return true
  }

  /** Takes a key, unless it can’t be one here. */
  #key(held: Held): boolean {
    const { start, column, isFirst, quote, isClosed } = held
    const { type, isComputed } = this.#frames.top
    const isInList = type !== '{'
    if (quote !== '' && !isClosed) return false
    // The sign of a condition or a loop.
    if (this.#isHcl && isInList && (!isFirst || isComputed)) return false
    this.#held = undefined
    this.#isHead = false
    this.#words = []
    if (this.#frames.isIndented) this.#frames.mapAt(column, start)
    else if (isInList) {
      this.#endGap(start)
      if (this.#yaml) {
        this.#frames.top.isExpected = false // a map in a list, without braces
        return true
      }
      this.#frames.closeLists(this.#reader.end)
    } else this.#endLineGap()
    const { top } = this.#frames
    const { start: from, end } = withinQuotes(held)
    const isShort = end - from <= maxKeyLength
    top.key = isShort ? this.#text.slice(from, end) : ''
    const isText = isShort && kindOf(top.key, quote !== '', this.#isHcl) !== 'other'
    top.block.keys.push({ text: top.key, start: from, end, quote, isText })
    this.#expect(true)
    return true
  }

  /** Begins a value, or a place for one. */
  #expect(isExpected: boolean): void {
    this.#frames.top.isExpected = isExpected
    this.#frames.top.isConditional = false
    this.#frames.top.value = undefined
    this.#gap = isExpected && this.#frames.top.type !== '(' ? this.#reader.end : -1
  }

  /** Begins one of the two values of a condition in HCL; what is before them is none. */
  #branch(): boolean {
    const { start, end } = this.#reader
    const { top } = this.#frames
    const sign = end - start === 1 ? this.#text.charAt(start) : ''
    const isFirst = sign === '?' && top.key !== '' && !top.isComputed
    if (!isFirst && !(sign === ':' && top.isConditional)) return false
    this.#flush()
    this.#endGap(start)
    if (isFirst && top.value) this.#join(top.value)
    this.#expect(true)
    top.isConditional = true
    return true
  }

  /** Records the space before a value that is missing. */
  #endGap(end: number): void {
    const { block, key, list } = this.#frames.top
    if (this.#gap >= 0 && this.#frames.isMissing) {
      block.gaps.push({ key, start: this.#gap, end, list })
    }
    this.#gap = -1
  }

  /** Does so up to the end of the line. */
  #endLineGap(): void {
    if (this.#gap >= 0) this.#endGap(this.#reader.skipBlanks(this.#gap))
  }

  /** Takes what is held for a value, or for a word before a block. */
  #flush(): void {
    const held = this.#held
    if (!held) return
    this.#held = undefined
    const { top } = this.#frames
    if (!top.isExpected) {
      if (this.#isHcl && top.type === '{') this.#words.push(held)
      return
    }
    const value = valueOf(this.#text, held, this.#isHcl)
    const isLoop = this.#isHcl && value.text === 'for' && this.#frames.isMissing
    if (isLoop && top.type === '[' && top.list) {
      top.isComputed = true
      top.list.isWhole = false
    }
    this.#add(value)
  }

  #addOther(): void {
    const { start, end } = this.#reader
    this.#add({ text: '', start, end, kind: 'other', quote: '', isOpen: false, list: undefined })
  }

  /** Adds a value; of one that goes on, nothing is known, as of what it goes on with. */
  #add(value: WrittenValue): void {
    const { top } = this.#frames
    if (!top.isExpected) return
    const { block, key, list } = top
    value.list = list
    // Two strings in a list are items whose comma isn’t written yet.
    const isItem = top.type === '[' && top.column < 0 && !top.isComputed && value.quote !== ''
    if (top.value && !(isItem && top.value.kind === 'text' && top.value.quote !== '')) {
      this.#join(value)
      // An unclosed string is still being written.
      if (!top.value.isOpen) this.#join(top.value)
      if (value.quote === '') return
    } else top.value = value
    block.end = Math.max(block.end, value.end)
    const values = block.values.get(key)
    if (values) values.push(value)
    else block.values.set(key, [value])
  }

  /** Makes a value a part of an expression, of which nothing is known. */
  #join(value: WrittenValue): void {
    const { start, end, list } = value
    const own = { type: '(', start, open: start, end, outer: list } as const
    value.kind = 'other'
    value.list = { ...(list ?? own), isWhole: false }
  }

  /** Returns the function whose arguments open here, or an empty text. */
  #callOf({ start, end, quote }: Held): string {
    const isBefore = quote === '' && this.#reader.start === end && this.#text.charAt(end) === '('
    return isBefore && this.#frames.isMissing ? this.#text.slice(start, end) : ''
  }

  #open(call: string): void {
    const { start } = this.#reader
    const type = this.#text.charAt(start)
    const { top } = this.#frames
    if (top.value) this.#join(top.value) // a call, or an index
    this.#gap = -1
    const words = this.#words
    this.#words = []
    if (type === '[' || type === '(') this.#frames.openList(type, start, call)
    else if (top.isExpected || top.type !== '{') this.#frames.openMap([top.key], start)
    else {
      const head = words.map(withinQuotes).map((of) => this.#text.slice(of.start, of.end))
      this.#frames.openMap(head, words[0]?.start ?? start)
    }
    if (type === '[') this.#gap = this.#reader.end
    const isIndex = this.#isHcl && type === '[' && /[\w\])"*]/.test(this.#text.charAt(start - 1))
    if (isIndex) this.#frames.top.isComputed = true
  }

  #close(): void {
    const { start, end } = this.#reader
    this.#endGap(start)
    const char = this.#text.charAt(start)
    this.#frames.close(char === '}' ? '{' : char === ']' ? '[' : '(', end)
    this.#frames.top.isExpected = false
  }

  /** Begins the next item of a list, or the next key. */
  #comma(): void {
    this.#endGap(this.#reader.start)
    const { type, isComputed } = this.#frames.top
    this.#expect(type !== '{' && !isComputed)
  }

  #dash(): void {
    this.#frames.listAt(this.#yaml?.column ?? 0, this.#reader.start)
    this.#expect(this.#frames.top.type !== '{')
  }
}
