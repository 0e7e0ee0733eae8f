/** Takes a key out of a text, in every form in which a service may echo it. */
export type Redact = (text: string) => string

const mark = '‹API key›'
/** White space, or what may be shown as such or not at all. */
const gap =
  '[\\s\\x00-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufff9-\\ufffb]'
/** What may have come between two characters: a line end with its indentation, a place to break. */
const broken = `(?:${gap}|\\udb40[\\udc00-\\udfff]|<wbr ?/?>|&shy;|\\\\[nrt]){0,8}`
/** Characters: as many as one of the key takes, with what has come behind it. */
const widest = 64
/** Any character of base64, or none. */
const shared = '[\\w+/-]?'
/** Bytes; fewer would be found in base64 where no key is. */
const shortestWithin = 8
/** What some characters are called in a form or in HTML. */
const names: Record<string, string> = {
  ' ': '+',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** A way to write the key: the patterns of its characters, in order. */
interface Spelling {
  readonly patterns: readonly string[]
  /** How many of the first ones give the key away, although the rest is cut off. */
  readonly least: number
  /** What may stand before them, as far as the beginning of the key is not cut off. */
  readonly before?: readonly string[]
}

/** One of the bytes of the key. */
interface Encoding extends Spelling {
  /** How many patterns a byte takes. */
  readonly perByte: number
}

let last: { readonly apiKey: string; readonly redact: Redact } | undefined

/** The function that takes `apiKey` out of a text, be it broken up or cut off. */
export function redactionOf(apiKey: string): Redact {
  // Each request wants one, and mostly the same: to make it takes longer than to use it.
  if (last?.apiKey !== apiKey) last = { apiKey, redact: makeRedaction(apiKey) }
  return last.redact
}

function makeRedaction(apiKey: string): Redact {
  const characters = Array.from(apiKey.replace(/\s+/g, ' '))
  const patterns = characters.map((character) => either(spellings(character)))
  const encoded = bytesOf(apiKey).map((bytes) => [hexadecimal(bytes), ...base64(bytes)])
  // One pass for each: a pattern of more than 20,000 characters is a hundred times as slow in V8.
  const passes = [
    [{ patterns, least: leastOf(characters.length) }, ...endOf(patterns)],
    ...encoded,
    ...encoded.map((all) => all.flatMap((one) => endOf(one.patterns, one.perByte))),
  ].map(takeOut)
  return (text) => passes.reduce((left, pass) => pass(left), text)
}

/** Takes spellings of a key out of a text. */
function takeOut(spelled: readonly Spelling[]): Redact {
  // The mark stays as it is, lest a key that is part of it be taken out again.
  const all: Spelling[] = [{ patterns: [escape(mark)], least: 1 }, ...spelled]
  const starts = all.map((one) => `(${one.patterns.slice(0, one.least).map(joined).join('')})`)
  // A host name comes back in lower case, so case is ignored. Not by code points: a key has none
  // beyond the first 256, and that way it is ten times as slow.
  const pattern = new RegExp(either(starts), 'gi')
  /** Of each spelling, the patterns of what may follow its start. */
  const rests = all.map((one) => lazy(() => one.patterns.slice(one.least).map(following)))
  /** The same of what may stand before it, the nearest first. */
  const befores = all.map((one) => lazy(() => (one.before ?? []).map(preceding).toReversed()))

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
        const [before] = previous.exec(text.slice(Math.max(from, start - widest), start)) ?? []
        if (before === undefined) break
        start -= before.length
      }
      kept += text.slice(from, start) + mark
      from = pattern.lastIndex
    }
    return kept + text.slice(from)
  }
}

/** How many of the first characters of a key are taken out where the rest is missing. */
function leastOf(length: number): number {
  return Math.min(length, 12, Math.max(6, Math.ceil(length / 2)))
}

/**
 * The end of a key, where its beginning is cut off: more of it than words that people use are long. A
 * byte of it takes so many patterns.
 */
