/** A token of a document, with its offsets. White space isn’t a token. */
export interface Token {
  readonly kind: (typeof kinds)[number]
  readonly start: number
  readonly end: number
  readonly text: string
}

/** `block` is a multiline string; `word` is everything else. */
const kinds = ['comment', 'block', 'quoted', 'open', 'close', 'comma', 'word'] as const

/** Tokenizes HCL. Templates (`${…}`) in a string may contain strings, but no nested templates. */
export function hclTokens(text: string): Iterable<Token> {
  return tokens(text, hcl)
}

/** Tokenizes JSON with comments. */
export function jsonTokens(text: string): Iterable<Token> {
  return tokens(text, json)
}

/** Converts a match to a token; the groups of a pattern are named after the kinds. */
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
