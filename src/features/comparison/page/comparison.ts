// The script of a comparison’s page. It sorts, filters, and shows the table that the extension sends, and
// requests everything else from it. External text is only ever set as text.
import { arrange, initialArrangement, type Arrangement, type SortKey } from '../arrange.ts'
import type { Comparison, Request, Shown } from '../pageMessages.ts'
import { updateAges } from './age.ts'
import { element, filled } from './elements.ts'
import { isIncomparable, tableBody } from './tableBody.ts'
import { tableHead } from './tableHead.ts'
import { createToolbar } from './toolbar.ts'

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
// To the extension, not to a window of another origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const ask = (request: Request) => vscode.postMessage(request)
let arrangement: Arrangement = vscode.getState()?.arrangement ?? initialArrangement
let shown: Shown | undefined

const toolbar = createToolbar((change) => arrangeAs({ ...arrangement, ...change }))
const count = element('p', { role: 'status', 'aria-live': 'polite' })
const table = element('table')
const scroll = element('div', { class: 'scroll', tabindex: '0', role: 'region' }, table)

window.addEventListener('message', ({ data }: MessageEvent<Shown>) => {
  if (data.type !== 'show') return
  if (!shown) {
    const heading = element('h1', {}, document.title)
    document.querySelector('main')?.replaceChildren(heading, toolbar.element, count, scroll)
  }
  shown = data
  toolbar.name(data, arrangement)
  arrangeAs(arrangement)
})
setInterval(() => shown && updateAges(shown.texts), 30_000)
ask({ type: 'ready', arrangement })

function arrangeAs(wanted: Arrangement): void {
  if (wanted !== arrangement) ask({ type: 'arrange', arrangement: wanted })
  arrangement = wanted
  if (!shown) return
  vscode.setState({ comparison: shown.comparison, arrangement })
  show(shown)
}

function show(all: Shown): void {
  const { texts, rows, caption, columns } = all
  const order = arrange(rows, arrangement)
  const isReading = columns.some((column) => column.isReading)
  scroll.setAttribute('aria-label', caption)
  const focused = document.activeElement?.getAttribute('data-key')
  table.replaceChildren(
    element('caption', {}, caption),
    tableHead(all, {
      sort: arrangement.sort,
      sortBy,
      retry: (column) => ask({ type: 'retry', column }),
    }),
    tableBody(all, order),
  )
  if (focused) table.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus()
  const none = rows.length === 0 ? texts.noZones : texts.noMatches
  // After an error, which the header shows, there may be more zones.
  const isWhole = columns.every(({ at, problems }) => at !== undefined && problems.length === 0)
  const parts = [
    filled(texts.count, order.length, rows.length),
    ...(order.length === 0 && (isWhole || rows.length > 0) ? [none] : []),
    ...(rows.some(isIncomparable) ? [texts.empty.incomparable] : []),
    ...(isReading ? [texts.reading] : []),
  ]
  const text = parts.join(' · ')
  if (count.textContent !== text) count.textContent = text // screen readers would repeat an equal text
}

/** Sorts by another column ascending, or reverses the same one. */
function sortBy(by: SortKey): void {
  const { sort } = arrangement
  arrangeAs({ ...arrangement, sort: { by, descending: sort.by === by && !sort.descending } })
}
