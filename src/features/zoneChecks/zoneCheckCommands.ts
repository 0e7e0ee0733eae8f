import * as v from 'valibot'
import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import { codeFileOf, type CodeFile } from '../../documents/codeFile.ts'
import type { Parts } from '../../parts.ts'
import { displayText } from '../../displayTexts.ts'
import { requireActiveConnection } from '../../ui/activeConnection.ts'
import { readArguments } from '../../ui/arguments.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { withCancellableProgress } from '../../ui/progress.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { askAccount, findPinnedAccount, type LabeledAccount } from '../zones/askAccount.ts'
import type { CheckedAccount } from './cachedZones.ts'
import { reportFileCheck, reportFolderCheck, reportNoZones } from './checkReports.ts'
import { checkFolder } from './folderCheck.ts'
import { registerLanguageFeatures } from './languageFeatures.ts'
import { ZoneChecker } from './zoneChecker.ts'
import type { ListLoader } from './zoneLoading.ts'

/**
 * Zones in files: checks, completions, fixes, hovers, and hints. Check Zones in File lists the zones of a document’s
 * regions again, and shows which of its zones are unknown or not available to the workspace’s account. Check Zones in
 * Folder… does so for all its files. Select Account for Zone Checks… selects another account.
 */
export function registerZoneChecks(parts: Parts): void {
  const { commands, context, connections } = parts
  const checker = new ZoneChecker(parts)
  context.subscriptions.push(checker)
  registerLanguageFeatures(parts, checker)
  const checkCommands = new ZoneCheckCommands(parts, checker)
  commands.register(commandIds.checkZonesInFile, async (target?: unknown, region?: unknown) =>
    checkCommands.checkFile(target, region),
  )
  commands.register(commandIds.checkZonesInFolder, async (target?: unknown) =>
    checkCommands.checkFolder(target),
  )
  commands.register(commandIds.selectCheckedAccount, async () => {
    await checkCommands.selectAccount(requireActiveConnection(connections))
  })
}

/** The commands of zone checks. */
class ZoneCheckCommands {
  readonly #parts: Parts
  readonly #checker: ZoneChecker

  constructor(parts: Parts, checker: ZoneChecker) {
    this.#parts = parts
    this.#checker = checker
  }

  /**
   * Checks the file with a URI, or that of the active editor. Zones in blocks without a region are taken to be in
   * `region`.
   */
  async checkFile(target: unknown, region: unknown): Promise<void> {
    const file = await fileAt(target)
    if (!file.hasZonesOrRegions && !file.isCut) {
      reportNoZones()
      return
    }
    const selected = await this.#selectedAccount()
    if (!selected) return
    // VS Code’s menus pass other values as the second argument.
    const account: CheckedAccount =
      typeof region === 'string' ? { ...selected, defaultRegion: region } : selected
    const result = await this.#withProgress(account, async (loader) =>
      this.#checker.check(file, account, loader),
    )
    reportFileCheck(result, file, account, this.#parts, this.#checker.cachedZones)
  }

  /** Checks the files in a folder, or in a folder of the workspace that the user selects. */
  async checkFolder(target: unknown): Promise<void> {
    const folder = readFolder(target) ?? (await askFolder())
    const account = folder && (await this.#selectedAccount())
    if (!account) return
    const { readFile } = this.#parts
    const checker = this.#checker
    const result = await this.#withProgress(account, async (loader, reportProgress) =>
      checkFolder({ folder, account, checker, loader, readFile, reportProgress }),
    )
    reportFolderCheck(result, account, checker.cachedZones)
  }

  /** Prompts for the account and stores it; undefined if canceled. */
  async selectAccount(connection: Connection): Promise<LabeledAccount | undefined> {
    const { pins, clouds } = this.#parts
    const title = vscode.l10n.t('Select Account for Zone Checks')
    const account = await askAccount(title, { connection, pins, clouds })
    if (account) await this.#checker.selectedAccounts.select(account)
    return account
  }

  /**
   * Returns the account to check against, whose connection has a key: the selected one, else the only pinned one, which
   * is then selected, else what the user answers. Undefined if canceled.
   */
  async #selectedAccount(): Promise<LabeledAccount | undefined> {
    const { connections, pins, clouds } = this.#parts
    const connection = requireActiveConnection(connections)
    if (!(await ensureApiKey(connection, this.#parts))) return undefined
    const { selectedAccounts } = this.#checker
    const selected = selectedAccounts.get(connection)
    if (selected) return selected
    const pinned = findPinnedAccount({ connection, pins, clouds })
    if (!pinned) return this.selectAccount(connection)
    await selectedAccounts.select(pinned)
    return pinned
  }

  /** Runs checks that end without a message if they are canceled, or if the account or its key changes meanwhile. */
  async #withProgress<T>(
    account: CheckedAccount,
    run: (loader: ListLoader, reportProgress: (progress: string) => void) => Promise<T>,
  ): Promise<T> {
    const accountTitle = displayText(this.#checker.cachedZones.title(account))
    const title = vscode.l10n.t('Checking zones for {0}…', accountTitle)
    return withCancellableProgress(title, async (signal, reportProgress) =>
      run(this.#checker.createLoader('reload', signal), reportProgress),
    )
  }
}

/** A URI as text, as in the arguments of a keyboard shortcut: `file:///…`. */
const UriText = v.pipe(v.string(), v.regex(/^[a-z][\w+.-]+:/i))

/** Reads the URI of a folder from the argument of a command. Throws if the argument isn’t a URI. */
function readFolder(target: unknown): vscode.Uri | undefined {
  if (target instanceof vscode.Uri) return target
  const text = readArguments(UriText, target)
  return text === undefined ? undefined : vscode.Uri.parse(text)
}

/** Returns the code in the document with a given URI, or in that of the active editor. */
async function fileAt(target: unknown): Promise<CodeFile> {
  const uri = target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri
  const file = uri && codeFileOf(await vscode.workspace.openTextDocument(uri))
  if (file?.mayNameZonesOrRegions) await file.load()
  if (file) return file
  throw new CommandError(
    vscode.l10n.t('Open a Terraform, HCL, YAML, or JSON file to check its zones.'),
  )
}

/** Returns the folder of the workspace; if the workspace has several, prompts for one. */
async function askFolder(): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? []
  if (folders.length <= 1) return folders[0]?.uri
  return (await vscode.window.showWorkspaceFolderPick())?.uri
}
