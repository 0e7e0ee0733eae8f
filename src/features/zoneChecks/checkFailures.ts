import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { joinSentences, visible } from '../../texts.ts'
import { recoveryActions } from '../../ui/commandErrors.ts'
import { errorText, failureText } from '../../ui/errorTexts.ts'
import type { Action } from '../../ui/messages.ts'
import type { FileCheckResult } from './zoneChecker.ts'

type Failures = FileCheckResult['failures']

/** VS Code shows only 1,000 characters of a message. */
const maxReasons = 4

/** Says of which regions the zones couldn’t be checked, and why; of several reasons, without advice. */
export function failuresText(failures: Failures, connection: Connection): string {
  const byReason = Map.groupBy(failures, ([, error]) => failureText(error, connection))
  const sentences = [...byReason].map(([reason, ofReason]) => {
    const names = ofReason.map(([name]) => visible(name)).join(', ')
    const text = byReason.size > 1 ? reason : errorText(ofReason[0]![1], connection)
    return vscode.l10n.t('Couldn’t check the zones in {0}. {1}', names, text)
  })
  const omittedCount = [...byReason.values()].slice(maxReasons).flat().length
  return joinSentences(
    ...sentences.slice(0, maxReasons),
    omittedCount > 0 && vscode.l10n.t('Other regions that couldn’t be checked: {0}.', omittedCount),
  )
}

/** Returns the buttons for failures, each once. */
export function failureActions(failures: Failures, connection: Connection): Action[] {
  const byTitle = new Map<string, Action>()
  for (const error of failures.values()) {
    for (const action of recoveryActions(error, connection)) byTitle.set(action.title, action)
  }
  return [...byTitle.values()]
}

/** Says of which regions instance types couldn’t be checked; empty if there are none. */
export function uncheckedTypesText(regions: readonly string[]): string {
  const names = regions.map(visible).join(', ')
  return names ? vscode.l10n.t('Couldn’t check instance types in {0}.', names) : ''
}
