import { CodeReader } from './codeReader.ts'
import { YamlReader } from './yamlReader.ts'

/** A text, number, or reference that is the value of a key, or in the list that is. */
export interface BlockValue {
  /** Without quotes. */
  readonly text: string
  /** The offsets of the text. */
  readonly start: number
  readonly end: number
  /** `other` for what isn’t known from the text alone, such as templates and conditions. */
  kind: 'text' | 'reference' | 'other'
}

/** A block or object in HCL, a map in YAML, an object in JSON. */
export interface Block {
  /** The type and the labels of a block in HCL, else the key whose value or list it is in. */
  readonly head: readonly string[]
  /** Undefined for a document. */
  readonly parent: Block | undefined
  readonly children: Block[]
  /** The values by key, of lists, too. */
  readonly values: Map<string, BlockValue[]>
  readonly start: number
  end: number
}

/** A language, whose documents have one map at the top; a text in YAML may have several documents. */
export type BlockLanguage = 'hcl' | 'yaml' | 'json'

/**
 * Reads the documents in a text as nested blocks, in steps that take well under a millisecond each. A text that
 * is being edited is mostly broken: what can’t be read is left out, and an unclosed list ends at the next key.
 */
export function blockSteps(text: string, language: BlockLanguage): Generator<void, Block[]> {
  return new BlockReader(text, language).steps()
}

