import { CodeReader } from './codeReader.ts'
import { isBlankCode } from './reader.ts'
import { YamlReader } from './yamlReader.ts'
import { Frame, Frames, isOfAzure, useMeaning } from './frames.ts'
import { atOnce } from './slices.ts'
import { Scalar, Values, type Draft } from './values.ts'
import {
  bareZone,
  defaultValue,
  maxKeyLength,
  meaningOf,
  pairKey,
  type Meaning,
  type ZoneLanguage,
  type ZoneReference,
} from './zoneReferences.ts'

/**
 * Finds references to zones and regions: values of keys such as `azs`, `zone`, `availability_zone`, and
 * `region`, alone, in lists, or joined by commas; `values` beside such a `key`, and a `value` beside such a
 * `name`; the keys of maps such as `az_subnets`; and positions for such values. Comments, heredocs, block
 * scalars, templates, references, and numbers outside lists aren’t values. A string ends with its line, and an
 * unclosed list at the next key: a text that is being edited is mostly broken.
 */
export function scanZones(text: string, language: ZoneLanguage): ZoneReference[] {
  return atOnce(scanSteps(text, language))
}

/** Like {@link scanZones}, in steps that take well under a millisecond each. */
export function scanSteps(text: string, language: ZoneLanguage): Generator<void, ZoneReference[]> {
  return new Scanner(text, language).steps()
}

/** Returns the reference or position at an offset. */
export function referenceAt(
  references: readonly ZoneReference[],
  offset: number,
): ZoneReference | undefined {
  return references.find(({ start, end }) => start <= offset && offset <= end)
}

const tokensPerStep = 1024

/** HCL functions that return elements of their lists unchanged. */
const passing =
  /^(?:coalescelist|compact|concat|distinct|element|flatten|reverse|setunion|slice|sort|split|tolist|toset|try)$/

class Scanner {
  readonly #text: string
  readonly #isHcl: boolean
  readonly #yaml: YamlReader | undefined
  readonly #reader: CodeReader | YamlReader
  readonly #values: Values
  readonly #frames = new Frames()
  readonly #meanings = new Map<string, Meaning | undefined>()
  /** A string or word that is a key if a sign follows, else a value. */
  readonly #scalar = new Scalar()
  #isHeld = false
  /** True if a key may begin here. */
  #isHead = true
  /** True if a value may begin here. */
  #isExpected = false
  /** The start of the space before such a value; -1 if it isn’t of interest. */
  #gap = -1
  /** The type and the last label of an HCL block. */
  #block = noBlock

  constructor(text: string, language: ZoneLanguage) {
    this.#text = text
    this.#isHcl = language === 'hcl' || language === 'terraform'
    this.#yaml = language === 'yaml' ? new YamlReader(text) : undefined
    this.#reader = this.#yaml ?? new CodeReader(text, language === 'json' ? 'json' : 'hcl')
    this.#values = new Values(text, language === 'yaml')
  }

