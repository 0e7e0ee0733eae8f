import { shorten } from '../api/response.ts'

// Formats external text as CSV, Markdown, and JSON.

/**
 * Formats a table as CSV (RFC 4180, but with `\n` as the line break), without a line break at the end. The first row is
 * the head.
 */
export function csvTable(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(csvField).join(',')).join('\n')
}

/** Formats a table as Markdown. All markup in its cells is escaped. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows.map((row) => row.map(markdownCell))
  const separator = head.map(() => '---')
  return [head, separator, ...body].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/**
 * Quotes a CSV field. Spreadsheets run a field that begins with a sign such as `=` as a formula, so an apostrophe is
 * put before it. A spreadsheet whose separator is a semicolon or a tab may also split the field there, so an apostrophe
 * is put before such a sign after a separator, too.
 */
function csvField(text: string): string {
  const field = text
    .replaceAll(/(?<=[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g, "'")
    .replace(/^(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/, "'")
  // Quoted, so that a spreadsheet whose separator is a semicolon doesn’t split the field.
  return /[",;\t\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}

/**
 * Escapes text for a cell of a Markdown table. URLs, `@name`, and `#1` are escaped, too, because they become links or
 * mentions without any markup.
 */
function markdownCell(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]<>|~&!$:]/g, (character) => `\\${character}`)
    .replaceAll(/(?<=www)\./gi, '\\.')
    .replaceAll(/[@#](?=\S)/g, (character) => `${character}<!-- -->`)
    .replaceAll(/\s+/g, ' ')
}

/** Formats a value as indented JSON. Invisible and bidirectional characters are escaped. */
export function prettyJson(value: unknown): string {
  return `${escapeInvisibleJson(JSON.stringify(value, undefined, 2))}\n`
}

/** Escapes invisible and bidirectional characters in JSON as `\u202e`, which doesn’t change the value. */
export function escapeInvisibleJson(json: string): string {
  return json.replaceAll(/(?![\n ])[\p{C}\p{Z}\p{DI}\u2800]/gu, jsonEscape)
}

/** Escapes a character for JSON, which has an escape for each of its UTF-16 code units. */
function jsonEscape(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    const code = character.charCodeAt(index).toString(16).padStart(4, '0')
    return `\\u${code}`
  }).join('')
}

const maxCodeLength = 300

/** Formats external text as inline code. Markdown renders no links, images, HTML, or emphasis in code. */
export function asCode(text: string): string {
  const line = shorten(text.replace(/\s+/g, ' ').trim(), maxCodeLength)
  if (line === '') return '—'
  const backtickRuns = line.match(/`+/g) ?? []
  const longestRun = Math.max(0, ...backtickRuns.map((run) => run.length))
  const fence = '`'.repeat(longestRun + 1)
  // A space keeps a backtick at either end of the text from becoming a part of the fence.
  const padding = /^`|`$/.test(line) ? ' ' : ''
  return `${fence}${padding}${line}${padding}${fence}`
}
