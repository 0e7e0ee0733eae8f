/** What a text is read as: HCL, JSON with comments, or YAML. */
export type Syntax = 'hcl' | 'json' | 'yaml'

/** Where a string ends, before its last quote; at the end of its line where that is missing. */
export interface StringEnd {
  readonly end: number
  readonly isClosed: boolean
}

/** Finds the end of a string whose first quote is at `at`; in HCL there may be strings in templates in it. */
export function stringEnd(text: string, at: number, syntax: Syntax): StringEnd {
  const quote = text[at]
  let next = at + 1
  // Most have nothing in them that needs a closer look.
  while (isPlain(text.charCodeAt(next))) next += 1
  const braces: number[] = [] // that are open, for each template that is
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

/** Whether it is the code of a letter, a digit or a hyphen, of which names of zones are made. */
function isPlain(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 45
}

/** Where the line ends that `at` is in. */
export function lineEnd(text: string, at: number): number {
  const found = text.indexOf('\n', at)
  return found < 0 ? text.length : found
}

/** The first place from `at` on that is no space or tab. */
export function skipBlanks(text: string, at: number): number {
  while (text[at] === ' ' || text[at] === '\t') at += 1
  return at
}

/** The last place before `at` that is no space or tab. */
export function skipBlanksBack(text: string, at: number): number {
  do at -= 1
  while (text[at] === ' ' || text[at] === '\t')
  return at
}

/** Where a comment ends that begins at `at`, line ends left out; undefined where none does. */
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

/** Whether a string begins at a quote; within a text without quotes it is but a sign. */
export function isString(text: string, at: number, syntax: Syntax): boolean {
  const char = text[at]
  if (char !== '"' && (char !== "'" || syntax !== 'yaml')) return false
  return syntax !== 'yaml' || /[\s[{,:]/.test(text[at - 1] ?? '\n')
}

/** Whether `at` stands before what makes a key of that which is before it. */
export function isAssignment(text: string, at: number, syntax: Syntax): boolean {
  at = skipBlanks(text, at)
  const next = text[at + 1] ?? '\n'
  if (text[at] === ':') return syntax === 'yaml' ? /[\s"'[{]/.test(next) : next !== ':'
  return text[at] === '=' && syntax === 'hcl' && next !== '=' && next !== '>'
}

/** Where a heredoc ends, whose word is at `at`: on the line that has nothing but this word. */
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
