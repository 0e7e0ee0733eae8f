import type { SortKey } from '../arrange.ts'
import type { ColumnHead, Shown } from '../pageMessages.ts'
import { ageOf } from './age.ts'
import { button, element, filled } from './elements.ts'

/** The sort order, and the actions of the header. */
interface HeadActions {
  sort: { by: SortKey; descending: boolean }
  sortBy: (by: SortKey) => void
  retry: (column: number) => void
}

/** Creates the header of the table: what each column shows, its age, and its errors. */
export function tableHead(shown: Shown, actions: HeadActions): HTMLTableSectionElement {
  const { texts, columns, hasRegions } = shown
  const heads = [
    ...(hasRegions ? [sortable('region', texts.region, actions)] : []),
    sortable('zoneId', texts.zoneId, actions),
    ...(columns.length > 1 ? [sortable('differences', texts.differences, actions)] : []),
    ...columns.map((column, index) => {
      const head = sortable(index, column.title, actions, column.detail)
      head.append(...details(shown, column, index, actions))
      return head
    }),
  ]
  return element('thead', {}, element('tr', {}, ...heads))
}

function sortable(
  by: SortKey,
  text: string,
  { sort, sortBy }: HeadActions,
  detail?: string,
): HTMLTableCellElement {
  const isSorted = sort.by === by
  const direction = sort.descending ? 'descending' : 'ascending'
  const sorts = button(text, `sort/${by}`, () => sortBy(by), { class: 'sort', title: detail })
  const arrow = isSorted ? (sort.descending ? '↓' : '↑') : ''
  sorts.append(element('span', { class: 'arrow', 'aria-hidden': 'true' }, arrow))
  return element('th', { scope: 'col', 'aria-sort': isSorted ? direction : undefined }, sorts)
}

function details(
  { texts }: Shown,
  { title, at, isReading, problems }: ColumnHead,
  index: number,
  { retry }: HeadActions,
): HTMLElement[] {
  const age = ageOf(texts, at)
  const parts = isReading ? [element('div', { class: 'age' }, texts.reading)] : age ? [age] : []
  if (!isReading && at === undefined && problems.length === 0) {
    parts.push(element('div', { class: 'age' }, texts.notRead))
  }
  for (const problem of problems) {
    const sign = element('span', { 'aria-hidden': 'true' }, '⚠ ')
    parts.push(element('div', { class: 'problem' }, sign, problem))
  }
  if (problems.length > 0 || (!isReading && at === undefined)) {
    const label = filled(texts.retryColumn, title)
    const run = () => retry(index)
    parts.push(button(texts.retry, `retry/${index}`, run, { 'aria-label': label }))
  }
  return parts
}
