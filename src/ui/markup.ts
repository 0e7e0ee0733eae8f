import { shorten } from '../api/response.ts'

// External text as CSV, Markdown, and JSON.

/** Formats a table, whose first row is the head, as CSV (RFC 4180, with `\n`), without a trailing line break. */
export function csvTable(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(csvField).join(',')).join('\n')
}

/** Formats a table as Markdown, with all markup in cells escaped. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows.map((row) => row.map(markdownCell))
  const separator = head.map(() => '---')
  return [head, separator, ...body].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/**
 * Quotes a CSV field. An apostrophe keeps spreadsheets from running it as a formula, or what is behind a separator
 * in it: where that is a semicolon or a tab, quotes count only at the start of a line.
 */
function csvField(text: string): string {
  const field = text
    .replaceAll(/(?<=[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g, "'")
    .replace(/^(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/, "'")
  // Where a semicolon is the separator, what is behind one would be another cell.
  return /[",;\t\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}

/** Escapes a Markdown cell. URLs, `@`, and `#` would become links or mentions without any markup. */
function markdownCell(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]<>|~&!$:]/g, (character) => `\\${character}`)
    .replaceAll(/(?<=www)\./gi, '\\.')
    .replaceAll(/[@#](?=\S)/g, (character) => `${character}<!-- -->`)
    .replaceAll(/\s+/g, ' ')
}

/** Formats JSON for people. Invisible and bidirectional characters are escaped. */
export function prettyJson(value: unknown): string {
  return `${escapeInvisibleJson(JSON.stringify(value, undefined, 2))}\n`
}

/** Escapes invisible and bidirectional characters in JSON, which doesn’t change its meaning. */
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

/** Formats external text as inline code, in which Markdown has no links, images, HTML, or emphasis. */
export function asCode(text: string): string {
  const line = shorten(text.replace(/\s+/g, ' ').trim(), maxCodeLength)
  if (line === '') return '—'
  const backtickRuns = line.match(/`+/g) ?? []
  const longestRun = Math.max(0, ...backtickRuns.map((run) => run.length))
  const fence = '`'.repeat(longestRun + 1)
  // A backtick next to the fence would extend it.
  const padding = /^`|`$/.test(line) ? ' ' : ''
  return `${fence}${padding}${line}${padding}${fence}`
}
