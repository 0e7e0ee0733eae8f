import { csvTable, markdownTable } from '../../formats/tables.ts'
import type { Cell, Row } from './table.ts'

/** What a comparison can be copied as. */
export const copyFormats = ['markdown', 'csv'] as const
/** One of them. */
export type CopyFormat = (typeof copyFormats)[number]

/**
 * Rows of a comparison as a text; `titles` are those of the accounts' columns. In CSV the states have
 * columns of their own. The heads are fixed words, as programs read them.
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
    ...(titles.length > 1 ? [column('differences', (row) => row.differences.join(' '))] : []),
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

/** What an account has, as it is read. */
function ownCells(title: string, index: number): Column[] {
  return [column(title, ({ cells }) => cellText(cells[index]))]
}

/** The same for programs. */
function ownFields(title: string, index: number): Column[] {
  const zonesOf = ({ cells }: Row) => cells[index]?.zones ?? []
  return [
    column(title, (row) => joined(zonesOf(row).map(({ name }) => name))),
    column(`${title} state`, (row) => joined(zonesOf(row).map(({ state = '' }) => state))),
  ]
}

function joined(texts: readonly string[]): string {
  return texts.join(' ')
}

function cellText({ zones }: Pick<Cell, 'zones'> = { zones: [] }): string {
  return zones
    .map(({ name, state }) => (state === undefined ? name : `${name} (${state})`))
    .join(', ')
}
