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
import { checkFolder, uncheckedText } from './checkFolder.ts'
import type { Outcome, ZoneChecks } from './zoneChecks.ts'
import { fileOf, type ZoneFile } from './zoneFile.ts'
import { createListLoader } from './zoneLoading.ts'

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
    const text =
      findings.length === 0
        ? vscode.l10n.t('Zones checked: {0}. No problems found.', checked)
        : vscode.l10n.t('Zones checked: {0}. Problems found: {1}.', checked, findings.length)
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
