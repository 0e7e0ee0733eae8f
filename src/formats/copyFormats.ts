import { prettyJson } from './prettyJson.ts'
import { csvTable, markdownTable } from './tables.ts'

type Value = string | number | readonly string[]

/** Records, and the columns of their table, which aren’t localized, because programs read them. */
interface Table<K extends string> {
  readonly columns: readonly K[]
  /** What is missing isn’t known. */
  readonly records: readonly { readonly [key in K]?: Value | undefined }[]
}

/** Records to copy, each of which has a name. */
export interface Copy<K extends string = string> extends Table<K> {
  readonly records: readonly (Table<K>['records'][number] & { readonly name: string })[]
}

/** The formats of records: each makes a text of them, without a trailing line break. */
export const copyFormats = {
  names: ({ records }: Copy) => namesOf(records).join('\n'),
  csv: <K extends string>(of: Table<K>) => csvTable(rowsOf(of)),
  markdown: <K extends string>(of: Table<K>) => markdownTable(rowsOf(of)),
  json: <K extends string>({ columns, records }: Table<K>) =>
    prettyJson(
      records.map((one) => {
        const known = columns.filter((key) => one[key] !== undefined)
        return Object.fromEntries(known.map((key) => [key, one[key]]))
      }),
    ).trimEnd(),
}

export type CopyFormat = keyof typeof copyFormats

/** Returns a table with a head and all columns, even if they’re empty. */
function rowsOf<K extends string>({ columns, records }: Table<K>): string[][] {
  const cell = (value: Value = '') => (typeof value === 'object' ? value.join(' ') : String(value))
  return [[...columns], ...records.map((one) => columns.map((key) => cell(one[key])))]
}

/** Returns the names, each once: two accounts have the same zones, and two clusters the same pools. */
export function namesOf(all: readonly { readonly name: string }[]): string[] {
  return [...new Set(all.map(({ name }) => name))]
}
