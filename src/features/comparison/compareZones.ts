import * as v from 'valibot'
import * as vscode from 'vscode'
import { raceAbort } from '../../api/deadline.ts'
import { hasRegions, hasZones } from '../../api/providers.ts'
import type { Connection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import {
  accountKey,
  withZoneProvider,
  type CloudProjectRef,
  type RegionRef,
  type AccountRef,
} from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { resolveConnection } from '../../ui/activeConnection.ts'
import { AccountArguments, isTreeNode, readArguments, regionArguments } from '../../ui/arguments.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import { choose, type Choice } from '../../ui/prompts/quickInput.ts'
import { isNode, type ZonesNode } from '../../ui/trees/nodes.ts'
import { askCloudProject } from '../zones/askAccount.ts'
import { noGaps, regionsIn } from '../zones/regionsIn.ts'
import { Comparison } from './comparisonData.ts'
import { showComparison } from './comparisonPanel.ts'
import { collectAccounts, accountTitle } from '../../cloud/accounts.ts'
import { CommandError, toCommandError } from '../../ui/commandErrors.ts'
import {
  commandAction,
  showMessage,
  showStatus,
  retryLabel,
  type Action,
} from '../../ui/messages.ts'
import { notShownSentences } from '../../ui/listTexts.ts'
import { joinSentences, withoutIcons, visible } from '../../texts.ts'
import { typedSegment } from '../../ui/prompts/validation.ts'
import { unshown } from '../../ui/prompts/itemSource.ts'
import { errorText } from '../../ui/errorTexts.ts'

const AnyArguments = v.union([Comparison, AccountArguments])

/**
 * Compare Zones…: opens a table of the zones of all regions of an account, of several accounts in one region, or of
 * several regions. Prompts for what isn’t selected. The other commands are for the comparison in the active editor.
 */
export function registerCompareZones(parts: Parts): void {
  const { commands, connections, pins, clouds, zonesTree } = parts
  const shown = new Set<ReturnType<typeof showComparison>>()
  const active = () => [...shown].find(({ panel }) => panel.active)
  const title = vscode.l10n.t('Compare Zones')
  commands.register(
    commandIds.compareZones,
    async (first?: unknown, selected?: ZonesNode[] | null) => {
      const given = readArguments(AnyArguments, first)
      if (given && 'places' in given) return open(given)
      const rows = given ? [] : rowsOf(first, selected).flatMap(comparable)
      const connection = rows[0]?.connection ?? resolveConnection(connections, given?.connection)
      if (!(await ensureApiKey(connection, parts))) return
      if (given) return compare([{ ...given, connection }])
      const isMeant = rows.length > 1 || (isTreeNode(first) && rows.some((row) => !isRegion(row)))
      const chosen = isMeant ? rows : await askComparedAccounts(title, connection, rows, parts)
      if (chosen) await compare(chosen)
    },
  )
  commands.register(commandIds.refreshComparison, () => active()?.refresh())
  commands.register(commandIds.copyComparisonAs, () => active()?.copy())

  function open(comparison: Comparison): void {
    const opened = showComparison(comparison, parts)
    shown.add(opened)
    opened.panel.onDidDispose(() => shown.delete(opened))
  }

  /** Returns the tree items that the command is for; those that are selected if it’s run from the palette. */
  function rowsOf(first: unknown, selected: ZonesNode[] | null | undefined): readonly ZonesNode[] {
    if (isTreeNode(first)) return selected ?? [first as ZonesNode]
    return zonesTree.visible ? zonesTree.selection : []
  }

  /** Opens the comparison of regions, and of accounts in one region or all of theirs, unless it’s canceled. */
  async function compare(chosen: readonly CloudProjectRef[]): Promise<void> {
    const regions = chosen.filter(isRegion)
    const accounts: CloudProjectRef[] = []
    for (const ref of chosen.filter((one) => !isRegion(one))) {
      const account = await inProject(ref)
      if (!account) return
      accounts.push(account)
    }
    const inRegions = accounts.filter(({ provider }) => hasRegions(provider))
    const region =
      accounts.length > 1 && inRegions.length > 0
        ? await askComparedRegion(title, inRegions, parts)
        : allRegions
    if (region === undefined) return
    for (const account of accounts) {
      const isAll = region === allRegions || !hasRegions(account.provider)
      regions.push(...(isAll ? await allRegionsIn(account) : [{ ...account, region }]))
    }
    if (regions.length > 0) open({ places: regions.map(regionArguments) })
  }

  /** Loads the regions of an account or one of its projects. Throws if there are none. */
  async function allRegionsIn(account: CloudProjectRef): Promise<readonly RegionRef[]> {
    const { connection, provider, cloudAccountUid, project } = account
    const gaps = noGaps()
    const name = visible(accountTitle(pins, clouds, account))
    const progress = vscode.l10n.t('Listing zones for {0}…', name)
    const loading = regionsIn(account, gaps, parts)
    const found = await withDelayedProgress(progress, (signal) => raceAbort(loading, signal))
    const { error, notOptedIn, omitted } = gaps
    if (error) {
      const args = { provider, cloudAccountUid, project, connection: connection.name }
      throw toCommandError(
        error,
        connection,
        commandAction(retryLabel(), commandIds.compareZones, args),
      )
    }
    const skipped = vscode.l10n.t(
      'Skipped regions that the account hasn’t opted in to: {0}.',
      notOptedIn,
    )
    const why = [
      notOptedIn > 0 ? skipped : '',
      omitted.regions ? notShownSentences('regions', omitted.regions) : '',
    ]
    if (found.length === 0) {
      const none = vscode.l10n.t('No regions found for “{0}”.', name)
      throw new CommandError(joinSentences(none, ...why), [listZones()])
    }
    if (omitted.regions) showMessage('warning', joinSentences(...why))
    else if (notOptedIn > 0) showStatus(skipped)
    return found
  }

  /** Resolves to an account in the Google Cloud project that is selected for it; undefined if canceled. */
  async function inProject(ref: CloudProjectRef): Promise<CloudProjectRef | undefined> {
    if (ref.project !== undefined) return ref
    const answer = await askCloudProject(title, ref, pins.regions(ref), clouds)
    return answer && { ...ref, ...answer }
  }
}

/** Returns what a tree item adds to the comparison; nothing for others in the selection. */
function comparable(node: ZonesNode): CloudProjectRef[] {
  return isNode(node, 'account', 'regionlessAccount', 'cloudProject', 'region') ? [node] : []
}

function isRegion(ref: CloudProjectRef): ref is RegionRef {
  return 'region' in ref
}

/**
 * Prompts for the accounts to compare, with those of the given items selected. Undefined if canceled. Throws if there
 * is none.
 */
async function askComparedAccounts(
  title: string,
  connection: Connection,
  chosen: readonly AccountRef[],
  { pins, clouds }: Parts,
): Promise<readonly AccountRef[] | undefined> {
  const identityOf = (account: AccountRef) => accountKey(withZoneProvider(account))
  const picked = new Set(chosen.map(identityOf))
  await withDelayedProgress(vscode.l10n.t('Listing cloud accounts…'), () =>
    clouds.accounts.get(connection, { retry: true }),
  )
  const items = collectAccounts(connection, pins, clouds)
    .filter(({ provider }) => hasZones(provider))
    .map((account) => ({
      label: withoutIcons(visible(account.name)),
      description: withoutIcons(visible(account.provider)),
      picked: picked.has(identityOf(account)),
      account,
    }))
  if (items.length === 0) {
    throw new CommandError(vscode.l10n.t('There are no cloud accounts to compare.'), [listZones()])
  }
  const answer = await vscode.window.showQuickPick(
    items.sort((a, b) => a.label.localeCompare(b.label)),
    {
      title,
      placeHolder: vscode.l10n.t(
        'Select one account to compare its regions, or several accounts to compare with each other',
      ),
      canPickMany: true,
      matchOnDescription: true,
    },
  )
  return answer?.map(({ account }) => account)
}

function listZones(): Action {
  return commandAction(vscode.l10n.t('List Zones'), commandIds.listZones)
}

/** Stands for all regions. */
const allRegions = Symbol('all regions')

type Answer = string | typeof allRegions

/** Prompts for the region in which to compare accounts of a connection, or all of them. Undefined if canceled. */
async function askComparedRegion(
  title: string,
  accounts: readonly CloudProjectRef[],
  parts: Parts,
): Promise<Answer | undefined> {
  const pinned = accounts.flatMap((account) => parts.pins.regions(account)).map(({ name }) => name)
  const choicesOf = (names: Iterable<string>, group: string): Choice<Answer>[] =>
    Array.from(new Set(names), (name) => ({ label: name, value: name, group }))
  return choose<Answer>(title, {
    placeholder: vscode.l10n.t('Select or enter a region'),
    choices: [
      { label: vscode.l10n.t('All regions'), value: allRegions },
      ...choicesOf(pinned, vscode.l10n.t('recently used')),
    ],
    more: async () => {
      const gaps = noGaps()
      const found = await Promise.all(accounts.map((account) => regionsIn(account, gaps, parts)))
      const names = found.flat().map(({ region }) => region)
      const others = names.filter((name) => !pinned.includes(name)).sort()
      const { error, omitted } = gaps
      return {
        values: choicesOf(others, vscode.l10n.t('listed by the service')),
        ...(error && { problem: errorText(error, accounts[0]!.connection) }),
        notes: unshown(omitted),
      }
    },
    typed: typedSegment((name) => name),
  })
}
