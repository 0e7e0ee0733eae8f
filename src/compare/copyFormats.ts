import { csvTable, markdownTable } from '../formats/tables.ts'
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
  const lead = ({ region, zoneId = '' }: Row) => (hasRegions ? [region, zoneId] : [zoneId])
  const leadHead = hasRegions ? ['region', 'zone id'] : ['zone id']
  if (format === 'markdown') {
    const head = [...leadHead, ...titles, 'differences']
    return markdownTable([
      head,
      ...rows.map((row) => [...lead(row), ...row.cells.map(cellText), row.differences.join(', ')]),
    ])
  }
  const head = [...leadHead, ...titles.flatMap((title) => [title, `${title} state`]), 'differences']
  const fields = ({ zones }: Cell) => [
    zones.map(({ name }) => name).join(' '),
    zones.map(({ state = '' }) => state).join(' '),
  ]
  return csvTable([
    head,
    ...rows.map((row) => [...lead(row), ...row.cells.flatMap(fields), row.differences.join(' ')]),
  ])
}

function cellText({ zones }: Cell): string {
  return zones
    .map(({ name, state }) => (state === undefined ? name : `${name} (${state})`))
    .join(', ')
}
