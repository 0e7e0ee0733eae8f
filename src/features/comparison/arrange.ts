import type { Row } from './table.ts'

/** The sort key: a leading column, or the index of an account’s column. */
export type SortKey = 'region' | 'zoneId' | 'differences' | number

/** The sort order and filter of a comparison. */
export interface Arrangement {
  readonly sort: { readonly by: SortKey; readonly descending: boolean }
  /** Words that a row must all contain. */
  readonly filter: string
  readonly onlyDifferences: boolean
}

/** The initial arrangement. */
export const initialArrangement: Arrangement = {
  sort: { by: 'zoneId', descending: false },
  filter: '',
  onlyDifferences: false,
}

// Created with the first use: it takes longer than loading everything else.
let collator: Intl.Collator | undefined

/** Returns the indexes of the rows to show, in order. Rows with an empty sort key are last. */
export function arrange(rows: readonly Row[], arrangement: Arrangement): number[] {
  const { sort, filter, onlyDifferences } = arrangement
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const isShown = (row: Row) =>
    (!onlyDifferences || row.differences.length > 0) && hasAll(row, words)
  const shown = rows.flatMap((row, index) => (isShown(row) ? [{ row, index }] : []))
  const turn = sort.descending ? -1 : 1
  shown.sort(
    (a, b) =>
      inOrder(textOf(a.row, sort.by), textOf(b.row, sort.by), turn) ||
      inOrder(a.row.region, b.row.region) ||
      inOrder(textOf(a.row, 'zoneId'), textOf(b.row, 'zoneId')) ||
      a.index - b.index,
  )
  return shown.map(({ index }) => index)
}

/** Returns whether a row contains all words. The column of differences, which is localized, doesn’t count. */
function hasAll(row: Row, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const zones = row.cells.flatMap((cell) => cell.zones)
  const texts = [
    row.region,
    row.zoneId ?? '',
    ...zones.flatMap(({ name, state = '' }) => [name, state]),
  ]
  const text = texts.join('\n').toLowerCase()
  return words.every((word) => text.includes(word))
}

/** Compares two texts; empty ones are last in either direction. */
function inOrder(a: string, b: string, turn: 1 | -1 = 1): number {
  if ((a === '') !== (b === '')) return a === '' ? 1 : -1
  collator ??= new Intl.Collator('en', { numeric: true }) // a fixed locale, so that copies have the order of the page
  return turn * collator.compare(a, b)
}

function textOf(row: Row, by: SortKey): string {
  switch (by) {
    case 'region':
      return row.region
    case 'zoneId':
      return row.zoneId ?? ''
    case 'differences':
      return row.differences.join(' ')
    default: {
      const zones = row.cells[by]?.zones ?? []
      return zones.map(({ name, state = '' }) => `${name} ${state}`).join(' ')
    }
  }
}
