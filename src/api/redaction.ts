/** Redacts an API key in a text. */
export type Redact = (text: string) => string

const placeholder = '‹API key›'
const htmlNames: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/**
 * The length from which a key is redacted wherever it stands. A shorter one may be a part of ordinary words: with the
 * key `pool`, the machine pool `worker-pool` would lose its name.
 */
const minLengthWithinWords = 12

/**
 * Returns the function that redacts `apiKey`: as it is, in a URL, in JSON, in HTML, and in base64 on its own. Other
 * spellings would only hide it from a service that wants to repeat it, and that service has it anyway. A short key is
 * redacted only if it is a whole word. Without a key, there is nothing to redact.
 */
export function createRedact(apiKey: string | undefined): Redact {
  if (apiKey === undefined) return (text) => text
  // Made when it is first needed: of what is created for a request, most sends nothing, and the pattern is long.
  let pattern: RegExp | undefined
  return (text) => text.replace((pattern ??= keyPattern(apiKey)), placeholder)
}

/** The pattern for all spellings of a key that are redacted. */
function keyPattern(apiKey: string): RegExp {
  const utf8Bytes = String.fromCharCode(...new TextEncoder().encode(apiKey))
  const alternatives = new Set([
    // The placeholder comes first: a key such as `API` would otherwise be redacted within it, again and again.
    placeholder,
    spelledKey(apiKey, false),
    spelledKey(apiKey, true),
    base64Bytes(apiKey), // the key is sent as Latin-1, a byte for each character
    base64Bytes(utf8Bytes),
  ])
  const anywhere = [...alternatives].join('|')
  const isShort = apiKey.length < minLengthWithinWords
  // The pattern ignores case, because host names are echoed in lowercase.
  return new RegExp(isShort ? wholeWord(anywhere) : anywhere, 'gi')
}

/**
 * Redacts the texts and numbers of parsed JSON, and the names of its fields. `text` is the JSON before parsing. If it
 * has no escapes, it is searched first: almost no response repeats the key, and a search is faster than a walk through
 * all values. Escapes may hide a part of the key, as `\u0026amp;` does of an ampersand in HTML.
 */
export function redactJson(value: unknown, text: string, redact: Redact): unknown {
  const isEchoed = redact(text) !== text
  return isEchoed || text.includes('\\') ? redactValue(value, redact, isEchoed) : value
}

/** Redacts the texts in a value; with `hasNumbers`, its numbers, too, which are never escaped. */
function redactValue(value: unknown, redact: Redact, hasNumbers: boolean): unknown {
  if (typeof value === 'string') return redact(value)
  if (typeof value === 'number') return hasNumbers ? redactNumber(value, redact) : value
  if (Array.isArray(value)) return value.map((element) => redactValue(element, redact, hasNumbers))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      return [redact(name), redactValue(field, redact, hasNumbers)]
    }),
  )
}

/** A key may consist of digits. A number that was rounded may have been the key, of which most digits are left. */
function redactNumber(value: number, redact: Redact): unknown {
  const text = String(value)
  const isRounded = Math.abs(value) > Number.MAX_SAFE_INTEGER
  return isRounded || redact(text) !== text ? placeholder : value
}

/**
 * The pattern for a text that isn’t a part of a word. Words may contain hyphens, as names do. An escape before or after
 * the text, such as the `%3D` in `key%3Dabc`, is no part of the word.
 */
function wholeWord(pattern: string): string {
  const escapeBefore = '(?<=%[\\da-f]{2}|\\\\u[\\da-f]{4}|\\\\[bfnrt])'
  const wordCharacter = '[\\w\\u00c0-\\u024f-]'
  return `(?:(?<!${wordCharacter})|${escapeBefore})(?:${pattern})(?!${wordCharacter})`
}

/** The pattern for the key as text. Each run of white space counts as one space, because it is often changed. */
function spelledKey(apiKey: string, isForm: boolean): string {
  const characters = Array.from(apiKey.replace(/\s+/g, ' '))
  return characters.map((character) => anySpelling(character, isForm)).join('')
}

/**
 * The pattern for a character: literal, or encoded for a URL, JSON, or HTML. In a form, white space may be a plus. The
 * alternatives, and those of white space and a plus beside it, must be disjoint, or a hostile text would take forever.
 */
function anySpelling(character: string, isForm: boolean): string {
  if (isForm && character === '+') return '%2b'
  if (character === ' ') return `(?:${isForm ? '\\+|' : ''}\\s|%20|\\\\u0020|&#0*32;|&#x0*20;)+`
  const code = character.charCodeAt(0)
  const hex = code.toString(16)
  const spellings = [
    `%${hex.padStart(2, '0')}`,
    encodeURIComponent(character),
    `\\${character}`,
    `\\u${hex.padStart(4, '0')}`,
    htmlNames[character] ?? character,
    character,
  ]
  const htmlNumbers = [`&#0*${code};`, `&#x0*${hex};`]
  const escapedSpellings = new Set(spellings.map(escapePattern))
  return `(?:${[...htmlNumbers, ...escapedSpellings].join('|')})`
}

/** The pattern for bytes, given as a binary string, in base64: in both alphabets, with or without padding. */
function base64Bytes(bytes: string): string {
  const base64 = btoa(bytes).replace(/=+$/, '')
  const pattern = base64.replaceAll('+', '[+-]').replaceAll('/', '[/_]')
  return `${pattern}={0,2}`
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
