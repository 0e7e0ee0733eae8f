import * as vscode from 'vscode'
import { zoneProvider } from '../../api/providers.ts'
import { commandIds } from '../../contributions.ts'
import { errorText } from '../../ui/errorTexts.ts'
import type { CloudProjectRef } from '../../inventory/refs.ts'
import type { Parts } from '../../parts.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { joinSentences, visible } from '../../texts.ts'
import { requireConnection } from '../../ui/activeConnection.ts'
import { withCancellableProgress } from '../../ui/progress.ts'
import { CommandError, recoveryActions } from '../../ui/commandErrors.ts'
import { runAction, showMessage, showStatus, tryAgain, type Action } from '../../ui/messages.ts'
import type { Outcome, ZoneChecks } from './zoneChecks.ts'
import { fileOf, type ZoneFile, readZoneFile, isCheckEnabled } from './zoneFile.ts'
import { createListLoader } from './zoneLoading.ts'
import { ApiError } from '../../api/errors.ts'
import type { Clouds } from '../../inventory/clouds.ts'
import { searchExcludes } from '../../ui/workspaceFiles.ts'

/**
 * Check Zones in File: lists the zones of a document’s regions again, and shows which of its zones are
 * unknown or not available to the workspace’s account. Check Zones in Folder… does so for all its files. Select
 * Account for Zone Checks… selects another one.
 */
export function checkZonesCommands(parts: Parts & { zoneChecks: ZoneChecks }) {
  const { connections, clouds, tracked, zoneChecks } = parts
  return {
    [commandIds.checkZonesInFile]: async (target?: unknown, given?: unknown) => {
      const file = await fileAt(target)
      // Menus give other things.
      const region = typeof given === 'string' ? given : undefined
      if (!file.hasZones) {
        showMessage('info', vscode.l10n.t('No zones found in this file.'))
        return
      }
      const account = await askAccount()
      if (!account) return
      const name = visible(zoneChecks.known.title(account))
      const title = vscode.l10n.t('Checking zones for {0}…', name)
      const outcome = await withCancellableProgress(title, (signal) => {
        const load = createListLoader(clouds, { signal })
        return zoneChecks.check(file, account, { load, signal, given: region })
      })
      if (outcome) report(outcome, account, file, region)
    },
    [commandIds.checkZonesInFolder]: async (target?: unknown) => {
      const folder = folderOf(target) ?? (await askFolder())
      const account = folder && (await askAccount())
      if (account) await checkFolder(folder, account, zoneChecks, clouds)
    },
    [commandIds.selectCheckedAccount]: async () => {
      await zoneChecks.chooseAccount(requireConnection(connections))
    },
  }

  /** Returns the account to check against, with its key; undefined if canceled. */
  async function askAccount(): Promise<CloudProjectRef | undefined> {
    const connection = requireConnection(connections)
    if (!(await ensureApiKey(connection, parts))) return undefined
    return zoneChecks.accounts.of(connection) ?? (await zoneChecks.chooseAccount(connection))
  }

  function report(
    { checked, findings, isRegionUnknown, failures, unchecked }: Outcome,
    account: CloudProjectRef,
    { uri }: ZoneFile,
    region: string | undefined,
  ): void {
    const again = (title: string, given = region): Action => {
      const args = given === undefined ? [uri] : [uri, given]
      const run = () => vscode.commands.executeCommand(commandIds.checkZonesInFile, ...args)
      return { title, run }
    }
    const [first] = failures
    if (first) {
      const { connection } = account
      const names = failures.map((one) => visible(one.region)).join(', ')
      const why = errorText(first.error, connection)
      const text = vscode.l10n.t('Couldn’t check the zones in {0}. {1}', names, why)
      const actions = [...recoveryActions(first.error, connection), again(tryAgain())]
      throw new CommandError(text, actions)
    }
    const count = checked + findings.length
    if (isRegionUnknown && count === 0) return reportUnknownRegion(account, again)
    const text = vscode.l10n.t('Zones checked: {0}. Problems found: {1}.', checked, findings.length)
    showStatus(joinSentences(text, uncheckedText(unchecked)))
  }

  /** Says that no region is known, and what helps: to list zones, which pins a region, or the only pinned one of azure. */
  function reportUnknownRegion(
    account: CloudProjectRef,
    again: (title: string, region?: string) => Action,
  ): void {
    const isAzure = zoneProvider(account.provider) === 'azure'
    const pinned = isAzure ? tracked.regions(account).map(({ name }) => name) : []
    const [offered] = pinned.length === 1 ? pinned : []
    const canList = pinned.length === 0 && zoneChecks.known.regionsOf(account).isUnlisted
    const text = joinSentences(
      vscode.l10n.t('The zones were not checked because their region is unknown.'),
      canList
        ? vscode.l10n.t('Add the region to the file, or run “List Zones…” for the region first.')
        : '',
    )
    showMessage('info', text, [
      ...(canList ? [runAction(vscode.l10n.t('List Zones'), commandIds.listZones)] : []),
      offered === undefined
        ? again(tryAgain())
        : again(vscode.l10n.t('Check Zones in {0}', visible(offered)), offered),
    ])
  }
}

/** Returns the folder of an argument: its URI, from a keyboard shortcut as text. */
function folderOf(target: unknown): vscode.Uri | undefined {
  if (target instanceof vscode.Uri) return target
  return typeof target === 'string' ? vscode.Uri.parse(target, true) : undefined
}

/** Returns the document with a given URI, or that of the active editor. */
async function fileAt(target: unknown): Promise<ZoneFile> {
  const uri = target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri
  const file = uri && fileOf(await vscode.workspace.openTextDocument(uri))
  if (file) return file
  throw new CommandError(
    vscode.l10n.t('Open a Terraform, HCL, YAML, or JSON file to check its zones.'),
  )
}

/** Returns the folder of the workspace, or prompts for one of several. */
async function askFolder(): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? []
  if (folders.length <= 1) return folders[0]?.uri
  return (await vscode.window.showWorkspaceFolderPick())?.uri
}

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
async function checkFolder(
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
      const file = await readZoneFile(uri)
      if (signal.aborted || !isUnchanged()) throw new ApiError('cancelled', 'Cancelled')
      if (file === 'unread') result.skipped += 1
      else result.searched += 1
      if (!file || file === 'unread' || !isCheckEnabled(file) || !file.hasZones) continue
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
function uncheckedText(regions: readonly string[]): string {
  const names = regions.map(visible).join(', ')
  return names ? vscode.l10n.t('Couldn’t check instance types in {0}.', names) : ''
}
