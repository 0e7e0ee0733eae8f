import * as vscode from 'vscode'
import { clock } from '../api/clock.ts'
import type { Result } from '../inventory/results.ts'

// How long ago something was read. No row tells it before it is pointed at, so this is loaded then.

/** How long ago, in words, where that is longer than a minute. */
export function ageText(at: number): string | undefined {
  const minutes = Math.floor((clock.now() - at) / 60_000)
  if (minutes < 1) return undefined
  if (minutes === 1) return vscode.l10n.t('1 minute ago')
  if (minutes < 60) return vscode.l10n.t('{0} minutes ago', minutes)
  const hours = Math.floor(minutes / 60)
  return hours === 1 ? vscode.l10n.t('1 hour ago') : vscode.l10n.t('{0} hours ago', hours)
}

type Tooltip = vscode.TreeItem['tooltip']

/**
 * A tooltip with the age of the first of `read` that has a value, if that is longer than a minute. One that
 * failed, or isn't supported, has none.
 */
export function agedTooltip(tooltip: Tooltip, ...read: (Result<unknown> | undefined)[]): Tooltip {
  const told = read.find((one) => one && 'value' in one && one.value !== undefined)
  const age = told && ageText(told.at)
  if (age === undefined || typeof tooltip !== 'string') return tooltip
  return `${tooltip}\n${vscode.l10n.t('Updated {0}', age)}`
}
