import * as vscode from 'vscode'
import { isInProgress } from '../../deletion/stage.ts'
import type { Parts } from '../../parts.ts'

/** Shows the number of deletions in progress as a badge of the Machine Pools view. */
export function registerBadge(parts: Parts): void {
  const { machinePoolsTree, connections, deletions, deletionMonitor } = parts
  let shownCount = 0
  const update = () => {
    const now = Date.now()
    const pending = deletions.pendingOver(connections.all)
    const count = pending.filter(({ deletion }) => isInProgress(deletion, now)).length
    if (count === shownCount) return
    shownCount = count
    const tooltip = vscode.l10n.t('Deletions in progress: {0}', count)
    machinePoolsTree.badge = count > 0 ? { value: count, tooltip } : undefined
  }
  update()
  parts.context.subscriptions.push(
    connections.onDidChange(update),
    deletions.onDidChange(update),
    deletionMonitor.onDidChange(update),
  )
}
