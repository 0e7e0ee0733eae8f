import type { Cursor } from './cursor.ts'
import { isBlank, lastIndexBefore } from './offsets.ts'
import type { Tokenizer } from './tokenizer.ts'

/**
 * Returns whether a selection consists of complete values, such as `"a"` or, in a list, `"a", "b",`; or only of white
 * space. A key, a part of a string, or a bracket without its counterpart must not be replaced by names. Moves the
 * tokenizer to the end of the selection.
 */
export function selectsOnlyWholeValues(cursor: Cursor, tokenizer: Tokenizer): boolean {
  return new SelectionTokens(cursor, tokenizer).selectsOnlyWholeValues()
}

/** Goes through the tokens of a selection, from the first to the last. */
class SelectionTokens {
  readonly #cursor: Cursor
  readonly #tokenizer: Tokenizer
  /** The signs after a key: `=` or `=>` in HCL, `:` in YAML and JSON. */
  readonly #keySign: RegExp
  /** The number of brackets that the selection has opened and not closed so far. */
  #depth = 0
  /** The number of conditions (`a ? b : c`) of whose colon the selection hasn’t come to so far. */
  #openConditions = 0
  /** The kind of the last token that isn’t a comment. */
  #lastKind: Tokenizer['kind'] | undefined

  constructor(cursor: Cursor, tokenizer: Tokenizer) {
    this.#cursor = cursor
    this.#tokenizer = tokenizer
    this.#keySign = cursor.format === 'hcl' ? /^=>?$/ : /^(?::$|&\w)/
  }

  selectsOnlyWholeValues(): boolean {
    const { start, end } = this.#cursor
    do {
      if (this.#tokenizer.end > start && !this.#acceptToken()) return false
    } while (this.#tokenizer.next() && this.#tokenizer.start < end)
    return this.#isComplete() && !this.#isBeforeKeySign() && this.#hasValue()
  }

  get #token(): string {
    return this.#cursor.text.slice(this.#tokenizer.start, this.#tokenizer.end)
  }

  /**
   * Counts the brackets and conditions of the current token. Returns false if the selection can’t consist of complete
   * values: it begins or ends within the token, closes a bracket that it didn’t open, or contains a key.
   */
  #acceptToken(): boolean {
    const { start, end, kind } = this.#tokenizer
    if (start < this.#cursor.start || end > this.#cursor.end) return false
    if (this.#depth === 0 && !this.#acceptTokenOutsideBrackets()) return false
    if (kind === 'open') this.#depth += 1
    if (kind === 'close') this.#depth -= 1
    if (kind !== 'comment') this.#lastKind = kind
    return this.#depth >= 0
  }

  /** Returns false if the current token, outside of the brackets in the selection, can’t belong to complete values. */
  #acceptTokenOutsideBrackets(): boolean {
    const token = this.#token
    if (this.#keySign.test(token)) return false
    switch (token) {
      case '{':
        // Behind a word, as in `resource "a" {`, a block of HCL begins.
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

  /** Returns whether `=` or `:` follows the selection, so that the selection is a key. */
  #isBeforeKeySign(): boolean {
    return this.#tokenizer.start >= this.#cursor.end && this.#keySign.test(this.#token)
  }

  /** Returns whether the selection has a value: part of a loop in HCL isn’t a value, nor is a line of a YAML text. */
  #hasValue(): boolean {
    const { text, format, start, end, entries } = this.#cursor
    if (text[start] === '[' || isBlank(text.slice(start, end))) return true
    const last = entries[lastIndexBefore(entries, end)]
    if (!last || last.start < start) return false
    return format !== 'yaml' || last.value?.list?.isValueOfKey !== false
  }
}
