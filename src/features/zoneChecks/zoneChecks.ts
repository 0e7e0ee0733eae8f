import * as vscode from 'vscode'
import { hasRegions } from '../../api/endpoints.ts'
import { ApiError } from '../../api/errors.ts'
import { settingIds } from '../../contributions.ts'
import { connectionKey, type Connection } from '../../connections/connection.ts'
import { errorTitle } from '../../ui/errorTexts.ts'
import { accountTitle } from '../../inventory/accounts.ts'
import { CheckedAccounts } from './checkedAccounts.ts'
import type { Clouds } from '../../inventory/clouds.ts'
import {
  projectKey,
  regionKey,
  type CloudProjectRef,
  type RegionRef,
} from '../../inventory/refs.ts'
import { KnownZones } from './knownZones.ts'
import { fetchAll, fetchUnknown, retrying } from '../../inventory/fetchAll.ts'
import type { Parts } from '../../parts.ts'
import { askCheckedAccount } from './checkedAccount.ts'
import { loadCheckedRegions } from './checkedRegions.ts'
import { dateText } from '../../ui/ageTexts.ts'
import { loadConstraintLists } from './constraintLists.ts'
import { constraintFindingSteps } from './zoneConstraints.ts'
import { zoneCompletions } from './zoneCompletion.ts'
import { gravest, ZoneDiagnostics } from './zoneDiagnostics.ts'
import {
  zoneConstraintsIn,
  invalidateChanged,
  isCheckEnabled,
  isZone,
  referencesIn,
  zonePlacesIn,
} from './zoneDocuments.ts'
import { NeededZones } from './neededZones.ts'
import { ZoneFacts } from './zoneFacts.ts'
import { ZoneFixes } from './zoneFixes.ts'
import { hasHints, zoneHints } from './zoneHints.ts'
import { zoneHover } from './zoneHover.ts'
import { inSlices } from '../../formats/slices.ts'
import type { PositionRequest } from './zoneProviders.ts'
import { codeSelector } from '../../ui/codeSelector.ts'
import { validationSteps, type Finding } from './validateZones.ts'
import { regionOf } from './regions.ts'
import { showStatus } from '../../ui/messages.ts'

/** The result of a check. */
export interface Outcome {
  /** The numbers of checked, unknown, and unavailable zones. */
  checked: number
  found: number
  /** True if the document names no region, or none for some numbers; and the regions that failed. */
  isRegionUnknown: boolean
  /** True if a region is known only once its zones have been listed. */
  areRegionsUnlisted: boolean
  failures: readonly { region: string; error: ApiError }[]
  /** The regions whose instance types couldn’t be loaded; undefined if none were wanted. */
  unchecked: ReadonlySet<string> | undefined
}

export type ZoneChecks = ReturnType<typeof createZoneChecks>

