import { CodeReader } from './codeReader.ts'
import type { DocumentFormat } from './documentFormat.ts'
import type { TokenKind } from './reader.ts'
import { YamlReader } from './yamlReader.ts'

/** A cursor or selection, as offsets. */
export interface OffsetRange {
  readonly start: number
  readonly end: number
}

/** A token of a document, with the tokens before it that aren’t comments. */
export interface Token extends OffsetRange {
  readonly kind: TokenKind
  /** True if a cursor at its end isn’t in it. */
  readonly isClosed: boolean
  readonly before: Token | undefined
  /** The innermost bracket that is open behind it. */
  readonly open: Token | undefined
  /** The sign of a key that has no value yet behind it, except for anchors and tags. */
  readonly key: Token | undefined
}

/** The tokens around a selection, without comments. */
export interface CursorContext {
  /** The token that the selection is inside of. */
  readonly within: Token | undefined
  readonly before: Token | undefined
  readonly after: Token | undefined
}

/** Reads the tokens of a text. */
export function readTokens(text: string, format: DocumentFormat): Token[] {
  if (format === 'plain') return []
  const reader = format === 'yaml' ? new YamlReader(text) : new CodeReader(text, format)
  const tokens: Token[] = []
  const opened: Token[] = []
  let before: Token | undefined
  while (reader.next()) {
    const { kind, start, end, isClosed } = reader
    if (kind === 'close') opened.pop()
    const isMark = kind === 'word' && /[&!]/.test(text.charAt(start))
    const token: { -readonly [K in keyof Token]: Token[K] } = {
      kind,
      start,
      end,
      isClosed,
      before,
      open: opened.at(-1),
      key: isMark ? before?.key : undefined,
    }
    if (kind === 'open') opened.push((token.open = token))
    if (kind === 'sign') token.key = token
    tokens.push(token)
    if (kind !== 'comment') before = token
  }
  return tokens
}

/** Returns the context of a selection. */
export function contextAt(
  text: string,
  tokens: readonly Token[],
  { start, end }: OffsetRange,
): CursorContext {
  const nth = lastBefore(tokens, start)
  const token = tokens[nth]
  const isWithin = token && (start < token.end || (start === token.end && goesOn(text, token)))
  const before = token?.kind === 'comment' || isWithin ? token.before : token
  let next = nth + 1
  while (tokens[next] && (tokens[next]!.start < end || tokens[next]!.kind === 'comment')) next += 1
  return { within: isWithin ? token : undefined, before, after: tokens[next] }
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

/** Returns whether a cursor at the end of a token is in it. */
function goesOn(text: string, { kind, start, isClosed }: Token): boolean {
  if (kind === 'comment') return !isClosed || !text.startsWith('/*', start)
  if (kind === 'block') return !isClosed || !text.startsWith('<<', start)
  return kind === 'quoted' && !isClosed
}
