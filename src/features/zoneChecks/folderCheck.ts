import * as vscode from 'vscode'
import { ApiError } from '../../api/errors.ts'
import { codeFileExtensions, globForExtensions } from '../../contributions.ts'
import { readCodeFiles, type CodeFile, type CodeFileResult } from '../../documents/codeFile.ts'
import type { ReadFile } from '../../documents/readFile.ts'
import { searchExcludes } from '../../documents/workspaceFiles.ts'
import { isFormatEnabled } from './automaticChecks.ts'
import type { CheckedAccount } from './cachedZones.ts'
import type { FileCheckResult, ZoneChecker } from './zoneChecker.ts'
import type { ListLoader } from './zoneLoading.ts'

/**
 * The result of a check of a file in a folder: the number of its problems instead of the problems, which hold the
 * file’s text, and there may be thousands of files.
 */
export interface FolderFileResult extends Omit<FileCheckResult, 'problems'> {
  readonly problemCount: number
}

/** The result of a check of the files in a folder. */
export interface FolderCheckResult {
  /** The results of the files with zones or regions. */
  readonly fileResults: readonly FolderFileResult[]
  /** The number of files that were read. */
  readonly searchedCount: number
  /** The number of files that are too long, or can’t be opened. */
  readonly unreadableCount: number
}

interface FolderCheckOptions {
  readonly folder: vscode.Uri
  readonly account: CheckedAccount
  readonly checker: ZoneChecker
  readonly loader: ListLoader
  readonly readFile: ReadFile
  readonly reportProgress: (progress: string) => void
}

/** Checks the files of a folder. Rejects `cancelled` if the loader’s signal is aborted. */
export async function checkFolder(options: FolderCheckOptions): Promise<FolderCheckResult> {
  const { checker, folder } = options
  return checker.runFolderCheck(folder, async () => checkFiles(options))
}

async function checkFiles({
  folder,
  account,
  checker,
  loader,
  readFile,
  reportProgress,
}: FolderCheckOptions): Promise<FolderCheckResult> {
  const uris = await findCodeFiles(folder, loader.signal)
  const fileResults: FolderFileResult[] = []
  let searchedCount = 0
  let unreadableCount = 0
  // Each report is a message to VS Code’s window: there are at most about a hundred.
  const reportInterval = Math.ceil(uris.length / 100)
  const reportCounts = () => {
    const endedCount = searchedCount + unreadableCount
    if (endedCount % reportInterval === 0) reportProgress(`${endedCount}/${uris.length}`)
  }
  const checkFile = async (file: CodeFile): Promise<FolderFileResult | undefined> => {
    try {
      const options = { isInFolderCheck: true }
      const { problems, ...facts } = await checker.check(file, account, loader, options)
      return { ...facts, problemCount: problems.length }
    } catch (error) {
      // Meanwhile, the file was opened in a language that isn’t code.
      const isSkipped = error instanceof ApiError && error.kind === 'cancelled'
      if (isSkipped && !loader.signal.aborted) return undefined
      throw error
    }
  }
  const checkResult = async (result: CodeFileResult) => {
    if (loader.signal.aborted) return
    if (result.kind === 'code' && (await isChecked(result.file))) {
      const fileResult = await checkFile(result.file)
      if (fileResult) fileResults.push(fileResult)
    }
    if (isUnread(result)) unreadableCount += 1
    else searchedCount += 1
    reportCounts()
  }
  reportCounts()
  await readCodeFiles(uris, readFile, checkResult, () => loader.signal.aborted)
  if (loader.signal.aborted) throw new ApiError('cancelled', 'Cancelled')
  return { fileResults, searchedCount, unreadableCount }
}

/** Returns whether a file, or a part of it that may name zones, wasn’t read. */
function isUnread(result: CodeFileResult): boolean {
  if (result.kind === 'unreadable') return true
  return result.kind === 'code' && isFormatEnabled(result.file) && result.file.isCut
}

async function isChecked(file: CodeFile): Promise<boolean> {
  if (!isFormatEnabled(file)) return false
  if (file.mayNameZonesOrRegions) await file.load('bulk')
  return file.hasZonesOrRegions
}

/** Finds the files of code in a folder by path, without those that the user excludes from search. */
async function findCodeFiles(folder: vscode.Uri, signal: AbortSignal): Promise<vscode.Uri[]> {
  const cancellation = new vscode.CancellationTokenSource()
  const cancel = () => cancellation.cancel()
  signal.addEventListener('abort', cancel)
  if (signal.aborted) cancel()
  const pattern = new vscode.RelativePattern(folder, globForExtensions(codeFileExtensions))
  const excludes = searchExcludes()
  const { token } = cancellation
  try {
    const uris = await vscode.workspace.findFiles(pattern, excludes, undefined, token)
    return uris.sort((a, b) => (a.path < b.path ? -1 : 1))
  } finally {
    signal.removeEventListener('abort', cancel)
    cancellation.dispose()
  }
}
