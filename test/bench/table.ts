import { tableOf } from '../docs/page.ts'
import { type Row, type RowId, rows } from './rows.ts'
import type { Results, Summary } from './samples.ts'

/** The table of results in Markdown; what was not measured has no row. */
export function table(results: Results): string {
  const lines = Object.entries(rows).flatMap(([id, row]: [string, Row]) => {
    const result = results[id as RowId]
    return result ? [cells(row, result)] : []
  })
  const head = ['Measurement', 'Median', 'Range', 'Target']
  return tableOf(head, lines)
}

function cells({ what, unit, most }: Row, { median, min, max }: Summary): string[] {
  return [
    what,
    `${number(median)} ${unit}`,
    min === max ? '' : `${number(min)}–${number(max)}`,
    most === undefined ? '' : `${most} ${unit}`,
  ]
}

function number(value: number): string {
  if (value >= 100) return value.toFixed(0)
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

/** The rows whose median is greater than so many times what is allowed. */
export function exceeded(results: Results, headroom: (row: Row) => number): string[] {
  return Object.entries(rows).flatMap(([id, row]: [string, Row]) => {
    const { median = 0 } = results[id as RowId] ?? {}
    return median > (row.most ?? Infinity) * headroom(row) ? [row.what] : []
  })
}
