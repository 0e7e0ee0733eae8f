import * as vscode from 'vscode'
import type { Parts } from '../../parts.ts'
import { joinDescription } from '../../texts.ts'

/** Shows the number of open deletions as a badge of the Machine Pools view. */
export function registerBadge(parts: Parts): vscode.Disposable {
  const { machinePoolsTree, poolDeleter, tracked } = parts
  let shown = ''
  const show = () => {
    const { inProgress, unknown } = poolDeleter.openCounts
    const tooltip = joinDescription(
      inProgress > 0 && inProgressText(inProgress),
      unknown > 0 && vscode.l10n.t('May have been deleted: {0}', unknown),
    )
    if (tooltip === shown) return
    shown = tooltip
    machinePoolsTree.badge = tooltip ? { value: inProgress + unknown, tooltip } : undefined
  }
  show()
  return vscode.Disposable.from(poolDeleter.onDidChange(show), tracked.onDidChange(show))
}

function inProgressText(count: number): string {
  return count === 1
    ? vscode.l10n.t('1 deletion in progress')
    : vscode.l10n.t('{0} deletions in progress', count)
}
