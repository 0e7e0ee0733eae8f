import * as vscode from 'vscode'
import { adoptEarlierDeletions } from '../../inventory/earlierDeletions.ts'
import type { Parts } from '../../parts.ts'

/**
 * Sees what other windows have kept: at the start, when this window gets the focus, and, of deletions, at
 * once where their folder can be watched. What nobody follows any more, this window follows.
 */
export function registerOtherWindows({
  connections,
  tracked,
  deletions,
  deletionWriter,
  following,
  globalState,
  log,
  folder,
}: Pick<
  Parts,
  'connections' | 'tracked' | 'deletions' | 'deletionWriter' | 'following' | 'globalState' | 'log'
> & {
  /** Where the records of deletions are, of all windows. */
  folder: vscode.Uri
}): vscode.Disposable {
  const subscriptions: vscode.Disposable[] = []
  let isDisposed = false
  const look = async () => {
    try {
      await deletions.refresh()
      // Marks and a history that an earlier version has kept, or keeps in another window.
      if (!tracked.hasMarks && globalState.get('recentActivity') === undefined) return
      await adoptEarlierDeletions(globalState, deletions, deletionWriter)
    } catch (error) {
      log.warn(`The deletions of other windows could not be read: ${String(error)}`)
    }
  }
  const takeUp = async () => {
    tracked.refresh()
    await look()
    if (!isDisposed) following.resume()
  }
  const watch = async () => {
    await vscode.workspace.fs.createDirectory(folder) // what is not there cannot be watched
    if (isDisposed) return
    const pattern = new vscode.RelativePattern(folder, '*')
    const watcher = vscode.workspace.createFileSystemWatcher(pattern, false, true, false)
    subscriptions.push(watcher, watcher.onDidCreate(look), watcher.onDidDelete(look))
  }
  watch().catch((error: unknown) => {
    log.warn(`Deletions of other windows are only seen later: ${String(error)}`)
  })
  void takeUp()
  return vscode.Disposable.from(
    vscode.window.onDidChangeWindowState(({ focused }) => (focused ? takeUp() : undefined)),
    // Switched to another project, renamed, or mended: what could not be followed may be by now.
    connections.onDidChange(() => following.resume()),
    { dispose: () => ((isDisposed = true), vscode.Disposable.from(...subscriptions).dispose()) },
  )
}
