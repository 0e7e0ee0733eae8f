import * as vscode from 'vscode'
import { raceAbort } from '../../api/deadline.ts'
import { hasRegions } from '../../api/providers.ts'
import { ApiError } from '../../api/errors.ts'
import { connectionKey, type Connection } from '../../connections/connection.ts'
import { accountTitle } from '../../inventory/accounts.ts'
import type { CloudProjectRef } from '../../inventory/refs.ts'
import type { Parts } from '../../parts.ts'
import { maxTextLength } from '../../ui/workspaceFiles.ts'
import { askAccount } from '../zones/askAccount.ts'
import { createCheckedAccounts } from './checkedAccounts.ts'
import { judgeFile, type Judgement, type Standard } from './judgeFile.ts'
import { createKnownZones } from './knownZones.ts'
import { zoneDiagnostics, type ZoneDiagnostic } from './zoneDiagnostics.ts'
import { fileOf, isZone, openDocument, readZoneFile, type ZoneFile } from './zoneFile.ts'
import { regionOf } from './regions.ts'
import { loadZones, type ListLoader } from './zoneLoading.ts'

/** How a file is checked. */
interface CheckOptions {
  readonly load: ListLoader
  /** Cancels: the check then rejects with {@link ApiError} `cancelled`. */
  readonly signal?: AbortSignal
  /** The region of what names none. */
  readonly given?: string | undefined
  /** The folder that it is checked with: its findings are kept while it isn’t open, too. */
  readonly folder?: vscode.Uri
}

/** The result of a check. */
export interface Outcome extends Judgement {
  /** True if the file names no region, or none for some numbers. */
  readonly isRegionUnknown: boolean
  readonly failures: readonly { region: string; error: ApiError }[]
  /** The regions whose instance types couldn’t be loaded. */
  readonly unchecked: readonly string[]
}

export type ZoneChecks = ReturnType<typeof createZoneChecks>

/** The time in ms without edits after which a file is judged again. */
const quietMs = 300

/**
 * Creates the checks. The findings of a checked file are computed anew when it changes, by what memory has and
 * without requests, until it is closed or the account changes.
 */
