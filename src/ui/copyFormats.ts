import { csvTable, markdownTable, prettyJson } from './markup.ts'

type Value = string | number | readonly string[]

/**
 * A record to copy, by the columns of its table, which aren’t localized, because programs read them. All records have the
 * same ones; what isn’t known is undefined.
 */
export interface CopyRecord {
  readonly name: string
  readonly [column: string]: Value | undefined
}

export const copyFormats = ['names', 'csv', 'markdown', 'json'] as const

export type CopyFormat = (typeof copyFormats)[number]

/** Formats records as a text without a trailing line break. */
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

/** Returns a table with a head and all columns, even if they’re empty. */
function tableOf(records: readonly CopyRecord[]): string[][] {
  const head = Object.keys(records[0] ?? {})
  return [head, ...records.map((record) => Object.values(record).map(cellText))]
}

function cellText(value: Value = ''): string {
  return typeof value === 'object' ? value.join(' ') : String(value)
}

/** Returns the names, each once: two accounts have the same zones, and two clusters the same pools. */
export function uniqueNames(items: readonly { readonly name: string }[]): string[] {
  return [...new Set(items.map(({ name }) => name))]
}
