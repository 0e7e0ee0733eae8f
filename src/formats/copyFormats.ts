import { prettyJson } from './prettyJson.ts'
import { fieldsOf, tableOf, type DataRecord } from './records.ts'
import { csvTable, markdownTable } from './tables.ts'

/** Records to copy, and the columns of their table, which aren’t localized, because programs read them. */
export interface Copy<K extends string = string> {
  readonly columns: readonly K[]
  readonly records: readonly (DataRecord<K> & { readonly name: string })[]
}

/** The formats of Copy As…: each makes a text of records, without a trailing line break. */
export const copyFormats = {
  names: ({ records }: Copy) => namesOf(records).join('\n'),
  csv: ({ columns, records }: Copy) => csvTable(tableOf(columns, records)),
  markdown: ({ columns, records }: Copy) => markdownTable(tableOf(columns, records)),
  json: ({ columns, records }: Copy) =>
    prettyJson(records.map((one) => Object.fromEntries(fieldsOf(columns, one)))).trimEnd(),
}

export type CopyFormat = keyof typeof copyFormats

/** Returns the names, each once: two accounts have the same zones, and two clusters the same pools. */
export function namesOf(all: readonly { readonly name: string }[]): string[] {
  return [...new Set(all.map(({ name }) => name))]
}
