import * as vscode from 'vscode'
import {
  codeFileOf,
  findOpenDocument,
  readCodeFile,
  shortCodeFileOf,
  visitConcurrently,
  type CodeFile,
} from '../../documents/codeFile.ts'
import { runInSlices, type Priority } from '../../steps.ts'
import { checkText } from '../../zoneAnalysis/checkText.ts'
import type { ZoneCheckResult } from '../../zoneAnalysis/problems.ts'
import type { CachedZones, CheckedAccount } from './cachedZones.ts'
import { CheckedFolders, isAtOrBelow } from './checkedFolders.ts'
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
  isKept: boolean
  readonly signal: AbortSignal | undefined
  /** Whether this check has shown its problems. */
  isShown: boolean
  /** The check before, to return to if this one is canceled before it is shown. */
  previous: FileCheck | undefined
}

/**
 * Shows the problems of checked files as diagnostics. A file that changes is checked again, with what is cached and
 * without requests, until it is closed, or also then if it was part of the check of a folder.
 */
export class CheckedFiles {
  readonly #cachedZones: CachedZones
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('poolkeeper')
  /** The latest check of each checked file, by URI. */
  readonly #checks = new Map<string, FileCheck>()
  /** The versions of open documents whose problems were shown last. */
  readonly #shownVersions = new WeakMap<vscode.TextDocument, string>()
  /** The timers after which files that have changed are checked again, by URI. */
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  /** The files that have changed and are waiting for their check, by URI. */
  readonly #waiting = new Set<string>()
  #isRechecking = false
  /** The files and folders that were deleted since the last check of such files, by URI. */
  readonly #deleted = new Set<string>()
  #deletionTimer: ReturnType<typeof setTimeout> | undefined
  readonly #folders: CheckedFolders
  /** The files that each of the running folder checks has checked, by URI. */
  readonly #keysOfFolderChecks = new Set<Set<string>>()
  readonly #subscriptions: vscode.Disposable

  constructor(cachedZones: CachedZones) {
    this.#cachedZones = cachedZones
    this.#folders = new CheckedFolders({
      onChange: (uri) => this.#recheckDebounced(uri.toString()),
      onDelete: (uri) => this.#recheckDeleted(uri),
    })
    const recheck = ({ uri }: vscode.TextDocument) => this.#recheckDebounced(uri.toString())
    this.#subscriptions = vscode.Disposable.from(
      this.#diagnostics,
      this.#folders,
      vscode.workspace.onDidChangeTextDocument(({ document }) => recheck(document)),
      vscode.workspace.onDidOpenTextDocument(recheck),
      vscode.workspace.onDidCloseTextDocument((document) => {
        // Its editor may have had unsaved changes.
        this.#folders.noteChange(document.uri)
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
  }

  /**
   * Checks a file with what is cached, and shows the problems, unless the signal is aborted, or the file has changed or
   * was checked again meanwhile. If the file has changed on disk or was closed during a folder check, its text may have
   * been read before that: the file is then read and checked again.
   */
  async show(
    file: CodeFile,
    account: CheckedAccount,
    options: ShowOptions = {},
  ): Promise<ZoneCheckResult> {
    const key = file.uri.toString()
    if (options.isKept) for (const keys of this.#keysOfFolderChecks) keys.add(key)
    const hasChanged = this.#folders.hasChanged(key)
    const result = await this.#showProblems(file, account, options)
    if (hasChanged || this.#folders.hasChanged(key)) this.#recheckDebounced(key)
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
      const document = findOpenDocument(uri)
      if (document) this.#shownVersions.set(document, versionOf(document))
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
    // Meanwhile, the file may have changed, or that check may have ended without showing its problems.
    this.#recheckDebounced(key)
  }

  /**
   * Runs the check of a folder, whose files are checked again when they change, during the check and after it. If the check
   * isn’t canceled, it ends those of other files in the folder: they are excluded by now, or name no zones any more.
   */
  async runFolderCheck<T>(folder: vscode.Uri, check: () => Promise<T>): Promise<T> {
    const checkedKeys = new Set<string>()
    this.#keysOfFolderChecks.add(checkedKeys)
    try {
      const result = await this.#folders.runCheck(folder, check)
      this.#endOtherChecks(folder, checkedKeys)
      return result
    } finally {
      this.#keysOfFolderChecks.delete(checkedKeys)
    }
  }

  #endOtherChecks(folder: vscode.Uri, checkedKeys: ReadonlySet<string>): void {
    const folderKeys = new Set([folder.toString().replace(/\/$/, '')])
    for (const [key, check] of this.#checks) {
      if (!check.isKept || checkedKeys.has(key) || !isAtOrBelow(key, folderKeys)) continue
      check.isKept = false
      const uri = vscode.Uri.parse(key)
      if (findOpenDocument(uri)) continue
      this.#checks.delete(key)
      this.#diagnostics.delete(uri)
    }
  }

  /** Removes all problems. */
  clear(): void {
    this.#checks.clear()
    this.#diagnostics.clear()
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

  /**
   * Checks a file again. Removes its problems if it was closed and isn’t kept, was deleted, or by now isn’t code or is too
   * long. If it was too long before, and its editor has the same text and language, its problems stay.
   */
  async #recheck(key: string): Promise<void> {
    const check = this.#checks.get(key)
    if (!check) return
    const uri = vscode.Uri.parse(key)
    if (!check.isShown && check.signal?.aborted) {
      this.#returnBefore(key, check)
      return
    }
    const document = findOpenDocument(uri)
    const isSameText = document && this.#shownVersions.get(document) === versionOf(document)
    if (check.isShown && isSameText && !shortCodeFileOf(document)) return
    const file = document ? readDocument(document, check) : await readClosedFile(uri, check)
    // Meanwhile, the file was checked again, or all problems were removed.
    if (this.#checks.get(key) !== check) return
    if (file) {
      const priority = document ? 'normal' : 'bulk'
      // To cancel a check that hasn’t shown any problems yet also cancels its repetition.
      const signal = check.isShown ? undefined : check.signal
      await this.#showProblems(file, check.account, { signal, priority })
      return
    }
    this.#diagnostics.delete(uri)
    // Once the editor is closed, the text on disk counts again.
    if (check.isKept && document) this.#shownVersions.delete(document)
    else this.#checks.delete(key)
  }
}

/** Reads an open document: any that the check was for, but once its problems are shown, only one that isn’t too long. */
function readDocument(document: vscode.TextDocument, { isShown }: FileCheck): CodeFile | undefined {
  return isShown ? shortCodeFileOf(document) : codeFileOf(document)
}

/** Reads a file that isn’t open if its problems are shown nevertheless. */
async function readClosedFile(
  uri: vscode.Uri,
  { isKept }: FileCheck,
): Promise<CodeFile | undefined> {
  const result = isKept ? await readCodeFile(uri) : undefined
  return result?.kind === 'code' ? result.file : undefined
}

/** Returns what changes with the text of a document, and with its language. Saving changes neither. */
function versionOf({ version, languageId }: vscode.TextDocument): string {
  return `${version} ${languageId}`
}

/** Returns whether a file isn’t open, or has the text that its editor has now. After a change, it’s checked again anyway. */
function isCurrent(file: CodeFile): boolean {
  const document = findOpenDocument(file.uri)
  const current = document && codeFileOf(document)
  return !document || (current?.text === file.text && current.format === file.format)
}
