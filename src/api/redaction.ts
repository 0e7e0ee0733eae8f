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
 * Returns the function that redacts `apiKey`: as it is, in a URL, in JSON, in HTML, and in base64. Other spellings
 * would only hide it from a service that wants to repeat it, and that service has it anyway. Without a key, there is
 * nothing to redact.
 */
export function createRedact(apiKey: string | undefined): Redact {
  if (apiKey === undefined) return (text) => text
  const spelled = (isForm: boolean) =>
    Array.from(apiKey.replace(/\s+/g, ' '), (one) => anySpelling(one, isForm)).join('')
  // The bytes of the key as sent (Latin-1), and in UTF-8, as binary strings.
  const bytes = [apiKey, String.fromCharCode(...new TextEncoder().encode(apiKey))]
  // The placeholder comes first, so that a key that is part of it isn’t redacted in it again.
  const all = [...new Set([placeholder, spelled(false), spelled(true), ...bytes.map(base64)])]
  // Ignores case, because host names are echoed in lowercase.
  const pattern = new RegExp(all.join('|'), 'gi')
  return (text) => text.replace(pattern, placeholder)
}

/**
 * The pattern for a character: literal, or encoded for a URL, JSON, or HTML. In a form, white space may be a plus. The
 * alternatives, and those of white space and a plus beside it, must be disjoint, or a hostile text would take forever.
 */
function anySpelling(character: string, isForm: boolean): string {
  if (isForm && character === '+') return '%2b'
  // White space is often changed.
  if (character === ' ') return `(?:${isForm ? '\\+|' : ''}\\s|%20|\\\\u0020|&#0*32;|&#x0*20;)+`
  const code = character.charCodeAt(0)
  const hex = code.toString(16)
  const forms = [
    `%${hex.padStart(2, '0')}`,
    encodeURIComponent(character),
    `\\${character}`,
    `\\u${hex.padStart(4, '0')}`,
    htmlNames[character] ?? character,
    character,
  ]
  const numbers = [`&#0*${code};`, `&#x0*${hex};`]
  return `(?:${[...numbers, ...new Set(forms.map(escape))].join('|')})`
}

/** The pattern for bytes in base64, in both alphabets, with or without padding. */
function base64(bytes: string): string {
  const characters = Array.from(btoa(bytes).replace(/=+$/, ''))
  const patterns = characters.map((one) => (one === '+' ? '[+-]' : one === '/' ? '[/_]' : one))
  return `${patterns.join('')}={0,2}`
}

/** Escapes text for a regular expression. */
function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
