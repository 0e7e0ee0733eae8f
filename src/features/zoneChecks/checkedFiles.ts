import * as vscode from 'vscode'
import { findOpenDocument, readCodeFile, type CodeFile } from '../../documents/codeFile.ts'
import { checkText } from '../../zoneAnalysis/checkText.ts'
import type { ZoneCheckResult } from '../../zoneAnalysis/problems.ts'
import type { CachedZones, CheckedAccount } from './cachedZones.ts'
import { toDiagnostics } from './zoneDiagnostics.ts'

/** The time in ms without changes after which a file is checked again. */
const debounceMs = 300

/**
 * Shows the problems of checked files as diagnostics. A file that changes is checked again, with what is cached and
 * without requests, until it is closed.
 */
export class CheckedFiles {
  readonly #cachedZones: CachedZones
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('poolkeeper')
  /** The accounts of the checked files, by URI. */
  readonly #accounts = new Map<string, CheckedAccount>()
  /** The URIs of files that were checked with their folder: their problems are shown while they are closed, too. */
  readonly #keptWhenClosed = new Set<string>()
  /** The timers after which files that have changed are checked again, by URI. */
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  /** The watchers of checked folders, by URI. */
  readonly #watchers = new Map<string, vscode.FileSystemWatcher>()
  readonly #subscriptions: vscode.Disposable

  constructor(cachedZones: CachedZones) {
    this.#cachedZones = cachedZones
    const recheck = ({ uri }: vscode.TextDocument) => this.#recheckDebounced(uri.toString())
    this.#subscriptions = vscode.Disposable.from(
      this.#diagnostics,
      vscode.workspace.onDidChangeTextDocument(({ document }) => recheck(document)),
      vscode.workspace.onDidOpenTextDocument(recheck),
      vscode.workspace.onDidCloseTextDocument(recheck),
    )
  }

  dispose(): void {
    this.#subscriptions.dispose()
    for (const timer of this.#timers.values()) clearTimeout(timer)
    for (const watcher of this.#watchers.values()) watcher.dispose()
  }

  /** Checks a file with what is cached, and shows the problems. */
  show(file: CodeFile, account: CheckedAccount): ZoneCheckResult {
    const { uri, references } = file
    const result = checkText(file, this.#cachedZones.knownZones(references, account))
    this.#accounts.set(uri.toString(), account)
    this.#diagnostics.set(uri, toDiagnostics(file, result, this.#cachedZones.title(account)))
    return result
  }

  /** Shows the problems of a file while it is closed, too. */
  keepWhenClosed(uri: vscode.Uri): void {
    this.#keptWhenClosed.add(uri.toString())
  }

  /** Checks the files of a folder again when they change on disk. Watches the folder of the workspace that it is in. */
  watchFolder(folder: vscode.Uri): void {
    const root = vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder
    if (this.#watchers.has(root.toString())) return
    const pattern = new vscode.RelativePattern(root, '**')
    const watcher = vscode.workspace.createFileSystemWatcher(pattern, true)
    watcher.onDidChange((uri) => this.#recheckDebounced(uri.toString()))
    watcher.onDidDelete((uri) => this.#recheckDeleted(uri))
    this.#watchers.set(root.toString(), watcher)
  }

  /** Removes all problems. */
  clear(): void {
    this.#accounts.clear()
    this.#keptWhenClosed.clear()
    this.#diagnostics.clear()
  }

  /** Checks a file again once it hasn’t changed for a moment, if it is a checked file. */
  #recheckDebounced(key: string): void {
    if (!this.#accounts.has(key)) return
    clearTimeout(this.#timers.get(key))
    const timer = setTimeout(() => void this.#recheck(key), debounceMs)
    this.#timers.set(key, timer)
  }

  /**
   * Checks a deleted file again, which removes its problems. For a deleted folder, does so for all checked files in it,
   * because VS Code reports only the folder’s deletion.
   */
  #recheckDeleted(uri: vscode.Uri): void {
    const key = uri.toString()
    this.#recheckDebounced(key)
    if (this.#accounts.has(key)) return
    for (const fileKey of this.#accounts.keys()) {
      if (fileKey.startsWith(`${key}/`)) this.#recheckDebounced(fileKey)
    }
  }

  /** Checks a file again; removes its problems if it was closed or deleted, or is too long by now. */
  async #recheck(key: string): Promise<void> {
    this.#timers.delete(key)
    const account = this.#accounts.get(key)
    if (!account) return
    const uri = vscode.Uri.parse(key)
    const file = await this.#readIfShown(uri)
    // Meanwhile, the file was checked against another account, or all problems were removed.
    if (this.#accounts.get(key) !== account) return
    if (file?.isShort) {
      this.show(file, account)
      return
    }
    this.#accounts.delete(key)
    this.#keptWhenClosed.delete(key)
    this.#diagnostics.delete(uri)
  }

  async #readIfShown(uri: vscode.Uri): Promise<CodeFile | undefined> {
    if (!this.#keptWhenClosed.has(uri.toString()) && !findOpenDocument(uri)) return undefined
    const result = await readCodeFile(uri)
    return result.kind === 'code' ? result.file : undefined
  }
}
