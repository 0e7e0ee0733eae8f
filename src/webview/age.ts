import type { PageTexts } from '../compare/messages.ts'
import { element, filled } from './elements.ts'

/** How long ago something was read; nothing where it was not. {@link updateAges} keeps it right. */
export function ageOf(texts: PageTexts, at: number | undefined): HTMLElement | undefined {
  if (at === undefined) return undefined
  const time = new Date(at)
  const made = element('time', { datetime: time.toISOString(), title: time.toLocaleString() })
  made.className = 'age'
  made.textContent = ageText(texts, at)
  return made
}

/** Brings the ages that are shown up to date. */
export function updateAges(texts: PageTexts): void {
  for (const time of document.querySelectorAll('time')) {
    time.textContent = ageText(texts, Date.parse(time.dateTime))
  }
}

function ageText(texts: PageTexts, at: number): string {
  const minutes = Math.max(0, Math.floor((Date.now() - at) / 60_000))
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' })
  if (minutes < 1) return filled(texts.read, format.format(0, 'second'))
  const ago = minutes < 60 ? format.format(-minutes, 'minute') : hoursAgo(format, minutes)
  return filled(texts.read, ago)
}

function hoursAgo(format: Intl.RelativeTimeFormat, minutes: number): string {
  return format.format(-Math.floor(minutes / 60), 'hour')
}
