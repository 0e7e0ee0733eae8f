import * as vscode from 'vscode'
import { raceAbort } from '../../api/deadline.ts'
import { ApiError } from '../../api/errors.ts'
import { connectionKey } from '../../connections/connection.ts'
import { settingIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import {
  fileOf,
  isZone,
  openDocument,
  readCodeFile,
  type CodeFile,
} from '../../documents/codeFile.ts'
import { createErrorHandler } from '../../ui/commandErrors.ts'
import { errorTitle } from '../../ui/errorTexts.ts'
import { showStatus } from '../../ui/messages.ts'
import { maxTextLength } from '../../documents/workspaceFiles.ts'
import { createCheckedAccounts } from './checkedAccounts.ts'
import { judgeFile } from '../../zoneAnalysis/judgeFile.ts'
import type { Judgement } from '../../zoneAnalysis/judgement.ts'
import { createKnownZones, type CheckedPlace } from './knownZones.ts'
import { zoneDiagnostics } from './zoneDiagnostics.ts'
import { regionOf } from '../../zoneAnalysis/regions.ts'
import { createListLoader, loadZones, type ListLoader, type Purpose } from './zoneLoading.ts'

/** The result of a check. */
export interface Outcome extends Judgement {
  /** The errors of the regions that couldn’t be loaded, by name. */
  readonly failures: ReadonlyMap<string, ApiError>
  /** The regions whose instance types couldn’t be loaded. */
  readonly unchecked: readonly string[]
}

export type ZoneChecks = ReturnType<typeof createZoneChecks>

/** The time in ms without changes after which a file is judged again. */
const quietMs = 300

/**
 * Creates the checks. The findings of a checked file are computed anew when it changes, by what memory has and
 * without requests, until it is closed or the account changes.
 */
export function createZoneChecks(parts: Parts) {
  const { context, connections, apiKeys, clouds, log } = parts
  const accounts = createCheckedAccounts(context.workspaceState)
  const known = createKnownZones(parts, accounts)
  const collection = vscode.languages.createDiagnosticCollection('poolkeeper')
  /** The accounts of the checked files, by URI. */
  const checked = new Map<string, CheckedPlace>()
  /** Those of them that were checked with their folder: their findings are kept while they aren’t open, too. */
  const kept = new Set<string>()
  /** The timers of those that have changed. */
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const watchers = new Map<string, vscode.FileSystemWatcher>()
  const activeKey = () => connections.active && connectionKey(connections.active)
  let active = activeKey()
  /** Aborts as the account or the key changes: what was loaded with earlier ones isn’t shown. */
  let controller = new AbortController()
  const attempt = createErrorHandler(log)
  const judgeDocument = ({ uri }: vscode.TextDocument) => judgeSoon(uri)

  const subscriptions = vscode.Disposable.from(
    accounts,
    collection,
    vscode.workspace.onDidChangeTextDocument(({ document }) => judgeDocument(document)),
    vscode.workspace.onDidOpenTextDocument(judgeDocument),
    vscode.workspace.onDidCloseTextDocument(judgeDocument),
    vscode.workspace.onDidSaveTextDocument(async (document) =>
      attempt(settingIds.checkOnSave, async () => checkSaved(document)),
    ),
    accounts.onDidChange(clear),
    apiKeys.onDidChange(clear),
    connections.onDidChange(() => {
      if (activeKey() !== active) clear()
      active = activeKey()
    }),
    { dispose: () => timers.forEach((one) => clearTimeout(one)) },
    { dispose: () => watchers.forEach((one) => one.dispose()) },
  )
  return { accounts, known, loader, check, dispose: () => subscriptions.dispose() }

  /** Creates a loader, which ends as the account or the key changes, or with a signal. */
  function loader(purpose: Purpose, ...signals: AbortSignal[]): ListLoader {
    const signal = AbortSignal.any([controller.signal, ...signals])
    return createListLoader(clouds, purpose, signal)
  }

  /**
   * Loads what a check of a file needs, alone or with a folder, and shows the findings. Rejects `cancelled` if nobody
   * wants them by then.
   */
  async function check(
    file: CodeFile,
    account: CheckedPlace,
    load: ListLoader,
    folder?: vscode.Uri,
  ): Promise<Outcome> {
    const { uri, references } = file
    if (folder) watch(vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder)
    const { read, failed } = await loadZones(references, account, known, load)
    // Beside others, what isn’t found is no region of the cloud, unless zones are written as if it were.
    const isNamed = (region: string) =>
      references.some((one) => isZone(one) && regionOf(one.value, [region]) !== undefined)
    const failures = failed
      .filter(({ ref, error }) => error.kind !== 'notFound' || !read[0] || isNamed(ref.region))
      .map(({ ref, error }) => [ref.region || known.title(account), error] as const)
    const judge = (): Judgement => {
      const document = openDocument(uri)
      const current = document ? fileOf(document) : folder && file
      if (load.signal.aborted || !current) throw new ApiError('cancelled', 'Cancelled')
      if (folder) kept.add(uri.toString())
      return show(current, account)
    }
    // Optional, so the zones’ findings don’t wait for it.
    const unchecked: string[] = []
    const loading = judge().typeRegions.map(async (region) => {
      if ('error' in (await load.types({ ...account, region }))) unchecked.push(region)
    })
    await raceAbort(Promise.all(loading), load.signal).catch((error: unknown) => {
      if (!load.signal.aborted) throw error
    })
    return { ...judge(), failures: new Map(failures), unchecked }
  }

  /** Checks a document against the account that is selected, if the setting says so. */
  async function checkSaved(document: vscode.TextDocument): Promise<void> {
    const setting = vscode.workspace.getConfiguration().inspect(settingIds.checkOnSave)
    // The user setting only: no workspace may cause a request.
    if (setting?.globalValue !== true) return
    const [file, connection] = [automaticFileOf(document), connections.active]
    const account = connection && accounts.of(connection)
    if (!file || !account || (await apiKeys.get(connection)) === undefined) return
    const [failure] = (await check(file, account, loader('save'))).failures
    if (!failure) return
    const [region, error] = failure
    const texts = [visible(region), errorTitle(error)]
    showStatus(vscode.l10n.t('Couldn’t check the zones in {0}. {1}', ...texts))
  }

  function show(file: CodeFile, account: CheckedPlace): Judgement {
    const judgement = judgeFile(file, known.evidence(file.references, account))
    checked.set(file.uri.toString(), account)
    collection.set(file.uri, zoneDiagnostics(file, judgement, known.title(account)))
    return judgement
  }

  /** Computes the findings of checked files anew, once nothing has changed for a moment: of one, or of those in a folder. */
  function judgeSoon(uri: vscode.Uri): void {
    const changed = `${uri.toString()}/`
    for (const key of checked.keys()) {
      if (!`${key}/`.startsWith(changed)) continue
      clearTimeout(timers.get(key))
      const timer = setTimeout(() => void judgeAgain(key), quietMs)
      timers.set(key, timer)
    }
  }

  /** Computes the findings of a checked file anew, or removes them: of one that is closed, long, or gone. */
  async function judgeAgain(key: string): Promise<void> {
    timers.delete(key)
    const account = checked.get(key)
    if (!account) return
    const uri = vscode.Uri.parse(key)
    const file = kept.has(key) || openDocument(uri) ? await readCodeFile(uri) : undefined
    if (checked.get(key) !== account) return
    const isShort = typeof file === 'object' && file.text.length <= maxTextLength
    if (isShort) return void show(file, account)
    checked.delete(key)
    kept.delete(key)
    collection.delete(uri)
  }

  /** Looks after the files of a folder that aren’t open. */
  function watch(folder: vscode.Uri): void {
    if (watchers.has(folder.toString())) return
    const pattern = new vscode.RelativePattern(folder, '**')
    const files = vscode.workspace.createFileSystemWatcher(pattern, true)
    files.onDidChange(judgeSoon)
    files.onDidDelete(judgeSoon)
    watchers.set(folder.toString(), files)
  }

  function clear(): void {
    controller.abort()
    controller = new AbortController()
    checked.clear()
    kept.clear()
    collection.clear()
  }
}

/** Returns whether the setting enables automatic checks of a file’s language. */
export function isCheckEnabled({ language }: CodeFile): boolean {
  const setting = vscode.workspace.getConfiguration().get(settingIds.fileTypes)
  return (setting as Partial<Record<string, unknown>> | null | undefined)?.[language] !== false
}

/** Returns a document as it is now, for what nobody has asked for: not of long ones, nor where the setting turns it off. */
export function automaticFileOf(document: vscode.TextDocument): CodeFile | undefined {
  const file = fileOf(document)
  return file && file.text.length <= maxTextLength && isCheckEnabled(file) ? file : undefined
}
