/** Redacts an API key in a text, in every form in which a service may echo it. */
export type Redact = (text: string) => string

const placeholder = '‹API key›'
/** White space and invisible characters. */
const space =
  '[\\s\\x00-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufff9-\\ufffb]'
/** Anything that may separate two characters: a line break with its indentation, or an optional break. */
const separator = `(?:${space}|\\udb40[\\udc00-\\udfff]|<wbr ?/?>|&shy;|\\\\[nrt]){0,8}`
/** The maximum length of one key character with its separators, in characters. */
const maxPatternWidth = 64
const anyBase64 = '[\\w+/-]?'
/** In bytes; shorter keys would match by chance in base64. */
const minEmbeddedBytes = 8
/** Named forms of characters in form data and HTML. */
const namedForms: Record<string, string> = {
  ' ': '+',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** One encoding of the key: a pattern for each of its characters. */
interface Spelling {
  readonly patterns: readonly string[]
  /** The number of leading patterns that suffice for a match, in case the rest is cut off. */
  readonly minLength: number
  /** Patterns for preceding characters, in case a part of the beginning is there. */
  readonly before?: readonly string[]
}

/** An encoding of the key’s bytes. */
interface Encoding extends Spelling {
  /** The number of patterns for a byte. */
  readonly perByte: number
}

let last: { readonly apiKey: string; readonly redact: Redact } | undefined

/** Returns the function that redacts `apiKey`, even if it is interrupted by breaks or cut off. */
export function createRedact(apiKey: string): Redact {
  // Every request needs one, mostly for the same key, and building it is slower than using it.
  if (last?.apiKey !== apiKey) last = { apiKey, redact: buildRedact(apiKey) }
  return last.redact
}

function buildRedact(apiKey: string): Redact {
  const characters = Array.from(apiKey.replace(/\s+/g, ' '))
  const patterns = characters.map((character) => anyOf(spellings(character)))
  const encoded = bytesOf(apiKey).map((bytes) => [hexadecimal(bytes), ...base64(bytes)])
  // One pass each: V8 is a hundred times slower on patterns of more than 20,000 characters.
  const passes = [
    [{ patterns, minLength: minVisibleLength(characters.length) }, ...trailingPart(patterns)],
    ...encoded,
    ...encoded.map((all) => all.flatMap((one) => trailingPart(one.patterns, one.perByte))),
  ].map(redactor)
  return (text) => passes.reduce((left, pass) => pass(left), text)
}

/** Creates the function that redacts all matches of the spellings. */
function redactor(spelled: readonly Spelling[]): Redact {
  // The placeholder comes first, so that a key that is part of it isn’t redacted in it again.
  const all: Spelling[] = [{ patterns: [escape(placeholder)], minLength: 1 }, ...spelled]
  const starts = all.map((one) => `(${one.patterns.slice(0, one.minLength).map(joined).join('')})`)
  // Ignores case, because host names are echoed in lowercase. Without the `u` flag, which is ten times slower
  // and not needed: keys have only the first 256 code points.
  const pattern = new RegExp(anyOf(starts), 'gi')
  /** For each spelling, the patterns after its start. */
  const rests = all.map((one) => memoize(() => one.patterns.slice(one.minLength).map(following)))
  /** For each spelling, the patterns before its start, nearest first. */
  const befores = all.map((one) => memoize(() => (one.before ?? []).map(preceding).toReversed()))

  return (text) => {
    let kept = ''
    let from = 0
    pattern.lastIndex = 0
    for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
      const which = found.findIndex((group, nth) => nth > 0 && group !== undefined) - 1
      for (const next of rests[which]?.() ?? []) {
        next.lastIndex = pattern.lastIndex
        if (!next.test(text)) break
        pattern.lastIndex = next.lastIndex
      }
      let start = found.index
      for (const previous of befores[which]?.() ?? []) {
        const [before] =
          previous.exec(text.slice(Math.max(from, start - maxPatternWidth), start)) ?? []
        if (before === undefined) break
        start -= before.length
      }
      kept += text.slice(from, start) + placeholder
      from = pattern.lastIndex
    }
    return kept + text.slice(from)
  }
}

