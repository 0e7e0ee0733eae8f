import * as vscode from 'vscode'
import { isInProgress } from '../../deletion/status.ts'
import type { Parts } from '../../parts.ts'

/** Shows the number of deletions in progress as a badge of the Machine Pools view. */
export function registerBadge(parts: Parts): void {
  const { machinePoolsTree, connections, deletions, deletionMonitor } = parts
  let shown = 0
  const show = () => {
    const pending = deletions.pendingOver(connections.all)
    const value = pending.filter(({ deletion }) => isInProgress(deletion, Date.now())).length
    if (value === shown) return
    shown = value
    machinePoolsTree.badge =
      value > 0 ? { value, tooltip: vscode.l10n.t('Deletions in progress: {0}', value) } : undefined
  }
  show()
  parts.context.subscriptions.push(
    connections.onDidChange(show),
    deletions.onDidChange(show),
    deletionMonitor.onDidChange(show),
  )
}
