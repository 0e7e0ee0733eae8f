import { isLiteral, isPlainValue, type Key, type Mention } from './mentions.ts'
import { commentEnd, isAssignment, lineEnd, skipBlanks, stringEnd, type Syntax } from './tokens.ts'

/** Functions of HCL that give the elements of their lists as they are. */
const passing = /^(?:concat|distinct|flatten|slice|sort|tolist|toset)$/

/** Reads the values of keys, and notes the mentions in them. */
export class ValueReader {
  readonly #text: string
  readonly #syntax: Syntax
  readonly mentions: Mention[] = []

  constructor(text: string, syntax: Syntax) {
    this.#text = text
    this.#syntax = syntax
  }

  /** Reads what stands behind a key, from `place` on. */
  value(key: Key, place: number): { end: number; isEmpty?: boolean } {
    const text = this.#text
    let at = skipBlanks(text, place)
    if (this.#syntax === 'yaml' && text[at] === '&') {
      // A name, to which other places refer.
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

  /** Reads one value of a list whose values stand on lines of their own. */
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

  /** The lists among the arguments of a function. */
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

  /** The values of a list, also in lists within it. A key ends it: it was not closed. */
  #list(key: Key, list: number): number {
    const text = this.#text
    let at = list + 1
    let place = at
    let depth = 1
    /** Whether a value may come next. */
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
        // It may go on behind the comment, but is not in it.
        if (isPlace) this.#place(key, place, at, list)
        at = comment
        place = text[at] === '\n' ? at + 1 : at
      } else if (/\s/.test(char)) at += 1
      else if (char === ',' || char === '[') {
        if (char === ',') endPlace()
        else depth += isPlace ? 1 : 0
        // Behind a name, brackets choose an element.
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

  /** The end of brackets on one line. */
  #bracketEnd(at: number): number {
    const close = this.#text.slice(at, at + 200).search(/[\]\n]/)
    return close < 0 ? at + 1 : at + close + (this.#text[at + close] === ']' ? 1 : 0)
  }

  #isQuote(char: string): boolean {
    return char === '"' || (char === "'" && this.#syntax === 'yaml')
  }

  /** What stands there without quotes. */
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
    // Half a value, or the name of something else.
    else if (/^[\w-]+$/.test(word)) this.#place(key, at, at + word.length, list)
  }

  #string(key: Key, at: number, list?: number): number {
    const { end, isClosed } = stringEnd(this.#text, at, this.#syntax)
    const start = at + 1
    const quote = this.#text[at] === "'" ? "'" : '"'
    const inner = this.#text.slice(start, end)
    // What is not closed may go on with what is no value.
    const value = isClosed ? inner : (/^[\w.-]*/.exec(inner)?.[0] ?? '')
    if (isLiteral(value)) {
      this.#add(key, value, start, start + value.length, quote, list, !isClosed)
    }
    return isClosed ? end + 1 : end
  }

  /** Nothing stands there that is a value, but one may. */
  #place(key: Key, start: number, end: number, list?: number): void {
    this.#add(key, '', start, end, '', list)
  }

  #add(
    { kind, isLoose }: Key,
    value: string,
    start: number,
    end: number,
    quote: Mention['quote'],
    list: number | undefined,
    isOpen = false,
  ): void {
    this.mentions.push({ kind, isLoose, value, start, end, quote, list, isOpen })
  }
}

const bareWord = /[^\s"'#,/:=<>!()[\]{}]+/y
/** A text without quotes in YAML, as far as it can be one of a list in brackets, too. */
const plainText = /[^\s,[\]{}#"'&*!|>%@`](?:[^\s,[\]{}:]|:(?!\s)|[ \t](?![ \t]*(?:#|$)))*/my