/** The number of leading characters of a key that are redacted without the rest. */
function minVisibleLength(length: number): number {
  return Math.min(length, 12, Math.max(6, Math.ceil(length / 2)))
}

/** The end of a key whose beginning is cut off. Longer than any common word, so that words are kept. */
function trailingPart(patterns: readonly string[], perByte = 1): Spelling[] {
  const bytes = Math.max(12, Math.min(16, Math.ceil(patterns.length / perByte / 2)))
  const minLength = Math.floor(bytes * perByte)
  if (patterns.length <= minLength) return []
  return [
    { patterns: patterns.slice(-minLength), minLength, before: patterns.slice(0, -minLength) },
  ]
}

/** The patterns for a character: literal, URL-encoded, in nested JSON, and in HTML. */
function spellings(character: string): string[] {
  const code = character.charCodeAt(0)
  const hex = code.toString(16)
  const forms = [character, `\\${character}`, `\\u${hex.padStart(4, '0')}`, `\\x${hex}`]
  const named = namedForms[character]
  if (named !== undefined) forms.push(named)
  const encoded = [`%${hex}`, encodeURIComponent(character)].map((form) =>
    escape(form).replaceAll('%', '%(?:25)*'),
  )
  const numbered = [`&#0*${code};?`, `&#x0*${hex};?`]
  const patterns = [...new Set([...forms.map(escape), ...encoded, ...numbered])]
  if (character !== ' ') return patterns
  // White space is often changed. The alternatives under the `+` must be disjoint, or a hostile text would
  // cause catastrophic backtracking.
  patterns[0] = space
  return [`${anyOf(patterns)}+`]
}

/** The bytes of the key as sent (Latin-1), and in UTF-8, as binary strings. */
function bytesOf(apiKey: string): string[] {
  return [...new Set([apiKey, String.fromCharCode(...new TextEncoder().encode(apiKey))])]
}

/** The key in hexadecimal. */
function hexadecimal(bytes: string): Encoding {
  const patterns = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'))
  const isShort = bytes.length < minEmbeddedBytes
  return {
    patterns,
    minLength: isShort ? bytes.length : minVisibleLength(bytes.length),
    perByte: 1,
  }
}

/**
 * The key in base64, alone and within longer data. There it starts at one of three offsets in a group of four
 * characters, and shares its first and last character with its neighbors.
 */
function base64(bytes: string): Encoding[] {
  const perByte = 4 / 3
  const encode = (before: number) => btoa('\0'.repeat(before) + bytes).replace(/=+$/, '')
  if (bytes.length < minEmbeddedBytes) {
    const patterns = Array.from(encode(0), inBase64)
    return [{ patterns, minLength: patterns.length, perByte }]
  }
  const minLength = Math.floor(minVisibleLength(bytes.length) * perByte)
  return [0, 1, 2].map((before) => {
    const end = (before + bytes.length) * perByte
    const own = encode(before).slice(Math.ceil(before * perByte), Math.floor(end))
    const patterns = Array.from(own, inBase64)
    if (before > 0) patterns[0] = anyBase64 + patterns[0]
    if (end % 1 > 0) patterns.push(patterns.pop() + anyBase64)
    return { patterns, minLength: Math.min(patterns.length, minLength), perByte }
  })
}

/** The pattern for a base64 character in both alphabets, possibly URL-encoded or JSON-escaped. */
function inBase64(character: string): string {
  if (character === '+') return '(?:\\+|-|%2b)'
  return character === '/' ? '(?:\\\\?/|_|%2f)' : character
}

/** The pattern for a character after another one. White space already matches separators. */
function joined(pattern: string, nth: number, all: readonly string[]): string {
  const isWhole = nth === 0 || [pattern, all[nth - 1]].some((one) => one?.endsWith('+') === true)
  return isWhole ? pattern : separator + pattern
}

function following(pattern: string): RegExp {
  return new RegExp((pattern.endsWith('+') ? '' : separator) + pattern, 'iy')
}

function preceding(pattern: string): RegExp {
  return new RegExp(`${pattern}${pattern.endsWith('+') ? '' : separator}$`, 'i')
}

function memoize<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

function anyOf(patterns: readonly string[]): string {
  return `(?:${patterns.join('|')})`
}

/** Escapes text for a regular expression. */
function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
