import * as v from 'valibot'
import * as vscode from 'vscode'
import { ApiError } from '../../api/errors.ts'
import { zoneProvider } from '../../api/providers.ts'
import type { Connection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { joinSentences, visible } from '../../texts.ts'
import { requireActiveConnection } from '../../ui/activeConnection.ts'
import { readArguments } from '../../ui/arguments.ts'
import { fileOf, readCodeFile, type CodeFile } from '../../documents/codeFile.ts'
import { CommandError, recoveryActions } from '../../ui/commandErrors.ts'
import { errorText, failureText } from '../../ui/errorTexts.ts'
import {
  commandAction,
  showMessage,
  showStatus,
  retryLabel,
  type Action,
} from '../../ui/messages.ts'
import { withCancellableProgress } from '../../ui/progress.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { searchExcludes } from '../../documents/workspaceFiles.ts'
import { askAccount, type LabeledAccount } from '../zones/askAccount.ts'
import type { CheckedPlace } from './knownZones.ts'
import { createZoneChecks, isCheckEnabled, type Outcome } from './zoneChecks.ts'
import type { ListLoader } from './zoneLoading.ts'
import { registerZoneProviders } from './zoneProviders.ts'

/**
 * Zones in files: checks, completions, fixes, hovers, and hints. Check Zones in File lists the zones of a document’s
 * regions again, and shows which of its zones are unknown or not available to the workspace’s account. Check Zones in
 * Folder… does so for all its files. Select Account for Zone Checks… selects another one.
 */
export function registerZoneChecks(parts: Parts): void {
  const { commands, context, connections, clouds, tracked } = parts
  const zoneChecks = createZoneChecks(parts)
  const { accounts, known } = zoneChecks
  context.subscriptions.push(zoneChecks)
  registerZoneProviders(parts, zoneChecks)
  commands.register(commandIds.checkZonesInFile, async (target?: unknown, region?: unknown) => {
    const file = await fileAt(target)
    if (!file.hasZones) {
      showMessage('info', vscode.l10n.t('No zones found in this file.'))
      return
    }
    const selected = await selectedAccount()
    if (!selected) return
    // Menus give other things.
    const account = typeof region === 'string' ? { ...selected, region } : selected
    const outcome = await withProgress(account, async (load) =>
      zoneChecks.check(file, account, load),
    )
    report(outcome, account, file.uri)
  })
  commands.register(commandIds.checkZonesInFolder, async (target?: unknown) => {
    const folder = folderOf(target) ?? (await askFolder())
    const account = folder && (await selectedAccount())
    if (account) await checkFolder(folder, account)
  })
  commands.register(commandIds.selectCheckedAccount, async () => {
    await selectAccount(requireActiveConnection(connections))
  })

  /** Returns the account to check against, with its key; undefined if canceled. */
  async function selectedAccount(): Promise<LabeledAccount | undefined> {
    const connection = requireActiveConnection(connections)
    if (!(await ensureApiKey(connection, parts))) return undefined
    return accounts.of(connection) ?? (await selectAccount(connection))
  }

  /** Prompts for the account and stores it; undefined if canceled. */
  async function selectAccount(connection: Connection): Promise<LabeledAccount | undefined> {
    const title = vscode.l10n.t('Select Account for Zone Checks')
    const account = await askAccount(title, { connection, tracked, clouds })
    if (account) await accounts.choose(account)
    return account
  }

  /** Runs checks that end without a word if they are canceled, or if the account or its key changes meanwhile. */
  async function withProgress<T>(
    account: CheckedPlace,
    run: (load: ListLoader, tell: (progress: string) => void) => Promise<T>,
  ): Promise<T> {
    const title = vscode.l10n.t('Checking zones for {0}…', visible(known.title(account)))
    return withCancellableProgress(title, async (cancel, tell) =>
      run(zoneChecks.loader('check', cancel), tell),
    )
  }

  /**
   * Says how a check went. If no region is known, it says what helps: to list zones, which pins a region, or the only
   * pinned one of azure.
   */
  function report(outcome: Outcome, account: CheckedPlace, uri: vscode.Uri): void {
    const { checked, findings, failures, unchecked, isRegionUnknown } = outcome
    const isAzure = zoneProvider(account.provider) === 'azure'
    const pinned = isAzure ? tracked.regions(account).map(({ name }) => name) : []
    const offered = isRegionUnknown && pinned.length === 1 ? pinned[0] : undefined
    const region = offered ?? account.region
    const again: Action = {
      title:
        offered === undefined
          ? retryLabel()
          : vscode.l10n.t('Check Zones in {0}', visible(offered)),
      run: () => vscode.commands.executeCommand(commandIds.checkZonesInFile, uri, region),
    }
    const { connection } = account
    if (failures.size > 0) {
      throw new CommandError(failedText(failures, connection), [
        ...waysOut(failures, connection),
        again,
      ])
    }
    if (!isRegionUnknown) {
      const text = vscode.l10n.t(
        'Zones checked: {0}. Problems found: {1}.',
        checked,
        findings.length,
      )
      showStatus(joinSentences(text, uncheckedText(unchecked)))
      return
    }
    const canList = pinned.length === 0 && known.isUnlisted(account)
    const text = joinSentences(
      vscode.l10n.t('The zones were not checked because their region is unknown.'),
      canList &&
        vscode.l10n.t('Add the region to the file, or run “List Zones…” for the region first.'),
    )
    const listZones = commandAction(vscode.l10n.t('List Zones'), commandIds.listZones)
    showMessage('info', text, canList ? [listZones, again] : [again])
  }

  /** Checks the files of a folder one by one, and shows the findings and what was left out. */
  async function checkFolder(folder: vscode.Uri, account: CheckedPlace): Promise<void> {
    const outcomes: Outcome[] = []
    let [searched, skipped, isCut] = [0, 0, false]
    await withProgress(account, async (load, tell) => {
      const found = await filesIn(folder, load.signal)
      isCut = found.length > maxFiles
      const files = found.slice(0, maxFiles).sort((a, b) => (a.path < b.path ? -1 : 1))
      for (const [nth, uri] of files.entries()) {
        tell(`${nth}/${files.length}`)
        const file = await readCodeFile(uri)
        if (load.signal.aborted) throw new ApiError('cancelled', 'Cancelled')
        if (file === 'unread') skipped += 1
        else searched += 1
        if (!file || file === 'unread' || !isCheckEnabled(file) || !file.hasZones) continue
        outcomes.push(await zoneChecks.check(file, account, load, folder))
      }
    })
    const failures = new Map(outcomes.flatMap((one) => [...one.failures]))
    const unchecked = [...new Set(outcomes.flatMap((one) => one.unchecked))]
    const findings = outcomes.flatMap((one) => one.findings)
    const text = joinSentences(
      failedText(failures, account.connection),
      outcomes.length === 0
        ? vscode.l10n.t('No zones found in this folder. Files searched: {0}.', searched)
        : vscode.l10n.t(
            'Files with zones: {0}. Zones checked: {1}. Problems found: {2}.',
            outcomes.length,
            outcomes.reduce((sum, { checked }) => sum + checked, 0),
            findings.length,
          ),
      uncheckedText(unchecked),
      skipped > 0 && vscode.l10n.t('Files that are too large or can’t be opened: {0}.', skipped),
      isCut &&
        vscode.l10n.t(
          'Only some files of the folder were checked. Check its subfolders one at a time.',
        ),
    )
    const problems = {
      title: vscode.l10n.t('Show Problems'),
      run: () => vscode.commands.executeCommand('workbench.actions.view.problems'),
    }
    const actions = waysOut(failures, account.connection)
    if (findings.length > 0) actions.push(problems)
    const isPartial = failures.size > 0 || isCut || unchecked.length > 0
    showMessage(isPartial ? 'warning' : 'info', text, actions)
  }
}

/** A URI as text, from a keyboard shortcut. */
const UriText = v.pipe(v.string(), v.regex(/^[a-z][\w+.-]+:/i))

/** Returns the folder of an argument. Throws for what is none. */
function folderOf(target: unknown): vscode.Uri | undefined {
  if (target instanceof vscode.Uri) return target
  const text = readArguments(UriText, target)
  return text === undefined ? undefined : vscode.Uri.parse(text)
}

/** Returns the document with a given URI, or that of the active editor. */
async function fileAt(target: unknown): Promise<CodeFile> {
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
/** VS Code shows only 1,000 characters of a message. */
const maxReasons = 4

/** Finds the files that may have zones, except those that the user excludes from search, and one more than are searched. */
async function filesIn(folder: vscode.Uri, signal: AbortSignal): Promise<vscode.Uri[]> {
  const cancellation = new vscode.CancellationTokenSource()
  signal.addEventListener('abort', () => cancellation.cancel(), { once: true })
  const files = new vscode.RelativePattern(folder, pattern)
  return vscode.workspace.findFiles(files, searchExcludes(), maxFiles + 1, cancellation.token)
}

/** Says of which regions the zones couldn’t be checked, and why; of several reasons, without advice. */
function failedText(failures: Outcome['failures'], connection: Connection): string {
  const byReason = Map.groupBy(failures, ([, error]) => failureText(error, connection))
  const parts = [...byReason].map(([reason, all]) => {
    const names = all.map(([name]) => visible(name)).join(', ')
    const text = byReason.size > 1 ? reason : errorText(all[0]![1], connection)
    return vscode.l10n.t('Couldn’t check the zones in {0}. {1}', names, text)
  })
  const others = [...byReason.values()].slice(maxReasons).flat().length
  return joinSentences(
    ...parts.slice(0, maxReasons),
    others > 0 && vscode.l10n.t('Other regions that couldn’t be checked: {0}.', others),
  )
}

/** Returns the buttons for failures, each once. */
function waysOut(failures: Outcome['failures'], connection: Connection): Action[] {
  const all = [...failures.values()].flatMap((error) => recoveryActions(error, connection))
  return [...new Map(all.map((one) => [one.title, one])).values()]
}

/** Says of which regions instance types couldn’t be checked. */
function uncheckedText(regions: readonly string[]): string {
  const names = regions.map(visible).join(', ')
  return names ? vscode.l10n.t('Couldn’t check instance types in {0}.', names) : ''
}
