import type { Shown } from '../pageMessages.ts'
import type { Cell, Row } from '../table.ts'
import { element, filled, unseen } from './elements.ts'

/** Creates the body of the table. */
export function tableBody(shown: Shown, order: readonly number[]): HTMLTableSectionElement {
  const rows = order.flatMap((index) => shown.rows[index] ?? [])
  return element('tbody', {}, ...rows.map((row) => tableRow(shown, row)))
}

function tableRow(shown: Shown, row: Row): HTMLTableRowElement {
  const { texts, columns, hasRegions } = shown
  const first = row.cells.findIndex(({ zones }) => zones.length > 0)
  const firstTitle = columns[first]?.title ?? ''
  const id =
    row.zoneId ?? element('span', { class: 'aside', title: texts.byNameReason }, texts.byName)
  const kinds = row.differences.map((kind) => texts.difference[kind])
  const differences = kinds.length > 0 ? [sign('≠ '), kinds.join(', ')] : []
  return element(
    'tr',
    { class: kinds.length > 0 ? 'different' : undefined },
    ...(hasRegions ? [element('td', {}, row.region)] : []),
    element('th', { scope: 'row' }, id),
    ...(columns.length > 1 ? [element('td', {}, ...differences)] : []),
    ...row.cells.map((cell) => tableCell(shown, cell, firstTitle)),
  )
}

function tableCell({ texts }: Shown, cell: Cell, firstTitle: string): HTMLTableCellElement {
  const { zones, empty, differs } = cell
  if (empty) {
    const why = texts.empty[empty]
    return element('td', { class: empty, title: why }, unseen(why))
  }
  const mark = (kind: 'name' | 'state') =>
    differs.includes(kind) ? [difference(filled(texts.differs[kind], firstTitle))] : []
  const lines = zones.map(({ name, state }) =>
    element(
      'div',
      {},
      ...mark('name'),
      element('span', {}, name),
      ' ',
      ...mark('state'),
      stateOf(state, texts.stateUnknown),
    ),
  )
  return element('td', { class: differs.length > 0 ? 'differs' : undefined }, ...lines)
}

/** Creates the icon of a state: a check for available, a warning for any other. */
function stateOf(state: string | undefined, unknown: string): HTMLElement {
  if (state === undefined) return unseen(unknown)
  const isOdd = state.toLowerCase() !== 'available'
  const made = element('span', { class: isOdd ? 'odd' : 'aside' })
  made.append(...(isOdd ? [sign('⚠ ')] : []), state)
  return made
}

function difference(why: string): HTMLElement {
  return element('span', { class: 'mark', role: 'img', 'aria-label': why, title: why }, '≠')
}

function sign(text: string): HTMLElement {
  return element('span', { 'aria-hidden': 'true' }, text)
}
