/** Takes a key out of a text, in every form in which a service may echo it. */
export type Redact = (text: string) => string

const mark = '‹API key›'
/** White space, or what may be shown as such. */
const gap = '[\\s\\x00-\\x1f\\x7f-\\x9f\\xad\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f]'
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

/** Makes the function that takes `apiKey` out of a text. */
export function redactionOf(apiKey: string): Redact {
  const characters = Array.from(apiKey.replace(/\s+/g, ' '))
  const spelled = characters.map((character) => either(spellings(character))).join('')
  // A host name comes back in lower case, so case is ignored. The mark matches itself, lest a key
  // that is part of it be taken out again.
  // Not by code points: a key has none beyond the first 256, and that way it is ten times as slow.
  const pattern = new RegExp(either([escape(mark), spelled, ...base64(apiKey)]), 'gi')
  return (text) => text.replace(pattern, mark)
}

/** How a character may be written: as it is, in a URL, in JSON within JSON, in HTML. */
function spellings(character: string): string[] {
  const code = character.charCodeAt(0)
  const hex = code.toString(16)
  const forms = [
    character,
    `%${hex}`,
    encodeURIComponent(character),
    `\\${character}`,
    `\\u${hex.padStart(4, '0')}`,
    `&#${code};`,
    `&#x${hex};`,
  ]
  const named = names[character]
  if (named !== undefined) forms.push(named)
  const patterns = [...new Set(forms)].map(escape)
  if (character !== ' ') return patterns
  // White space seldom survives as it was. Nothing may match in two ways under the plus: a hostile
  // text would take forever.
  patterns[0] = gap
  return [`${either(patterns)}+`]
}

/**
 * The key in base64: by itself, and within a longer text, where it starts at one of three places of
 * a group of four characters, and shares its first and last one with what stands beside it.
 */
function base64(apiKey: string): string[] {
  const bytes = new TextEncoder().encode(apiKey)
  const encode = (before: number) =>
    btoa(String.fromCharCode(...Array<number>(before).fill(0), ...bytes)).replace(/=+$/, '')
  if (bytes.length < shortestWithin) return [spelledInBase64(encode(0))]
  return [0, 1, 2].map((before) => {
    const end = ((before + bytes.length) * 4) / 3
    const own = encode(before).slice(Math.ceil((before * 4) / 3), Math.floor(end))
    return (before > 0 ? shared : '') + spelledInBase64(own) + (end % 1 > 0 ? shared : '')
  })
}

/** The pattern of base64, for URLs or not; either may have gone into a URL or JSON since. */
function spelledInBase64(text: string): string {
  return text.replaceAll('+', '(?:\\+|-|%2b)').replaceAll('/', '(?:\\\\?/|_|%2f)')
}

function either(patterns: string[]): string {
  return `(?:${patterns.join('|')})`
}

/** The pattern that matches a text as it stands. */
function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
