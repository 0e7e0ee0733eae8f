import * as vscode from 'vscode'
import { ApiError } from '../../api/errors.ts'
import type { Clouds } from '../../inventory/clouds.ts'
import type { CloudProjectRef } from '../../inventory/refs.ts'
import { joinSentences, visible } from '../../texts.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { showMessage } from '../../ui/messages.ts'
import { withCancellableProgress } from '../../ui/progress.ts'
import { searchExcludes } from '../../ui/searchExcludes.ts'
import { readTextFile } from '../../ui/textFile.ts'
import type { ZoneChecks } from './zoneChecks.ts'
import { closedFile, fileOf, isCheckEnabled, openDocument } from './zoneFile.ts'
import { createListLoader } from './zoneLoading.ts'

const maxFiles = 2000

const pattern = '**/*.{tf,tfvars,tofu,hcl,yaml,yml,json,jsonc}'

/** What has been checked in a folder, and what was left out. */
class FolderCheck {
  filesWithZones = 0
  searched = 0
  /** The files that are too large or can’t be read. */
  skipped = 0
  /** True if there are more files than are searched. */
  isCut = false
  checked = 0
  found = 0
  /** The regions that couldn’t be loaded, and those whose instance types couldn’t. */
  readonly failures = new Map<string, ApiError>()
  readonly unchecked = new Set<string>()
}

/**
 * Checks the files of a folder one by one, and shows the findings and what was left out. Rejects if canceled, or if
 * the account or its key changes meanwhile: nothing that is found is of another account than the selected one.
 */
export async function checkFolder(
  folder: vscode.Uri,
  account: CloudProjectRef,
  zoneChecks: ZoneChecks,
  clouds: Clouds,
): Promise<void> {
  const name = visible(zoneChecks.known.title(account))
  const title = vscode.l10n.t('Checking zones for {0}…', name)
  const result = new FolderCheck()
  const isUnchanged = zoneChecks.unchanged()
  await withCancellableProgress(title, async (signal, report) => {
    const found = await filesIn(folder, signal)
    const files = found.slice(0, maxFiles).sort((a, b) => (a.path < b.path ? -1 : 1))
    result.isCut = found.length > maxFiles
    const load = createListLoader(clouds, { signal })
    for (const [nth, uri] of files.entries()) {
      report(`${nth}/${files.length}`)
      const document = openDocument(uri)
      const text = document ? document.getText() : await readTextFile(uri)
      if (signal.aborted || !isUnchanged()) throw new ApiError('cancelled', 'Cancelled')
      if (text === undefined) {
        result.skipped += 1
        continue
      }
      result.searched += 1
      const file = document ? fileOf(document) : closedFile(uri, text)
      if (!file || !isCheckEnabled(file) || !file.hasZones) continue
      result.filesWithZones += 1
      const outcome = await zoneChecks.check(file, account, { load, signal, folder })
      if (!outcome) throw new ApiError('cancelled', 'Cancelled')
      result.checked += outcome.checked
      result.found += outcome.findings.length
      for (const { region, error } of outcome.failures) result.failures.set(region, error)
      for (const region of outcome.unchecked) result.unchecked.add(region)
    }
  })
  showResult(result, account)
}

/** Finds the files that may have zones, except those that the user excludes from search, and one more than are searched. */
async function filesIn(folder: vscode.Uri, signal: AbortSignal): Promise<vscode.Uri[]> {
  const cancellation = new vscode.CancellationTokenSource()
  signal.addEventListener('abort', () => cancellation.cancel(), { once: true })
  const files = new vscode.RelativePattern(folder, pattern)
  const { findFiles } = vscode.workspace
  const found = await findFiles(files, searchExcludes(), maxFiles + 1, cancellation.token)
  cancellation.dispose()
  return found
}

function showResult(
  { filesWithZones, searched, skipped, isCut, checked, found, failures, unchecked }: FolderCheck,
  { connection }: CloudProjectRef,
): void {
  const [first] = failures.values()
  const names = [...failures.keys()].map(visible).join(', ')
  const failed =
    first &&
    vscode.l10n.t('Couldn’t check the zones in {0}. {1}', names, errorText(first, connection))
  const text = joinSentences(
    failed ?? '',
    filesWithZones === 0
      ? vscode.l10n.t('No zones found in this folder. Files searched: {0}.', searched)
      : vscode.l10n.t(
          'Files with zones: {0}. Zones checked: {1}. Problems found: {2}.',
          filesWithZones,
          checked,
          found,
        ),
    uncheckedText([...unchecked]),
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
  const isPartial = first !== undefined || isCut || unchecked.size > 0
  showMessage(isPartial ? 'warning' : 'info', text, found > 0 ? [problems] : [])
}

/** Says of which regions instance types couldn’t be checked. */
export function uncheckedText(regions: readonly string[]): string {
  const names = regions.map(visible).join(', ')
  return names ? vscode.l10n.t('Couldn’t check instance types in {0}.', names) : ''
}
