import * as vscode from 'vscode'
import { ApiError } from '../../api/errors.ts'
import { codeFileExtensions, globForExtensions } from '../../contributions.ts'
import { readCodeFile } from '../../documents/codeFile.ts'
import { searchExcludes } from '../../documents/workspaceFiles.ts'
import { isFormatEnabled } from './automaticChecks.ts'
import type { CheckedAccount } from './cachedZones.ts'
import type { FileCheckResult, ZoneChecker } from './zoneChecker.ts'
import type { ListLoader } from './zoneLoading.ts'

const maxFiles = 2000

/** The result of a check of the files in a folder. */
export interface FolderCheckResult {
  /** The results of the files with zones. */
  readonly fileResults: readonly FileCheckResult[]
  /** The number of files that were read. */
  readonly searchedCount: number
  /** The number of files that are too long, or can’t be opened. */
  readonly unreadableCount: number
  /** True if the folder has more files than are checked. */
  readonly isIncomplete: boolean
}

/** Checks the files of a folder one by one. Rejects `cancelled` if the loader’s signal is aborted. */
export async function checkFolder(
  folder: vscode.Uri,
  account: CheckedAccount,
  checker: ZoneChecker,
  loader: ListLoader,
  reportProgress: (progress: string) => void,
): Promise<FolderCheckResult> {
  const found = await findCodeFiles(folder, loader.signal)
  const uris = found.slice(0, maxFiles).sort((a, b) => (a.path < b.path ? -1 : 1))
  const fileResults: FileCheckResult[] = []
  let searchedCount = 0
  let unreadableCount = 0
  for (const [index, uri] of uris.entries()) {
    reportProgress(`${index}/${uris.length}`)
    const result = await readCodeFile(uri)
    if (loader.signal.aborted) throw new ApiError('cancelled', 'Cancelled')
    if (result.kind === 'unreadable') unreadableCount += 1
    else searchedCount += 1
    if (result.kind !== 'code') continue
    const { file } = result
    if (!isFormatEnabled(file) || !file.hasZones) continue
    fileResults.push(await checker.check(file, account, loader, folder))
  }
  return { fileResults, searchedCount, unreadableCount, isIncomplete: found.length > maxFiles }
}

/**
 * Finds the files of code in a folder, without those that the user excludes from search. One file more than are checked
 * may be found, which shows that the folder has too many.
 */
async function findCodeFiles(folder: vscode.Uri, signal: AbortSignal): Promise<vscode.Uri[]> {
  const cancellation = new vscode.CancellationTokenSource()
  signal.addEventListener('abort', () => cancellation.cancel(), { once: true })
  const pattern = new vscode.RelativePattern(folder, globForExtensions(codeFileExtensions))
  const excludes = searchExcludes()
  return vscode.workspace.findFiles(pattern, excludes, maxFiles + 1, cancellation.token)
}
