import * as vscode from 'vscode'
import {
  codeFileOf,
  findOpenDocument,
  readCodeFile,
  visitConcurrently,
  type CodeFile,
} from '../../documents/codeFile.ts'
import { runInSlices, type Priority } from '../../steps.ts'
import { checkText } from '../../zoneAnalysis/checkText.ts'
import type { ZoneCheckResult } from '../../zoneAnalysis/problems.ts'
import type { CachedZones, CheckedAccount } from './cachedZones.ts'
import { toDiagnostics } from './zoneDiagnostics.ts'

/** The time in ms without changes after which a file is checked again. */
const debounceMs = 300

/** Options of a check of a file. */
interface ShowOptions {
  readonly signal?: AbortSignal | undefined
  readonly priority?: Priority
  /** True if the problems are shown while the file is closed, too. */
  readonly isKept?: boolean
}

/** A check of a file, which may still be in progress. Each check is an object of its own, to tell which is the latest. */
interface FileCheck {
  readonly account: CheckedAccount
  /** True if this check, or one before it, was asked to show the problems while the file is closed, too. */
  readonly isKept: boolean
  readonly signal: AbortSignal | undefined
  /** Whether the problems that are shown are those of this check. */
  isShown: boolean
  /** The check before, to return to if this one is canceled before it is shown. */
  previous: FileCheck | undefined
}

/**
 * Shows the problems of checked files as diagnostics. A file that changes is checked again, with what is cached and
 * without requests, until it is closed.
 */
export class CheckedFiles {
  readonly #cachedZones: CachedZones
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('poolkeeper')
  /** The latest check of each checked file, by URI. */
  readonly #checks = new Map<string, FileCheck>()
  /** The timers after which files that have changed are checked again, by URI. */
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  /** The files that have changed and are waiting for their check, by URI. */
  readonly #waiting = new Set<string>()
  #isRechecking = false
  /** The files and folders that were deleted since the last check of such files, by URI. */
  readonly #deleted = new Set<string>()
  #deletionTimer: ReturnType<typeof setTimeout> | undefined
  /** The watchers of checked folders, by URI. */
  readonly #watchers = new Map<string, vscode.FileSystemWatcher>()
  /** The number of folder checks that are running. */
  #folderCheckCount = 0
  /**
   * The files and folders that have changed on disk since the first of these checks began, and the files whose editors were
   * closed, which may have had unsaved changes, by URI.
   */
  readonly #changedDuringChecks = new Set<string>()
  readonly #subscriptions: vscode.Disposable

