import * as vscode from 'vscode'
import type { ApiError, Zone } from '../api/client.ts'
import type { ApiKeys } from '../connections/apiKeys.ts'
import { connectionKey, type Connection } from '../connections/connection.ts'
import type { Connections } from '../connections/connections.ts'
import { commandIds } from '../contributions.ts'
import { errorText, errorTitle } from '../errorTexts.ts'
import type { CheckedAccounts } from '../inventory/checkedAccounts.ts'
import type { Result } from '../inventory/cached.ts'
import type { CloudProjectRef, Clouds, RegionRef } from '../inventory/clouds.ts'
import type { KnownZones } from '../inventory/knownZones.ts'
import type { Tracked } from '../inventory/tracked.ts'
import { ensureApiKey } from '../prompts/apiKey.ts'
import { askCheckedAccount } from '../prompts/checkedAccount.ts'
import { ageText, visible } from '../texts.ts'
import { zoneCompletions } from '../views/zoneCompletion.ts'
import type { ZoneDiagnostics } from '../views/zoneDiagnostics.ts'
import { forgetChanged, isLookedAt, mentionsOf, zoneLanguage } from '../views/zoneDocuments.ts'
import { ZoneFacts } from '../views/zoneFacts.ts'
import { ZoneFixes } from '../views/zoneFixes.ts'
import { zoneHover } from '../views/zoneHover.ts'
import { zoneSelector, type ZoneAnswers } from '../views/zoneProviders.ts'
import { judge } from '../zoneChecks/judge.ts'
import type { Mention } from '../zoneChecks/mentions.ts'
import { namedRegions, regionOf } from '../zoneChecks/regions.ts'
import { requireConnection } from './activeConnection.ts'
import { withCancellableProgress } from './progress.ts'
import {
  CommandFailure,
  helpFor,
  runAction,
  showMessage,
  tryAgain,
  type RunCommand,
} from './runCommand.ts'

/** What the checks of zones in documents work with. */
export interface ZoneCheckParts {
  connections: Connections
  apiKeys: ApiKeys
  tracked: Tracked
  clouds: Clouds
  known: KnownZones
  accounts: CheckedAccounts
  diagnostics: ZoneDiagnostics
}

/** The checks of zones in documents. */
export interface ZoneChecks extends ZoneAnswers, vscode.Disposable {
  /** Checks the document of an address, or that of the active editor. */
  checkFile(target?: unknown): Promise<void>
  /** Asks for the account, and keeps it for the workspace. */
  chooseAccount(): Promise<void>
}

/** What came of a check: how many zones were looked at, what was found, what could not be read. */
interface Outcome {
  checked: number
  found: number
  regions: number
  failures: readonly { region: string; error: ApiError }[]
}

/** Check Zones in File, and Choose Account for Zone Checks…. */
export function registerCheckZones(
  runCommand: RunCommand,
  checks: () => Promise<ZoneChecks>,
): vscode.Disposable {
  return vscode.Disposable.from(
    runCommand(commandIds.checkZonesInFile, async (target?: unknown) =>
      (await checks()).checkFile(target),
    ),
    runCommand(commandIds.chooseCheckedAccount, async () => (await checks()).chooseAccount()),
  )
}

/**
 * Makes the checks: they read the zones of the regions that a document names anew, and show which of
 * its zones are unknown or not available to the account that was chosen for the workspace. On save
 * they go by what is known, and read only what never was.
 */
