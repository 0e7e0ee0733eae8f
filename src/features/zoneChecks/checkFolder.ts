import * as vscode from 'vscode'
import { ApiError } from '../../api/errors.ts'
import type { Clouds } from '../../inventory/clouds.ts'
import type { CloudProjectRef } from '../../inventory/refs.ts'
import { joinSentences, visible } from '../../texts.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { showMessage } from '../../ui/messages.ts'
import { withCancellableProgress } from '../../ui/progress.ts'
import { openDocument } from './fileText.ts'
import { filesWithZones, type FolderFiles } from './folderFiles.ts'
import { freshLists, type ZoneChecks } from './zoneChecks.ts'

/** The result of Check Zones in Folder, as plain data for keyboard shortcuts and other extensions. */
export interface FolderCheck {
  readonly findings: readonly {
    readonly uri: string
    /** From 1. */
    readonly line: number
    readonly column: number
    readonly code: string
    readonly message: string
  }[]
  /** The numbers of files that were searched, and that were left out: too large, unreadable, or too many. */
  readonly searchedFiles: number
  readonly skippedFiles: number
  readonly isTruncated: boolean
  readonly checkedZones: number
  /** The regions that couldn’t be loaded, so that their zones weren’t checked. */
  readonly failedRegions: readonly string[]
  /** True if instance types couldn’t be checked. */
  readonly isPartial: boolean
}

/** Checks the files of a folder, and shows the findings and what was left out. Rejects if canceled. */
export async function checkFolder(
  folder: vscode.Uri,
  account: CloudProjectRef,
  zoneChecks: ZoneChecks,
  clouds: Clouds,
): Promise<FolderCheck> {
  const title = vscode.l10n.t('Checking zones for {0}…', visible(zoneChecks.titleOf(account)))
  const { files, checked, failures, unchecked } = await withCancellableProgress(
    title,
    async (signal, report) => {
      const all = await filesWithZones(folder, signal, report)
      const fresh = freshLists(clouds)
      const failed = new Map<string, ApiError>()
      let count = 0
      const gaps = new Set<string>()
      for (const [nth, file] of all.documents.entries()) {
        if (signal.aborted) throw new ApiError('cancelled', 'Cancelled')
        report(`${nth + 1}/${all.documents.length}`)
        // It may have been opened since it was read.
        const document = openDocument(file.uri) ?? file
        const outcome = await zoneChecks.check(document, account, signal, fresh)
        zoneChecks.keep(document)
        count += outcome?.checked ?? 0
        for (const one of outcome?.unchecked ?? []) gaps.add(one)
        for (const { region, error } of outcome?.failures ?? []) failed.set(region, error)
      }
      if (signal.aborted) throw new ApiError('cancelled', 'Cancelled')
      return { files: all, checked: count, failures: failed, unchecked: gaps }
    },
  )
  const findings = files.documents.flatMap(({ uri }) =>
    zoneChecks.found(uri).map(({ range: { start }, code, message }) => {
      const [line, column] = [start.line + 1, start.character + 1]
      return { uri: uri.toString(), line, column, code: code as string, message }
    }),
  )
  const { searched, skipped, isCut } = files
  const gaps = uncheckedText(unchecked)
  showOutcome({ ...files, gaps }, checked, findings.length, failures, account)
  return {
    findings,
    searchedFiles: searched,
    skippedFiles: skipped,
    isTruncated: isCut,
    checkedZones: checked,
    failedRegions: [...failures.keys()],
    isPartial: gaps !== '',
  }
}

/** Says of which regions instance types couldn’t be checked. */
export function uncheckedText(regions: ReadonlySet<string> = new Set()): string {
  const names = [...regions].map(visible).join(', ')
  return names ? vscode.l10n.t('Couldn’t check instance types in {0}.', names) : ''
}

function showOutcome(
  { documents, searched, skipped, isCut, gaps }: FolderFiles & { gaps: string },
  checked: number,
  found: number,
  failures: ReadonlyMap<string, ApiError>,
  { connection }: CloudProjectRef,
): void {
  const [first] = failures.values()
  const names = [...failures.keys()].map(visible).join(', ')
  const failed =
    first &&
    vscode.l10n.t('Couldn’t check the zones in {0}. {1}', names, errorText(first, connection))
  const result =
    documents.length === 0
      ? vscode.l10n.t('No zones found in this folder. Files searched: {0}.', searched)
      : vscode.l10n.t(
          'Files with zones: {0}. Zones checked: {1}. Problems found: {2}.',
          documents.length,
          checked,
          found,
        )
  const text = joinSentences(
    failed ?? '',
    result,
    gaps,
    skipped > 0 ? vscode.l10n.t('Files that are too large or can’t be opened: {0}.', skipped) : '',
    isCut
      ? vscode.l10n.t(
          'Only some files of the folder were checked. Check its subfolders one at a time.',
        )
      : '',
  )
  const problems = {
    title: vscode.l10n.t('Show Problems'),
    run: () => vscode.commands.executeCommand('workbench.actions.view.problems'),
  }
  showMessage(first || isCut || gaps ? 'warning' : 'info', text, found > 0 ? [problems] : [])
}

/** Returns the folder of the workspace, or prompts for one of several. */
export async function askFolder(): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? []
  if (folders.length <= 1) return folders[0]?.uri
  return (await vscode.window.showWorkspaceFolderPick())?.uri
}
