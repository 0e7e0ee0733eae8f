import { isLiteral, isPlainValue, type Key, type ZoneReference } from './zoneReferences.ts'
import { commentEnd, isAssignment, lineEnd, skipBlanks, stringEnd, type Syntax } from './lexer.ts'

/** HCL functions that return elements of their lists unchanged. */
const passing = /^(?:concat|distinct|flatten|slice|sort|tolist|toset)$/

/** Parses the values of keys, and records the references in them. */
export class ValueReader {
  readonly #text: string
  readonly #syntax: Syntax
  readonly mentions: ZoneReference[] = []

  constructor(text: string, syntax: Syntax) {
    this.#text = text
    this.#syntax = syntax
  }

  /** Parses the value after a key. */
  value(key: Key, place: number): { end: number; isEmpty?: boolean } {
    const text = this.#text
    let at = skipBlanks(text, place)
    if (this.#syntax === 'yaml' && text[at] === '&') {
      // A YAML anchor.
      at = skipBlanks(text, at + (/^\S+/.exec(text.slice(at, at + 80))?.[0].length ?? 0))
    }
    const char = text[at] ?? '\n'
    if (char === '[') return { end: this.#list(key, at) }
    if (this.#isQuote(char)) return { end: this.#string(key, at) }
    const word = this.#word(at)
    if (word === '') {
      if (/[\s#,/}\])]/.test(char)) this.#place(key, place, at)
      return { end: at, isEmpty: /[\r\n#]/.test(char) }
    }
    const end = at + word.length
    const isCall = this.#syntax === 'hcl' && passing.test(word) && text[end] === '('
    if (isCall) return { end: this.#lists(key, end + 1) }
    this.#plain(key, at, word)
    return { end }
  }

  /** Parses an item of a list with one item per line. */
  entry(key: Key, place: number, list: number): void {
    const at = skipBlanks(this.#text, place)
    const char = this.#text[at] ?? '\n'
    if (this.#isQuote(char)) {
      this.#string(key, at, list)
      return
    }
    const word = this.#word(at)
    if (word !== '') this.#plain(key, at, word, list)
    else if (/[\s#]/.test(char)) this.#place(key, place, at, list)
  }

  /** Parses the lists among the arguments of a function. */
  #lists(key: Key, at: number): number {
    const text = this.#text
    const end = lineEnd(text, at)
    while (at < end && text[at] !== ')') {
      if (text[at] === '[') at = this.#list(key, at)
      else if (text[at] === '"') at = stringEnd(text, at, this.#syntax).end + 1
      else at += 1
      if (at > end) return at
    }
    return at
  }

  /** Parses a list with its nested lists. A key ends an unclosed list. */
  #list(key: Key, list: number): number {
    const text = this.#text
    let at = list + 1
    let place = at
    let depth = 1
    let isPlace = true
    const endPlace = () => {
      if (isPlace) this.#place(key, place, at, list)
      isPlace = false
    }
    while (at < text.length) {
      const char = text[at] ?? ''
      const comment = commentEnd(text, at, this.#syntax)
      if (char === ' ' || char === '\n') at += 1
      else if (comment !== undefined) {
        // The value may follow the comment.
        if (isPlace) this.#place(key, place, at, list)
        at = comment
        place = text[at] === '\n' ? at + 1 : at
      } else if (/\s/.test(char)) at += 1
      else if (char === ',' || char === '[') {
        if (char === ',') endPlace()
        else depth += isPlace ? 1 : 0
        // After a name, brackets are an index.
        if (char === '[' && !isPlace) at = this.#bracketEnd(at)
        else {
          at += 1
          place = at
          isPlace = true
        }
      } else if (char === ']') {
        endPlace()
        at += 1
        depth -= 1
        if (depth === 0) return at
      } else if (char === '{' || char === '}') {
        if (char === '}') endPlace()
        return at
      } else if (this.#isQuote(char)) {
        const { end, isClosed } = stringEnd(text, at, this.#syntax)
        const next = isClosed ? end + 1 : end
        if (isAssignment(text, next, this.#syntax)) {
          endPlace()
          return at
        }
        if (isPlace) this.#string(key, at, list)
        isPlace = false
        at = next
      } else {
        const word = this.#word(at)
        const next = at + word.length
        if (word !== '' && isAssignment(text, next, this.#syntax)) {
          endPlace()
          return at
        }
        if (isPlace) this.#plain(key, at, word, list)
        isPlace = false
        at = Math.max(next, at + 1)
      }
    }
    endPlace()
    return at
  }

  /** Returns the end of brackets on one line. */
  #bracketEnd(at: number): number {
    const close = this.#text.slice(at, at + 200).search(/[\]\n]/)
    return close < 0 ? at + 1 : at + close + (this.#text[at + close] === ']' ? 1 : 0)
  }

  #isQuote(char: string): boolean {
    return char === '"' || (char === "'" && this.#syntax === 'yaml')
  }

  /** Returns the unquoted text. */
  #word(at: number): string {
    const pattern = this.#syntax === 'yaml' ? plainText : bareWord
    pattern.lastIndex = at
    return pattern.exec(this.#text)?.[0].trimEnd() ?? ''
  }

  #plain(key: Key, at: number, word: string, list?: number): void {
    const isInList = list !== undefined
    const isValue =
      this.#syntax === 'yaml' ? isPlainValue(word, isInList) : isInList && /^\d+$/.test(word)
    if (isValue) this.#add(key, word, at, at + word.length, '', list)
    // A partial value, or a reference.
    else if (/^[\w-]+$/.test(word)) this.#place(key, at, at + word.length, list)
  }

  #string(key: Key, at: number, list?: number): number {
    const { end, isClosed } = stringEnd(this.#text, at, this.#syntax)
    const start = at + 1
    const quote = this.#text[at] === "'" ? "'" : '"'
    const inner = this.#text.slice(start, end)
    // An unclosed string may continue with other text.
    const value = isClosed ? inner : (/^[\w.-]*/.exec(inner)?.[0] ?? '')
    if (isLiteral(value)) {
      this.#add(key, value, start, start + value.length, quote, list, !isClosed)
    }
    return isClosed ? end + 1 : end
  }

  /** Records a position for a value. */
  #place(key: Key, start: number, end: number, list?: number): void {
    this.#add(key, '', start, end, '', list)
  }

  #add(
    { kind, isAmbiguousKey }: Key,
    value: string,
    start: number,
    end: number,
    quote: ZoneReference['quote'],
    list: number | undefined,
    isOpen = false,
  ): void {
    this.mentions.push({ kind, isAmbiguousKey, value, start, end, quote, list, isOpen })
  }
}

const bareWord = /[^\s"'#,/:=<>!()[\]{}]+/y
/** An unquoted YAML string, as far as it may be in a flow list. */
const plainText = /[^\s,[\]{}#"'&*!|>%@`](?:[^\s,[\]{}:]|:(?!\s)|[ \t](?![ \t]*(?:#|$)))*/my
