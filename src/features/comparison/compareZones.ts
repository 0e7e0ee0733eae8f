import * as v from 'valibot'
import * as vscode from 'vscode'
import { raceAbort } from '../../api/deadline.ts'
import { hasRegions } from '../../api/providers.ts'
import { accountTitle } from '../../cloud/accounts.ts'
import { commandIds } from '../../contributions.ts'
import type { CloudProjectRef, RegionRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { joinSentences, displayText } from '../../displayTexts.ts'
import { resolveConnection } from '../../ui/activeConnection.ts'
import { AccountArguments, isTreeNode, readArguments, regionArguments } from '../../ui/arguments.ts'
import { CommandError, toCommandError } from '../../ui/commandErrors.ts'
import { notShownSentences } from '../../ui/listTexts.ts'
import { commandAction, retryLabel, showMessage, showStatus } from '../../ui/messages.ts'
import { withDelayedProgress } from '../../ui/progress.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import {
  isNode,
  type AccountNode,
  type CloudProjectNode,
  type ZonesNode,
  type ZonesParentNode,
} from '../../ui/trees/nodes.ts'
import { askCloudProject } from '../zones/askAccount.ts'
import { loadRegions } from '../zones/loadRegions.ts'
import {
  allRegions,
  askComparedAccounts,
  askComparedRegion,
  compareTitle,
  listZonesAction,
} from './askCompared.ts'
import { Comparison } from './comparisonData.ts'
import { ComparisonPanel } from './comparisonPanel.ts'

const AnyArguments = v.union([Comparison, AccountArguments])

/**
 * Compare Zones…: opens a table that compares the zones of all regions of an account, of several accounts in one
 * region, or of several regions. Prompts for what isn’t selected. Two more commands refresh and copy the comparison in
 * the active editor.
 */
export function registerCompareZones(parts: Parts): void {
  const { commands } = parts
  const openComparisons = new Set<ComparisonPanel>()
  const activeComparison = () => [...openComparisons].find(({ panel }) => panel.active)
  commands.register(
    commandIds.compareZones,
    async (first?: unknown, selected?: ZonesNode[] | null) => {
      const comparison = await readComparison(first, selected, parts)
      if (!comparison) return
      const opened = new ComparisonPanel(comparison, parts)
      openComparisons.add(opened)
      opened.panel.onDidDispose(() => openComparisons.delete(opened))
    },
  )
  commands.register(commandIds.refreshComparison, () => activeComparison()?.refresh())
  commands.register(commandIds.copyComparisonAs, () => activeComparison()?.copy())
}

/**
 * Returns what to compare: reads it from the arguments of the command, and prompts for the rest. Undefined if canceled.
 */
async function readComparison(
  first: unknown,
  selected: readonly ZonesNode[] | null | undefined,
  parts: Parts,
): Promise<Comparison | undefined> {
  const { connections } = parts
  const given = readArguments(AnyArguments, first)
  if (given && 'places' in given) return given
  const rows = given ? [] : commandRows(first, selected, parts).filter(isComparable)
  const connection = rows[0]?.connection ?? resolveConnection(connections, given?.connection)
  if (!(await ensureApiKey(connection, parts))) return undefined
  if (given) return compareRefs([{ ...given, connection }], parts)
  const isAccountSelected = isTreeNode(first) && rows.some((row) => !isRegion(row))
  const isWholeSelection = rows.length > 1 || isAccountSelected
  const refs = isWholeSelection ? rows : await askComparedAccounts(connection, rows, parts)
  return refs && compareRefs(refs, parts)
}

/** Returns the tree items to compare. From the Command Palette, these are the items that are selected in the view. */
function commandRows(
  first: unknown,
  selected: readonly ZonesNode[] | null | undefined,
  { zonesTree }: Parts,
): readonly ZonesNode[] {
  if (isTreeNode(first)) return selected ?? [first as ZonesNode]
  return zonesTree.visible ? zonesTree.selection : []
}

type ComparableNode = AccountNode | CloudProjectNode | ZonesParentNode

/** Returns whether a tree item can be compared. A selection may also have items that can’t. */
function isComparable(node: ZonesNode): node is ComparableNode {
  return isNode(node, 'account', 'regionlessAccount', 'cloudProject', 'region')
}

function isRegion(ref: CloudProjectRef): ref is RegionRef {
  return 'region' in ref
}

/**
 * Returns the comparison of the selected regions and accounts. For several accounts, prompts for the region in which to
 * compare them; otherwise, all regions of the account are compared. Undefined if canceled.
 */
async function compareRefs(
  refs: readonly CloudProjectRef[],
  parts: Parts,
): Promise<Comparison | undefined> {
  const regions = refs.filter(isRegion)
  const accounts: CloudProjectRef[] = []
  for (const ref of refs.filter((candidate) => !isRegion(candidate))) {
    const account = await selectProject(ref, parts)
    if (!account) return undefined
    accounts.push(account)
  }
  const withRegions = accounts.filter(({ provider }) => hasRegions(provider))
  const needsRegion = accounts.length > 1 && withRegions.length > 0
  const region = needsRegion ? await askComparedRegion(withRegions, parts) : allRegions
  if (region === undefined) return undefined
  for (const account of accounts) {
    if (region !== allRegions && hasRegions(account.provider)) regions.push({ ...account, region })
    else for (const loaded of await loadComparedRegions(account, parts)) regions.push(loaded)
  }
  return regions.length > 0 ? { places: regions.map(regionArguments) } : undefined
}

/**
 * Prompts for a Google Cloud project of an account, if there is a choice, and returns the account in that project.
 * Undefined if canceled.
 */
async function selectProject(
  ref: CloudProjectRef,
  { pins, clouds }: Parts,
): Promise<CloudProjectRef | undefined> {
  if (ref.project !== undefined) return ref
  const answer = await askCloudProject(compareTitle(), ref, pins.regions(ref), clouds)
  return answer && { ...ref, ...answer }
}

/**
 * Loads the regions of an account or of one of its projects. Shows a message if regions are left out. Throws if the
 * account has no regions.
 */
async function loadComparedRegions(
  account: CloudProjectRef,
  parts: Parts,
): Promise<readonly RegionRef[]> {
  const { connection, provider, cloudAccountUid, project } = account
  const name = displayText(accountTitle(parts.pins, parts.clouds, account))
  const progressTitle = vscode.l10n.t('Listing zones for {0}…', name)
  const loading = loadRegions(account, parts)
  const { regions, omissions } = await withDelayedProgress(progressTitle, (signal) =>
    raceAbort(loading, signal),
  )
  const { error, notOptedIn, unreadable } = omissions
  if (error) {
    const args = { provider, cloudAccountUid, project, connection: connection.name }
    const retry = commandAction(retryLabel(), commandIds.compareZones, args)
    throw toCommandError(error, connection, retry)
  }
  const skippedText = vscode.l10n.t(
    'Skipped regions that the account hasn’t opted in to: {0}.',
    notOptedIn,
  )
  const unreadableText = unreadable.regions && notShownSentences('regions', unreadable.regions)
  const sentences = [notOptedIn > 0 && skippedText, unreadableText || '']
  if (regions.length === 0) {
    const text = vscode.l10n.t('No regions found for “{0}”.', name)
    throw new CommandError(joinSentences(text, ...sentences), [listZonesAction()])
  }
  if (unreadableText) showMessage('warning', joinSentences(...sentences))
  else if (notOptedIn > 0) showStatus(skippedText)
  return regions
}
