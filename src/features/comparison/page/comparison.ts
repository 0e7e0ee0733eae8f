// The script of a comparison’s page. It shows the table that the extension sends, and tells it how to arrange the
// rows. External text is only ever set as text.
import type {
  Arrangement,
  ColumnHead,
  Comparison,
  Part,
  Request,
  Shown,
  ShownCell,
  SortKey,
} from '../pageMessages.ts'

interface Kept {
  comparison: Comparison
  arrangement: Arrangement
}

declare function acquireVsCodeApi(): {
  postMessage(message: Request): void
  getState(): Kept | undefined
  setState(state: Kept): void
}

const vscode = acquireVsCodeApi()
const kept = vscode.getState()?.arrangement
// To the extension, not to a window of another origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const ask = (request: Request) => vscode.postMessage(request)
/** What is shown, arranged as the person wants it by now. */
let current: Kept | undefined

const filter = element('input', { type: 'search', spellcheck: 'false', maxlength: '1000' })
const only = element('input', { type: 'checkbox' })
const onlyText = element('span')
const onlyLabel = element('label', {}, only, onlyText)
const toolbar = element('div', { class: 'toolbar' }, filter, onlyLabel)
const status = element('p', { role: 'status', 'aria-live': 'polite' })
const table = element('table')
const scroll = element('div', { class: 'scroll', tabindex: '0', role: 'region' }, table)

filter.addEventListener('input', () => change({ filter: filter.value }))
only.addEventListener('change', () => change({ onlyDifferences: only.checked }))
window.addEventListener('message', ({ data }: MessageEvent<Shown>) => {
  if (data.type !== 'show') return
  if (!current) begin(data)
  show(data)
})
ask({ type: 'show', ...(kept && { arrangement: kept }) })

/** Fills the page, whose toolbar stays while the table is replaced. */
function begin({ comparison, arrangement, texts, columns }: Shown): void {
  current = { comparison, arrangement }
  vscode.setState(current)
  filter.placeholder = texts.filter
  filter.setAttribute('aria-label', texts.filter)
  filter.value = arrangement.filter
  only.checked = arrangement.onlyDifferences
  onlyText.textContent = texts.only
  onlyLabel.hidden = !columns.some(({ key }) => key === 'differences')
  scroll.setAttribute('aria-label', texts.caption)
  const heading = element('h1', {}, document.title)
  document.querySelector('main')?.replaceChildren(heading, toolbar, status, scroll)
}

function change(part: Partial<Arrangement>): void {
  if (!current) return
  current = { ...current, arrangement: { ...current.arrangement, ...part } }
  vscode.setState(current)
  ask({ type: 'show', arrangement: current.arrangement })
}

function show({ texts, status: text, columns, rows, arrangement }: Shown): void {
  const focused = document.activeElement?.id
  const heads = columns.map((column) => headOf(column, arrangement))
  const lines = rows.map((cells) => element('tr', {}, ...cells.map(cellIn(columns))))
  table.replaceChildren(
    element('caption', {}, texts.caption),
    element('thead', {}, element('tr', {}, ...heads)),
    element('tbody', {}, ...lines),
  )
  if (focused) document.querySelector<HTMLElement>(`#${CSS.escape(focused)}`)?.focus()
  if (status.textContent !== text) status.textContent = text // screen readers would repeat an equal text
}

function headOf({ key, title, detail, note, problems = [] }: ColumnHead, { sort }: Arrangement) {
  const direction = sort.descending ? 'descending' : 'ascending'
  const isSorted = sort.by === key
  const button = element('button', { type: 'button', id: `sort-${key}`, title: detail }, title)
  button.addEventListener('click', () => sortBy(key))
  return element(
    'th',
    { scope: 'col', 'aria-sort': isSorted ? direction : undefined },
    button,
    ...(note === undefined ? [] : [element('div', { class: 'aside' }, note)]),
    ...problems.map((problem) => element('div', { class: 'problem' }, problem)),
  )
}

/** Sorts by another column ascending, or reverses the same one. */
function sortBy(by: SortKey): void {
  const sort = current?.arrangement.sort
  change({ sort: { by, descending: sort?.by === by && !sort.descending } })
}

function cellIn(columns: readonly ColumnHead[]) {
  return ({ kind, why, lines }: ShownCell, index: number): HTMLElement => {
    const isHead = columns[index]?.key === 'zoneId'
    return element(
      isHead ? 'th' : 'td',
      { class: kind, title: why, scope: isHead ? 'row' : undefined },
      ...lines.map((line) => element('div', {}, ...line.map(partOf))),
    )
  }
}

function partOf({ text, kind, why }: Part): HTMLElement {
  return element(
    'span',
    {
      class: kind,
      title: why,
      'aria-hidden': kind === 'sign' ? 'true' : undefined,
      ...(kind === 'mark' && { role: 'img', 'aria-label': why }),
    },
    text,
  )
}

/** Creates an element. Attributes and children are only ever text, so that no external text becomes markup. */
function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | undefined> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) made.setAttribute(name, value)
  }
  made.append(...children)
  return made
}
