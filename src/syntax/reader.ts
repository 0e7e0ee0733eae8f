/** `sign` follows a key, `dash` begins an item in YAML, `block` is a multiline string, `word` is anything else. */
type TokenKind =
  'comment' | 'block' | 'quoted' | 'open' | 'close' | 'comma' | 'sign' | 'dash' | 'word'

/**
 * Reads a text token by token, and holds the current token; white space isn’t a token. Takes time in proportion to the
 * text, whatever the text is: the reader looks at each character a few times at most, and uses no regular expressions.
 * It is tolerant, because a text that is being edited is mostly broken.
 */
export abstract class Reader {
  readonly text: string
  kind: TokenKind = 'word'
  start = 0
  end = 0
  /** True if the token is the first in its line. */
  isFirst = true
  /** True if a string has its closing quote. */
  isClosed = true

  constructor(text: string) {
    this.text = text
  }

  /** Moves to the next token. Returns false at the end of the text. */
  abstract next(): boolean

  /** Returns the character code at an offset, 0 at the end. */
  protected codeAt(offset: number): number {
    return offset < this.text.length ? this.text.charCodeAt(offset) : 0
  }

  /** Returns the end of an offset’s line, before its line break. */
  protected lineEnd(offset: number): number {
    const end = this.text.indexOf('\n', offset)
    if (end < 0) return this.text.length
    return end > offset && this.codeAt(end - 1) === codes.return ? end - 1 : end
  }

  /** Returns the offset after spaces and tabs. */
  skipBlanks(offset: number): number {
    while (isBlankCode(this.codeAt(offset))) offset += 1
    return offset
  }

  protected isLineEnd(offset: number): boolean {
    const code = this.codeAt(offset)
    return code === codes.newline || code === codes.return || offset >= this.text.length
  }

  /** Sets the kind and end of the current token. Returns true, so that {@link next} can return the result. */
  protected endToken(kind: TokenKind, end: number, isClosed = true): true {
    this.kind = kind
    this.end = end
    this.isClosed = isClosed
    return true
  }
}

/** The codes of the characters that have a meaning in one of the languages. */
export const codes = {
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

/** Returns whether a code is a space or a tab. */
export function isBlankCode(code: number): boolean {
  return code === 32 || code === 9
}

/** Returns whether a code is white space, or the end of the text. */
export function isSpaceCode(code: number): boolean {
  return code <= 32 || code === 0xa0 || code === 0xfeff
}

/** Returns a set of ASCII characters for fast checks: the element at a code is 1 if the set has the character. */
export function charSet(chars: string): Uint8Array {
  const set = new Uint8Array(128)
  for (const char of chars) set[char.charCodeAt(0)] = 1
  return set
}
