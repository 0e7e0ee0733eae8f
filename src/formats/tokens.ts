/** A piece of a document, white space left out. Offsets are those of the document. */
export interface Token {
  readonly kind: (typeof kinds)[number]
  readonly start: number
  readonly end: number
  readonly text: string
}

/** `block` is a text of several lines; `word` is all that is nothing else. */
const kinds = ['comment', 'block', 'quoted', 'open', 'close', 'comma', 'word'] as const

/**
 * The tokens of HCL. In a text, templates (`${…}`) may hold texts of their own, but no further
 * templates.
 */
export function hclTokens(text: string): Iterable<Token> {
  return tokens(text, hcl)
}

/** The tokens of JSON, with comments. */
export function jsonTokens(text: string): Iterable<Token> {
  return tokens(text, json)
}

/** What a pattern has found, if it was a token: its groups are called as the kinds are. */
export function tokenOf({ 0: text, index: start, groups = {} }: RegExpExecArray): Token {
  const kind = kinds.find((one) => groups[one] !== undefined) ?? 'word'
  return { kind, start, end: start + text.length, text }
}

const comment = String.raw`\/\/.*|\/\*[^]*?(?:\*\/|(?![^]))`
const brackets = String.raw`(?<open>[[{(])|(?<close>[\]})])|(?<comma>,)`

const json = new RegExp(
  String.raw`(?<comment>${comment})|(?<quoted>"(?:[^"\\\r\n]|\\.)*"?)|${brackets}|` +
    String.raw`(?<word>[^\s"/:,[\]{}()]+|\S)`,
  'g',
)

const template = String.raw`[$%]\{(?:[^{}"\r\n]|"(?:[^"\\\r\n]|\\.)*"|\{[^{}\r\n]*\})*\}`
const heredoc = String.raw`<<-?(?<tag>[\w-]+)\r?\n[^]*?(?:^[ \t]*\k<tag>\b|(?![^]))`

const hcl = new RegExp(
  String.raw`(?<comment>#.*|${comment})|(?<block>${heredoc})|` +
    String.raw`(?<quoted>"(?:[^"\\\r\n$%]|\\.|${template}|[$%])*"?)|${brackets}|` +
    String.raw`(?<word>[^\s"#/=:,[\]{}()<]+|\S)`,
  'gm',
)

function* tokens(text: string, pattern: RegExp): Generator<Token> {
  for (const found of text.matchAll(pattern)) yield tokenOf(found)
}
