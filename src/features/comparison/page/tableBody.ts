import type { Shown } from '../pageMessages.ts'
import type { Cell, Row } from '../table.ts'
import { element, filled, unseen } from './elements.ts'

/** Creates the body of the table. */
export function tableBody(shown: Shown, order: readonly number[]): HTMLTableSectionElement {
  const rows = order.flatMap((index) => shown.rows[index] ?? [])
  return element('tbody', {}, ...rows.map((row) => tableRow(shown, row)))
}

/** Returns whether a row has accounts in which its zone’s number may mean another zone. */
export function isIncomparable({ cells }: Row): boolean {
  return cells.some(({ empty }) => empty === 'incomparable')
}

function tableRow(shown: Shown, row: Row): HTMLTableRowElement {
  const { texts, columns, hasRegions } = shown
  const first = row.cells.findIndex(({ zones }) => zones.length > 0)
  const firstTitle = columns[first]?.title ?? ''
  const { incomparable: title } = texts.empty
  const reason = isIncomparable(row) ? title : texts.byNameReason
  const id = row.zoneId ?? element('span', { class: 'aside', title: reason }, texts.byName)
  const kinds = row.differences.map((kind) => texts.difference[kind])
  const differences: (string | Node)[] = kinds.length > 0 ? [sign('≠ '), kinds.join(', ')] : []
  if (isIncomparable(row)) {
    differences.push(element('span', { class: 'aside', title }, texts.incomparable))
  }
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