/** Returns the innermost block at an offset. */
export function blockAt(blocks: readonly Block[], offset: number): Block | undefined {
  let low = 0
  for (let high = blocks.length; low < high;) {
    const middle = (low + high) >> 1
    if ((blocks[middle]?.start ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  const found = blocks[low - 1]
  if (!found || found.end < offset) return undefined
  return blockAt(found.children, offset) ?? found
}

/** Returns the text of a key with one value; undefined if it isn’t known from the text alone. */
export function textIn(block: Block | undefined, key: string): string | undefined {
  const [value, ...others] = block?.values.get(key) ?? []
  return value?.kind === 'text' && others.length === 0 ? value.text : undefined
}

/** Returns the child that is the value of a key. */
export function childOf(block: Block | undefined, key: string): Block | undefined {
  return block?.children.find(({ head }) => head.length === 1 && head[0] === key)
}

const tokensPerStep = 1024
const maxKeyLength = 80
const maxValueLength = 300
/** More nested ones aren’t told apart. */
const maxDepth = 200

/** An open map, list, or call. */
interface Frame {
  readonly type: '{' | '[' | '('
  /** The column of its keys or dashes in YAML’s block style; -1 in brackets. */
  readonly column: number
  readonly block: Block
  /** The latest key of a map, or that of a list. */
  key: string
  /** True if a value may begin or go on. */
  isExpected: boolean
  /** The value that has begun. */
  value: BlockValue | undefined
}

/** A string or word that is a key or a value. */
interface Held {
  readonly start: number
  readonly end: number
  /** Its column in YAML. */
  readonly column: number
  /** True if it is the first in its line. */
  readonly isFirst: boolean
  /** True if a key may stand there. */
  readonly isHead: boolean
  readonly isQuoted: boolean
  readonly isClosed: boolean
}

class BlockReader {
  readonly #text: string
  readonly #isHcl: boolean
  readonly #yaml: YamlReader | undefined
  readonly #reader: CodeReader | YamlReader
  readonly #documents: Block[] = []
  #frames: Frame[] = []
  #brackets = { '{': 0, '[': 0, '(': 0 }
  #tooDeep = 0
  /** A string or word that is a key if a sign follows, else a value. */
  #held: Held | undefined
  #isHead = true
  /** The words of a line that may begin a block in HCL. */
  #words: string[] = []
  #wordsStart = 0

  constructor(text: string, language: BlockLanguage) {
    this.#text = text
    this.#isHcl = language === 'hcl'
    this.#yaml = language === 'yaml' ? new YamlReader(text) : undefined
    this.#reader = this.#yaml ?? new CodeReader(text, language === 'json' ? 'json' : 'hcl')
    this.#begin(0)
  }

  *steps(): Generator<void, Block[]> {
    for (let count = 1; this.#reader.next(); count++) {
      this.#token()
      if (count % tokensPerStep === 0) yield
    }
    this.#flush()
    this.#end()
    return this.#documents
  }

  get #top(): Frame {
    return this.#frames.at(-1)!
  }

  /** True in YAML’s block style. */
  get #isIndented(): boolean {
    const { '{': braces, '[': lists } = this.#brackets
    return this.#yaml !== undefined && braces + lists + this.#tooDeep === 0
  }

  #begin(start: number): void {
    const block = newBlock([], undefined, start)
    this.#documents.push(block)
    const column = this.#yaml ? 0 : -1
    this.#frames = [{ type: '{', column, block, key: '', isExpected: false, value: undefined }]
    this.#brackets = { '{': 0, '[': 0, '(': 0 }
    this.#tooDeep = 0
  }

  #end(): void {
    while (this.#frames.length > 1) this.#pop()
    this.#top.block.end = Math.max(this.#top.block.end, this.#reader.end)
  }

  #token(): void {
    const { kind, isFirst } = this.#reader
    if (kind === 'comment') return
    if (this.#held) {
      if (kind === 'sign' && this.#held.isHead && this.#key(this.#held)) return
      this.#flush()
    }
    if (isFirst && this.#isHcl) this.#endLine()
    const isHead = isFirst || this.#isHead
    this.#isHead = kind === 'open' || kind === 'comma' || kind === 'dash'
    if (kind === 'quoted') this.#hold(isHead)
    else if (kind === 'word') {
      if (this.#yaml && this.#isMark(this.#yaml)) this.#isHead = isHead
      else this.#hold(isHead)
    } else if (kind === 'open') this.#open()
    else if (kind === 'close') this.#close()
    else if (kind === 'comma') this.#next()
    else if (kind === 'dash') this.#dash()
    else this.#add('', this.#reader.start, this.#reader.end, 'other')
  }

  /** A line ends what a map in HCL has begun. */
  #endLine(): void {
    this.#words = []
    if (this.#top.type !== '{') return
    this.#top.isExpected = false
    this.#top.value = undefined
  }

  #hold(isHead: boolean): void {
    const { start, end, kind, isClosed, isFirst } = this.#reader
    const column = this.#yaml?.column ?? 0
    this.#held = { start, end, column, isFirst, isHead, isClosed, isQuoted: kind === 'quoted' }
  }

  /** Passes anchors and tags, and ends documents, in YAML. */
  #isMark({ start, end, column, isFirst }: YamlReader): boolean {
    const char = this.#text.charAt(start)
    if (char === '!' || char === '&') return true
    if (!isFirst || column > 0 || end - start !== 3) return false
    const isEnd = /^(?:---|\.\.\.)$/.test(this.#text.slice(start, end))
    if (isEnd) {
      this.#end()
      this.#begin(end)
    }
    return isEnd
  }

  /** Takes a key, unless it can’t be one here. */
  #key({ start, end, column, isFirst, isQuoted, isClosed }: Held): boolean {
    if (isQuoted && !isClosed) return false
    if (this.#isIndented) this.#mapAt(column, start)
    else if (this.#top.type !== '{') {
      if (this.#yaml || !isFirst) return false
      this.#closeLists()
    }
    const quotes = isQuoted ? 1 : 0
    const isShort = end - start <= maxKeyLength
    this.#top.key = isShort ? this.#text.slice(start + quotes, end - quotes) : ''
    this.#top.isExpected = true
    this.#top.value = undefined
    this.#held = undefined
    this.#isHead = false
    this.#words = []
    return true
  }

  /** Closes the lists and calls around a key. */
  #closeLists(): void {
    while (this.#top.type !== '{') this.#pop()
  }

  /** Takes what is held for a value, or for a word before a block. */
  #flush(): void {
    const held = this.#held
    if (!held) return
    this.#held = undefined
    const { start, end, isQuoted, isClosed } = held
    const top = this.#top
    if (!top.isExpected) {
      if (this.#isHcl && top.type === '{') this.#addWord(start, end, isQuoted)
      return
    }
    // In YAML, what isn’t indented more is no value.
    if (this.#isIndented && held.isFirst && held.column <= top.column) return
    const isLong = end - start > maxValueLength
    const quotes = isQuoted ? 1 : 0
    const last = isQuoted && isClosed ? end - 1 : end
    const text = isLong ? '' : this.#text.slice(start + quotes, last)
    if (isLong || !isClosed) this.#add('', start, end, 'other')
    else if (isQuoted) this.#addQuoted(text, start + 1, last)
    else this.#add(text, start, end, this.#kindOfWord(text))
  }

  #addWord(start: number, end: number, isQuoted: boolean): void {
    if (end - start > maxKeyLength) return
    if (this.#words.length === 0) this.#wordsStart = start
    const quotes = isQuoted ? 1 : 0
    this.#words.push(this.#text.slice(start + quotes, end - quotes))
  }

  #addQuoted(text: string, start: number, end: number): void {
    // As older Terraform writes references.
    const reference = /^\$\{([\w.-]+)\}$/.exec(text)?.[1]
    const isText = !/\\|\$\{|\{\{|%\{|<%|''/.test(text)
    if (reference === undefined) this.#add(text, start, end, isText ? 'text' : 'other')
    else this.#add(reference, start + 2, end - 1, 'reference')
  }

  #kindOfWord(text: string): BlockValue['kind'] {
    if (this.#isHcl) {
      if (/^(?:[\d.]+|true|false)$/.test(text)) return 'text'
      return /^[a-z_][\w.-]*$/i.test(text) ? 'reference' : 'other'
    }
    return /^[*<|>]|\{\{|\$\{/.test(text) ? 'other' : 'text'
  }

  /** Adds a value; of one that goes on after it, nothing is known. */
  #add(text: string, start: number, end: number, kind: BlockValue['kind']): void {
    const top = this.#top
    if (!top.isExpected || top.type === '(') return
    if (top.value) {
      top.value.kind = 'other'
      return
    }
    const value = { text, start, end, kind }
    top.value = value
    top.block.end = Math.max(top.block.end, end)
    const values = top.block.values.get(top.key)
    if (values) values.push(value)
    else top.block.values.set(top.key, [value])
  }

  #open(): void {
    const { start } = this.#reader
    const type = this.#text.charAt(start) as Frame['type']
    const top = this.#top
    if (top.value) top.value.kind = 'other' // a call, or an index
    if (this.#frames.length >= maxDepth) {
      this.#tooDeep += 1
      return
    }
    const isValue = top.isExpected || top.type !== '{'
    const words = this.#words
    this.#words = []
    this.#brackets[type] += 1
    const frame = { type, column: -1, key: isValue ? top.key : '', value: undefined }
    if (type !== '{') {
      this.#frames.push({ ...frame, block: top.block, isExpected: true })
      return
    }
    const head = isValue ? [top.key] : words
    const block = newBlock(head, top.block, words.length > 0 && !isValue ? this.#wordsStart : start)
    this.#frames.push({ ...frame, block, key: '', isExpected: false })
  }

  #close(): void {
    if (this.#tooDeep > 0) {
      this.#tooDeep -= 1
      return
    }
    const char = this.#text.charAt(this.#reader.start)
    const type = char === '}' ? '{' : char === ']' ? '[' : '('
    // An unclosed collection of YAML ends without a bracket.
    const isAny = this.#yaml !== undefined && this.#top.column < 0 && this.#frames.length > 1
    if (isAny) this.#pop()
    else if (this.#brackets[type] > 0) while (this.#pop() !== type);
  }

  /** Begins the next item of a list, or the next key. */
  #next(): void {
    this.#top.value = undefined
    this.#top.isExpected = this.#top.type !== '{'
  }

  #dash(): void {
    const { start } = this.#reader
    const column = this.#yaml?.column ?? 0
    this.#closeTo(column)
    const { key, block, type, column: outer } = this.#top
    if (outer !== column || type !== '[') {
      this.#push({ type: '[', column, block, key, isExpected: true, value: undefined })
    }
    this.#next()
    block.end = Math.max(block.end, start)
  }

  /** Goes to the map of YAML whose keys are in a column. */
  #mapAt(column: number, start: number): void {
    this.#closeTo(column, '[')
    const top = this.#top
    if (top.column === column) return
    const block = newBlock([top.key], top.block, start)
    this.#push({ type: '{', column, block, key: '', isExpected: false, value: undefined })
  }

  /** Closes what is further in than a column, and what is of a type and in it. */
  #closeTo(column: number, type?: Frame['type']): void {
    for (;;) {
      const top = this.#top
      const isOver = top.column > column || (top.column === column && top.type === type)
      if (!isOver || this.#frames.length === 1) return
      this.#pop()
    }
  }

  #push(frame: Frame): void {
    if (this.#frames.length < maxDepth) this.#frames.push(frame)
  }

  #pop(): Frame['type'] {
    const { type, column, block } = this.#frames.pop()!
    if (column < 0) this.#brackets[type] -= 1
    if (type === '{' && column < 0) block.end = Math.max(block.end, this.#reader.end)
    const outer = this.#top.block
    outer.end = Math.max(outer.end, block.end)
    return type
  }
}

function newBlock(head: readonly string[], parent: Block | undefined, start: number): Block {
  const block = { head, parent, children: [], values: new Map(), start, end: start }
  parent?.children.push(block)
  return block
}
