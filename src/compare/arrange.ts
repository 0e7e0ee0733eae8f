import type { Row } from './table.ts'

/** What rows are sorted by: one of the leading columns, or the number of an account's column. */
export type SortKey = 'region' | 'zoneId' | 'differences' | number

/** How its reader wants to see a comparison. */
export interface Arrangement {
  readonly sort: { readonly by: SortKey; readonly descending: boolean }
  /** Words, all of which a row must have. */
  readonly filter: string
  readonly onlyDifferences: boolean
}

/** How a comparison is shown at first. */
export const firstArrangement: Arrangement = {
  sort: { by: 'zoneId', descending: false },
  filter: '',
  onlyDifferences: false,
}

const collator = new Intl.Collator(undefined, { numeric: true })

/** The places of the rows to show, in order; what a row has nothing of to sort by stands last. */
export function arrange(rows: readonly Row[], arrangement: Arrangement): number[] {
  const { sort, filter, onlyDifferences } = arrangement
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const isShown = (row: Row) =>
    (!onlyDifferences || row.differences.length > 0) && hasAll(row, words)
  const shown = rows.flatMap((row, index) => (isShown(row) ? [{ row, index }] : []))
  const turn = sort.descending ? -1 : 1
  shown.sort((a, b) => {
    const [one, other] = [textOf(a.row, sort.by), textOf(b.row, sort.by)]
    if ((one === '') !== (other === '')) return one === '' ? 1 : -1
    return turn * collator.compare(one, other) || byPlace(a.row, b.row) || a.index - b.index
  })
  return shown.map(({ index }) => index)
}

/** What stands in a row, but for its column of differences, which is in another language. */
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

function byPlace(a: Row, b: Row): number {
  return (
    collator.compare(a.region, b.region) ||
    collator.compare(textOf(a, 'zoneId'), textOf(b, 'zoneId')) ||
    collator.compare(firstName(a), firstName(b))
  )
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

function firstName({ cells }: Row): string {
  return cells.flatMap(({ zones }) => zones)[0]?.name ?? ''
}
