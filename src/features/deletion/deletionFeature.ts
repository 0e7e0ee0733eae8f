import type { Parts } from '../../parts.ts'
import { registerDeleteMachinePool } from './deleteMachinePool.ts'
import { createDeletion } from './deletion.ts'
import { createDeletionNotifications } from './deletionNotifications.ts'
import { registerDeletionHistory } from './showDeletionHistory.ts'
import { notifyStatusChange, notifyResult } from './notifyOutcome.ts'
import * as vscode from 'vscode'
import { isInProgress } from '../../deletion/stage.ts'

/** Registers the commands that delete machine pools, and the notifications of their outcomes. */
export function registerDeletionFeature(parts: Parts) {
  const deletionNotifications = createDeletionNotifications(parts)
  const services = { ...parts, deletionNotifications }
  const deletePool = createDeletion(parts, (result) => notifyResult(result, services))
  registerBadge(parts)
  registerOtherWindows(parts)
  parts.context.subscriptions.push(
    deletionNotifications,
    parts.deletionMonitor.onDidChangeStatus((change) => notifyStatusChange(change, services)),
  )
  registerDeleteMachinePool(parts, deletePool)
  registerDeletionHistory(parts)
  return { deletePool }
}

/** Shows the number of deletions in progress as a badge of the Machine Pools view. */
function registerBadge(parts: Parts): void {
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

/**
 * Loads what other windows, or this one before a reload, have stored: at startup, when this window gets the
 * focus, and for deletions also when their folder changes. Resumes monitoring pending deletions.
 */
function registerOtherWindows(parts: Parts): void {
  const { connections, pins, deletions, deletionMonitor, deletionsFolder: folder, log } = parts
  const { subscriptions } = parts.context
  let isDisposed = false
  const refresh = async () => {
    try {
      await deletions.refreshWholly()
    } catch (error) {
      log.warn(`Couldn’t read the deletions of other windows: ${String(error)}`)
    }
  }
  const resume = async () => {
    pins.checkForChanges()
    await refresh()
    if (!isDisposed) deletionMonitor.schedulePolls()
  }
  const watch = async () => {
    await vscode.workspace.fs.createDirectory(folder) // only an existing folder can be watched
    if (isDisposed) return
    const pattern = new vscode.RelativePattern(folder, '*')
    const watcher = vscode.workspace.createFileSystemWatcher(pattern, false, true, false)
    subscriptions.push(watcher, watcher.onDidCreate(refresh), watcher.onDidDelete(refresh))
  }
  watch().catch((error: unknown) => {
    log.warn(`Deletions of other windows will appear with a delay: ${String(error)}`)
  })
  void resume()
  subscriptions.push(
    vscode.window.onDidChangeWindowState(({ focused }) => (focused ? resume() : undefined)),
    // After a switch, a rename, or a correction, more deletions can be monitored.
    connections.onDidChange(() => deletionMonitor.schedulePolls()),
    { dispose: () => (isDisposed = true) },
  )
}