  constructor(cachedZones: CachedZones) {
    this.#cachedZones = cachedZones
    const recheck = ({ uri }: vscode.TextDocument) => this.#recheckDebounced(uri.toString())
    this.#subscriptions = vscode.Disposable.from(
      this.#diagnostics,
      vscode.workspace.onDidChangeTextDocument(({ document }) => recheck(document)),
      vscode.workspace.onDidOpenTextDocument(recheck),
      vscode.workspace.onDidCloseTextDocument((document) => {
        this.#rememberChange(document.uri)
        recheck(document)
      }),
    )
  }

  dispose(): void {
    this.#checks.clear() // a check that is in progress shows nothing
    this.#waiting.clear()
    this.#subscriptions.dispose()
    for (const timer of this.#timers.values()) clearTimeout(timer)
    clearTimeout(this.#deletionTimer)
    for (const watcher of this.#watchers.values()) watcher.dispose()
  }

  /**
   * Checks a file with what is cached, and shows the problems, unless the signal is aborted, or the file has changed or
   * was checked again meanwhile. If the file has changed on disk during a folder check, or was closed with unsaved changes,
   * its text may have been read before that: the file is then read and checked again.
   */
  async show(
    file: CodeFile,
    account: CheckedAccount,
    options: ShowOptions = {},
  ): Promise<ZoneCheckResult> {
    const key = file.uri.toString()
    const hasChanged = this.#hasChangedDuringCheck(key)
    const result = await this.#showProblems(file, account, options)
    if (hasChanged || this.#hasChangedDuringCheck(key)) this.#recheckDebounced(key)
    return result
  }

  async #showProblems(
    file: CodeFile,
    account: CheckedAccount,
    { signal, priority, isKept = false }: ShowOptions,
  ): Promise<ZoneCheckResult> {
    const { uri } = file
    const key = uri.toString()
    const previous = this.#checks.get(key)
    const check: FileCheck = {
      account,
      isKept: isKept || previous?.isKept === true,
      signal,
      isShown: false,
      previous,
    }
    this.#checks.set(key, check)
    await file.load(priority)
    const known = this.#cachedZones.knownZones(file.references, account)
    const result = await runInSlices(checkText(file, known), priority)
    const isLatest = this.#checks.get(key) === check
    if (isLatest && signal?.aborted) this.#returnBefore(key, check)
    else if (isLatest && isCurrent(file)) {
      this.#diagnostics.set(uri, toDiagnostics(file, result, this.#cachedZones.title(account)))
      check.isShown = true
      check.previous = undefined
    }
    return result
  }

  /**
   * Returns to the last check before a canceled one that is shown, or wasn’t canceled itself. If there is none, the file
   * counts as unchecked.
   */
  #returnBefore(key: string, canceled: FileCheck): void {
    let check = canceled.previous
    while (check && !check.isShown && check.signal?.aborted) check = check.previous
    if (!check) {
      this.#checks.delete(key)
      return
    }
    this.#checks.set(key, check)
    // It may have ended meanwhile, when it wasn’t the latest.
    if (!check.isShown) this.#recheckDebounced(key)
  }

  /**
   * Runs the check of a folder. From its beginning, the folder’s files are checked again when they change on disk, even
   * if a change comes after a file was read and before its problems are shown: its regions may take seconds to load.
   */
  async runFolderCheck<T>(folder: vscode.Uri, check: () => Promise<T>): Promise<T> {
    this.#watchFolder(folder)
    this.#folderCheckCount += 1
    try {
      return await check()
    } finally {
      this.#folderCheckCount -= 1
      if (this.#folderCheckCount === 0) this.#changedDuringChecks.clear()
    }
  }

  /** Watches the folder of the workspace that a folder is in. */
  #watchFolder(folder: vscode.Uri): void {
    const root = vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder
    if (this.#watchers.has(root.toString())) return
    const pattern = new vscode.RelativePattern(root, '**')
    const watcher = vscode.workspace.createFileSystemWatcher(pattern, true)
    watcher.onDidChange((uri) => {
      this.#rememberChange(uri)
      this.#recheckDebounced(uri.toString())
    })
    watcher.onDidDelete((uri) => {
      this.#rememberChange(uri)
      this.#recheckDeleted(uri)
    })
    this.#watchers.set(root.toString(), watcher)
  }

  /** Removes all problems. */
  clear(): void {
    this.#checks.clear()
    this.#diagnostics.clear()
  }

  /** Remembers a change on disk for the folder checks that are running. */
  #rememberChange(uri: vscode.Uri): void {
    if (this.#folderCheckCount > 0) this.#changedDuringChecks.add(uri.toString())
  }

  /** Returns whether a file has changed on disk during a folder check, or was deleted with a folder that it is in. */
  #hasChangedDuringCheck(key: string): boolean {
    return isAtOrBelow(key, this.#changedDuringChecks)
  }

  /** Checks a file again once it hasn’t changed for a moment, if it is a checked file. */
  #recheckDebounced(key: string): void {
    if (!this.#checks.has(key)) return
    clearTimeout(this.#timers.get(key))
    const timer = setTimeout(() => {
      this.#timers.delete(key)
      // Someone may be looking at an open file: it doesn’t wait for those that have changed on disk.
      if (findOpenDocument(vscode.Uri.parse(key))) {
        void this.#recheck(key)
        return
      }
      this.#waiting.add(key)
      void this.#recheckWaiting()
    }, debounceMs)
    this.#timers.set(key, timer)
  }

  /**
   * Checks a deleted file again, which removes its problems. For a deleted folder, does so for all checked files in it,
   * because VS Code reports only the folder’s deletion. Thousands of files may be deleted at a time, so that all
   * checked files are searched only once for them.
   */
  #recheckDeleted(uri: vscode.Uri): void {
    this.#deleted.add(uri.toString())
    this.#deletionTimer ??= setTimeout(() => {
      this.#deletionTimer = undefined
      for (const key of this.#checks.keys()) {
        if (isAtOrBelow(key, this.#deleted)) this.#waiting.add(key)
      }
      this.#deleted.clear()
      void this.#recheckWaiting()
    }, debounceMs)
  }

  /**
   * Checks the waiting files again, several at a time: after a change of branches, thousands of files may be waiting.
   */
  async #recheckWaiting(): Promise<void> {
    if (this.#isRechecking) return
    this.#isRechecking = true
    try {
      while (this.#waiting.size > 0) {
        const keys = [...this.#waiting]
        this.#waiting.clear()
        await visitConcurrently(keys, async (key) => this.#recheck(key))
      }
    } finally {
      this.#isRechecking = false
    }
  }

  /** Checks a file again; removes its problems if it was closed or deleted, or is too long by now. */
  async #recheck(key: string): Promise<void> {
    const check = this.#checks.get(key)
    if (!check) return
    const uri = vscode.Uri.parse(key)
    const file = await this.#readIfShown(uri, check)
    // Meanwhile, the file was checked again, or all problems were removed.
    if (this.#checks.get(key) !== check) return
    if (file) {
      const priority = findOpenDocument(uri) ? 'normal' : 'bulk'
      // To cancel a check that hasn’t shown any problems yet also cancels its repetition.
      const signal = check.isShown ? undefined : check.signal
      await this.#showProblems(file, check.account, { signal, priority })
      return
    }
    this.#checks.delete(key)
    this.#diagnostics.delete(uri)
  }

  async #readIfShown(uri: vscode.Uri, { isKept }: FileCheck): Promise<CodeFile | undefined> {
    if (!isKept && !findOpenDocument(uri)) return undefined
    const result = await readCodeFile(uri)
    return result.kind === 'code' ? result.file : undefined
  }
}

/** Returns whether a file isn’t open, or has the text that its editor has now. After a change, it’s checked again anyway. */
function isCurrent(file: CodeFile): boolean {
  const document = findOpenDocument(file.uri)
  const current = document && codeFileOf(document)
  return !document || (current?.text === file.text && current.format === file.format)
}

/** Returns whether a path, or one of the folders that it is in, is among the given paths. All are URIs as text. */
function isAtOrBelow(path: string, paths: ReadonlySet<string>): boolean {
  if (paths.size === 0) return false
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (paths.has(path.slice(0, end))) return true
  }
  return false
}
