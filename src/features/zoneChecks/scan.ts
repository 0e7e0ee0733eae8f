import { keyOf, type Key, type ZoneReference, type ZoneLanguage } from './zoneReferences.ts'
import {
  commentEnd,
  heredocEnd,
  isString,
  lineEnd,
  skipBlanks,
  skipBlanksBack,
  stringEnd,
  type Syntax,
} from './lexer.ts'
import { ValueReader } from './values.ts'

/**
 * Finds references to zones and regions: values of keys such as `azs`, `zone`, `availability_zone`,
 * `availabilityZones`, and `region`, alone or in lists, and positions for such values. Comments, heredocs,
 * block scalars, templates, references, and numbers outside lists aren’t values. A string ends with its line,
 * and an unclosed list at the next key: a text that is being edited is mostly broken.
 */
export function scanZones(text: string, language: ZoneLanguage): ZoneReference[] {
  const syntax = language === 'terraform' ? 'hcl' : language
  return new Scanner(text, syntax).all()
}

/** Returns the reference or position at an offset. */
export function referenceAt(
  mentions: readonly ZoneReference[],
  offset: number,
): ZoneReference | undefined {
  return mentions.find(({ start, end }) => start <= offset && offset <= end)
}

/**
 * The ends of keys, and whatever hides keys. Fast, because matches begin with few characters and all
 * repetitions are bounded.
 */
const landmarks: Record<Syntax, RegExp> = {
  hcl: /(?:az|zone|region|location)s?"?[ \t]{0,40}[=:](?![=>:])|\/\*|<<-?(?=\w)|variable[ \t]{1,40}"|default[ \t]{0,40}=(?!=)/gi,
  json: /(?:az|zone|region|location)s?"[ \t]{0,40}:|\/\*/gi,
  yaml: /(?:az|zone|region|location)s?["']?[ \t]{0,40}:(?=[\s"'[{]|$)|[|>][-+\d]{0,2}[ \t]{0,40}\r?$/gim,
}

class Scanner {
  readonly #text: string
  readonly #syntax: Syntax
  readonly #reader: ValueReader
  readonly #keys = new Map<string, Key | undefined>()
  /** The offset up to which the text was scanned. */
  #at = 0
  /** The latest Terraform variable, and the end of its block. */
  #variable = { name: '', end: -1 }

  constructor(text: string, syntax: Syntax) {
    this.#text = text
    this.#syntax = syntax
    this.#reader = new ValueReader(text, syntax)
  }

  all(): ZoneReference[] {
    const pattern = landmarks[this.#syntax]
    pattern.lastIndex = 0
    for (let found = pattern.exec(this.#text); found; found = pattern.exec(this.#text)) {
      this.#visit(found[0], found.index, pattern.lastIndex)
      pattern.lastIndex = Math.max(this.#at, pattern.lastIndex)
    }
    return this.#reader.mentions
  }

  #visit(landmark: string, start: number, end: number): void {
    const char = landmark[0] ?? ''
    if (char === '/') {
      if (this.#isCode(start)) this.#at = commentEnd(this.#text, start, this.#syntax) ?? end
    } else if (char === '<') {
      if (this.#isCode(start)) this.#at = heredocEnd(this.#text, end)
    } else if (char === '|' || char === '>') this.#blockText(start)
    else if (landmark.endsWith('"')) this.#variableBlock(start, end)
    else this.#key(start, end)
  }

  /** Scans up to an offset, and returns whether it is outside strings and comments. */
  #isCode(place: number): boolean {
    const text = this.#text
    // Not before the scanned part, because a line may be as long as the text.
    let at = this.#at + text.slice(this.#at, place).lastIndexOf('\n') + 1
    for (at = Math.min(place, skipBlanks(text, at)); at < place;) {
      const end = isString(text, at, this.#syntax)
        ? stringEnd(text, at, this.#syntax).end + 1
        : commentEnd(text, at, this.#syntax)
      at = end ?? at + 1
    }
    this.#at = at
    return at === place
  }

  #key(tail: number, end: number): void {
    const text = this.#text
    let start = tail
    while (tail - start < 80 && /[\w./-]/.test(text[start - 1] ?? '\n')) start -= 1
    const quote = text[start - 1]
    const first = quote === '"' || quote === "'" ? start - 1 : start
    if (!this.#isCode(first)) return
    const before = text[skipBlanksBack(text, first)] ?? '\n'
    if (!/[\n{,[(/-]/.test(before)) return
    let nameEnd = tail
    while (/\w/.test(text[nameEnd] ?? '')) nameEnd += 1
    const name = text.slice(start, nameEnd)
    const { name: variable, end: blockEnd } = this.#variable
    const key = this.#keyOf(name === 'default' && tail < blockEnd ? variable : name)
    this.#at = end
    if (!key) return
    const value = this.#reader.value(key, end)
    this.#at = value.end
    const isBlock = this.#syntax === 'yaml' && /[\n-]/.test(before)
    if (isBlock && value.isEmpty) this.#blockList(key, first, end)
  }

  #keyOf(name: string): Key | undefined {
    if (!this.#keys.has(name)) this.#keys.set(name, keyOf(name))
    return this.#keys.get(name)
  }

  #variableBlock(start: number, end: number): void {
    if (!this.#isCode(start)) return
    const { end: blockEnd } = this.#variable
    const name = /^[\w-]*/.exec(this.#text.slice(end, end + 80))?.[0] ?? ''
    const close = blockEnd < end ? this.#text.indexOf('\n}', end) : blockEnd
    this.#variable = { name, end: close < 0 ? Infinity : close }
    this.#at = end + name.length + 1
  }

  /** Reads the items below a YAML key that aren’t indented less. */
  #blockList(key: Key, keyAt: number, list: number): void {
    const text = this.#text
    const column = keyAt - (text.lastIndexOf('\n', keyAt) + 1)
    let start = lineEnd(text, list) + 1
    while (start < text.length) {
      const end = lineEnd(text, start)
      const dash = skipBlanks(text, start)
      const isEmpty = dash >= end || text[dash] === '#' || text[dash] === '\r'
      const isEntry = text[dash] === '-' && /\s/.test(text[dash + 1] ?? '\n')
      if (!isEmpty && (!isEntry || dash - start < column)) return
      if (isEntry) {
        // A mapping isn’t a value.
        if (/:(?:\s|$)/.test(text.slice(dash + 1, end).replace(/#.*/, ''))) return
        this.#reader.entry(key, dash + 1, list)
      }
      this.#at = end
      start = end + 1
    }
  }

  /** Skips a YAML block scalar, whose lines are indented more than its parent. */
  #blockText(indicator: number): void {
    const text = this.#text
    const before = skipBlanksBack(text, indicator)
    if (!/[:-]/.test(text[before] ?? '') || !this.#isCode(indicator)) return
    const line = text.lastIndexOf('\n', indicator) + 1
    let owner = skipBlanks(text, line)
    while (owner < before && text[owner] === '-' && text[owner + 1] === ' ') {
      const next = skipBlanks(text, owner + 1)
      if (next > before) break
      owner = next
    }
    let start = lineEnd(text, indicator) + 1
    for (; start < text.length; start = lineEnd(text, start) + 1) {
      const first = skipBlanks(text, start)
      const isEmpty = /[\r\n]/.test(text[first] ?? '\n')
      if (!isEmpty && first - start <= owner - line) break
    }
    this.#at = start
  }
}
