import { prettyJson } from './prettyJson.ts'
import { csvTable, markdownTable } from './tables.ts'

type Value = string | number | readonly string[]

/**
 * Records to copy, and the columns of their table, which aren’t localized, because programs read them. What a record lacks
 * isn’t known.
 */
export interface Copy<K extends string = string> {
  readonly columns: readonly K[]
  readonly records: readonly ({ readonly [key in K]?: Value | undefined } & {
    readonly name: string
  })[]
}

/** The formats of records: each makes a text of them, without a trailing line break. */
export const copyFormats = {
  names: ({ records }: Copy) => namesOf(records).join('\n'),
  csv: (of: Copy) => csvTable(rowsOf(of)),
  markdown: (of: Copy) => markdownTable(rowsOf(of)),
  json: ({ columns, records }: Copy) =>
    prettyJson(
      records.map((one) => {
        const known = columns.filter((key) => one[key] !== undefined)
        return Object.fromEntries(known.map((key) => [key, one[key]]))
      }),
    ).trimEnd(),
}

export type CopyFormat = keyof typeof copyFormats

/** Returns a table with a head and all columns, even if they’re empty. */
function rowsOf({ columns, records }: Copy): string[][] {
  const cell = (value: Value = '') => (typeof value === 'object' ? value.join(' ') : String(value))
  return [[...columns], ...records.map((one) => columns.map((key) => cell(one[key])))]
}

/** Returns the names, each once: two accounts have the same zones, and two clusters the same pools. */
export function namesOf(all: readonly { readonly name: string }[]): string[] {
  return [...new Set(all.map(({ name }) => name))]
}