export function createZoneChecks(parts: ZoneCheckParts): ZoneChecks {
  const { connections, apiKeys, tracked, clouds, known, accounts, diagnostics } = parts
  const facts = new ZoneFacts(known, accounts)
  const latest = new WeakMap<vscode.TextDocument, object>()
  let over = connectionOf()

  const subscriptions = vscode.Disposable.from(
    vscode.languages.registerCodeActionsProvider(zoneSelector, new ZoneFixes(diagnostics), {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
    vscode.workspace.onDidChangeTextDocument(forgetChanged),
    accounts.onDidChange(() => diagnostics.clear()),
    apiKeys.onDidChange(() => diagnostics.clear()),
    connections.onDidChange(() => {
      if (connectionOf() !== over) diagnostics.clear()
      over = connectionOf()
    }),
  )

  return {
    hover: (document, at) => {
      const { active } = connections
      return active && isLookedAt(document) ? zoneHover(document, at, active, facts) : undefined
    },
    completions: (document, at) => {
      const { active } = connections
      return active && isLookedAt(document) ? zoneCompletions(document, at, active, facts) : []
    },
    checkSaved,
    checkFile,
    chooseAccount: async () => void (await chooseAccount(requireConnection(connections))),
    dispose: () => subscriptions.dispose(),
  }

  async function checkFile(target?: unknown): Promise<void> {
    const document = await documentOf(target)
    if (!mentionsOf(document).some(isZone)) {
      showMessage('info', vscode.l10n.t('No zones were found in this file.'))
      return
    }
    const connection = requireConnection(connections)
    if (!(await ensureApiKey(connection, apiKeys))) return
    const account = accounts.of(connection) ?? (await chooseAccount(connection))
    if (!account) return
    const title = vscode.l10n.t('Checking zones for {0}…', visible(known.title(account)))
    const outcome = await withCancellableProgress(title, (signal) =>
      check(document, account, (region) => clouds.zones.getAnew(region, signal)),
    )
    if (outcome) report(outcome, account, document)
  }

  async function checkSaved(document: vscode.TextDocument): Promise<void> {
    if (!isLookedAt(document)) return
    const { active } = connections
    const account = active && accounts.of(active)
    if (!account || (await apiKeys.get(active)) === undefined) return
    const outcome = await check(document, account, (region) => clouds.zones.get(region))
    const [failure] = outcome?.failures ?? []
    if (!failure) return
    const text = vscode.l10n.t('Zones not checked: {0}', errorTitle(failure.error))
    vscode.window.setStatusBarMessage(text, 5000)
  }

  async function chooseAccount(connection: Connection): Promise<CloudProjectRef | undefined> {
    const account = await askCheckedAccount(connection, tracked, clouds)
    if (account) await accounts.choose(account)
    return account
  }

  /** Undefined where the result is not wanted any more. */
  async function check(
    document: vscode.TextDocument,
    account: CloudProjectRef,
    read: (region: RegionRef) => Promise<Result<readonly Zone[]>>,
  ): Promise<Outcome | undefined> {
    const own = {}
    latest.set(document, own)
    const regions = await regionsOf(document, account)
    const results = await Promise.all(
      regions.map(async (region) => ({ region, result: await read({ ...account, region }) })),
    )
    const { connection } = account
    const isWanted = latest.get(document) === own && !document.isClosed
    const isStill = connectionOf() === connectionKey(connection) && accounts.isChosen(account)
    if (!isWanted || !isStill) return undefined
    const failures = results.flatMap(({ region, result }) =>
      'error' in result ? { region, error: result.error } : [],
    )
    const cancelled = failures.find(({ error }) => error.kind === 'cancelled')
    if (cancelled) throw cancelled.error
    const zones = results.flatMap(({ region, result }) =>
      'value' in result ? { region, zones: result.value } : [],
    )
    const unread = failures.map(({ region }) => region)
    // What it names by now: it may have been changed meanwhile.
    const { findings, checked } = judge(mentionsOf(document), zones, unread)
    const age = ageText(Math.min(...results.map(({ result }) => result.at)))
    diagnostics.set(document, findings, known.title(account), age)
    return { checked, found: findings.length, regions: regions.length, failures }
  }

  /** The regions that a document names; the account's own are asked for where its zones do not tell. */
  async function regionsOf(
    document: vscode.TextDocument,
    account: CloudProjectRef,
  ): Promise<string[]> {
    const mentions = mentionsOf(document)
    const regions = known.regions(account.connection)
    const isClear = mentions.every((one) => !isZone(one) || regionOf(one.value, regions))
    const listed = isClear ? undefined : await clouds.regions.get(account)
    const names = listed && 'value' in listed ? (listed.value ?? []).map(({ name }) => name) : []
    const zones = known.of(account.connection).map(({ ref, value }) => ({
      region: ref.region,
      zones: value,
    }))
    return namedRegions(mentions, new Set([...regions, ...names]), zones, true)
  }

  function connectionOf(): string | undefined {
    return connections.active && connectionKey(connections.active)
  }
}

function report(
  { checked, found, regions, failures }: Outcome,
  { connection }: CloudProjectRef,
  document: vscode.TextDocument,
): void {
  const again = runAction(tryAgain(), commandIds.checkZonesInFile, document.uri)
  const [first] = failures
  if (first) {
    const names = failures.map(({ region }) => visible(region)).join(', ')
    const why = errorText(first.error, connection)
    const text = vscode.l10n.t('The zones of {0} were not checked. {1}', names, why)
    throw new CommandFailure(text, [...helpFor(first.error, connection), again])
  }
  if (regions === 0) {
    const text = vscode.l10n.t(
      'This file names no region that is known, so its zones were not checked. Name the region in it, or list its zones once.',
    )
    return showMessage('info', text, [
      runAction(vscode.l10n.t('List Zones'), commandIds.listZones),
      again,
    ])
  }
  const text =
    found === 0
      ? vscode.l10n.t('Zones checked: {0}. Nothing to report.', checked)
      : vscode.l10n.t('Zones checked: {0}. To look at: {1}.', checked, found)
  vscode.window.setStatusBarMessage(text, 5000)
}

/** The document that a command is given by its address, or the one in the active editor. */
async function documentOf(target: unknown): Promise<vscode.TextDocument> {
  const uri = target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri
  const document = uri && (await vscode.workspace.openTextDocument(uri))
  if (document && zoneLanguage(document)) return document
  throw new CommandFailure(
    vscode.l10n.t('Open a Terraform, HCL, YAML or JSON file to check its zones.'),
  )
}

function isZone({ kind, value }: Mention): boolean {
  return kind === 'zone' && value !== ''
}
