import { prettyJson } from './prettyJson.ts'
import { fieldsOf, tableOf, type DataRecord } from './records.ts'
import { csvTable, markdownTable } from './tables.ts'

/** Records, and the columns of their table, which aren’t localized, because programs read them. */
interface Table<K extends string> {
  readonly columns: readonly K[]
  readonly records: readonly DataRecord<K>[]
}

/** Records to copy, each of which has a name. */
export interface Copy<K extends string = string> extends Table<K> {
  readonly records: readonly (DataRecord<K> & { readonly name: string })[]
}

/** The formats of records: each makes a text of them, without a trailing line break. */
export const copyFormats = {
  names: ({ records }: Copy) => namesOf(records).join('\n'),
  csv: <K extends string>({ columns, records }: Table<K>) => csvTable(tableOf(columns, records)),
  markdown: <K extends string>({ columns, records }: Table<K>) =>
    markdownTable(tableOf(columns, records)),
  json: <K extends string>({ columns, records }: Table<K>) =>
    prettyJson(records.map((one) => Object.fromEntries(fieldsOf(columns, one)))).trimEnd(),
}

export type CopyFormat = keyof typeof copyFormats

/** Returns the names, each once: two accounts have the same zones, and two clusters the same pools. */
export function namesOf(all: readonly { readonly name: string }[]): string[] {
  return [...new Set(all.map(({ name }) => name))]
}
