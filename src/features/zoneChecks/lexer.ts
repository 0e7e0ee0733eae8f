/** The syntax of a text: HCL, JSON with comments, or YAML. */
export type Syntax = 'hcl' | 'json' | 'yaml'

/** The end of a string, before its closing quote; the end of the line if that is missing. */
export interface StringEnd {
  readonly end: number
  readonly isClosed: boolean
}

/** Finds the end of the string that starts at `at`. In HCL, templates in it may contain strings. */
export function stringEnd(text: string, at: number, syntax: Syntax): StringEnd {
  const quote = text[at]
  let next = at + 1
  // The common case.
  while (isPlain(text.charCodeAt(next))) next += 1
  const braces: number[] = [] // the open braces of each open template
  let isCode = false
  for (; ; next++) {
    const char = text[next]
    if (char === undefined || char === '\n') return { end: next, isClosed: false }
    const depth = braces.length - 1
    if (isCode) {
      if (char === quote) isCode = false
      else if (char === '{') braces[depth] = (braces[depth] ?? 0) + 1
      else if (char === '}' && braces[depth] === 0) {
        braces.pop()
        isCode = false
      } else if (char === '}') braces[depth] = (braces[depth] ?? 0) - 1
    } else if (char === quote) {
      if (depth < 0) return { end: next, isClosed: true }
      isCode = true
    } else if (char === '\\' && quote === '"') next += text[next + 1] === '\n' ? 0 : 1
    else if (syntax === 'hcl' && (char === '$' || char === '%') && text[next + 1] === '{') {
      braces.push(0)
      isCode = true
      next += 1
    }
  }
}

/** Returns whether a character code is a letter, digit, or hyphen, as in zone names. */
function isPlain(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 45
}

/** Returns the end of a line. */
export function lineEnd(text: string, at: number): number {
  const found = text.indexOf('\n', at)
  return found < 0 ? text.length : found
}

/** Skips spaces and tabs forward. */
export function skipBlanks(text: string, at: number): number {
  while (text[at] === ' ' || text[at] === '\t') at += 1
  return at
}

/** Skips spaces and tabs backward. */
export function skipBlanksBack(text: string, at: number): number {
  do at -= 1
  while (text[at] === ' ' || text[at] === '\t')
  return at
}

/** Returns the end of the comment at `at`, without line breaks; undefined if there is none. */
export function commentEnd(text: string, at: number, syntax: Syntax): number | undefined {
  const char = text[at]
  if (char !== '#' && char !== '/') return undefined
  if (syntax !== 'json' && char === '#') {
    const isText = syntax === 'yaml' && /\S/.test(text[at - 1] ?? '\n')
    return isText ? undefined : lineEnd(text, at)
  }
  if (syntax === 'yaml' || char !== '/') return undefined
  if (text[at + 1] === '/') return lineEnd(text, at)
  if (text[at + 1] !== '*') return undefined
  const end = text.indexOf('*/', at + 2)
  return end < 0 ? text.length : end + 2
}

/** Returns whether a quote starts a string; within an unquoted text, it doesn’t. */
export function isString(text: string, at: number, syntax: Syntax): boolean {
  const char = text[at]
  if (char !== '"' && (char !== "'" || syntax !== 'yaml')) return false
  return syntax !== 'yaml' || /[\s[{,:]/.test(text[at - 1] ?? '\n')
}

/** Returns whether an assignment follows, so that the preceding text is a key. */
export function isAssignment(text: string, at: number, syntax: Syntax): boolean {
  at = skipBlanks(text, at)
  const next = text[at + 1] ?? '\n'
  if (text[at] === ':') return syntax === 'yaml' ? /[\s"'[{]/.test(next) : next !== ':'
  return text[at] === '=' && syntax === 'hcl' && next !== '=' && next !== '>'
}

/** Returns the end of the heredoc whose delimiter is at `at`. */
export function heredocEnd(text: string, at: number): number {
  heredocWord.lastIndex = at
  const word = heredocWord.exec(text)?.[0]
  if (word === undefined) return at
  let found = at
  do found = text.indexOf(word, found + 1)
  while (found >= 0 && !isAlone(text, found, found + word.length))
  return found < 0 ? text.length : found + word.length
}

const heredocWord = /[A-Za-z_][\w-]*/y

function isAlone(text: string, start: number, end: number): boolean {
  const before = text[skipBlanksBack(text, start)]
  return before === '\n' && /[\r\n]/.test(text[skipBlanks(text, end)] ?? '\n')
}
