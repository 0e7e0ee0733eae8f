import { CodeReader } from './codeReader.ts'
import type { DocumentFormat } from './documentFormat.ts'
import type { TokenKind } from './reader.ts'
import { YamlReader } from './yamlReader.ts'

/** A token of a document, with its offsets. */
export interface Token {
  readonly kind: TokenKind
  readonly start: number
  readonly end: number
  readonly text: string
  /** True if a cursor at its end isn’t in it. */
  readonly isClosed: boolean
}

/** A token whose text is only copied when needed: a line may have 100,000 tokens. */
class TokenInText implements Token {
  readonly kind: TokenKind
  readonly start: number
  readonly end: number
  readonly isClosed: boolean
  readonly #source: string

  constructor({ text, kind, start, end, isClosed }: CodeReader | YamlReader) {
    this.kind = kind
    this.start = start
    this.end = end
    this.isClosed = isClosed
    this.#source = text
  }

  get text(): string {
    return this.#source.slice(this.start, this.end)
  }
}

/** A cursor or selection, as offsets. */
export interface OffsetRange {
  readonly start: number
  readonly end: number
}

/** The syntax around a selection, without comments. */
export interface CursorContext {
  /** The token that the selection is inside of. */
  readonly within?: Token | undefined
  /** The innermost open bracket. */
  readonly open?: Token | undefined
  readonly before?: Token | undefined
  readonly after?: Token | undefined
  /** The sign of the key before it that has no value yet, except for anchors and tags. */
  readonly key?: Token | undefined
}

const tokensPerStep = 1024

/** Returns the contexts of selections, in their order and in steps; reads no more tokens than needed. */
export function* cursorContextSteps(
  text: string,
  format: DocumentFormat,
  spots: readonly OffsetRange[],
): Generator<void, CursorContext[]> {
  if (format === 'plain') return spots.map(() => ({}))
  const reader = format === 'yaml' ? new YamlReader(text) : new CodeReader(text, format)
  const waiting = spots.map((spot, index) => ({ spot, index }))
  waiting.sort((a, b) => a.spot.start - b.spot.start)
  const places: CursorContext[] = spots.map(() => ({}))
  const opened: Token[] = []
  let before: Token | undefined
  let key: Token | undefined
  let met: { spot: OffsetRange; index: number }[] = [] // selections whose next token isn’t known yet
  for (let count = 1; reader.next(); count++) {
    if (count % tokensPerStep === 0) yield
    const token = new TokenInText(reader)
    while (waiting[0] && waiting[0].spot.start < token.end) take(token)
    if (token.kind !== 'comment') {
      for (const { spot, index } of met)
        if (token.start >= spot.end) places[index] = { ...places[index], after: token }
      if (met.length > 0) met = met.filter(({ spot }) => token.start < spot.end)
      before = token
      if (token.kind === 'sign') key = token
      else if (token.kind !== 'word' || !/[&!]/.test(text.charAt(token.start))) key = undefined
    }
    if (token.kind === 'open') opened.push(token)
    if (token.kind === 'close') opened.pop()
    while (waiting[0] && standsIn(token, waiting[0].spot)) take(token)
    if (waiting.length === 0 && met.length === 0) return places
  }
  while (waiting.length > 0) take()
  return places

  /** Records the context of the next selection, which starts before the end of `token`. */
  function take(token?: Token): void {
    const one = waiting.shift()
    if (!one) return
    const within = token && standsIn(token, one.spot) ? token : undefined
    places[one.index] = { open: opened.at(-1), before, key, within }
    met.push(one)
  }
}

/** Returns whether a selection is inside a token, or at the end of one that goes on there. */
function standsIn(token: Token, { start }: OffsetRange): boolean {
  if (start <= token.start) return false
  return start < token.end || (start === token.end && isOpenEnded(token))
}

function isOpenEnded({ kind, text, isClosed }: Token): boolean {
  if (kind === 'comment') return !isClosed || !text.startsWith('/*')
  if (kind === 'block') return !isClosed || !text.startsWith('<<')
  return kind === 'quoted' && !isClosed
}
