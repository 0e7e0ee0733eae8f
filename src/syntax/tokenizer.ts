/**
 * The kinds of tokens. A `sign` follows a key (`=` or `:`); `open` and `close` are brackets of any type; a `dash`
 * begins an item in YAML; a `block` is a heredoc of HCL or a block scalar of YAML; a `word` is anything else, such as
 * `true`.
 */
type TokenKind =
  'comment' | 'block' | 'quoted' | 'open' | 'close' | 'comma' | 'sign' | 'dash' | 'word'

/**
 * Splits a text into tokens, one for each call of {@link next}, and holds the current token; white space isn’t a token.
 * Takes time in proportion to the text, whatever the text is: a tokenizer looks at each character a few times at most,
 * and uses regular expressions only within a line. It never fails, because a text that is being edited is mostly
 * broken.
 */
export abstract class Tokenizer {
  readonly text: string
  kind: TokenKind = 'word'
  start = 0
  end = 0
  isFirstInLine = true
  /** True for a string without its closing quote. */
  isUnclosed = false

  constructor(text: string) {
    this.text = text
  }

  /** Makes the next token the current one. Returns false if there is none. */
  abstract next(): boolean

  /** Returns the character code at an offset, 0 at the end. */
  protected charCodeAt(offset: number): number {
    return offset < this.text.length ? this.text.charCodeAt(offset) : 0
  }

  /** Returns the end of the line that an offset is in, without the line break. */
  protected lineEnd(offset: number): number {
    const end = this.text.indexOf('\n', offset)
    if (end < 0) return this.text.length
    return end > offset && this.charCodeAt(end - 1) === charCodes.return ? end - 1 : end
  }

  /** Returns the first offset, from the given one on, that is no space or tab. */
  skipBlanks(offset: number): number {
    while (isBlankCode(this.charCodeAt(offset))) offset += 1
    return offset
  }

  protected isLineEnd(offset: number): boolean {
    const code = this.charCodeAt(offset)
    return code === charCodes.newline || code === charCodes.return || offset >= this.text.length
  }

  /** Sets the kind and end of the current token. Returns true, so that {@link next} can return the result. */
  protected setToken(kind: TokenKind, end: number): true {
    this.kind = kind
    this.end = end
    this.isUnclosed = false
    return true
  }

  /** Makes the current token a string without its closing quote. Returns true as {@link setToken} does. */
  protected setUnclosedString(end: number): true {
    this.setToken('quoted', end)
    this.isUnclosed = true
    return true
  }
}

/** The UTF-16 codes of the characters that are signs in HCL, YAML, or JSON. */
export const charCodes = {
  newline: 10,
  return: 13,
  quote: 34,
  hash: 35,
  apostrophe: 39,
  star: 42,
  comma: 44,
  dash: 45,
  slash: 47,
  colon: 58,
  less: 60,
  equals: 61,
  greater: 62,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  openBrace: 123,
  bar: 124,
  closeBrace: 125,
} as const

/** Returns whether a character code is a space or a tab. */
export function isBlankCode(code: number): boolean {
  return code === 32 || code === 9
}

/** Returns whether a character code is white space, or 0, which stands for the end of the text. */
export function isSpaceCode(code: number): boolean {
  return code <= 32 || code === 0xa0 || code === 0xfeff
}

/** Returns a set of ASCII characters for fast checks: the element at a code is 1 if the set has the character. */
export function charSet(chars: string): Uint8Array {
  const set = new Uint8Array(128)
  for (const char of chars) set[char.charCodeAt(0)] = 1
  return set
}
