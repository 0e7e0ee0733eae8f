import { csvTable, markdownTable, prettyJson } from './markup.ts'

type Value = string | number | readonly string[]

/**
 * A record to copy, by the columns of its table, which aren’t localized, because programs read them. All records have the
 * same ones; what isn’t known is undefined.
 */
interface CopyRecord {
  readonly name: string
  readonly [column: string]: Value | undefined
}

/** The formats of records: each makes a text of them, without a trailing line break. */
export const copyFormats = {
  names: (records: readonly CopyRecord[]) => uniqueNames(records).join('\n'),
  csv: (records: readonly CopyRecord[]) => csvTable(rowsOf(records)),
  markdown: (records: readonly CopyRecord[]) => markdownTable(rowsOf(records)),
  json: (records: readonly CopyRecord[]) => prettyJson(records).trimEnd(),
}

export type CopyFormat = keyof typeof copyFormats

/** Returns a table with a head and all columns, even if they’re empty. */
function rowsOf(records: readonly CopyRecord[]): string[][] {
  const cell = (value: Value = '') => (typeof value === 'object' ? value.join(' ') : String(value))
  return [Object.keys(records[0] ?? {}), ...records.map((one) => Object.values(one).map(cell))]
}

/** Returns the names, each once: two accounts have the same zones, and two clusters the same pools. */
export function uniqueNames(all: readonly { readonly name: string }[]): string[] {
  return [...new Set(all.map(({ name }) => name))]
}
