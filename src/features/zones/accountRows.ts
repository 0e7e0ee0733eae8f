import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { viewIds } from '../../contributions.ts'
import { hasRegions, hasZones, supportsList } from '../../api/providers.ts'
import { collectAccounts, type KnownAccount } from '../../cloud/accounts.ts'
import type { AccountList } from '../../cloud/clouds.ts'
import { shownValue } from '../../cache/results.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, displayText, displayList } from '../../displayTexts.ts'
import { lacksProjectsText } from '../../ui/listTexts.ts'
import {
  presenceText,
  pinnedFirst,
  pinAbility,
  typeIcon,
  unlistedReason,
  warningIcon,
} from '../../ui/trees/items.ts'
import { truncatedNote, unshownNotes, withOutcome } from '../../ui/trees/messageNodes.ts'
import {
  nodeId,
  type AccountNode,
  type NoteNode,
  type RegionlessAccountNode,
  type ZonesNode,
} from '../../ui/trees/nodes.ts'
import type { RowItem, RowKind } from '../../ui/trees/rows.ts'
import { shortLabels } from '../../ui/trees/shortLabels.ts'
import type { Tooltip } from '../../ui/trees/tooltips.ts'
import type { TreeState } from '../../ui/trees/tree.ts'
import { accountId, accountChildren } from './regionLists.ts'

const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState

/** Loads the rows at the top of the Zones view: cloud accounts, and notes about what is missing in their list. */
export async function accountRows(
  connection: Connection,
  { pins, clouds, projects }: Pick<Parts, 'pins' | 'clouds' | 'projects'>,
  { gracePeriod, refreshTree }: TreeState,
): Promise<ZonesNode[]> {
  const id = nodeId(connection, 'zones')
  const loadingAccounts = clouds.accounts.get(connection)
  const checkingProjects = clouds.lacksProjects(connection)
  const result = await gracePeriod.waitFor(connection, id, loadingAccounts)
  const list = shownValue(result)
  const known = collectAccounts(connection, pins, clouds, list)
  const labels = shortLabels(known.map(({ name }) => name))
  const accounts = known
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map((account) => ({ ...accountNode(account), shortName: labels.get(account.name) }))
  const notes = list ? listNotes(id, list, connection) : []
  const lacksProjects = list && (await checkingProjects)
  if (lacksProjects) notes.push(lacksProjectsNote(id))
  // Once the projects are known, the rows are requested again.
  else if (list && lacksProjects === undefined)
    void projects.lists.get(connection).then(refreshTree)
  const outcome = result && 'value' in result && list?.error ? list : result
  return withOutcome(id, [...pinnedFirst(accounts), ...notes], outcome, {
    connection,
    isTopList: true,
    retry: (current) => clouds.accounts.invalidate(current),
  })
}

/** Returns notes about accounts that are missing in the list. */
function listNotes(id: string, list: AccountList, connection: Connection): NoteNode[] {
  const { unreadable, withoutProvider, isTruncated, error } = list
  const names = displayList(withoutProvider.map(({ name }) => name))
  const notes = unshownNotes(id, 'accounts', unreadable, connection).map((note): NoteNode =>
    names ? { ...note, detail: vscode.l10n.t('Accounts without a provider: {0}', names) } : note,
  )
  if (isTruncated && !error) notes.push(truncatedNote(id))
  return notes
}

function lacksProjectsNote(id: string): NoteNode {
  return { kind: 'note', id: `${id}/projects`, label: lacksProjectsText, action: 'selectProject' }
}

/** Returns the node of an account. Its kind depends on whether the account’s provider has regions. */
function accountNode(account: KnownAccount): AccountNode | RegionlessAccountNode {
  const kind = hasRegions(account.provider) ? 'account' : 'regionlessAccount'
  return { kind, ...account }
}

/** Defines the rows of cloud accounts whose provider has regions: their appearance, menus, and children. */
export function accountKind(
  sources: Pick<Parts, 'pins' | 'clouds' | 'clusters'>,
  { gracePeriod }: TreeState,
): RowKind<AccountNode> {
  const { clouds } = sources
  return {
    id: accountId,
    item: accountItem,
    tooltip: (node) => ({
      ...accountTooltip(node),
      results: [clouds.accounts.peek(node.connection)],
    }),
    abilities: (node) =>
      hasZones(node.provider)
        ? ['compare', 'refresh', 'refreshInline', pinAbility(node), 'copyId', 'copyAs']
        : ['copyId'],
    children: (node) => accountChildren(node, sources, gracePeriod),
    reload: (node) => clouds.invalidateAccount(node),
    list: ({ connection }) => ({
      viewId: viewIds.zones,
      connection,
      reload: () => clouds.accounts.refresh(connection),
    }),
    name: ({ name }) => name,
    copyId: ({ cloudAccountUid }) => cloudAccountUid,
  }
}

/** Returns the appearance of an account’s row. An account whose provider has no zones can’t be expanded. */
export function accountItem(account: AccountNode | RegionlessAccountNode): RowItem {
  const { provider, name, shortName = name, state, isPinned, presence } = account
  const isWithoutZones = !hasZones(provider)
  // For some clouds, the service doesn’t list regions: then the account has rows below it only if regions are pinned.
  const isLeaf = isWithoutZones || (!isPinned && mayOnlyPinRegions(provider))
  // Most accounts are active, so only another state is shown.
  const isUnusual = state !== undefined && state !== 'active'
  const expandable = isPinned ? Expanded : Collapsed
  return {
    label: displayText(shortName),
    fullLabel: displayText(name),
    state: isLeaf ? undefined : expandable,
    icon: isUnusual ? warningIcon() : typeIcon(presence, 'cloud', { isDim: isWithoutZones }),
    description: joinDescription(
      isUnusual && displayText(state),
      isWithoutZones ? vscode.l10n.t('no zones') : displayText(provider),
      presenceText(account),
    ),
  }
}

function mayOnlyPinRegions(provider: string): boolean {
  return hasRegions(provider) && !supportsList(provider, 'regions')
}

export function accountTooltip(account: KnownAccount): Tooltip {
  return {
    title: account.name,
    facts: [
      [vscode.l10n.t('Cloud account'), account.cloudAccountUid, 'id'],
      [vscode.l10n.t('Provider'), account.provider],
      [vscode.l10n.t('State'), account.state],
    ],
    note: unlistedReason(account),
  }
}
