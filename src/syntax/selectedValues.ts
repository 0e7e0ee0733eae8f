import type { Cursor } from './cursor.ts'
import { isBlank, lastIndexBefore } from './offsets.ts'
import type { Reader } from './reader.ts'

/**
 * Returns whether a selection has whole values alone, in a list with their commas, or white space. The reader moves to
 * the end of the selection.
 */
export function hasWholeValues(cursor: Cursor, reader: Reader): boolean {
  return new SelectionReader(cursor, reader).hasWholeValues()
}

/** Reads the tokens of a selection. */
class SelectionReader {
  readonly #cursor: Cursor
  readonly #reader: Reader
  /** The signs behind a key. */
  readonly #keySign: RegExp
  /** The number of brackets that are opened and not closed in the selection. */
  #depth = 0
  /** The number of conditions (`a ? b : c`) whose colon hasn’t come yet. */
  #openConditions = 0
  /** The kind of the last token that isn’t a comment. */
  #lastKind: Reader['kind'] | undefined

  constructor(cursor: Cursor, reader: Reader) {
    this.#cursor = cursor
    this.#reader = reader
    this.#keySign = cursor.format === 'hcl' ? /^=>?$/ : /^(?::$|&\w)/
  }

  hasWholeValues(): boolean {
    const { start, end } = this.#cursor
    do {
      if (this.#reader.end > start && !this.#readToken()) return false
    } while (this.#reader.next() && this.#reader.start < end)
    return this.#isComplete() && !this.#isBeforeKeySign() && this.#hasValue()
  }

  get #token(): string {
    return this.#cursor.text.slice(this.#reader.start, this.#reader.end)
  }

  /** Reads the current token. Returns false if the selection cuts a token or a bracket, or holds a key. */
  #readToken(): boolean {
    const { start, end, kind } = this.#reader
    if (start < this.#cursor.start || end > this.#cursor.end) return false
    if (this.#depth === 0 && !this.#readOuterToken()) return false
    if (kind === 'open') this.#depth += 1
    if (kind === 'close') this.#depth -= 1
    if (kind !== 'comment') this.#lastKind = kind
    return this.#depth >= 0
  }

  #readOuterToken(): boolean {
    const token = this.#token
    if (this.#keySign.test(token)) return false
    switch (token) {
      case '{':
        // The start of a block in HCL.
        return this.#lastKind !== 'word' && this.#lastKind !== 'quoted'
      case ',':
        return this.#cursor.list?.type === '['
      case '?':
        this.#openConditions += 1
        return this.#lastKind !== undefined
      case ':':
        this.#openConditions -= 1
        return this.#openConditions >= 0
      default:
        return true
    }
  }

  #isComplete(): boolean {
    const isAtSign = this.#lastKind === 'sign' || this.#lastKind === 'dash'
    return this.#depth === 0 && this.#openConditions === 0 && !isAtSign
  }

  /** Returns whether `=` or `:` follows the selection, so that the selection is a key and not a value. */
  #isBeforeKeySign(): boolean {
    return this.#reader.start >= this.#cursor.end && this.#keySign.test(this.#token)
  }

  /** Returns whether the selection has a value. A part of a loop in HCL is none, nor is a line of a text in YAML. */
  #hasValue(): boolean {
    const { text, format, start, end, entries } = this.#cursor
    if (text[start] === '[' || isBlank(text.slice(start, end))) return true
    const last = entries[lastIndexBefore(entries, end)]
    if (!last || last.start < start) return false
    return format !== 'yaml' || last.value?.list?.isValueOfKey !== false
  }
}
