import { markdownTable } from '../docs/page.ts'
import type { Summary } from './samples.ts'

/** A row of the table: the name of the measurement, its unit, and the limit of the median. */
type Row = [name: string, unit: '×' | 'ms' | 'KB' | '/s', limit: number]

/** All measurements of `npm run bench`, in the order of its table. */
export const rows = {
  nodeBundle: ['What activation loads, minified', 'KB', 15],
  webBundle: ['What activation loads in a browser, minified', 'KB', 15],
  activation: [
    'Activation, compared with an extension of the same names that does nothing',
    '×',
    1.15,
  ],
  loading: ['Loading in the background after activation, with a connection', 'ms', 50],
  loadingBlock: ['Longest block while loading', 'ms', 100],
  firstCommand: ['First command after activation', 'ms', 25],
  zones10: ['List of 10 zones, compared with ofetch alone', '×', 1.3],
  scanTerraform: ['Finding the zones in 1 MB of Terraform', 'ms', 80],
  scanYaml: ['Finding the zones in 1 MB of YAML', 'ms', 80],
  scanJson: ['Finding the zones in 1 MB of JSON', 'ms', 80],
  scanLine: ['Finding the zones in a line of 100,000 characters', 'ms', 50],
  firstFile: [
    'Longest block while 1 MB of Terraform is read and checked, as the first file',
    'ms',
    100,
  ],
  firstInsertion: ['Longest block while a zone is inserted into such a file', 'ms', 100],
  judging: ['Checking 20,000 misspelled zones against 2 zones', 'ms', 100],
  judgingLong: ['Checking 5,000 misspelled zones against 10,000 zones', 'ms', 100],
  hints: ['Hints for 500 zones that are cached for 1,000 accounts', 'ms', 100],
  lenses: ['Code lenses for 10,000 machine pools in a file', 'ms', 100],
  diagnostics: ['Diagnostics for 20,000 problems in a file', 'ms', 100],
  folder: ['Check Zones in Folder for 5,000 files, compared with ripgrep on one thread', '×', 5],
  polls: ['Requests in the busiest second, of 10 windows that follow 50 deletions', '/s', 40],
  goToPool: ['Opening Go to Machine Pool over 5,000 loaded clusters', 'ms', 300],
  goToPoolBlock: ['Longest block while it is opened', 'ms', 100],
  longNames: ['Showing 1,000 names of 40 KB', 'ms', 100],
  labels: ['Reading and comparing two machine pools with 100,000 labels', 'ms', 100],
  question: ['From Delete Machine Pool… to its dialog', 'ms', 150],
  deletion: ['From confirming a deletion to its request, in addition to a fetch', 'ms', 20],
} as const satisfies Record<string, Row>

export type RowId = keyof typeof rows

/** The results of measurements, by row. */
export type Results = Partial<Record<RowId, Summary>>

/** The table of results in Markdown. */
export function formatTable(results: Results): string {
  const lines = joinRows(results).map(([name, unit, limit, { median, min, max }]) => {
    const range = min === max ? '' : `${formatNumber(min)}–${formatNumber(max)}`
    return [name, `${formatNumber(median)} ${unit}`, range, `${limit} ${unit}`]
  })
  return markdownTable(['Measurement', 'Median', 'Range', 'Target'], lines)
}

/** The names of the rows whose median is greater than this many times the limit. */
export function findExceeded(results: Results, headroom: (unit: Row[1]) => number): string[] {
  return joinRows(results).flatMap(([name, unit, limit, { median }]) =>
    median > limit * headroom(unit) ? [name] : [],
  )
}

/** The measured rows, in the order of the table. */
function joinRows(results: Results): [...Row, Summary][] {
  return Object.entries(rows).flatMap(([id, row]: [string, Row]): [...Row, Summary][] => {
    const result = results[id as RowId]
    return result ? [[...row, result]] : []
  })
}

function formatNumber(value: number): string {
  if (value >= 100) return value.toFixed(0)
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