  *steps(): Generator<void, ZoneReference[]> {
    for (let count = 1; this.#reader.next(); count++) {
      this.#token()
      if (count % tokensPerStep === 0) yield
    }
    this.#flush()
    if (this.#isInLine) this.#endLineGap()
    else this.#endGap(this.#text.length)
    this.#frames.end()
    return this.#values.references
  }

  #token(): void {
    const { kind, isFirst } = this.#reader
    if (kind === 'comment') return this.#comment()
    if (this.#isHeld) {
      if (kind === 'sign' && this.#scalar.isHead && this.#key()) return
      if (kind === 'open' && this.#isHcl && this.#call()) return
      this.#flush()
    }
    if (isFirst && this.#isExpected && this.#isInLine) {
      this.#endLineGap()
      if (this.#isHcl) this.#isExpected = false
    }
    const isHead = isFirst || this.#isHead
    this.#isHead = kind === 'open' || kind === 'comma' || kind === 'dash'
    if (kind === 'quoted') this.#hold(isHead)
    else if (kind === 'word') {
      if (this.#yaml && this.#isMark(this.#yaml)) this.#isHead = isHead
      else this.#hold(isHead)
    } else if (kind === 'open') this.#open()
    else if (kind === 'close') this.#close()
    else if (kind === 'comma') this.#comma()
    else if (kind === 'dash') this.#dash()
    else if (kind === 'block') this.#isExpected = false
  }

  /** True if a value must begin on the line of its key or dash, or further in. */
  get #isInLine(): boolean {
    return this.#yaml ? this.#frames.isBlock : this.#isHcl && this.#frames.top.type === '{'
  }

  #hold(isHead: boolean): void {
    const { kind, start, end, isClosed, isFirst } = this.#reader
    const scalar = this.#scalar
    this.#isHeld = true
    scalar.start = start
    scalar.end = end
    scalar.column = this.#yaml?.column ?? 0
    scalar.isQuoted = kind === 'quoted'
    scalar.isClosed = isClosed
    scalar.isFirst = isFirst
    scalar.isHead = isHead
  }

  /** Passes anchors, tags, templates in lines of their own, and the ends of documents in YAML. */
  #isMark({ start, end, column, isFirst }: YamlReader): boolean {
    const char = this.#text.charAt(start)
    if (char === '!') this.#isExpected &&= this.#text.charAt(start + 1) === '!'
    if (char === '!' || char === '&') this.#gap = -1
    if (char === '!' || char === '&') return true
    if (!isFirst) return false
    if (char === '{') return true
    const isEnd =
      column === 0 && end - start === 3 && /^(?:---|\.\.\.)$/.test(this.#textOf(start, end))
    if (isEnd) this.#frames.end()
    return isEnd
  }

  /** Takes a key, unless it can’t be one here. */
  #key(): boolean {
    const scalar = this.#scalar
    const { start, end, isQuoted } = scalar
    const isInList = this.#frames.top.type !== '{'
    // The sign of a condition or a loop.
    if (this.#isHcl && isInList && (!scalar.isFirst || this.#frames.top.isLoop)) return false
    if (isQuoted && !scalar.isClosed) return false
    this.#isHeld = this.#isHead = false
    if (this.#frames.isBlock && this.#yaml) this.#frames.mapAt(scalar.column)
    else if (isInList) {
      this.#endGap(start)
      this.#isExpected = false
      if (this.#yaml) return true // a map in a list, without braces
      this.#frames.closeLists()
    } else this.#endLineGap()
    const { top } = this.#frames
    if (top.key?.isMap) this.#values.add(top.key, scalar, top.start)
    const isShort = end - start <= maxKeyLength
    const quotes = isQuoted ? 1 : 0
    top.current = isShort ? this.#textOf(start + quotes, end - quotes) : ''
    top.meaning = this.#meaningOf(top.current, top)
    this.#expect()
    return true
  }

  #meaningOf(
    name: string,
    { name: owner, outer }: Pick<Frame, 'name' | 'outer'>,
  ): Meaning | undefined {
    if (!this.#meanings.has(name)) this.#meanings.set(name, meaningOf(name))
    const meaning = this.#meanings.get(name)
    if (meaning !== defaultValue) return meaning
    return /^(?:variable|parameters)$/i.test(outer) ? this.#meaningOf(owner, noFrame) : undefined
  }

  /** Takes a function that passes on its lists. */
  #call(): boolean {
    const { start, end } = this.#scalar
    const { top } = this.#frames
    const meaning = this.#isExpected ? top.valueMeaning : undefined
    if (!meaning || this.#reader.start !== end) return false
    const name = this.#textOf(start, end)
    if (!passing.test(name)) return false
    this.#isHeld = false
    const frame = new Frame('(', top.list ?? start)
    useMeaning(frame, top)
    frame.takesText = name === 'split'
    this.#frames.open(frame)
    this.#expect()
    return true
  }

  /** Takes what is held for a value. */
  #flush(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    const scalar = this.#scalar
    const { top } = this.#frames
    if (!this.#isExpected) {
      if (this.#isHcl && top.type === '{') this.#label()
      return
    }
    this.#isExpected = false
    if (this.#isInLine && scalar.isFirst && scalar.column <= top.column) return
    const { valueMeaning: meaning, list } = top
    if (top.type === '{' && kindKey.test(top.current)) {
      top.isAzure ||= isOfAzure(this.#textOf(scalar.start, scalar.start + maxKeyLength))
    }
    if (!meaning || meaning.isMap) return
    if (this.#isHcl && top.type === '[' && this.#textOf(scalar.start, scalar.end) === 'for') {
      top.isLoop = true
      top.key = undefined
    } else if (meaning === pairKey) {
      if (list === undefined) top.selector ??= this.#selector()
    } else if (top.type !== '(' || top.takesText) {
      const drafts = this.#values.add(meaning, scalar, list)
      for (const draft of top.isAzure && meaning === bareZone ? drafts : []) {
        draft.isAmbiguousKey &&= !/^\d+$/.test(draft.value)
      }
      this.#keepPairs(drafts)
    }
  }

  #selector(): Meaning | undefined {
    const { start, end, isQuoted } = this.#scalar
    if (end - start > maxKeyLength) return undefined
    const quotes = isQuoted ? 1 : 0
    const meaning = this.#meaningOf(this.#textOf(start + quotes, end - quotes), noFrame)
    return meaning?.kind && !meaning.isMap ? meaning : undefined
  }

  #label(): void {
    const { start, end, isFirst, isQuoted } = this.#scalar
    if (end - start > maxKeyLength) return
    const quotes = isQuoted ? 1 : 0
    const text = this.#textOf(start + quotes, end - quotes)
    if (!isQuoted && !isFirst) return
    const isAzure = isOfAzure(text) || (isQuoted && this.#block.isAzure)
    this.#block = isQuoted
      ? { ...this.#block, label: text, isAzure }
      : { type: text, label: '', isAzure }
  }

  #open(): void {
    const { start } = this.#reader
    const { top } = this.#frames
    const isValue = this.#isExpected
    this.#isExpected = false
    this.#gap = -1
    if (this.#frames.skip()) return
    const frame = new Frame(this.#text.charAt(start) as Frame['type'], top.list ?? start)
    if (frame.type === '{') {
      frame.name = isValue ? top.current : this.#block.label
      frame.outer = isValue ? top.name : this.#block.type
      frame.isAzure = !isValue && this.#block.isAzure
      if (isValue && top.meaning?.isMap) frame.key = top.meaning
      this.#block = noBlock
    } else if (frame.type === '[' && isValue) useMeaning(frame, top)
    this.#frames.open(frame)
    if (frame.type === '[' && frame.key) this.#expect()
  }

  #close(): void {
    this.#endGap(this.#reader.start)
    this.#isExpected = false
    const char = this.#text.charAt(this.#reader.start)
    if (this.#yaml) this.#frames.close()
    else this.#frames.close(char === '}' ? '{' : char === ']' ? '[' : '(')
  }

  #comma(): void {
    this.#endGap(this.#reader.start)
    this.#isExpected = false
    if (this.#frames.top.key && this.#frames.top.type !== '{') this.#expect()
  }

  #dash(): void {
    const { start } = this.#reader
    this.#frames.sequenceAt(this.#yaml?.column ?? 0, start, this.#isExpected)
    this.#expect()
  }

  #comment(): void {
    this.#flush()
    const { start, end } = this.#reader
    if (this.#gap < 0) return
    this.#endGap(start)
    if (this.#isInLine || this.#frames.top.type === '{') return
    // The value may follow the comment.
    const { length } = /^(?:\r?\n)?/.exec(this.#textOf(end, end + 2))?.[0] ?? ''
    this.#gap = end + length
  }

  /** Begins the space before a value. */
  #expect(): void {
    this.#isExpected = true
    const { type, valueMeaning } = this.#frames.top
    this.#gap = valueMeaning && type !== '(' ? this.#reader.end : -1
  }

  /** Records the space before a value that is missing. */
  #endGap(end: number): void {
    const { valueMeaning: meaning, list } = this.#frames.top
    if (this.#gap >= 0 && this.#isExpected && meaning && meaning !== pairKey && !meaning.isMap) {
      this.#keepPairs([this.#values.addPlace(meaning, this.#gap, end, list)])
    }
    this.#gap = -1
  }

  /** Keeps values whose meaning another key tells. */
  #keepPairs(drafts: readonly Draft[]): void {
    if (drafts[0]?.kind !== undefined) return
    const { top } = this.#frames
    top.pairs ??= []
    for (const draft of drafts) top.pairs.push(draft)
  }

  /** Does so up to the end of the line. */
  #endLineGap(): void {
    if (this.#gap < 0) return
    let end = this.#gap
    while (isBlankCode(this.#text.charCodeAt(end))) end += 1
    this.#endGap(end)
  }

  #textOf(start: number, end: number): string {
    return this.#text.slice(start, end)
  }
}

/** The keys that tell what a map is for. */
const kindKey = /^(?:kind|apiVersion|type|source|provider|cloud(?:_?type|_?provider)?)$/i
const noBlock = { type: '', label: '', isAzure: false }
const noFrame = { name: '', outer: '' }
