import { CodeReader } from './codeReader.ts'
import type { Token } from './cursorContext.ts'
import type { InsertTarget } from './listItems.ts'

/** The item, argument, or whole value that is missing at a selection in HCL; undefined if none is. */
export type HclPlace = 'item' | 'argument' | 'value' | undefined

/** The kinds of open brackets. Lines end what is in a body. */
type Bracket = 'list' | 'call' | 'index' | 'group' | 'loop' | 'body'

/** Returns what may be written at a selection, instead of what is selected. */
export function hclPlace({ text, range, context }: InsertTarget): HclPlace {
  const { open, before, after } = context
  const bracket = open ? bracketOf(text, open) : 'body'
  const isPastLine = bracket === 'body' && text.slice(range.end, after?.start).includes('\n')
  const next = isPastLine ? undefined : after
  const isEnd = !next || next.kind === 'close' || next.kind === 'comma'
  const isIndexed = next?.text === '[' && next.start === range.end && range.end > range.start
  const mayFollow = isEnd || isIndexed || isOperator(next, bracket, followingWords)
  if (!before) return after ? undefined : 'value'
  if (before.kind === 'sign' || isOperator(before, bracket, leadingWords)) {
    return mayFollow ? 'value' : undefined
  }
  const isFirst = before.kind === 'open' || before.kind === 'comma'
  if (bracket === 'list' || bracket === 'call') {
    if (isFirst && mayFollow && !isEnd) return 'value'
    // A neighbor without a text is another cursor.
    if (!isFirst && !isEnd && next.text !== '') return undefined
    return bracket === 'list' ? 'item' : 'argument'
  }
  return isFirst && isEnd && (bracket === 'group' || bracket === 'index') ? 'value' : undefined
}

function bracketOf(text: string, { start, end }: Token): Bracket {
  const before = text[start - 1] ?? ''
  if (text[start] === '(') return /\w/.test(before) ? 'call' : 'group'
  if (isLoop(text.slice(end, end + 300))) return 'loop'
  if (text[start] === '{') return 'body'
  return /[\w\])"*]/.test(before) ? 'index' : 'list'
}

function isLoop(text: string): boolean {
  const reader = new CodeReader(text, 'hcl')
  while (reader.next() && reader.kind === 'comment');
  const isFor = text.slice(reader.start, reader.end) === 'for'
  return isFor && reader.next() && reader.kind === 'word'
}

const leadingWords = /^(?:[!=]=|[<>]=?|[?+*/%!-]|&&?|\|\|?|=>)$/
const followingWords = /^(?:[!=]=|[<>]=?|[?+*/%-]|&&?|\|\|?|=>|\..*)$/

/** Returns whether a token stands between two values, or is the start or end of what a loop takes. */
function isOperator(token: Token, bracket: Bracket, words: RegExp): boolean {
  if (token.kind === 'sign') return true
  const isOfLoop = bracket === 'loop' && (token.text === 'in' || token.text === 'if')
  return token.kind === 'word' && (isOfLoop || words.test(token.text))
}
