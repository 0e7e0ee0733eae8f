import type { Arrangement } from '../arrange.ts'
import type { Shown } from '../pageMessages.ts'
import { element } from './elements.ts'

/** Creates the toolbar above the table, which stays while the table is rendered again. */
export function createToolbar(change: (change: Partial<Arrangement>) => void) {
  const filter = element('input', { type: 'search', spellcheck: 'false', maxlength: '1000' })
  const only = element('input', { type: 'checkbox' })
  const onlyText = element('span')
  const onlyLabel = element('label', {}, only, onlyText)
  filter.addEventListener('input', () => change({ filter: filter.value }))
  only.addEventListener('change', () => change({ onlyDifferences: only.checked }))
  return {
    element: element('div', { class: 'toolbar' }, filter, onlyLabel),

    /** Sets the texts and the selection. */
    name({ texts, columns }: Shown, arrangement: Arrangement): void {
      filter.placeholder = texts.filter
      filter.setAttribute('aria-label', texts.filter)
      if (filter.value !== arrangement.filter) filter.value = arrangement.filter
      only.checked = arrangement.onlyDifferences
      onlyLabel.hidden = columns.length < 2
      onlyText.textContent = texts.onlyDifferences
    },
  }
}
