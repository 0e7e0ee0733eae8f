import * as vscode from 'vscode'
import { ApiError } from '../../api/errors.ts'
import { connectionKey, type Connection } from '../../connections/connection.ts'
import { errorTitle } from '../../ui/errorTexts.ts'
import { CheckedAccounts } from './checkedAccounts.ts'
import type { CloudProjectRef } from '../../inventory/refs.ts'
import { KnownZones } from './knownZones.ts'
import { valueOf } from '../../inventory/results.ts'
import { fetchAll, fetchUnknown } from '../../inventory/fetchAll.ts'
import type { Parts } from '../../parts.ts'
import { askCheckedAccount } from './checkedAccount.ts'
import { ageText } from '../../ui/ageTexts.ts'
import { zoneCompletions } from './zoneCompletion.ts'
import { ZoneDiagnostics } from './zoneDiagnostics.ts'
import { invalidateChanged, isCheckEnabled, isZone, referencesIn } from './zoneDocuments.ts'
import { ZoneFacts } from './zoneFacts.ts'
import { ZoneFixes } from './zoneFixes.ts'
import { zoneHover } from './zoneHover.ts'
import { zoneSelector } from './zoneProviders.ts'
import { validateZones } from './validateZones.ts'
import { namedRegions, regionOf } from './regions.ts'
import { showStatus } from '../../ui/messages.ts'

/** The result of a check. */
export interface Outcome {
  /** The numbers of checked, unknown, and unavailable zones. */
  checked: number
  found: number
  /** The number of regions in the document, and the failed ones. */
  regions: number
  failures: readonly { region: string; error: ApiError }[]
}

export type ZoneChecks = ReturnType<typeof createZoneChecks>

/** Creates the checks, and keeps the findings in sync with their data. */
export function createZoneChecks(parts: Parts) {
  const { context, connections, apiKeys, tracked, clouds } = parts
  const known = new KnownZones(tracked, clouds)
  const accounts = new CheckedAccounts(context.workspaceState, (name) =>
    connections.currentName(name),
  )
  const diagnostics = new ZoneDiagnostics()
  const facts = new ZoneFacts(known, accounts)
  const latest = new WeakMap<vscode.TextDocument, object>()
  let over = connectionOf()

  const subscriptions = vscode.Disposable.from(
    accounts,
    diagnostics,
    vscode.languages.registerCodeActionsProvider(zoneSelector, new ZoneFixes(diagnostics), {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
    vscode.workspace.onDidChangeTextDocument(invalidateChanged),
    accounts.onDidChange(() => diagnostics.clear()),
    apiKeys.onDidChange(() => diagnostics.clear()),
    connections.onDidChange(() => {
      if (connectionOf() !== over) diagnostics.clear()
      over = connectionOf()
    }),
  )

  return {
    hover: (document: vscode.TextDocument, at: vscode.Position) => {
      const { active } = connections
      return active && isCheckEnabled(document) ? zoneHover(document, at, active, facts) : undefined
    },
    completions: (document: vscode.TextDocument, at: vscode.Position) => {
      const { active } = connections
      return active && isCheckEnabled(document) ? zoneCompletions(document, at, active, facts) : []
    },
    checkSaved,
    check,
    /** Returns the workspace’s account for a connection. */
    accountOf: (connection: Connection) => accounts.of(connection),
    chooseAccount,
    titleOf: (account: CloudProjectRef) => known.title(account),
    dispose: () => subscriptions.dispose(),
  }

  async function checkSaved(document: vscode.TextDocument): Promise<void> {
    if (!isCheckEnabled(document)) return
    const { active } = connections
    const account = active && accounts.of(active)
    if (!account || (await apiKeys.get(active)) === undefined) return
    const outcome = await check(document, account)
    const [failure] = outcome?.failures ?? []
    if (!failure) return
    const text = vscode.l10n.t('Couldn’t check zones: {0}', errorTitle(failure.error))
    showStatus(text)
  }

  /** Prompts for the account and stores it; undefined if canceled. */
  async function chooseAccount(connection: Connection): Promise<CloudProjectRef | undefined> {
    const account = await askCheckedAccount(connection, tracked, clouds)
    if (account) await accounts.choose(account)
    return account
  }

  /**
   * Checks a document and shows the findings. With a signal, it lists all zones again, and rejects with
   * {@link ApiError} `cancelled`; without, it loads only what was never loaded. Undefined if superseded.
   */
  async function check(
    document: vscode.TextDocument,
    account: CloudProjectRef,
    signal?: AbortSignal,
  ): Promise<Outcome | undefined> {
    const { zones: cache } = clouds
    const own = {}
    latest.set(document, own)
    const named = await regionsOf(document, account, signal)
    const regions = named()
    const places = regions.map((region) => ({ ...account, region }))
    const { read, failed } = signal
      ? await fetchAll(places, (...of) => cache.refetch(...of), signal)
      : await fetchUnknown(places, cache)
    const { connection } = account
    const isWanted = latest.get(document) === own && !document.isClosed
    const isStill = connectionOf() === connectionKey(connection) && accounts.isChosen(account)
    if (!isWanted || !isStill) return undefined
    throwIfCancelled(signal)
    const failures = failed.map(({ ref: { region }, error }) => ({ region, error }))
    const zones = read.map(({ ref: { region }, value }) => ({ region, zones: value }))
    // The current text may name regions that weren’t loaded.
    const isRead = new Set(zones.map(({ region }) => region))
    const unread = [...regions, ...named()].filter((region) => !isRead.has(region))
    const { findings, checked } = validateZones(referencesIn(document), zones, unread)
    const age = ageText(Math.min(...read.map(({ at }) => at)))
    diagnostics.set(document, findings, known.title(account), age)
    return { checked, found: findings.length, regions: regions.length, failures }
  }

  /** Returns a document’s regions. The account’s regions are loaded only if its zones don’t suffice. */
  async function regionsOf(
    document: vscode.TextDocument,
    account: CloudProjectRef,
    signal: AbortSignal | undefined,
  ): Promise<() => string[]> {
    const mentions = referencesIn(document)
    const regions = known.regions(account.connection)
    const isClear = mentions.every((one) => !isZone(one) || regionOf(one.value, regions))
    const { regions: cache } = clouds
    const listed = isClear
      ? undefined
      : await (signal ? cache.refetch(account, signal) : cache.get(account))
    throwIfCancelled(signal)
    const names = (valueOf(listed) ?? []).map(({ name }) => name)
    const all = new Set([...regions, ...names])
    return () => namedRegions(referencesIn(document), all, known.lists(account.connection), true)
  }

  function connectionOf(): string | undefined {
    return connections.active && connectionKey(connections.active)
  }
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ApiError('cancelled', 'Cancelled')
}
