import * as vscode from 'vscode'
import type { Parts } from '../../parts.ts'

/** Shows the number of deletions in progress as a badge of the Machine Pools view. */
export function registerBadge(parts: Parts): vscode.Disposable {
  const { machinePoolsTree, poolDeleter, tracked } = parts
  let shown = 0
  const show = () => {
    const value = poolDeleter.inProgressCount
    if (value === shown) return
    shown = value
    machinePoolsTree.badge = value > 0 ? { value, tooltip: inProgressText(value) } : undefined
  }
  show()
  return vscode.Disposable.from(poolDeleter.onDidChange(show), tracked.onDidChange(show))
}

function inProgressText(count: number): string {
  return count === 1
    ? vscode.l10n.t('1 deletion in progress')
    : vscode.l10n.t('{0} deletions in progress', count)
}
