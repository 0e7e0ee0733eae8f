import * as vscode from 'vscode'

/** Formats how long ago a time (in epoch ms) was, such as “5 minutes ago”. Undefined for less than a minute. */
export function ageText(at: number): string | undefined {
  return Date.now() - at < 60_000 ? undefined : agoText(at)
}

/** Formats how long ago a time (in epoch ms) was, such as “5 minutes ago”; less than a minute is “0 minutes ago”. */
export function agoText(at: number): string {
  const minutes = Math.max(0, Math.floor((Date.now() - at) / 60_000))
  const format = new Intl.RelativeTimeFormat(vscode.env.language)
  if (minutes < 60) return format.format(-minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? format.format(-hours, 'hour') : format.format(-Math.floor(hours / 24), 'day')
}

/** Formats a time in epoch ms without its date. For times within the last 24 hours. */
export function timeText(at: number): string {
  return new Intl.DateTimeFormat(vscode.env.language, { timeStyle: 'short' }).format(at)
}

/**
 * Formats a time in epoch ms with its date. For texts that stay visible for hours without an update, in which an age
 * would become wrong.
 */
export function dateText(at: number, dateStyle: 'short' | 'medium' = 'medium'): string {
  const format = { dateStyle, timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(vscode.env.language, format).format(at)
}

/** Formats a time in epoch ms as briefly as possible: without its date if it is within the last 24 hours. */
export function briefTimeText(at: number): string {
  return Date.now() - at < 86_400_000 ? timeText(at) : dateText(at, 'short')
}

/**
 * Formats the time in epoch ms at which data was loaded, if that is more than an hour ago. Undefined for newer data.
 */
export function oldDateText(at: number, dateStyle?: 'short'): string | undefined {
  return Date.now() - at < 3_600_000 ? undefined : dateText(at, dateStyle)
}

/** Formats a duration in milliseconds by its two largest units, such as “4 min 10 s”. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const units = [
    ['day', Math.floor(seconds / 86_400)],
    ['hour', Math.floor(seconds / 3600) % 24],
    ['minute', Math.floor(seconds / 60) % 60],
    ['second', seconds % 60],
  ] as const
  const largest = units.findIndex(([, count]) => count > 0)
  const shownUnits = largest === -1 ? units.slice(-1) : units.slice(largest, largest + 2)
  return shownUnits
    .filter(([, count], index) => count > 0 || index === 0)
    .map(([unit, count]) => unitText(unit, count))
    .join(' ')
}

function unitText(unit: string, count: number): string {
  const options = { style: 'unit', unit, unitDisplay: 'short' } as const
  return new Intl.NumberFormat(vscode.env.language, options).format(count)
}
