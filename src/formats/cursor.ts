import { CodeReader } from './codeReader.ts'
import type { DocumentFormat, DocumentStyle } from './documentFormat.ts'
import type { TokenKind } from './reader.ts'
import { YamlReader } from './yamlReader.ts'

/** A cursor or selection, as offsets. */
export interface OffsetRange {
  readonly start: number
  readonly end: number
}

/** A text edit, with offsets before the change. */
export interface InsertEdit extends OffsetRange {
  readonly text: string
}

/** A token of a document that isn’t a comment. */
export interface Token extends OffsetRange {
  readonly kind: TokenKind
  /** False for a string without its closing quote. */
  readonly isClosed: boolean
  /** The innermost bracket that is open behind it. */
  readonly open: Token | undefined
  /** The sign of a key that has no value yet behind it, except for anchors and tags. */
  readonly key: Token | undefined
}

/** A cursor or selection in its line, between tokens. */
export interface Cursor {
  readonly text: string
  readonly style: DocumentStyle
  readonly range: OffsetRange
  readonly lineStart: number
  /** What is before the selection in its first line, and behind it in its last one. */
  readonly head: string
  readonly tail: string
  /** The last token that begins before it, and the first one behind it. */
  readonly before: Token | undefined
  readonly after: Token | undefined
  /** Returns another one. */
  readonly at: (range: OffsetRange) => Cursor
}

/** Reads the tokens of a text. */
export function readTokens(text: string, format: DocumentFormat): Token[] {
  const isHcl = format === 'hcl'
  const reader =
    format === 'yaml' ? new YamlReader(text) : new CodeReader(text, isHcl ? 'hcl' : 'json')
  const tokens: Token[] = []
  const opened: Token[] = []
  while (reader.next()) {
    const { kind, start, end, isClosed } = reader
    if (kind === 'comment') continue
    if (kind === 'close') opened.pop()
    const isMark = kind === 'word' && /[&!]/.test(text.charAt(start))
    const key = isMark ? tokens.at(-1)?.key : undefined
    const token: { -readonly [K in keyof Token]: Token[K] } = {
      kind,
      start,
      end,
      isClosed,
      key,
      open: opened.at(-1),
    }
    if (kind === 'open') opened.push((token.open = token))
    if (kind === 'sign') token.key = token
    tokens.push(token)
  }
  return tokens
}

/** Returns a cursor or selection between tokens. */
export function cursorAt(
  text: string,
  tokens: readonly Token[],
  range: OffsetRange,
  style: DocumentStyle,
): Cursor {
  const { start, end } = range
  const lineStart = startOfLine(text, start)
  return {
    text,
    style,
    range,
    lineStart,
    head: text.slice(lineStart, start),
    tail: /^.*/.exec(text.slice(end, startOfNextLine(text, end)))?.[0] ?? '',
    before: tokens[lastBefore(tokens, start)],
    after: tokens[lastBefore(tokens, end) + 1],
    at: (other) => cursorAt(text, tokens, other, style),
  }
}

/** Returns the index of the last of several ranges that begins before an offset, or -1. */
export function lastBefore(ranges: readonly OffsetRange[], offset: number): number {
  let low = 0
  for (let high = ranges.length; low < high;) {
    const middle = (low + high) >> 1
    if (ranges[middle]!.start < offset) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Returns the start of an offset’s line. */
export function startOfLine(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
}

/** Returns the start of the line after an offset’s, or the end of the text. */
export function startOfNextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset)
  return end < 0 ? text.length : end + 1
}

/** Returns the white space at the start of an offset’s line, up to the offset. */
export function indentBefore(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(startOfLine(text, offset), offset))?.[0] ?? ''
}

/** Returns whether a text is empty or white space. */
export function isBlank(text: string): boolean {
  return text.trim() === ''
}