function endOf(patterns: readonly string[], perByte = 1): Spelling[] {
  const bytes = Math.max(12, Math.min(16, Math.ceil(patterns.length / perByte / 2)))
  const least = Math.floor(bytes * perByte)
  if (patterns.length <= least) return []
  return [{ patterns: patterns.slice(-least), least, before: patterns.slice(0, -least) }]
}

/** How a character may be written: as it is, in a URL, in JSON within JSON, in HTML. */
function spellings(character: string): string[] {
  const code = character.charCodeAt(0)
  const hex = code.toString(16)
  const forms = [character, `\\${character}`, `\\u${hex.padStart(4, '0')}`, `\\x${hex}`]
  const named = names[character]
  if (named !== undefined) forms.push(named)
  const encoded = [`%${hex}`, encodeURIComponent(character)].map((form) =>
    escape(form).replaceAll('%', '%(?:25)*'),
  )
  const numbered = [`&#0*${code};?`, `&#x0*${hex};?`]
  const patterns = [...new Set([...forms.map(escape), ...encoded, ...numbered])]
  if (character !== ' ') return patterns
  // White space seldom survives as it was. Nothing may match in two ways under the plus: a hostile
  // text would take forever.
  patterns[0] = gap
  return [`${either(patterns)}+`]
}

/** The bytes of the key, as characters: as it is sent, and in UTF-8. */
function bytesOf(apiKey: string): string[] {
  return [...new Set([apiKey, String.fromCharCode(...new TextEncoder().encode(apiKey))])]
}

/** The key in hexadecimal digits. */
function hexadecimal(bytes: string): Encoding {
  const patterns = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'))
  const isShort = bytes.length < shortestWithin
  return { patterns, least: isShort ? bytes.length : leastOf(bytes.length), perByte: 1 }
}

/**
 * The key in base64: by itself, and within a longer text, where it starts at one of three places of
 * a group of four characters, and shares its first and last one with what stands beside it.
 */
function base64(bytes: string): Encoding[] {
  const perByte = 4 / 3
  const encode = (before: number) => btoa('\0'.repeat(before) + bytes).replace(/=+$/, '')
  if (bytes.length < shortestWithin) {
    const patterns = Array.from(encode(0), inBase64)
    return [{ patterns, least: patterns.length, perByte }]
  }
  const least = Math.floor(leastOf(bytes.length) * perByte)
  return [0, 1, 2].map((before) => {
    const end = (before + bytes.length) * perByte
    const own = encode(before).slice(Math.ceil(before * perByte), Math.floor(end))
    const patterns = Array.from(own, inBase64)
    if (before > 0) patterns[0] = shared + patterns[0]
    if (end % 1 > 0) patterns.push(patterns.pop() + shared)
    return { patterns, least: Math.min(patterns.length, least), perByte }
  })
}

/** The pattern of a character of base64, for URLs or not; it may have gone into a URL or JSON since. */
function inBase64(character: string): string {
  if (character === '+') return '(?:\\+|-|%2b)'
  return character === '/' ? '(?:\\\\?/|_|%2f)' : character
}

/** The pattern of a character behind another one: white space is broken anyhow. */
function joined(pattern: string, nth: number, all: readonly string[]): string {
  const isWhole = nth === 0 || [pattern, all[nth - 1]].some((one) => one?.endsWith('+') === true)
  return isWhole ? pattern : broken + pattern
}

function following(pattern: string): RegExp {
  return new RegExp((pattern.endsWith('+') ? '' : broken) + pattern, 'iy')
}

function preceding(pattern: string): RegExp {
  return new RegExp(`${pattern}${pattern.endsWith('+') ? '' : broken}$`, 'i')
}

function lazy<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

function either(patterns: readonly string[]): string {
  return `(?:${patterns.join('|')})`
}

/** The pattern that matches a text as it stands. */
function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