export function createZoneChecks({ context, connections, apiKeys, tracked, clouds }: Parts) {
  const accounts = createCheckedAccounts(context.workspaceState)
  const known = createKnownZones(tracked, clouds, accounts)
  const collection = vscode.languages.createDiagnosticCollection('poolkeeper')
  /** What the checked files were judged by, by URI. */
  const checked = new Map<string, Standard & { readonly isKept: boolean }>()
  const edited = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const watchers = new Map<string, vscode.FileSystemWatcher>()
  let active = activeKey()
  /** Changes with the account and the key: what was loaded with earlier ones isn’t shown. */
  let generation = 0

  const subscriptions = vscode.Disposable.from(
    accounts,
    collection,
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      const key = document.uri.toString()
      if (!checked.has(key)) return
      edited.add(key)
      clearTimeout(timer)
      timer = setTimeout(() => {
        for (const one of edited) void judgeAgain(one)
        edited.clear()
      }, quietMs)
    }),
    vscode.workspace.onDidOpenTextDocument(async ({ uri }) => judgeAgain(uri.toString())),
    vscode.workspace.onDidCloseTextDocument(async ({ uri }) => judgeAgain(uri.toString())),
    accounts.onDidChange(clear),
    apiKeys.onDidChange(clear),
    connections.onDidChange(() => {
      if (activeKey() !== active) clear()
      active = activeKey()
    }),
    { dispose: () => clearTimeout(timer) },
    { dispose: () => watchers.forEach((one) => one.dispose()) },
  )
  const dispose = () => subscriptions.dispose()
  return { accounts, known, check, chooseAccount, found, unchanged, dispose }

  /** Prompts for the account and stores it; undefined if canceled. */
  async function chooseAccount(connection: Connection): Promise<CloudProjectRef | undefined> {
    const title = vscode.l10n.t('Select Account for Zone Checks')
    const account = await askAccount(title, { connection, tracked, clouds })
    if (!account) return undefined
    const name = accountTitle(tracked, clouds, account)
    await accounts.choose(account, name === account.cloudAccountUid ? undefined : name)
    return account
  }

  /** Loads what a check of a file needs, and shows the findings; undefined if nobody wants them by then. */
  async function check(
    file: ZoneFile,
    account: CloudProjectRef,
    { load, signal = new AbortController().signal, given, folder }: CheckOptions,
  ): Promise<Outcome | undefined> {
    const isUnchanged = unchanged()
    const isKept = folder !== undefined
    if (folder) watch(vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder)
    /** Returns the file as it is by now. */
    const wanted = (): ZoneFile | undefined => {
      if (signal.aborted) throw new ApiError('cancelled', 'Cancelled')
      if (!isUnchanged()) return undefined
      const document = openDocument(file.uri)
      return document ? fileOf(document) : isKept ? file : undefined
    }
    const { references } = file
    const { read, failed } = await loadZones(references, account, known, load, signal, { given })
    // Beside others, what isn’t found is no region of the cloud, unless zones are written as if it were.
    const isNamed = (region: string) =>
      references.some((one) => isZone(one) && regionOf(one.value, [region]) !== undefined)
    const missing = failed.filter(
      ({ ref, error }) => error.kind === 'notFound' && read.length > 0 && !isNamed(ref.region),
    )
    const absent = new Set(missing.map(({ ref }) => ref.region))
    // One that was checked with its folder, too.
    const wasKept = checked.get(file.uri.toString())?.isKept === true
    const standard = { account, given, absent, isKept: isKept || wasKept }
    const first = wanted()
    if (!first) return undefined
    // Optional, so the zones’ findings don’t wait for it.
    const unchecked: string[] = []
    const loading = show(first, standard).typeRegions.map(async (region) => {
      if ('error' in (await load.types({ ...account, region }))) unchecked.push(region)
    })
    await raceAbort(Promise.all(loading), signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
    const second = wanted()
    if (!second) return undefined
    const judgement = show(second, standard)
    const isRegionUnknown = judgement.isUnplaced || read.length + failed.length === absent.size
    const failures = failed.flatMap(({ ref: { region }, error }) => {
      const name = hasRegions(account.provider) ? region : known.title(account)
      return absent.has(region) ? [] : [{ region: name, error }]
    })
    return { ...judgement, isRegionUnknown, failures, unchecked }
  }

  function show(file: ZoneFile, standard: Standard & { isKept: boolean }): Judgement {
    const judgement = judgeFile(file, standard, clouds, known)
    checked.set(file.uri.toString(), standard)
    collection.set(file.uri, zoneDiagnostics(file, judgement, known.title(standard.account)))
    return judgement
  }

  /** Returns what is shown of a file. */
  function found(uri: vscode.Uri): readonly ZoneDiagnostic[] {
    return (collection.get(uri) ?? []) as readonly ZoneDiagnostic[]
  }

  /** Computes the findings of a checked file anew, or removes them: of one that is closed, long, or gone. */
  async function judgeAgain(key: string): Promise<void> {
    const standard = checked.get(key)
    if (!standard) return
    const uri = vscode.Uri.parse(key)
    const file = standard.isKept || openDocument(uri) ? await readZoneFile(uri) : undefined
    if (checked.get(key) !== standard) return
    if (typeof file === 'object' && file.text.length <= maxTextLength) {
      return void show(file, standard)
    }
    checked.delete(key)
    collection.delete(uri)
  }

  /** Looks after files that aren’t open, and the folders that they are in. */
  function watch(folder: vscode.Uri): void {
    if (watchers.has(folder.toString())) return
    const pattern = new vscode.RelativePattern(folder, '**')
    const files = vscode.workspace.createFileSystemWatcher(pattern, true)
    const judgeIn = (changed: vscode.Uri) => {
      const path = changed.toString()
      for (const key of checked.keys()) {
        if (key === path || key.startsWith(`${path}/`)) void judgeAgain(key)
      }
    }
    files.onDidChange(judgeIn)
    files.onDidDelete(judgeIn)
    watchers.set(folder.toString(), files)
  }

  function clear(): void {
    generation += 1
    checked.clear()
    collection.clear()
  }

  /** Returns a function that tells whether the account and the key are still those of now. */
  function unchanged(): () => boolean {
    const begun = generation
    return () => generation === begun
  }

  function activeKey(): string | undefined {
    return connections.active && connectionKey(connections.active)
  }
}