/** Creates the checks, and keeps the findings in sync with their data. */
export function createZoneChecks(parts: Parts) {
  const { context, connections, apiKeys, tracked, clouds } = parts
  const known = new KnownZones(tracked, clouds)
  const accounts = new CheckedAccounts(context.workspaceState)
  const titleOf = (account: CloudProjectRef) => known.title(account, accounts.nameOf(account))
  const diagnostics = new ZoneDiagnostics()
  const facts = new ZoneFacts(known, accounts)
  const needed = new NeededZones(accounts, apiKeys, clouds, known)
  const hintsChanged = new vscode.EventEmitter<void>()
  const renewHints = () => hintsChanged.fire()
  const latest = new WeakMap<vscode.TextDocument, object>()
  let over = connectionOf()
  /** The number of changed keys: what was loaded with an earlier one isn’t shown. */
  let keyChanges = 0

  const subscriptions = vscode.Disposable.from(
    accounts,
    diagnostics,
    vscode.languages.registerCodeActionsProvider(codeSelector, new ZoneFixes(diagnostics), {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
    vscode.workspace.onDidChangeTextDocument(invalidateChanged),
    accounts.onDidChange(() => diagnostics.clear()),
    apiKeys.onDidChange(() => {
      keyChanges += 1
      diagnostics.clear()
    }),
    connections.onDidChange(() => {
      if (connectionOf() !== over) diagnostics.clear()
      over = connectionOf()
      renewHints()
    }),
    hintsChanged,
    accounts.onDidChange(renewHints),
    clouds.zones.onDidChange(renewHints),
    clouds.zones.onDidLoad(renewHints),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settingIds.showIds)) renewHints()
    }),
  )

  return {
    hover: async (request: PositionRequest) => {
      const { active } = connections
      return active && isCheckEnabled(request.document)
        ? zoneHover(request, active, facts, needed)
        : undefined
    },
    completions: async (request: PositionRequest) => {
      const { active } = connections
      return active && isCheckEnabled(request.document)
        ? zoneCompletions(request, active, facts, needed)
        : []
    },
    onDidChangeHints: hintsChanged.event,
    hints: async (
      document: vscode.TextDocument,
      range: vscode.Range,
      token: vscode.CancellationToken,
    ) => {
      const { active } = connections
      const isOn = active && hasHints() && isCheckEnabled(document)
      return isOn ? zoneHints(document, range, token, active, facts, needed) : []
    },
    checkSaved,
    check,
    /** Keeps the findings of a document also while it isn’t open. */
    keep: (document: vscode.TextDocument) => diagnostics.keep(document),
    /** Returns the findings of a document, as they are shown. */
    found: (uri: vscode.Uri) => diagnostics.of(uri),
    /** Returns the workspace’s account for a connection. */
    accountOf: (connection: Connection) => accounts.of(connection),
    chooseAccount,
    titleOf,
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
    const account = await askCheckedAccount({ connection, tracked, clouds })
    if (!account) return undefined
    const title = accountTitle(tracked, clouds, account)
    await accounts.choose(account, title === account.cloudAccountUid ? undefined : title)
    return account
  }

  /**
   * Checks a document and shows the findings. With a signal, it lists all zones again, and rejects with
   * {@link ApiError} `cancelled`; without, it loads only what isn’t loaded. Undefined if superseded. A given
   * region counts if the document names none.
   */
  async function check(
    document: vscode.TextDocument,
    account: CloudProjectRef,
    signal?: AbortSignal,
    fresh = freshLists(clouds),
    given?: string,
  ): Promise<Outcome | undefined> {
    const own = {}
    const keyAtStart = keyChanges
    latest.set(document, own)
    const isCancelled = () => signal?.aborted === true || latest.get(document) !== own
    const loadRegions = (of: CloudProjectRef) =>
      signal ? fresh.regions(of, signal) : clouds.regions.getOrRetry(of)
    const before = (await referencesIn(document, isCancelled)) ?? []
    const checked = await loadCheckedRegions(before, account, known, loadRegions, given)
    const { named, listed } = checked
    const first = await referencesIn(document, isCancelled)
    throwIfCancelled(signal)
    if (!first) return undefined
    const places = named(first).map((region) => ({ ...account, region }))
    const { read, failed } = signal
      ? await fetchAll(places, fresh.zones, signal)
      : await fetchUnknown(places, retrying(clouds.zones))
    // Beside others, what isn’t found is no region of the cloud, unless zones are written as if it were.
    const isNamed = (region: string) =>
      first.some((one) => isZone(one) && regionOf(one.value, [region]) !== undefined)
    const failures = failed
      .filter(({ ref, error }) => {
        return error.kind !== 'notFound' || read.length === 0 || isNamed(ref.region)
      })
      .map(({ ref: { region }, error }) => ({ region, error }))
    const isRead = new Set(read.map(({ ref }) => ref.region))
    const areIn = hasRegions(account.provider)
    const zones = read.map(({ ref, value }) => ({ region: areIn ? ref.region : '', zones: value }))
    const isNone = new Set(failed.map(({ ref: { region } }) => region))
    for (const { region } of failures) isNone.delete(region)
    const isWanted = () =>
      latest.get(document) === own &&
      !document.isClosed &&
      keyChanges === keyAtStart &&
      connectionOf() === connectionKey(account.connection) &&
      accounts.isChosen(account)
    const found = await validate()
    throwIfCancelled(signal)
    if (!found || !isWanted()) return undefined
    const age = dateText(Math.min(...read.map(({ at }) => at)))
    diagnostics.set(document, found.findings, titleOf(account), age)
    // Optional, so the zones’ findings don’t wait for it.
    const withConstraints = await checkConstraints()
    throwIfCancelled(signal)
    if (!isWanted()) return undefined
    const { checked: count, findings: shown } = withConstraints ?? found
    const isUnplaced = [...found.places.regionOfNumber.values()].includes(undefined)
    return {
      checked: count,
      found: shown.length,
      isRegionUnknown: isUnplaced || places.length === isNone.size,
      areRegionsUnlisted: checked.isUnlisted,
      failures: areIn ? failures : failures.map((one) => ({ ...one, region: titleOf(account) })),
      unchecked: withConstraints?.failed,
    }

    /** Also validates what is named beside zones; undefined if nothing is, or canceled. */
    async function checkConstraints() {
      const constraints = await zoneConstraintsIn(document, isCancelled)
      if (!constraints || constraints.length === 0) return undefined
      const lists = await loadConstraintLists(
        constraints,
        zones,
        account,
        fresh.instanceTypes,
        signal,
      )
      for (;;) {
        const { version } = document
        const now = await zoneConstraintsIn(document, isCancelled)
        const result = now && (await validate())
        if (!lists || !result || !isWanted()) return undefined
        if (document.version !== version) continue
        const steps = constraintFindingSteps(now, lists.regions, result.unread)
        const more = (await inSlices(steps, isCancelled)) ?? []
        if (document.version !== version) continue
        // A number may be that of a region that isn’t read.
        const { regionOfNumber } = result.places
        const isCertain = ({ reference: { start } }: Finding) =>
          !regionOfNumber.has(start) || isRead.has(regionOfNumber.get(start) ?? '')
        const findings = gravest([...result.findings, ...more.filter(isCertain)])
        diagnostics.set(document, findings, titleOf(account), age, dateText(lists.at))
        return { ...result, findings, failed: lists.failed }
      }
    }

    /** Validates the current text, which may name regions that weren’t loaded. */
    async function validate() {
      for (;;) {
        const { version } = document
        const references = await referencesIn(document, isCancelled)
        const around = await zonePlacesIn(document, account.provider, isCancelled, given)
        if (!references || !around) return undefined
        const all = [...places.map(({ region }) => region), ...named(references)]
        const unread = all.filter((region) => !isRead.has(region) && !isNone.has(region))
        const what = { regions: listed, places: around, text: document.getText() }
        const steps = validationSteps(references, zones, unread, { ...account, ...what })
        const result = await inSlices(steps, isCancelled)
        if (document.version === version) return result && { ...result, unread, places: around }
      }
    }
  }

  function connectionOf(): string | undefined {
    return connections.active && connectionKey(connections.active)
  }
}

/** Loads lists, each once, for all documents of a check. */
export function freshLists({ zones, regions, instanceTypes }: Clouds) {
  return {
    zones: onceFor(regionKey, (...of: Parameters<typeof zones.refetch>) => zones.refetch(...of)),
    regions: onceFor(projectKey, (...of: Parameters<typeof regions.refetch>) =>
      regions.refetch(...of),
    ),
    // Cached, but asked for only once if they fail.
    instanceTypes: onceFor(regionKey, (ref: RegionRef) => instanceTypes.getOrRetry(ref)),
  }
}

function onceFor<R, A extends unknown[], T>(
  keyOf: (ref: R) => string,
  load: (ref: R, ...of: A) => T,
) {
  const loaded = new Map<string, T>()
  return (ref: R, ...of: A): T => {
    const known = loaded.get(keyOf(ref)) ?? load(ref, ...of)
    loaded.set(keyOf(ref), known)
    return known
  }
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ApiError('cancelled', 'Cancelled')
}
