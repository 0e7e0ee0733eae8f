import * as vscode from 'vscode'
import type { Parts } from '../../parts.ts'

/**
 * Loads what other windows, or this one before a reload, have stored: at startup, when this window gets the
 * focus, and for deletions also when their folder changes. Resumes monitoring pending deletions.
 */
export function registerOtherWindows(parts: Parts): void {
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
