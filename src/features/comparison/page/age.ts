import type { PageTexts } from '../comparisonTexts.ts'
import { element, filled } from './elements.ts'

/** Creates the element for an age, if known. {@link updateAges} keeps it up to date. */
export function ageOf(texts: PageTexts, at: number | undefined): HTMLElement | undefined {
  if (at === undefined) return undefined
  const time = new Date(at)
  const made = element('time', { datetime: time.toISOString(), title: time.toLocaleString() })
  made.className = 'age'
  made.textContent = ageText(texts, at)
  return made
}

/** Updates all ages on the page. */
export function updateAges(texts: PageTexts): void {
  for (const time of document.querySelectorAll('time')) {
    time.textContent = ageText(texts, Date.parse(time.dateTime))
  }
}

function ageText(texts: PageTexts, at: number): string {
  const minutes = Math.floor((Date.now() - at) / 60_000)
  if (minutes < 1) return texts.readNow
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang)
  const hours = Math.floor(minutes / 60)
  return filled(
    texts.read,
    hours < 1 ? format.format(-minutes, 'minute') : format.format(-hours, 'hour'),
  )
}
