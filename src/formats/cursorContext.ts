import type { Token } from './tokens.ts'

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
}

/** Returns the contexts of selections, in their order; reads no more tokens than needed. */
export function cursorContextsOf(
  tokens: Iterable<Token>,
  spots: readonly OffsetRange[],
): CursorContext[] {
  const waiting = spots.map((spot, index) => ({ spot, index }))
  waiting.sort((a, b) => a.spot.start - b.spot.start)
  const places: CursorContext[] = spots.map(() => ({}))
  const opened: Token[] = []
  let before: Token | undefined
  let met: { spot: OffsetRange; index: number }[] = [] // selections whose next token isn’t known yet
  for (const token of tokens) {
    while (waiting[0] && waiting[0].spot.start < token.end) take(token)
    if (token.kind !== 'comment') {
      const isAfter = ({ spot }: { spot: OffsetRange }) => token.start >= spot.end
      for (const { index } of met.filter(isAfter))
        places[index] = { ...places[index], after: token }
      met = met.filter((one) => !isAfter(one))
      before = token
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
    places[one.index] = { open: opened.at(-1), before, within }
    met.push(one)
  }
}

/** Returns whether a selection is inside a token. Unterminated tokens extend to the end of the line. */
function standsIn(token: Token, { start }: OffsetRange): boolean {
  if (start <= token.start) return false
  return start < token.end || (start === token.end && isOpenEnded(token))
}

function isOpenEnded({ kind, text }: Token): boolean {
  if (kind === 'comment') return !text.startsWith('/*')
  if (kind === 'block') return !text.startsWith('<<')
  const quote = text[0] ?? ''
  return kind === 'quoted' && !(text.length > 1 && text.endsWith(quote))
}
