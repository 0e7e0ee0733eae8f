import { csvTable, markdownTable, prettyJson } from './markup.ts'

type Value = string | number | readonly string[]

/**
 * A row of the table to copy, by the names of the columns. All rows have the same columns; the value of an unknown
 * field is undefined. The names aren’t localized, because programs read the copy.
 */
export interface CopyRecord {
  readonly name: string
  readonly [column: string]: Value | undefined
}

export const copyFormats = ['names', 'csv', 'markdown', 'json'] as const

export type CopyFormat = (typeof copyFormats)[number]

/** Formats records as text, without a line break at the end. */
export function formatRecords(records: readonly CopyRecord[], format: CopyFormat): string {
  switch (format) {
    case 'names':
      return uniqueNames(records).join('\n')
    case 'csv':
      return csvTable(tableOf(records))
    case 'markdown':
      return markdownTable(tableOf(records))
    case 'json':
      return prettyJson(records).trimEnd()
  }
}

/** Returns records as a table whose first row is the head. Columns without values are kept. */
function tableOf(records: readonly CopyRecord[]): string[][] {
  const head = Object.keys(records[0] ?? {})
  return [head, ...records.map((record) => Object.values(record).map(cellText))]
}

function cellText(value: Value = ''): string {
  return typeof value === 'object' ? value.join(' ') : String(value)
}

/**
 * Returns the names without duplicates. Two accounts list the same zones, and two clusters may have pools with the same
 * name.
 */
export function uniqueNames(items: readonly { readonly name: string }[]): string[] {
  return [...new Set(items.map(({ name }) => name))]
}
