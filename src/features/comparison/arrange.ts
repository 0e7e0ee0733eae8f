import type { Column } from './columns.ts'
import type { Arrangement } from './pageMessages.ts'
import type { Row } from './table.ts'

// Created with the first use: it takes longer than loading everything else.
let collator: Intl.Collator | undefined

/** Returns the rows to show, in order. Those with nothing in the column that they’re sorted by are last. */
export function arrange(
  rows: readonly Row[],
  columns: readonly Column[],
  { sort, filter, onlyDifferences }: Arrangement,
): Row[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  // Not in the differences, which the page shows in another language.
  const searched = columns
    .filter(({ key }) => key !== 'differences')
    .flatMap(({ fields }) => fields)
  const isFound = (row: Row) => {
    const text = searched
      .map(([, textOf]) => textOf(row))
      .join('\n')
      .toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const order = [sort.by, 'region', 'zoneId'].flatMap(
    (by) => columns.find(({ key }) => key === by)?.fields[0][1] ?? [],
  )
  const turns = [sort.descending ? -1 : 1]
  return rows
    .filter((row) => (!onlyDifferences || row.differences.length > 0) && isFound(row))
    .sort((a, b) =>
      order.reduce(
        (result, textOf, index) => result || inOrder(textOf(a), textOf(b), turns[index] ?? 1),
        0,
      ),
    )
}

/** Returns rows as a table with a head, to be copied. */
export function tableOf(columns: readonly Column[], rows: readonly Row[]): string[][] {
  const fields = columns.flatMap((column) => column.fields)
  return [
    fields.map(([head]) => head),
    ...rows.map((row) => fields.map(([, textOf]) => textOf(row))),
  ]
}

/** Compares two texts; empty ones are last in either direction. */
function inOrder(a: string, b: string, turn: number): number {
  if ((a === '') !== (b === '')) return a === '' ? 1 : -1
  collator ??= new Intl.Collator('en', { numeric: true }) // the order of a copy doesn’t depend on the language
  return turn * collator.compare(a, b)
}
