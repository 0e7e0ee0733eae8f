import { plan, type Planned, type RowId } from './plan.ts'
import type { Results, Summary } from './samples.ts'

const start = '<!-- bench: begin -->'
const end = '<!-- bench: end -->'

/** The table of results in Markdown; what was not measured has no row. */
export function table(results: Results): string {
  const rows = Object.entries(plan).flatMap(([id, planned]: [string, Planned]) => {
    const result = results[id as RowId]
    return result ? [cells(planned, result)] : []
  })
  const head = ['Measurement', 'Median', 'Range', 'Limit']
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n')
}

/** Whether a median is within so many times its bound. */
export function holds({ most }: Planned, { median }: Summary, headroom = 1): boolean {
  return most === undefined || median <= most * headroom
}

/** A document whose table of results is replaced. */
export function withTable(document: string, text: string): string {
  const from = document.indexOf(start)
  const to = document.indexOf(end)
  if (from < 0 || to < from) throw new Error('There is no place for the table')
  return `${document.slice(0, from + start.length)}\n\n${text}\n\n${document.slice(to)}`
}

function cells(planned: Planned, result: Summary): string[] {
  const { what, unit, most } = planned
  const { median, min, max } = result
  const isOne = min === max
  return [
    what,
    `${number(median)} ${unit}${holds(planned, result) ? '' : ' (over the limit)'}`,
    isOne ? '' : `${number(min)}–${number(max)}`,
    most === undefined ? '' : `${most} ${unit}`,
  ]
}

function number(value: number): string {
  if (value >= 100) return value.toFixed(0)
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
