import * as vscode from 'vscode'

/** What is called when something in a checked folder changes on disk. */
interface Listener {
  readonly onChange: (uri: vscode.Uri) => void
  readonly onDelete: (uri: vscode.Uri) => void
}

/**
 * Watches the folders that are checked, from the beginning of the first check on, and knows what has changed while checks
 * are running: between the time when a file is read and the time when its problems are shown, its regions may take seconds
 * to load.
 */
export class CheckedFolders implements vscode.Disposable {
  readonly #listener: Listener
  /** The watchers, by the URI of the folder. */
  readonly #watchers = new Map<string, vscode.FileSystemWatcher>()
  /** The number of checks that are running. */
  #checkCount = 0
  /** The files and folders that may have changed since the first of these checks began, by URI. */
  readonly #changed = new Set<string>()

  constructor(listener: Listener) {
    this.#listener = listener
  }

  dispose(): void {
    for (const watcher of this.#watchers.values()) watcher.dispose()
  }

  /** Runs the check of a folder. */
  async runCheck<T>(folder: vscode.Uri, check: () => Promise<T>): Promise<T> {
    this.#watch(folder)
    this.#checkCount += 1
    try {
      return await check()
    } finally {
      this.#checkCount -= 1
      if (this.#checkCount === 0) this.#changed.clear()
    }
  }

  /** Notes that a file or folder may have another text by now, for the checks that are running. */
  noteChange(uri: vscode.Uri): void {
    if (this.#checkCount > 0) this.#changed.add(uri.toString())
  }

  /** Returns whether a file, by its URI, has changed during a check that is running, or was deleted with a folder. */
  hasChanged(key: string): boolean {
    return isAtOrBelow(key, this.#changed)
  }

  /** Watches the folder of the workspace that a folder is in; outside the workspace, the folder itself. */
  #watch(folder: vscode.Uri): void {
    const root = vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder
    if (this.#watchers.has(root.toString())) return
    const pattern = new vscode.RelativePattern(root, '**')
    const watcher = vscode.workspace.createFileSystemWatcher(pattern, true)
    watcher.onDidChange((uri) => {
      this.noteChange(uri)
      this.#listener.onChange(uri)
    })
    watcher.onDidDelete((uri) => {
      this.noteChange(uri)
      this.#listener.onDelete(uri)
    })
    this.#watchers.set(root.toString(), watcher)
  }
}

/** Returns whether a path, or one of the folders that it is in, is among the given paths. All are URIs as text. */
export function isAtOrBelow(path: string, paths: ReadonlySet<string>): boolean {
  if (paths.size === 0) return false
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (paths.has(path.slice(0, end))) return true
  }
  return false
}
