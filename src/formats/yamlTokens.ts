import { tokenOf, type Token } from './tokens.ts'

/**
 * Tokenizes YAML as far as lists need it; markers of keys and items are words. Tolerant: a quoted string ends
 * with its line, templates (`{{ … }}`) pass for flow mappings, and an unclosed flow collection ends before a
 * key or item that isn’t indented more.
 */
export function* yamlTokens(text: string): Generator<Token> {
  let depth = 0
  let flowIndent = 0
  let indent = 0
  let start = 0
  for (;;) {
    const blank = /\s*/y
    blank.lastIndex = start
    const [space = ''] = blank.exec(text) ?? []
    start += space.length
    if (start === text.length) return
    const lineEnd = space.lastIndexOf('\n')
    if (lineEnd >= 0 || start === space.length) {
      indent = space.length - lineEnd - 1
      const isOver = depth > 0 && indent <= flowIndent && matchAt(lineHead, text, start)
      if (isOver) for (; depth > 0; depth -= 1) yield { kind: 'close', start, end: start, text: '' }
    }
    const token = tokenAt(text, start, indent, depth > 0)
    if (token.kind === 'open' && depth++ === 0) flowIndent = indent
    if (token.kind === 'close' && depth > 0) depth -= 1
    yield token
    start = token.end
  }
}

const quoted = String.raw`(?<quoted>"(?:[^"\\\r\n]|\\.)*"?|'(?:[^'\r\n]|'')*'?)`
const mark = String.raw`[-?:](?=\s|$)|[&!*][^\s,[\]{}]*`
const plainEnd = String.raw`:\s|:$|[ \t]+#|[ \t]*[\r\n]|[ \t]*$`

/** A key or an item at the start of a line. */
const lineHead = /-\s|[^\s#,[\]{}"':]+:(?:\s|$)/y

const inBlock = new RegExp(
  String.raw`(?<comment>#.*)|${quoted}|(?<open>[[{])|` +
    String.raw`(?<block>[|>][-+\d]*[ \t]*(?:#.*)?(?=\r?\n))|` +
    String.raw`(?<word>${mark}|\S(?:(?!${plainEnd}).)*)`,
  'y',
)

const inFlow = new RegExp(
  String.raw`(?<comment>#.*)|${quoted}|(?<open>[[{])|(?<close>[\]}])|(?<comma>,)|` +
    String.raw`(?<word>${mark}|[^\s](?:(?!${plainEnd})[^,[\]{}])*)`,
  'y',
)

function tokenAt(text: string, start: number, indent: number, isInFlow: boolean): Token {
  const found = matchAt(isInFlow ? inFlow : inBlock, text, start)
  if (!found) return { kind: 'word', start, end: start + 1, text: text.slice(start, start + 1) }
  const token = tokenOf(found)
  if (token.kind !== 'block') return token
  // Lines that are indented more than the head belong to it, with the empty lines before them.
  const line = String.raw`\r?\n {${indent + 1},}.*`
  const more = new RegExp(String.raw`(?:(?:\r?\n[ \t]*(?=\r?\n))*${line})*`, 'y')
  const end = token.end + (matchAt(more, text, token.end)?.[0].length ?? 0)
  return { ...token, end, text: text.slice(start, end) }
}

function matchAt(pattern: RegExp, text: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start
  return pattern.exec(text)
}
