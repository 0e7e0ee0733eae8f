import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { joinSentences } from '../../texts.ts'
import { showMessage, type Action } from '../../ui/messages.ts'
import { failureActions, failuresText, uncheckedTypesText } from './checkFailures.ts'
import type { FolderCheckResult } from './folderCheck.ts'

/** Reports the check of a folder, and what was left out of it. */
export function reportFolderCheck(result: FolderCheckResult, connection: Connection): void {
  const { fileResults, unreadableCount, isIncomplete } = result
  const failures = new Map(fileResults.flatMap((fileResult) => [...fileResult.failures]))
  const uncheckedTypeRegions = new Set(
    fileResults.flatMap((fileResult) => fileResult.uncheckedTypeRegions),
  )
  const problemCount = countProblems(result)
  const text = joinSentences(
    failuresText(failures, connection),
    countsText(result, problemCount),
    uncheckedTypesText([...uncheckedTypeRegions]),
    unreadableCount > 0 &&
      vscode.l10n.t('Files that are too large or can’t be opened: {0}.', unreadableCount),
    isIncomplete &&
      vscode.l10n.t(
        'Only some files of the folder were checked. Check its subfolders one at a time.',
      ),
  )
  const actions = failureActions(failures, connection)
  if (problemCount > 0) actions.push(showProblemsAction())
  const isPartial = failures.size > 0 || isIncomplete || uncheckedTypeRegions.size > 0
  showMessage(isPartial ? 'warning' : 'info', text, actions)
}

function countProblems({ fileResults }: FolderCheckResult): number {
  return fileResults.reduce((count, { problems }) => count + problems.length, 0)
}

function countsText({ fileResults, searchedCount }: FolderCheckResult, problemCount: number) {
  if (fileResults.length === 0) {
    return vscode.l10n.t('No zones found in this folder. Files searched: {0}.', searchedCount)
  }
  const checkedCount = fileResults.reduce((count, result) => count + result.checkedCount, 0)
  return vscode.l10n.t(
    'Files with zones: {0}. Zones checked: {1}. Problems found: {2}.',
    fileResults.length,
    checkedCount,
    problemCount,
  )
}

function showProblemsAction(): Action {
  return {
    title: vscode.l10n.t('Show Problems'),
    run: () => vscode.commands.executeCommand('workbench.actions.view.problems'),
  }
}
