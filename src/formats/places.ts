import type { Token } from './tokens.ts'

/** A cursor, or what is selected and is to be replaced; offsets of the document. */
export interface Spot {
  readonly start: number
  readonly end: number
}

/** What stands around a spot; comments do not count. */
export interface Place {
  /** What it stands in the middle of. */
  readonly within?: Token | undefined
  /** The innermost bracket that is open. */
  readonly open?: Token | undefined
  readonly before?: Token | undefined
  readonly after?: Token | undefined
}

/** The places of spots, in the order of the spots; reads no further than it has to. */
export function placesOf(tokens: Iterable<Token>, spots: readonly Spot[]): Place[] {
  const waiting = spots.map((spot, index) => ({ spot, index }))
  waiting.sort((a, b) => a.spot.start - b.spot.start)
  const places: Place[] = spots.map(() => ({}))
  const opened: Token[] = []
  let before: Token | undefined
  let met: { spot: Spot; index: number }[] = [] // those whose next token is not known yet
  for (const token of tokens) {
    while (waiting[0] && waiting[0].spot.start < token.end) take(token)
    if (token.kind !== 'comment') {
      const isAfter = ({ spot }: { spot: Spot }) => token.start >= spot.end
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

  /** The spot is before the end of this token. */
  function take(token?: Token): void {
    const one = waiting.shift()
    if (!one) return
    const within = token && standsIn(token, one.spot) ? token : undefined
    places[one.index] = { open: opened.at(-1), before, within }
    met.push(one)
  }
}

/** Whether a spot is inside a token; what has no end of its own goes on to the end of its line. */
function standsIn(token: Token, { start }: Spot): boolean {
  if (start <= token.start) return false
  return start < token.end || (start === token.end && isOpenEnded(token))
}

function isOpenEnded({ kind, text }: Token): boolean {
  if (kind === 'comment') return !text.startsWith('/*')
  if (kind === 'block') return !text.startsWith('<<')
  const quote = text[0] ?? ''
  return kind === 'quoted' && !(text.length > 1 && text.endsWith(quote))
}
