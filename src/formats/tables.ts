// Tables as a text. The first row is the head.

/** A table as CSV (RFC 4180, but with the line ends of the editor), without a line end after it. */
export function csvTable(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(csvField).join(',')).join('\n')
}

/** A table as Markdown, in which nothing but the table is markup. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...others] = rows.map((row) => row.map(markdownCell))
  const line = head.map(() => '---')
  return [head, line, ...others].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** What a spreadsheet would run as a formula is a text to it behind an apostrophe. */
function csvField(text: string): string {
  const field = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}

/** Addresses become links without any markup; a comment keeps `@` and `#` apart from who is meant. */
function markdownCell(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]<>|~&!$:]/g, (sign) => `\\${sign}`)
    .replaceAll(/(?<=www)\./gi, '\\.')
    .replaceAll(/[@#](?=\S)/g, (sign) => `${sign}<!-- -->`)
    .replaceAll(/\s+/g, ' ')
}
