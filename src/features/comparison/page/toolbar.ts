import type { Arrangement } from '../arrange.ts'
import type { CopyFormat } from '../copyFormats.ts'
import type { Request, Shown } from '../pageMessages.ts'
import { button, element } from './elements.ts'

/** Creates the toolbar above the table, which stays while the table is rendered again. */
export function createToolbar({
  change,
  ask,
  copy,
}: {
  change: (change: Partial<Arrangement>) => void
  ask: (request: Request) => void
  copy: (format: CopyFormat) => void
}) {
  const filter = element('input', { type: 'search', spellcheck: 'false', maxlength: '1000' })
  const only = element('input', { type: 'checkbox' })
  const onlyText = element('span')
  const onlyLabel = element('label', {}, only, onlyText)
  const markdown = button('', 'copyMarkdown', () => copy('markdown'))
  const csv = button('', 'copyCsv', () => copy('csv'))
  const refresh = button('', 'refresh', () => ask({ type: 'refresh' }))
  filter.addEventListener('input', () => change({ filter: filter.value }))
  only.addEventListener('change', () => change({ onlyDifferences: only.checked }))
  return {
    element: element(
      'div',
      { class: 'toolbar' },
      filter,
      onlyLabel,
      element('span', { class: 'space' }),
      element('div', { class: 'actions' }, refresh, markdown, csv),
    ),

    /** Sets the texts and the selection. */
    name({ texts, columns }: Shown, arrangement: Arrangement): void {
      filter.placeholder = texts.filter
      filter.setAttribute('aria-label', texts.filter)
      if (filter.value !== arrangement.filter) filter.value = arrangement.filter
      only.checked = arrangement.onlyDifferences
      onlyLabel.hidden = columns.length < 2
      onlyText.textContent = texts.onlyDifferences
      refresh.textContent = texts.refresh
      markdown.textContent = texts.copyMarkdown
      csv.textContent = texts.copyCsv
    },
  }
}
