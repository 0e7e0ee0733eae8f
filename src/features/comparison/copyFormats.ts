import { csvTable, markdownTable } from '../../formats/tables.ts'
import { isIncomparable, type Cell, type Row } from './table.ts'

/** The formats that a comparison can be copied in. */
export const copyFormats = ['markdown', 'csv'] as const
export type CopyFormat = (typeof copyFormats)[number]

/**
 * Formats rows of a comparison; `titles` are the accounts’ columns. In CSV, states have columns of their own.
 * Headers aren’t localized, because programs read them.
 */
export function formatComparison(
  titles: readonly string[],
  rows: readonly Row[],
  format: CopyFormat,
): string {
  const hasRegions = new Set(rows.map(({ region }) => region)).size > 1
  const own = format === 'markdown' ? ownCells : ownFields
  const columns: Column[] = [
    ...(hasRegions ? [column('region', ({ region }) => region)] : []),
    column('zone id', ({ zoneId = '' }) => zoneId),
    ...titles.flatMap(own),
    ...(titles.length > 1 ? [column('differences', differencesOf)] : []),
  ]
  const table = [
    columns.map(([head]) => head),
    ...rows.map((row) => columns.map(([, textOf]) => textOf(row))),
  ]
  return format === 'markdown' ? markdownTable(table) : csvTable(table)
}

type Column = [head: string, of: (row: Row) => string]

function column(head: string, of: (row: Row) => string): Column {
  return [head, of]
}

/** Returns an account’s columns for people. */
function ownCells(title: string, index: number): Column[] {
  return [column(title, (row) => unknownIn(row, index) || cellText(row.cells[index]))]
}

/** Returns an account’s columns for programs. */
function ownFields(title: string, index: number): Column[] {
  const zonesOf = ({ cells }: Row) => cells[index]?.zones ?? []
  return [
    column(title, (row) => joined(zonesOf(row).map(({ name }) => name))),
    column(
      `${title} state`,
      (row) => unknownIn(row, index) || joined(zonesOf(row).map(({ state = '' }) => state)),
    ),
  ]
}

/** Marks a cell of which nothing is known, so that it isn’t taken for a missing zone. */
function unknownIn({ cells }: Row, index: number): string {
  return cells[index]?.empty === 'unknown' ? 'unknown' : ''
}

function differencesOf(row: Row): string {
  return joined([...row.differences, ...(isIncomparable(row) ? ['incomparable'] : [])])
}

function joined(texts: readonly string[]): string {
  return texts.join(' ')
}

function cellText({ zones }: Pick<Cell, 'zones'> = { zones: [] }): string {
  return zones
    .map(({ name, state }) => (state === undefined ? name : `${name} (${state})`))
    .join(', ')
}
